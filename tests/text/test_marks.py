"""Marks in a line, as markdown-it reads them with these rules."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from pnp.diagnostics import Diagnostics, Span
from pnp.text import markdown, marks
from pnp.text.fit import runs
from pnp.text.styles import ColumnSetter
from tests.support.work import calls_at_most


def html(text: str, *, underscores: bool = False) -> str:
    reader = MarkdownIt("zero").enable(["emphasis", "escape", "backticks"])
    return marks.add_to(reader, underscores=underscores).renderInline(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a **b** *c* ***d***", "a <strong>b</strong> <em>c</em> <em><strong>d</strong></em>"),
        ("**bold**er", "<strong>bold</strong>er"),
        ("**Action:**Draw one", "<strong>Action:</strong>Draw one"),
        ("3*4*5 = 60", "3*4*5 = 60"),
        ("2**3**4", "2**3**4"),
        ("~~old~~ x^2^ H~2~O", "<s>old</s> x<span>2</span> H<span>2</span>O"),
        ("10^-3^ 5^+^ 2^−1^", "10<span>-3</span> 5^+^ 2<span>−1</span>"),
        ("5* hotels and 6* hotels", "5* hotels and 6* hotels"),
        (r"\*a\* `*b*`", "*a* <code>*b*</code>"),
    ],
)
def test_stars_mark_words_and_stay_between_letters_and_digits(text, read):
    assert html(text) == read


def test_underscores_are_marks_only_where_it_is_wanted():
    assert html("__init__ _x_") == "__init__ _x_"
    assert html("__init__ _x_", underscores=True) == "<strong>init</strong> <em>x</em>"


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
