"""Estimate how much a decision matters: how far the best action is above the average one, and above the worst.

The values of actions are estimates. The highest of several estimates is too high on average, even if all actions are
equal. So each decision has two independent sets of them: one names the best action, and the other has its value.
"""

from __future__ import annotations

from random import Random  # noqa: TID251 - seeded here, by the caller's seed
from typing import Any, NamedTuple

from pnp.kit.plugins import PluginError, failure, reason
from pnp.rules.blocks import Failure, game_seed
from pnp.rules.game import Action, Game
from pnp.rules.playing import play
from pnp.rules.policies import policy
from pnp.rules.search import action_wins, some

PLAYOUTS = 50
"""The games that are played to their end for each action and each of the two sets of estimates."""


class Stake(NamedTuple):
    """A decision: its legal actions, and the share of wins of the best action minus that of others."""

    actions: int
    over_average: float
    over_worst: float


def stake(game: Game[Any], name: str, seed: int, number: int, playouts: int | None = None) -> Stake | Failure | None:
    """The stake of a random decision in one game of a run, in which all seats choose by a policy.

    None if the game has no decision with more than one legal action.
    """
    own, playouts = game_seed(seed, number), playouts or PLAYOUTS
    try:
        found = _decision(game, name, own)
        return _stake(game, *found, Random(f"{own}/playouts"), playouts) if found else None  # noqa: S311
    except PluginError as error:
        return Failure(str(error), own, number)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a game's engine raises
        return Failure(str(failure(f"game {game.name}: {reason(error)}")), own, number)


def _decision(game: Game[Any], name: str, seed: int) -> tuple[Any, tuple[Action, ...]] | None:
    """A decision of a game and its legal actions; each decision of the game is as likely as any other."""
    chooses, pick, seen = policy(name).policy, Random(f"{seed}/decision"), 0  # noqa: S311 - not for security
    found: tuple[Any, tuple[Action, ...]] | None = None

    def watch(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
        nonlocal found, seen
        if len(legal) == 1:
            return legal[0]
        seen += 1
        if pick.random() * seen < 1:
            found = state, legal
        return chooses(game, state, legal, rng)

    play(game, Random(seed), watch)  # noqa: S311 - not for security
    return found


def _stake(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random, playouts: int) -> Stake:
    options = some(legal, rng)
    one, other = (action_wins(game, state, options, rng, playouts) for _ in range(2))
    best = worst = 0.0
    for choice, value in ((one, other), (other, one)):
        best += value[max(options, key=choice.__getitem__)] / 2
        worst += value[min(options, key=choice.__getitem__)] / 2
    average = sum((*one.values(), *other.values())) / (2 * len(options))
    return Stake(len(legal), best - average, best - worst)
