"""Policies: how seats choose among their legal actions, by name.

An honest policy uses only what its seat knows. It looks at the legal actions, and at states that the engine's
`resample` has dealt again, so it never sees the hidden cards of the state that is played.
"""

from __future__ import annotations

from random import Random  # noqa: TID251 - the caller seeds it
from typing import Any, NamedTuple

from pnp.lab import search
from pnp.rules.game import Action, Game
from pnp.rules.playing import Policy, at_random

PASSIVE = frozenset({"pass", "stop", "keep", "forfeit"})
"""The verbs of actions that do nothing."""


def eager(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes a random legal action other than passing, if there is one."""
    active = tuple([action for action in legal if action[0] not in PASSIVE]) or legal
    return active[int(rng.random() * len(active))]


class PolicyEntry(NamedTuple):
    """A policy, the number of games that one process plays at a time, and what the policy does."""

    policy: Policy
    block: int
    about: str


POLICIES = {
    "random": PolicyEntry(at_random, 250, "any legal action"),
    "eager": PolicyEntry(eager, 250, "any legal action but passing"),
    "greedy": PolicyEntry(search.greedy, 25, "the action after which it is furthest ahead in points"),
    "montecarlo": PolicyEntry(search.monte_carlo, 5, "the action after which it wins most random games"),
    "mcts": PolicyEntry(search.tree_search, 5, "tree search over what it cannot see"),
}
"""The policies by name. To change the size of a block makes blocks that were kept unusable, but changes no game."""


def policy(name: str) -> PolicyEntry:
    """A policy by name. Raises ValueError."""
    if name not in POLICIES:
        raise ValueError(f"policy: {name!r} is not one of {', '.join(map(repr, POLICIES))}.")
    return POLICIES[name]
