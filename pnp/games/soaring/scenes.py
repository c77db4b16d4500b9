"""Positions from which soaring is played too, because random games reach them too seldom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pnp.games.soaring.engine import PLAY, Hand, State

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring


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
