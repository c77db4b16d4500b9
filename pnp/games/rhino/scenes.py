"""Positions of a bout that random play reaches too seldom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.rhino.engine import DISCARD, MOVE, State
from pnp.rules.shared import changed

if TYPE_CHECKING:
    from pnp.games.rhino.engine import Rhino


def scenes(game: Rhino) -> Iterator[State]:
    """The end of a pile, a full hand of each card in each position, and long stacks."""
    start = game.setup()
    each = tuple(1 for _ in game.kinds)
    for step in range(game.low, game.high + 1):
        for scores in ((0, 0), (game.rules.target_score - 1, 0)):
            yield changed(start, phase=MOVE, riders=(0, 1), hands=(each, each), step=step, scores=scores)
    few = tuple(1 if k < 1 else 0 for k in range(len(game.kinds)))
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(game.empty, few), pile=few, discards=each)
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(few, each), pile=game.empty, discards=each)
