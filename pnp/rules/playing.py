"""Play whole games by a policy or at random, and read logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random  # noqa: TID251 - the caller seeds it; engines themselves only list outcomes
from typing import Any, TypeVar

from pnp.rules import guard
from pnp.rules.game import CHANCE, Action, Game, Outcomes

S = TypeVar("S")
Policy = Callable[[Game[Any], Any, tuple[Action, ...], Random], Action]
MAX_ACTIONS = 100_000
"""The maximum number of actions of a game, outcomes of chance included; a longer one is said never to end."""


def at_random(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes a random legal action, with equal probabilities."""
    return legal[int(rng.random() * len(legal))]


def play(game: Game[S], rng: Random, policy: Policy = at_random, log: list[Action] | None = None) -> S:
    """Play a whole game by one policy for all seats, and return its last state. Actions are added to `log`.

    Raises PluginError if no action is possible and the game has not ended, and for a game that never ends.
    """
    state = game.setup()
    actor, legal, apply, chance = game.actor, game.legal, game.apply, game.chance
    left = MAX_ACTIONS
    while (who := actor(state)) is not None:
        left -= 1
        if left < 0:
            raise guard.endless(game, state, MAX_ACTIONS)
        if who == CHANCE:
            outcomes = chance(state)
            if not outcomes:
                raise guard.stuck(game, "chance", state)
            action = drawn(outcomes, rng)
        else:
            actions = legal(state)
            if not actions:
                raise guard.stuck(game, "legal", state)
            action = policy(game, state, actions, rng)
        if log is not None:
            log.append(action)
        state = apply(state, action)
    return state


def drawn(outcomes: Outcomes, rng: Random) -> Action:
    """A random outcome of chance, by weight."""
    left = rng.random() * sum([weight for _, weight in outcomes])
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    return outcomes[-1][0]


class Evenly:
    """Draws one of the outcomes drawn least often, so that single cards come as often as others.

    Without it, about a hundred games are needed to see such a card in each position.
    """

    def __init__(self) -> None:
        self._drawn: Counter[Action] = Counter()

    def __call__(self, outcomes: Outcomes, rng: Random) -> Action:
        least = min(self._drawn[action] for action, _ in outcomes)
        rare = [action for action, _ in outcomes if self._drawn[action] == least]
        action = rare[int(rng.random() * len(rare))]
        self._drawn[action] += 1
        return action


def transitions(
    game: Game[S], seed: str, draw: Callable[[Outcomes, Random], Action] = drawn, start: S | None = None
) -> Iterator[tuple[S, Action, S]]:
    """The transitions of a random game by seed: each state, the action taken, and the next state.

    `draw` draws the outcomes of chance. The game begins at `start`, by default with the setup. It stops if no action is
    possible, which may happen with wrong data.
    """
    rng = Random(seed)  # noqa: S311 - not for security
    state = game.setup() if start is None else start
    actor, legal, apply = game.actor, game.legal, game.apply
    while (who := actor(state)) is not None:
        if who != CHANCE and not 0 <= who < game.players:
            raise IndexError(f"`actor` returned {who}, but seats are 0 to {game.players - 1}")
        if who == CHANCE:
            outcomes = game.chance(state)
            action = draw(outcomes, rng) if outcomes else None
        else:
            actions = legal(state)
            action = at_random(game, state, actions, rng) if actions else None
        if action is None:
            return
        after = apply(state, action)
        yield state, action, after
        state = after


def read_log(text: str) -> list[tuple[int, str]]:
    """The actions of a log with their line numbers. Empty lines and lines that begin with # are skipped."""
    numbered = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in numbered if line.strip() and not line.lstrip().startswith("#")]
