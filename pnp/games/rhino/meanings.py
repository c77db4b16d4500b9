"""The meanings of the phrases of Rhinoceros Joust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.rules.words import Meaning, PhraseWords, WordsError


def _where(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    move = traits["move"]
    if move is None:
        words.one("quant", "only")
        words.about("counter")
    elif move["positions"] == "any":
        words.one("quant", "any", "all")
        words.about("position")
        words.skip("source", "from", "in")
    else:
        limits = words.has("cond", "if") or words.has("quant", "only")
        listed = isinstance(move["positions"], list)
        if not limits and not listed:
            raise WordsError("it must say that these are the only positions: 'if' or 'only'")
        if listed:
            first = words.name()
            words.one("than", "higher")
            if "and" in words.every("link"):
                raise WordsError("a card shows several positions, so it must say 'or'")
            if first != move["positions"][0]:
                raise WordsError(f"it begins with {first!r}, but the lowest position is {move['positions'][0]!r}")


def _effect_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """What a move does. Of a card that has no move: that it is not one, or that it is a counter card."""
    move = traits["move"]
    if move is None:
        if words.negated() or words.maybe("quant") == "none":
            words.about("move")
        elif words.has("act", "counter"):
            words.about(optional=["card", "counter"])
        else:
            raise WordsError("it must say that this is not a move")
        return
    effect = move["effect"]
    if "gain" in effect:
        if words.maybe("change") != "plus" and words.maybe("than") != "higher":
            raise WordsError("it must say that positions are gained")
        _same_number(words, effect["gain"])
        words.about("position")
    elif effect.get("score"):
        words.about("score", optional=["point"])
    elif "reset" in effect:
        words.about("draw", optional=["card"])
        _same_number(words, effect["draw"])


def _same_number(words: PhraseWords, expected: Any) -> None:
    """Read a number, which must be that of the trait if it is one and no `{n}`."""
    number = words.maybe("number")
    if number is not None and number != expected:
        raise WordsError(f"its number is {number}, but it is for {expected}")


def _counters_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    if traits["counters"] == "any":
        words.one("quant", "any", "all")
        words.about("card")
    elif traits["counters"] == []:
        if words.negated():
            words.about("counter")
        elif words.maybe("quant") != "none":
            raise WordsError("it must say that the card does not counter, or that it counters nothing")
        else:
            words.about(optional=["counter"])


def _at_most(act: str) -> Meaning:
    def read(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        words.one("bound", "most")
        words.about(act, optional=["card"])

    return read


def _strength_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """Drawing is compulsory, so the words must not leave it open."""
    words.about("draw", optional=["card"])
    words.skip("bound", "exactly")


MEANINGS: Mapping[str, Meaning] = {
    "where": _where,
    "effect": _effect_words,
    "counters": _counters_words,
    "brains": _at_most("discard"),
    "strength": _strength_words,
    "top_speed": _at_most("hold"),
}
