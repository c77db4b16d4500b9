"""Words in a colour: what is marked, what is not, and what a hostile text costs."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.text import markdown
from pnp.text.fit import runs
from pnp.text.styles import ColumnSetter
from tests.support.work import calls_at_most

PALETTE = {"red": "#cc0000", "dark-blue": "#000066"}


def coloured(text: str, font: str = "body") -> list[tuple[str, str, str]]:
    return [(run.text, run.font, run.colour) for run in runs(text, font, colour=lambda name: PALETTE.get(name, ""))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[fire]{.red}", [("fire", "body", "#cc0000")]),
        ("a [b]{.dark-blue} c", [("a ", "body", ""), ("b", "body", "#000066"), (" c", "body", "")]),
        ("**[a]{.red}**", [("a", "bold", "#cc0000")]),
        ("[a **b**]{.red}", [("a ", "body", "#cc0000"), ("b", "bold", "#cc0000")]),
        (
            "[a [b]{.dark-blue} c]{.red}",
            [("a ", "body", "#cc0000"), ("b", "body", "#000066"), (" c", "body", "#cc0000")],
        ),
        ("[[a]]{.red}", [("[a]", "body", "#cc0000")]),
        ("[a]{.unknown}", [("a", "body", "")]),
        (r"\[a]{.red}", [("[a]{.red}", "body", "")]),
        (r"[a\]]{.red}", [("a]", "body", "#cc0000")]),
        ("`[a]{.red}`", [("[a]{.red}", "body", "")]),
        ("[a] {.red}", [("[a] {.red}", "body", "")]),
        ("[a]{red}", [("[a]{red}", "body", "")]),
        ("[a]{.Red}", [("[a]{.Red}", "body", "")]),
        ("]{.red}", [("]{.red}", "body", "")]),
        ("[a]{.red", [("[a]{.red", "body", "")]),
        ("[]{.red}", []),
    ],
)
def test_words_in_brackets_with_a_colour_are_coloured(text, found):
    assert joined(coloured(text)) == found


def joined(found: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Adjacent runs of one look as one."""
    whole: list[tuple[str, str, str]] = []
    for text, font, colour in found:
        if whole and whole[-1][1:] == (font, colour):
            whole[-1] = (whole[-1][0] + text, font, colour)
        else:
            whole.append((text, font, colour))
    return whole


def test_markdown_has_coloured_words_too(setting):
    diagnostics = Diagnostics()
    tokens = markdown.parse("- *a [b]{.accent}*", Span("f"), diagnostics)
    inline = next(token for token in tokens if token.type == "inline")
    inks = setting.__class__(**{**vars(setting), "word_colour": lambda name, _span: f"({name})"})
    found = [(run.text, run.font, run.colour) for run in ColumnSetter(inks, 50).runs(inline, "body")]
    assert joined(found) == [("a ", "italic", ""), ("b", "italic", "(accent)")]
    assert not list(diagnostics)


@pytest.mark.parametrize(
    "text",
    ["[" * 20_000, "[" * 10_000 + "]{.red}" * 10_000, "[a]{.red}" * 5_000, "[" * 20_000 + "a]{.red}", "]" * 9_000],
)
def test_thousands_of_brackets_take_no_time(text):
    with calls_at_most(40 * len(text)):
        coloured(text)
