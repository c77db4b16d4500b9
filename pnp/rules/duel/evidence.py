"""Find what one transition of a duel shows of the traits of cards.

A card's colour is seen when the first card is to be turned over: each card that could be turned shows who would attack
first. Its value is seen when it is played and moves the total. The last total of a round is known only if it is the
target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.rules.duel.engine import ATTACK, DEFEND, REACHED, TURN, State
from pnp.rules.game import Action
from pnp.rules.proofs import Evidence

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel


def evidence(game: Duel, before: State, action: Action, after: State) -> Iterator[Evidence]:
    """What was seen in the state before the action, and in what the action changed."""
    if before.phase == TURN:
        yield from _colours(game, before)
    elif before.phase in (DEFEND, ATTACK):
        yield from _value(before, action, after)


def _colours(game: Duel, before: State) -> Iterator[Evidence]:
    """The colour called makes the caller attack; the other, where there are two, the other player."""
    others = [colour for _, colour in game.calls if colour != before.call]
    for turn in game.legal(before):
        if game.apply(before, turn).attacker == 0:
            yield Evidence("deck", turn[1], ("colour",), before.call)
        elif len(others) == 1:
            yield Evidence("deck", turn[1], ("colour",), others[0])


def _value(before: State, action: Action, after: State) -> Iterator[Evidence]:
    """How far a card moved the total."""
    if after.rounds == before.rounds:
        yield Evidence("deck", action[1], ("value",), abs(after.total - before.total))
    elif after.last == REACHED:
        yield Evidence("deck", action[1], ("value",), abs((before.target or 0) - before.total))
