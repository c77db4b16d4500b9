"""The words of Markdown keep the places where they are written."""

from __future__ import annotations

import pytest

from pnp.diagnostics import PlacedText, Span, TextSource
from pnp.text.marked import blocks


def placed(text: str) -> PlacedText:
    """A text of a file, with a source for each line."""
    starts = [0, *(index + 1 for index, character in enumerate(text) if character == "\n")]
    return PlacedText(text, [TextSource(start, Span("a.md", line)) for line, start in enumerate(starts, start=1)])


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("# Head #", "Head", (1, 3)),
        ("a\n\nHead\n====", "Head", (3, 1)),
        ("One *two*\n  three", "two", (1, 6)),
        ("One *two*\n  three", "three", (2, 3)),
        ("> - a list\n>   item", "a list", (1, 5)),
        ("> - a list\n>   item", "item", (2, 5)),
        ("1. 1 is one", "1 is", (1, 4)),
        ("| 3 | A 3 |\n|--|--|\n| 3 | 3 |\n", "A 3", (1, 7)),
        ("| h |\n|--|\n| x | \n| y |", "y", (4, 3)),
        ("2 :coin: x", ":coin:", (1, 3)),
        ("2 :coin: x", "x", (1, 10)),
        ("[red words]{.red} red", "words", (1, 6)),
        ("[red]{.red} red end", "red end", (1, 13)),
        ("a <!-- advice: b --> b", "b", (1, 22)),
        ("a \\* `code` b", "code", (1, 7)),
        ("a &amp; b", "a &", (1, 1)),
        ("a\\\nb", "b", (2, 1)),
    ],
)
def test_words_have_their_places(text: str, words: str, place: tuple[int, int]) -> None:
    block = next(block for block in blocks(placed(text)) if words in block.text)
    assert isinstance(block.text, PlacedText)
    span = block.text.place(block.text.index(words))
    assert span
    assert (span.line, span.column) == place


def test_equal_cells_have_places_of_their_own() -> None:
    found = [
        block.text.place()
        for block in blocks(placed("| 3 | 3 |\n|--|--|\n| 3 | 3 |\n"))
        if isinstance(block.text, PlacedText)
    ]
    assert [span and (span.line, span.column) for span in found] == [(1, 3), (1, 7), (3, 3), (3, 7)]


def test_a_text_without_places_has_the_same_blocks() -> None:
    text = "# Head\n\nA **b**\nc. <!-- advice -->\n\n| 1 | 2 |\n|--|--|\n| \\| | &amp; |\n"
    assert blocks(text) == blocks(placed(text))
    assert not any(isinstance(block.text, PlacedText) for block in blocks(text))
