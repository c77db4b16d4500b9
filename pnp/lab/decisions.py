"""Estimate how much a decision matters: how far the best action is above the average one, and above the worst.

The values of actions are estimates. The highest of several estimates is too high on average, even if all actions are
equal. So each decision has two independent sets of them: one names the best action, and the other has its value.
"""

from __future__ import annotations

from random import Random  # noqa: TID251 - the caller seeds it
from typing import Any

from pnp.lab.search import action_wins, some
from pnp.lab.tallies import Stake
from pnp.rules.game import Action, Game

PLAYOUTS = 50
"""The games that are played to their end for each action and each of the two sets of estimates."""


def stake(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random, playouts: int = PLAYOUTS) -> Stake:
    """The stake of a decision, by random games after each of its legal actions, or after a selection of many."""
    options = some(legal, rng)
    one, other = (action_wins(game, state, options, rng, playouts) for _ in range(2))
    best = worst = 0.0
    for choice, value in ((one, other), (other, one)):
        best += value[max(options, key=choice.__getitem__)] / 2
        worst += value[min(options, key=choice.__getitem__)] / 2
    average = sum((*one.values(), *other.values())) / (2 * len(options))
    return Stake(len(legal), best - average, best - worst)
