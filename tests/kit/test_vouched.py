"""`vouched.yaml` is written and read without loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.kit import schema, vouched
from pnp.kit.yaml import read

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn")), min_size=1).map(str.strip).filter(bool)
VALUES = st.one_of(st.booleans(), st.integers(-99, 99), TEXTS, st.lists(st.integers(0, 9), max_size=3))
FACTS = st.dictionaries(st.from_regex(r"[a-z]{1,6}\.[a-z_]{1,6}", fullmatch=True), VALUES, max_size=3)


def reread(text: str, folder: Path) -> vouched.VouchedBook:
    path = folder / "vouched.yaml"
    path.write_text(text, "utf-8")
    diagnostics = Diagnostics()
    node = read(path, diagnostics)
    assert node is not None, list(diagnostics)
    book = schema.build(vouched.VouchedBook, node, diagnostics)
    assert book is not None, list(diagnostics)
    return book


@pytest.mark.slow
@given(st.lists(st.tuples(TEXTS, FACTS), max_size=3), st.lists(TEXTS, max_size=3))
@example([("0\x850", {})], ["0\u20280", "0\u20290"])
def test_what_is_written_is_read_again(tmp_path_factory, sentences, labels):
    items = [("sentences", text, facts) for text, facts in sentences]
    items += [("labels", text, {}) for text in labels]
    book = reread(vouched.written(items), tmp_path_factory.mktemp("kit"))
    assert [(one.text, one.facts.plain() if one.facts else {}) for one in book.sentences] == sentences
    assert list(book.labels) == labels
    assert book.flavour == ()


def test_an_unknown_key_is_an_error_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "vouched.yaml"
    path.write_text("labels:\n  - A\nslogans:\n  - B\n", "utf-8")
    diagnostics = Diagnostics()
    node = read(path, diagnostics)
    assert node is not None
    assert schema.build(vouched.VouchedBook, node, diagnostics) is None
    (found,) = diagnostics
    assert (found.code, found.span.line) == ("unknown-key", 3)
