"""The proof of `soaring`, by which checks compare its kits with play.

What the phrases of soaring's cards mean.

Positions from which soaring is played too, because random games reach them too seldom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from pnp.games.soaring.engine import PLAY, Hand, Soaring, State
from pnp.games.soaring.examples import FORMS
from pnp.games.soaring.observe import best, lowers, observe, standing
from pnp.games.soaring.tables import tables
from pnp.rules.proofs import Meaning, PhraseWords, Proof, Value, WordsError, of_game


def scenes(game: Soaring) -> Iterator[State]:
    """The last hands of games in which the special cards meet those that they concern, in high and low hands."""
    if game.players == 3 and game.divider:
        yield from _within_classes(game)
    if game.players == 2:
        yield from _meetings(game)


def _with_spares(game: Soaring, downers: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Two hands of a Downer and another card each."""
    for spares in zip(game.deck[::2], game.deck[1::2], strict=False):
        held = tuple(tuple(sorted(pair)) for pair in zip(downers, spares, strict=False) if len(set(pair)) == 2)
        if len(held) == 2 and not set(downers) & set(spares):
            yield held


def _meetings(game: Soaring) -> Iterator[State]:
    special = [card for card in game.deck if game.traits[card].ranks or game.traits[card].beats_regular_same_value]
    pairs = [(one, card) for one in special for card in game.deck if _meets(game, one, card)]
    for low in (False, True):
        for one, other in (*pairs, *combinations(special, 2)):
            yield _last(game, ((one,), (other,)), low=low)
        downers = [card for card in special if not game.traits[card].ranks][:2]
        for held in _with_spares(game, downers):
            # The first player has chosen a Downer, the other may; one more hand follows.
            yield _last(game, held, low=low)._replace(picks=((downers[0],),))


def _within_classes(game: Soaring) -> Iterator[State]:
    """Hands of the Rhino and two cards of one class, which may win: the highest class, and in low hands the lowest.

    Some of them are a Downer and the plain card of its suit and value.
    """
    rhino = tuple(card for card in game.deck if game.traits[card].ranks)[:1]
    suits = [[card for card in game.deck if game.traits[card].suit == suit] for suit in game.rules.suits]
    equal = ((suits[1][1], suits[2][1]), (suits[2][3], suits[1][3]), (suits[1][0], suits[2][0]))
    lows = (*equal, (suits[1][0], suits[2][1]), (suits[1][3], suits[2][2]), (suits[1][1], suits[1][3]))
    twins = [(one, card) for one in game.downers for card in game.deck if _meets(game, one, card)]
    for low, pairs in ((False, ((suits[0][0], suits[0][3]), (suits[0][2], suits[0][1]))), (True, (*lows, *twins))):
        for pair in pairs:
            yield _last(game, (rhino, *((card,) for card in pair)), low=low)


def _last(game: Soaring, hands: tuple[Hand, ...], *, low: bool) -> State:
    """A position in which players hold these cards, and everybody needs one more win."""
    goal = (game.table.win.number - 1,) * game.players
    others = tuple(card for card in game.deck if not any(card in hand for hand in hands))
    return game.setup()._replace(phase=PLAY, hands=hands, deck=others, low=low, wins=goal)


def _meets(game: Soaring, special: str, card: str) -> bool:
    """Whether a card concerns a special one: its plain twin, or the best and worst card of each suit for the Rhino."""
    ours, its = game.traits[special], game.traits[card]
    if card == special or its.ranks or its.beats_regular_same_value:
        return False
    return its.value in (1, 5) if ours.ranks else (its.suit, its.value) == (ours.suit, ours.value)


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


class SoaringProof(Proof[Soaring]):
    """The proof of `soaring`."""

    FORMS = FORMS
    observe, scenes, tables, meanings = of_game(observe), of_game(scenes), of_game(tables), of_game(meanings)

    def variants(self) -> Iterable[Proof[Soaring]]:
        """The kit's game for each number of players, and that for the fewest with both options."""
        game, rules = self.game, replace(self.game.rules, carry_low=True, second_pick="swap")
        own = [game.for_players(int(number)) for number in game.rules.setup]
        return map(SoaringProof, [*own, Soaring(rules, game.traits, min(map(int, game.rules.setup)))])


def proof(game: Soaring) -> SoaringProof:
    """Make the proof of an engine."""
    return SoaringProof(game)
