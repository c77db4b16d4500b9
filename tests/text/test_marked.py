"""Markdown is read as blocks with marks."""

from __future__ import annotations

import pytest

from pnp.graphics.drawing import Mark
from pnp.text.marked import blocks, read_mark, sentences


def words(text: str) -> list[tuple[str, Mark | None]]:
    return [(part.text, part.mark) for block in blocks(text) for part in block.words]


def test_a_mark_is_for_the_words_since_the_mark_before_it() -> None:
    text = "Draw a card. <!-- vouched: draw --> Sit down. Smile. <!-- flavour --> Then?"
    assert words(text) == [
        ("Draw a card.", Mark("vouched", ("draw",))),
        ("Sit down. Smile.", Mark("flavour")),
        ("Then?", None),
    ]


def test_a_mark_may_be_on_the_line_below() -> None:
    assert words("All is well.\n<!-- advice -->") == [("All is well.", Mark("advice"))]


def test_several_facts_are_separated_by_spaces_or_commas() -> None:
    assert read_mark("<!-- vouched: a.b, c.d e -->") == Mark("vouched", ("a.b", "c.d", "e"))


@pytest.mark.parametrize("comment", ["<!-- small -->", "<!-- flavor -->", "<!-- claim: x -->"])
def test_other_comments_are_no_marks(comment: str) -> None:
    assert read_mark(comment) is None


def test_a_short_bold_head_is_a_label_of_its_own() -> None:
    found = words("**Move.** Play a card. <!-- vouched: play -->")
    assert found == [("Move.", Mark("label")), ("Play a card.", Mark("vouched", ("play",)))]


def test_a_bold_sentence_is_no_head() -> None:
    assert words("**First to 3 points wins.** <!-- vouched: win -->") == [
        ("First to 3 points wins.", Mark("vouched", ("win",)))
    ]


def test_blocks_have_roles_and_pictures_have_no_words() -> None:
    text = "# Head\n\n![](a.svg)\n\n| A | B |\n|--|--|\n| :horn: x | y |\n"
    assert [(block.text, block.role) for block in blocks(text)] == [
        ("Head", "heading"),
        ("A", "head"),
        ("B", "head"),
        (":horn: x", "cell"),
        ("y", "cell"),
    ]


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
def test_sentences(text: str, expected: list[str]) -> None:
    assert list(sentences(text)) == expected
