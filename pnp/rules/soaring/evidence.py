"""Find what one transition of a soaring game shows of the traits of cards.

Only the reveal of a hand is evidence: who took it, and whether the next one goes to the lowest card. The suit and value
of a card are confirmed where the hand went to the card that wins each pair of its cards. Where it went to another card,
both are disproved. States count, never traits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.rules.game import Action
from pnp.rules.proofs import Evidence
from pnp.rules.soaring.observe import Standing, best, standing

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring, State

RANKS = ("below", "above")


def evidence(game: Soaring, before: State, _action: Action, after: State) -> Iterator[Evidence]:
    """What was seen in a hand, if one was revealed."""
    if len(after.tables) == len(before.tables):
        return
    table, found = after.tables[-1], standing(game)
    taker = _taker(game, before, after, table)
    if taker is None:
        return
    apart = [card for card in table if card in found.apart]
    if apart:
        yield from _ranks(found, table, taker, apart[0], low=before.low)
    else:
        yield from _plain(game, found, table, taker, low=before.low)
    if any(after.hands):
        yield from _next(game, table, low=after.low)


def _taker(game: Soaring, before: State, after: State, table: tuple[str, ...]) -> str | None:
    """The card that took the hand: its seat has one hand more. Where rounds are counted, their last hand shows none."""
    counts = [(before.taken, after.taken), *([(before.wins, after.wins)] if game.by_hands else [])]
    for old, new in counts:
        if sum(new) == sum(old) + 1:
            return table[next(seat for seat, count in enumerate(new) if count > old[seat])]
    return None


def _plain(game: Soaring, found: Standing, table: tuple[str, ...], taker: str, *, low: bool) -> Iterator[Evidence]:
    """Suit and value of every card of a hand, and whether one was seen to beat its like."""
    due = next(
        card for card in table if all(best(game, (card, other), low=low) == card for other in table if other != card)
    )
    for card in table:
        as_due = taker == due
        yield Evidence("deck", card, ("suit",), found.suits[card] if as_due else None)
        yield Evidence("deck", card, ("value",), found.values[card] if as_due else None)
    for other in table:
        if other != taker and _alike(found, taker, other):
            higher = other if low else taker
            yield Evidence("deck", higher, ("beats_regular_same_value",), value=True)
            yield Evidence("deck", taker if low else other, ("beats_regular_same_value",), None)


def _alike(found: Standing, a: str, b: str) -> bool:
    return (found.suits[a], found.values[a]) == (found.suits[b], found.values[b])


def _ranks(found: Standing, table: tuple[str, ...], taker: str, apart: str, *, low: bool) -> Iterator[Evidence]:
    """Which suits a card that stands apart is over or under: of all on the table if it won, else of the winner."""
    won = taker == apart
    others = [card for card in table if card not in found.apart] if won else [taker]
    for suit in sorted({found.suits[card] for card in others}):
        # In a high hand it is above what it beats; in a low hand, below.
        for rank in RANKS:
            yield Evidence("deck", apart, ("ranks", rank), suit, (rank == "above") is (won is not low))


def _next(game: Soaring, table: tuple[str, ...], *, low: bool) -> Iterator[Evidence]:
    """Whether the next hand goes to the lowest card, and which card is the only one that can have made it so."""
    makers = [card for card in table if game.next_low((card,))]
    for card in table:
        if not low or (card not in makers and makers):
            yield Evidence("deck", card, ("next_hand_lowest_wins",), None)
        elif makers == [card]:
            yield Evidence("deck", card, ("next_hand_lowest_wins",), value=True)
