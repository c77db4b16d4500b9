"""Numbers about how much a decision matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.lab.decisions import PLAYOUTS
from pnp.lab.intervals import Interval, mean_of
from pnp.lab.tallies import Stake


@dataclass(frozen=True)
class Stakes:
    """How many more games the best action wins than others, if all players go on at random."""

    decisions: int
    """The number of decisions that were looked at, each of another game."""
    actions: float
    """The mean number of legal actions at a decision."""
    playouts: int
    """The number of games that were played to their end for each action."""
    over_average: float
    """The share of wins of the best action minus the mean of all, as the mean of all decisions."""
    over_average_interval: Interval
    """Its 95 % interval."""
    over_worst: float
    """The share of wins of the best action minus that of the worst."""
    over_worst_interval: Interval
    """Its 95 % interval."""


def stakes_of(found: Sequence[Stake]) -> Stakes | None:
    """The means of some decisions; None if there are none."""
    if not found:
        return None
    average, worst = mean_of(one.over_average for one in found), mean_of(one.over_worst for one in found)
    actions = sum(one.actions for one in found) / len(found)
    return Stakes(len(found), actions, 2 * PLAYOUTS, *average, *worst)
