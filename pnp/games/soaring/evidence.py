"""Derive evidence about the traits of cards from one transition of a soaring game.

Only the reveal of a hand is evidence: its winner, and whether the lowest card wins the next hand. If the winner is the
card that wins each pair of the revealed cards, the suits and values are confirmed; otherwise they are disproved.
Evidence comes from states, never from traits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.soaring.observe import Standing, best, lowers, standing
from pnp.rules.game import Action
from pnp.rules.proofs import Evidence

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring, State

RANKS = ("below", "above")


def evidence(game: Soaring, before: State, _action: Action, after: State) -> Iterator[Evidence]:
    """Evidence from a revealed hand, if there is one."""
    if len(after.tables) == len(before.tables):
        return
    table, ranking = after.tables[-1], standing(game)
    taker = _taker(game, before, after, table)
    if taker is None:
        return
    apart = [card for card in table if card in ranking.apart]
    if apart:
        yield from _ranks(ranking, table, taker, apart[0], low=before.low)
    else:
        yield from _plain(game, ranking, table, taker, low=before.low)
    if any(after.hands):
        yield from _next(game, table, low=after.low)


def _taker(game: Soaring, before: State, after: State, table: tuple[str, ...]) -> str | None:
    """The winning card, whose seat has one more hand; None if the state does not show it."""
    counts = [(before.taken, after.taken), *([(before.wins, after.wins)] if game.by_hands else [])]
    for old, new in counts:
        if sum(new) == sum(old) + 1:
            return table[next(seat for seat, count in enumerate(new) if count > old[seat])]
    return None


def _plain(game: Soaring, ranking: Standing, table: tuple[str, ...], taker: str, *, low: bool) -> Iterator[Evidence]:
    """Evidence about the suit and value of all cards of a hand, and about a card that beats an equal one."""
    due = next(
        card for card in table if all(best(game, (card, other), low=low) == card for other in table if other != card)
    )
    for card in table:
        as_due = taker == due
        yield Evidence("deck", card, ("suit",), ranking.suits[card] if as_due else None)
        yield Evidence("deck", card, ("value",), ranking.values[card] if as_due else None)
    for other in table:
        if other != taker and _alike(ranking, taker, other):
            higher = other if low else taker
            yield Evidence("deck", higher, ("beats_regular_same_value",), value=True)
            yield Evidence("deck", taker if low else other, ("beats_regular_same_value",), None)


def _alike(ranking: Standing, a: str, b: str) -> bool:
    return (ranking.suits[a], ranking.values[a]) == (ranking.suits[b], ranking.values[b])


def _ranks(ranking: Standing, table: tuple[str, ...], taker: str, apart: str, *, low: bool) -> Iterator[Evidence]:
    """Evidence about ranks: the card is above all suits on the table if it won, else below the winner's."""
    won = taker == apart
    others = [card for card in table if card not in ranking.apart] if won else [taker]
    for suit in sorted({ranking.suits[card] for card in others}):
        # In a high hand, it is above the cards that it beats; in a low hand, below them.
        for rank in RANKS:
            yield Evidence("deck", apart, ("ranks", rank), suit, (rank == "above") is (won is not low))


def _next(game: Soaring, table: tuple[str, ...], *, low: bool) -> Iterator[Evidence]:
    """Evidence about the card that made the lowest card win the next hand, if only one can have."""
    makers = [card for card in table if lowers(game, card)]
    for card in table:
        if not low or (card not in makers and makers):
            yield Evidence("deck", card, ("next_hand_lowest_wins",), None)
        elif makers == [card]:
            yield Evidence("deck", card, ("next_hand_lowest_wins",), value=True)
