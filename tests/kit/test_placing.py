"""The words of filled templates have the places where they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics, PlacedText
from tests.conftest import RHINO
from tests.support.templates import HERE, opened, written

MACROS = (
    "{% macro points(n) %}{{ n }} points{% endmacro %}\n{% macro all(n) -%}\n  All {{ points(n) }}.\n{%- endmacro %}\n"
)
"""A macro, and one on three lines that uses it."""


def fill(kit: Path, text: str) -> PlacedText:
    (kit / "own.md").write_text(MACROS, "utf-8")
    diagnostics = Diagnostics()
    found = opened(kit, diagnostics).fill(written(kit, "{% import 'own.md' as own %}" + text), HERE)
    assert not list(diagnostics)
    assert isinstance(found, PlacedText)
    return found


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("\n# Head\n\nWords.", "Words", ("t.md", 4, 1)),
        ("\nA {{ kit.players[0] }} b", " b", ("t.md", 2, 23)),
        ("\nA {{ kit.players[0] }} b", "2", ("t.md", 2, 3)),
        ("\n{%- if true %} yes{% endif %}", "yes", ("t.md", 2, 16)),
        ("\n  {% if true %}\n  yes\n  {% endif %}\nno", "yes", ("t.md", 3, 3)),
        ("\n  {% if true %}\n  yes\n  {% endif %}\nno", "no", ("t.md", 5, 1)),
        ("{# a\ncomment #}\nWords", "Words", ("t.md", 3, 1)),
        ("{% raw %}\n{{ x }}{% endraw %}", "{{ x", ("t.md", 2, 1)),
        ("\n{{ own.points(3) }}", "points", ("own.md", 1, 30)),
        ("\n{{ own.points(3) }}", "3", ("own.md", 1, 22)),
        ("\n{{ own.all(3) }}", "All", ("own.md", 3, 3)),
        ("\n{{ own.all(3) }}", "points", ("own.md", 1, 30)),
        ("\n{{ own.points(3) | upper }}", "POINTS", ("own.md", 1, 30)),
        ("\n{{ own.points(3) | replace('points', 'pts') }}", "pts", ("own.md", 1, 22)),
        ("\n{% set x %}set {{ 1 }}{% endset %}{{ x }}", "set", ("t.md", 2, 12)),
        ("\n{% for r in rulings if r.id == 'RH6' %}{{ r.answer }}{% endfor %}", "No. Only", ("rulings.yaml", 5, 11)),
        ("\r\nLine\r\nWords", "Words", ("t.md", 3, 1)),
    ],
)
def test_words_have_their_places(kit: Path, text: str, words: str, place: tuple[str, int, int]) -> None:
    found = fill(kit, text)
    span = found.place(found.index(words))
    assert span
    assert (Path(span.file).name, span.line, span.column) == place


@pytest.mark.parametrize("text", ["{{ own.points(3).sources }}", "{{ own.points(3).place() }}"])
def test_templates_cannot_read_places(kit: Path, text: str) -> None:
    (kit / "own.md").write_text(MACROS, "utf-8")
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(written(kit, "{% import 'own.md' as own %}" + text), HERE) == ""
    assert [found.code for found in diagnostics] == ["bad-template"]


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("own.points(3) == '3 points'", "True"),
        ("own.points(3) | length", "8"),
        ("own.points(3) | capital", "3 points"),
        ("own.points(3).split(' ') | last", "points"),
        ("own.points(3)[:1] ~ own.points(4)", "34 points"),
        ("'%s!' | string ~ own.points(3) in '!3 points'", "False"),
        ("'{}'.format(own.points(3))", "3 points"),
        ("{own.points(3): 'known'}['3 points']", "known"),
    ],
)
def test_places_do_not_change_what_expressions_give(kit: Path, expression: str, printed: str) -> None:
    assert fill(kit, "{{ " + expression + " }}") == printed


def test_an_installed_kit_has_places_too() -> None:
    text = opened(RHINO, Diagnostics()).fill("summary-turn.md", HERE)
    assert isinstance(text, PlacedText)
    span = text.place(text.index("First to"))
    assert span == (str(RHINO / "summary-turn.md"), 18, 3, 1, span.cell if span else None)
