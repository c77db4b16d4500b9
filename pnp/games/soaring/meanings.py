"""What the phrases of soaring's cards mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.soaring.observe import best, lowers, standing
from pnp.rules.words import Meaning, PhraseWords, Value, WordsError

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring


def _is_low(words: PhraseWords) -> bool:
    """Whether the words speak of a low hand; they may also speak of a high one."""
    level = words.maybe("level")
    if level:
        words.about("hand")
        words.skip("source", "in")
    return level == "low"


def _ranks(words: PhraseWords, *, apart: bool) -> None:
    """Read a card's place in a high hand, below all cards of some suits and above all of the others.

    Or: that it loses to all cards of some suits, and beats all of the others.
    """
    level, bounds = words.maybe("level"), _bounds(words)
    words.about("hand")
    if level != "high" or bounds != ("less", "more") or not apart:
        raise WordsError("it must say 'high hand: below …, above …'")


def _bounds(words: PhraseWords) -> tuple[Value, ...]:
    """Whether the cards named first are better or worse, and those named next; `loses to` is less, `beats` more."""
    verbs = [word.value("result") or word.value("act") for word in words]
    words.skip("result", "lose")
    words.skip("act", "beat")
    said = tuple("less" if verb == "lose" else "more" for verb in verbs if verb in ("lose", "beat"))
    return words.every("bound") or said


def _low_order(words: PhraseWords, game: Soaring) -> None:
    """Read that a low hand puts a card without a value above the suits that it is below in a high one."""
    backwards = _is_low(words) and not words.negated() and _bounds(words) == ("more", "less")
    found = standing(game)
    pairs = [(card, other) for card in found.apart for other in found.suits]
    if not backwards or any(best(game, pair) == best(game, pair, low=True) for pair in pairs):
        raise WordsError("it must say 'low hand: above …, below …'")


def _ties(words: PhraseWords, suit: str, suits: list[str]) -> None:
    """Read to which of the suits, the lowest first, one loses ties, and with which it wins them."""
    at = suits.index(suit)
    lost, won = suits[:at], suits[at + 1 :]
    results, names = words.every("result"), [str(name) for name in words.every("name")]
    words.skip("source", "to")
    words.skip("has", "with")
    verbs = [result for result in results if result != "draw"]
    expected = [*(["lose"] if lost else []), *(["win"] if won else [])]
    if "draw" not in results or verbs != expected or names != [*lost, *won]:
        raise WordsError(f"suit {suit!r} loses ties to {lost} and wins those with {won}")


def _what(words: PhraseWords, *, above: bool) -> None:
    """Read a card's suit; or that it is above the plain card of both, or beats it in a high hand."""
    if not above:
        words.about("suit")
    elif level := words.maybe("level"):
        words.about("beat", "plain", "hand")
        if level != "high":
            raise WordsError("it beats the plain card of its suit and value in a high hand")
    else:
        words.one("bound", "more")
        words.about("suit", "plain")


def meanings(game: Soaring) -> Mapping[str, Meaning]:
    """What the words of each slot mean, as hands show it."""
    found = standing(game)
    suits = [*dict.fromkeys(found.suits[card] for _, cards in found.ladder for card in cards)]

    def index(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        """The value alone has no words."""

    def what(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        _what(words, above=bool(traits.get("beats_regular_same_value")))

    def ties(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        _ties(words, traits["suit"], suits)

    def turn(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        words.one("order", "next")
        if _is_low(words):  # the next hand is a low one
            words.about()
        else:
            words.one("extreme", "lowest")
            words.one("result", "win")
            words.about("hand", "value")
        makers = [card for card in game.deck if lowers(game, card)]
        if not makers or not traits["next_hand_lowest_wins"]:
            raise WordsError("no card makes the lowest card win the next hand")

    def ranks(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        _ranks(words, apart=bool(found.apart))

    def low(words: PhraseWords, traits: Mapping[str, Any]) -> None:
        _low_order(words, game)

    return {"index": index, "what": what, "ties": ties, "turn": turn, "ranks": ranks, "low": low}
