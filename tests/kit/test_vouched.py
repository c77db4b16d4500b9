"""`vouched.yaml` is written and read without loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import composed
from pnp.kit import schema, vouched
from pnp.kit.vouched import VouchedText
from pnp.sources.yaml import read

CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn"))
TEXTS = st.text(CHARACTERS, min_size=1).map(str.strip).filter(bool).map(composed)
"""Printed texts, whose letters are composed as in all files that are read."""
VALUES = st.one_of(st.booleans(), st.integers(-99, 99), TEXTS, st.lists(st.integers(0, 9), max_size=3))
PLACES = st.sampled_from(["rulebook.md", "faces.move", "sheets"])
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
@settings(max_examples=25)
@given(st.lists(st.tuples(TEXTS, FACTS), max_size=3), st.lists(st.tuples(PLACES, TEXTS), max_size=3))
@example([("0\x850", {})], [("a.md", "0\u20280"), ("a.md", "0\u20290")])
def test_what_is_written_is_read_again(tmp_path_factory, sentences, labels):
    here = Span("vouched.yaml")
    items = [
        VouchedText(vouched.SENTENCES, text, here, own=True, facts=facts, by="Ann", why=text)
        for text, facts in sentences
    ]
    items += [VouchedText(vouched.LABELS, text, here, own=True, where=where) for where, text in labels]
    book = reread(vouched.written(items), tmp_path_factory.mktemp("kit"))
    assert [(one.text, one.facts.plain() if one.facts else {}) for one in book.sentences] == sentences
    assert [(one.why, one.by) for one in book.sentences] == [(text, "Ann") for text, _ in sentences]
    places = dict.fromkeys(where for where, _ in labels)
    assert {where: list(texts) for where, texts in book.labels.items()} == {
        where: [text for place, text in labels if place == where] for where in places
    }
    assert book.flavour == ()
