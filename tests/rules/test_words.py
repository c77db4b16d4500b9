"""Meanings read the words of phrases by axis."""

from __future__ import annotations

import pytest

from pnp.lexicon import lexicon
from pnp.rules.words import PhraseWords, WordsError

ENGLISH = lexicon("en")
assert ENGLISH


def words(text: str, names: dict[str, str] | None = None) -> PhraseWords:
    return PhraseWords(ENGLISH.words(text, names or {}))


def test_words_are_read_in_their_order_on_each_axis() -> None:
    read = words("The first two cards go to the last player.")
    assert (read.one("order"), read.one("order"), read.number()) == ("first", "last", 2)
    with pytest.raises(WordsError, match="no word for 'order'"):
        read.one("order")


def test_all_values_on_an_axis_are_read_at_once() -> None:
    read = words("The first player and the last player may draw two cards.")
    assert read.every("order") == ("first", "last")
    assert read.every("order") == ()


def test_a_value_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(WordsError, match="means 'lose', not 'win'"):
        words("You lose.").one("result", "win")


def test_words_that_nothing_reads_are_left() -> None:
    read = words("You may never play two rhubarbs.")
    read.one("party", "you")
    read.about("play")
    assert [word.text for word in read.unread()] == ["may", "never", "two", "rhubarbs"]


def test_names_of_a_kit_are_read_as_their_ids_with_or_without_an_ending() -> None:
    read = words("Lunges beat Best of All.", {"Lunge": "lunge", "Best of All": "best"})
    assert (read.name(), read.name()) == ("lunge", "best")


def test_what_a_sentence_is_about_must_be_mentioned() -> None:
    with pytest.raises(WordsError, match="does not mention discard"):
        words("Draw a card.").about("draw", "discard", optional=["card"])
