"""Derive evidence about the traits of cards from one transition of a duel.

Before the first card is turned over, each possible card shows its colour by who would attack first. A played card shows
its value by the change of the total. The last total of a round is only known if it equals the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.duel.engine import ATTACK, DEFEND, REACHED, TURN, State
from pnp.rules.game import Action
from pnp.rules.proofs import Evidence

if TYPE_CHECKING:
    from pnp.games.duel.engine import Duel


def evidence(game: Duel, before: State, action: Action, after: State) -> Iterator[Evidence]:
    """Evidence from the state before an action and from what the action changed."""
    if before.phase == TURN:
        yield from _colours(game, before)
    elif before.phase in (DEFEND, ATTACK):
        yield from _value(before, action, after)


def _colours(game: Duel, before: State) -> Iterator[Evidence]:
    """Evidence about colours: a card of the called colour lets the caller attack first."""
    others = [colour for _, colour in game.calls if colour != before.call]
    for turn in game.legal(before):
        if game.apply(before, turn).attacker == 0:
            yield Evidence("deck", turn[1], ("colour",), before.call)
        elif len(others) == 1:
            yield Evidence("deck", turn[1], ("colour",), others[0])


def _value(before: State, action: Action, after: State) -> Iterator[Evidence]:
    """Evidence about a value: the change of the total."""
    if after.rounds == before.rounds:
        yield Evidence("deck", action[1], ("value",), abs(after.total - before.total))
    elif after.last == REACHED:
        yield Evidence("deck", action[1], ("value",), abs((before.target or 0) - before.total))
