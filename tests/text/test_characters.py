"""Characters as they are printed, and clusters."""

import pytest

from pnp.text import characters


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Cafe\u0301", "Caf\u00e9"),
        ("Vie\u0323\u0302t", "Vi\u1ec7t"),
        ("\u2122\ufe0f", "\u2122"),
        ("a\u2060b\u034f", "ab"),
        ("a\tb\u2003c\u3000d", "a b c d"),
        ("7\u2007000", "7\u00a0000"),
        ("\u200eLance\u200f", "Lance"),
        ("\u2066Lance\u2069", "Lance"),
        ("\u05d0\u200e1", "\u05d0\u200e1"),
        ("a\tb", "a b"),
    ],
)
def test_text_is_composed_and_without_what_prints_nothing(typed: str, printed: str) -> None:
    assert characters.printed(typed) == printed


def test_a_letter_and_its_marks_are_one_cluster() -> None:
    assert characters.clusters("ax\u030cé") == ["a", "x\u030c", "é"]
    assert characters.clusters("♠ – ½") == ["♠", " ", "–", " ", "½"]
    assert characters.code_points("x\u030c") == "U+0078 with U+030C"


def test_joiners_and_signs_of_a_direction_are_invisible() -> None:
    assert characters.is_invisible("\u200d\u2066")
    assert not characters.is_invisible("a\u200d")
    assert characters.has_marks("x\u030c")
    assert not characters.has_marks("é")


@pytest.mark.parametrize("one", ["🔥", "❤️", "👨‍👩‍👧", "🇩🇪", "1️⃣", "⚔️", "🏴‍☠️"])
def test_an_emoji_is_one_by_itself_or_by_its_selector(one: str) -> None:
    assert characters.has_emoji(one)
    assert characters.clusters(one) == [one]
    assert characters.is_emoji(one)


@pytest.mark.parametrize("one", ["❤", "♠", "🔥\ufe0e", "™️", "©️", "1", "é", "本"])
def test_letters_and_signs_are_no_emoji(one: str) -> None:
    assert not characters.is_emoji(one)
