"""Markdown is read as blocks with marks."""

from __future__ import annotations

import pytest

from pnp.diagnostics import PlacedText, Span, TextSource
from pnp.graphics.drawing import Mark
from pnp.text.marked import blocks, read_mark, sentences


def words(text: str) -> list[tuple[str, Mark | None]]:
    return [(part.text, part.mark) for block in blocks(text) for part in block.words]


def test_a_mark_is_for_the_words_since_the_mark_before_it():
    text = "Draw a card. <!-- vouched: draw --> Sit down. Smile. <!-- flavour --> Then?"
    assert words(text) == [
        ("Draw a card.", Mark("vouched", ("draw",))),
        ("Sit down. Smile.", Mark("flavour")),
        ("Then?", None),
    ]


def test_a_mark_may_be_on_the_line_below():
    assert words("All is well.\n<!-- advice -->") == [("All is well.", Mark("advice"))]


def test_several_facts_are_separated_by_spaces_or_commas():
    assert read_mark("<!-- vouched: a.b, c.d e -->") == Mark("vouched", ("a.b", "c.d", "e"))


@pytest.mark.parametrize("comment", ["<!-- small -->", "<!-- flavor -->", "<!-- claim: x -->"])
def test_other_comments_are_no_marks(comment):
    assert read_mark(comment) is None


def test_a_short_bold_head_is_a_label_of_its_own():
    found = words("**Move.** Play a card. <!-- vouched: play -->")
    assert found == [("Move.", Mark("label")), ("Play a card.", Mark("vouched", ("play",)))]


def test_a_bold_sentence_is_no_head():
    assert words("**First to 3 points wins.** <!-- vouched: win -->") == [
        ("First to 3 points wins.", Mark("vouched", ("win",)))
    ]


def test_blocks_have_roles_and_pictures_have_no_words():
    text = "# Head\n\n![](a.svg)\n\n| A | B |\n|--|--|\n| :horn: x | y |\n"
    assert [(block.text, block.role) for block in blocks(text)] == [
        ("Head", "heading"), ("A", "head"), ("B", "head"), (":horn: x", "cell"), ("y", "cell"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("By D. Vincent Baker. He drew it.", ["By D. Vincent Baker.", "He drew it."]),
        ("RH1. Is it so? Yes. “Good.” Well.", ["RH1. Is it so?", "Yes.", "“Good.”", "Well."]),
        ("¿Abandonas? ¡Ganas! «¿Sí?» Bien.", ["¿Abandonas?", "¡Ganas!", "«¿Sí?»", "Bien."]),
        ("No. 10 cards are left: one. Ändere es.", ["No. 10 cards are left: one.", "Ändere es."]),
    ],
)
def test_sentences(text, expected):
    assert list(sentences(text)) == expected


def placed(text: str) -> PlacedText:
    """A text of a file, with a source for each line."""
    starts = [0, *(index + 1 for index, character in enumerate(text) if character == "\n")]
    return PlacedText(text, [TextSource(start, Span("a.md", line)) for line, start in enumerate(starts, start=1)])


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("# Head #", "Head", (1, 3)), ("a\n\nHead\n====", "Head", (3, 1)), ("One *two*\n  three", "two", (1, 6)),
        ("One *two*\n  three", "three", (2, 3)), ("> - a list\n>   item", "a list", (1, 5)),
        ("> - a list\n>   item", "item", (2, 5)), ("1. 1 is one", "1 is", (1, 4)),
        ("| 3 | A 3 |\n|--|--|\n| 3 | 3 |\n", "A 3", (1, 7)), ("| h |\n|--|\n| x | \n| y |", "y", (4, 3)),
        ("2 :coin: x", ":coin:", (1, 3)), ("2 :coin: x", "x", (1, 10)), ("[red words]{.red} red", "words", (1, 6)),
        ("[red]{.red} red end", "red end", (1, 13)), ("a <!-- advice: b --> b", "b", (1, 22)),
        ("a \\* `code` b", "code", (1, 7)), ("a &amp; b", "a &", (1, 1)), ("a\\\nb", "b", (2, 1)),
    ],
)  # fmt: skip
def test_words_have_their_places(text, words, place):
    block = next(block for block in blocks(placed(text)) if words in block.text)
    assert isinstance(block.text, PlacedText)
    span = block.text.place(block.text.index(words))
    assert span
    assert (span.line, span.column) == place


def test_equal_cells_have_places_of_their_own():
    found = [
        block.text.place()
        for block in blocks(placed("| 3 | 3 |\n|--|--|\n| 3 | 3 |\n"))
        if isinstance(block.text, PlacedText)
    ]
    assert [span and (span.line, span.column) for span in found] == [(1, 3), (1, 7), (3, 3), (3, 7)]


def test_a_text_without_places_has_the_same_blocks():
    text = "# Head\n\nA **b**\nc. <!-- advice -->\n\n| 1 | 2 |\n|--|--|\n| \\| | &amp; |\n"
    assert blocks(text) == blocks(placed(text))
    assert not any(isinstance(block.text, PlacedText) for block in blocks(text))
