"""YAML that is refused: every error with its code, line, column and hint."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.sources import yaml as source
from pnp.sources.yaml import parse, read, read_text
from tests.support.yaml import good, place, written


def bad(text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert parse(text, "f.yaml", diagnostics) is None
    assert diagnostics
    return list(diagnostics)


def only(text: str) -> Diagnostic:
    (diagnostic,) = bad(text)
    assert diagnostic.severity == "error"
    assert diagnostic.span.file == "f.yaml"
    return diagnostic


# Errors


def test_twenty_levels_are_read_and_one_more_is_an_error():
    good("[" * source.MAX_DEPTH + "]" * source.MAX_DEPTH)
    diagnostic = only("[" * (source.MAX_DEPTH + 1) + "]" * (source.MAX_DEPTH + 1))
    assert (diagnostic.code, diagnostic.message) == ("too-deep", "nested more than 20 levels deep")
    assert place(diagnostic.span) == (1, 21, 1)


@pytest.mark.parametrize("opener", ["[", "{", "- ", "{a: ", "? "])
def test_a_hundred_thousand_openers_are_refused_at_once(opener):
    assert {d.code for d in bad(opener * 100_000)} <= {"too-deep", "bad-yaml"}


@pytest.mark.slow
def test_too_many_values_are_an_error():
    diagnostic = only("- 1\n" * source.MAX_NODES)
    assert (diagnostic.code, diagnostic.message) == ("too-many-values", "more than 200000 values in one file")
    assert diagnostic.hints == ("split the file",)
    assert diagnostic.span.line == pytest.approx(source.MAX_NODES, abs=5)


def test_cards_have_a_limit_of_their_own_whatever_their_folder(monkeypatch):
    monkeypatch.setattr(source, "MAX_NODES", 10)
    monkeypatch.setattr(source, "MAX_CARDS_NODES", 30)
    for file, most in (("kit/cards.yaml", 30), ("kit/mycards.yaml", 10)):
        diagnostics = Diagnostics()
        assert parse("- 1\n" * 5, file, diagnostics) is not None
        assert parse("- 1\n" * 40, file, diagnostics) is None
        assert [d.message for d in diagnostics] == [f"more than {most} values in one file"]


def test_an_alias_bomb_is_refused_without_being_expanded():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    found = bad("\n".join(lines))
    assert {d.code for d in found} == {"alias"}
    assert len(found) == 30 + 29 * 10


def test_a_file_of_the_limit_is_read_and_one_byte_more_is_not(tmp_path):
    diagnostics = Diagnostics()
    assert read_text(written(tmp_path, b"#" * source.MAX_BYTES), diagnostics) == "#" * source.MAX_BYTES
    assert not diagnostics
    cards = tmp_path / "cards.yaml"
    cards.write_bytes(b"#" * (source.MAX_BYTES + 1))
    assert read(cards, diagnostics) is not None
    path = written(tmp_path, b"#" * (source.MAX_BYTES + 1))
    assert read(path, diagnostics) is None
    assert list(diagnostics) == [
        Diagnostic(Span(str(path), 1, 1, 1), "error", "file-too-large", "this file is larger than 2000 kB")
    ]
