"""Policies that try actions out: greedy, flat Monte Carlo, and Monte Carlo tree search over information sets.

All of them are honest. They never look at the state that is played, but at states that `resample` deals again from what
the seat knows, and they play on from there. A policy's choice depends on nothing else, so it is the same in all states
that look the same to its seat.

The tree search is the one of Cowling, Powley and Whitehouse (2012) with a single observer: each iteration deals the
hidden cards again, and descends a common tree by the actions that are legal in this deal.

Estimate how much a decision matters: how far the best action is above the average one, and above the worst.

The values of actions are estimates. The highest of several estimates is too high on average, even if all actions are
equal. So each decision has two independent sets of them: one names the best action, and the other has its value.

Policies: how seats choose among their legal actions, by name.

An honest policy uses only what its seat knows. It looks at the legal actions, and at states that the engine's
`resample` has dealt again, so it never sees the hidden cards of the state that is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random  # noqa: TID251 - the caller seeds it
from typing import Any, NamedTuple

from pnp.lab.tallies import Stake
from pnp.rules.game import CHANCE, Action, Game
from pnp.rules.playing import Policy, at_random, drawn

SAMPLES = 4
"""The deals in which `greedy` tries each action."""
PLAYOUTS = 12
"""The games that `montecarlo` plays to their end for each action."""
ITERATIONS = 200
"""The games that `mcts` plays to their end for each decision."""
MAX_OPTIONS = 24
"""The actions that are tried at a decision; of more, a random selection."""
_EXPLORE = 0.7
"""How much the tree search prefers actions that it has tried less often."""
_FURTHEST = 400
"""The actions after which a playout stops and is judged by the points so far."""
_WIN = 1000.0

Value = Callable[[Game[Any], Any, int], float]


def greedy(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes the action after which the seat is furthest ahead in points when it acts next.

    The other seats and chance act at random in between. Between equal actions, it chooses at random.
    """
    seat = game.actor(state) or 0
    return _best(game, state, legal, rng, SAMPLES, lambda after: _lead(game, _next_turn(game, after, seat, rng), seat))


def monte_carlo(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes the action after which the seat wins most often if all go on at random."""
    seat = game.actor(state) or 0
    return _best(game, state, legal, rng, PLAYOUTS, lambda after: _payoff(game, _end(game, after, rng), seat))


def _best(
    game: Game[Any], state: Any, legal: Sequence[Action], rng: Random, samples: int, value: Callable[[Any], float]
) -> Action:
    """The action with the highest total value in a few deals, which are the same for all actions."""
    options = some(legal, rng)
    totals = _totals(game, state, options, rng, samples, value)
    best = max(totals.values())
    return _any([action for action in options if totals[action] == best], rng)


def _totals(
    game: Game[Any], state: Any, options: Sequence[Action], rng: Random, samples: int, value: Callable[[Any], float]
) -> dict[Action, float]:
    """The total value of each action in some deals, which are the same for all actions."""
    seat = game.actor(state) or 0
    totals = dict.fromkeys(options, 0.0)
    for _ in range(samples):
        dealt = game.resample(state, seat, rng)
        for action in options:
            totals[action] += value(game.apply(dealt, action))
    return totals


def action_wins(
    game: Game[Any], state: Any, options: Sequence[Action], rng: Random, samples: int
) -> dict[Action, float]:
    """The share of games that the seat to act wins after each action, if all go on at random; flat Monte Carlo.

    A draw, and a game that has not ended after many actions, counts as the even share.
    """
    seat = game.actor(state) or 0

    def won(after: Any) -> float:
        outcome = game.outcome(_end(game, after, rng))
        return 1 / game.players if outcome is None or not outcome.winners else float(seat in outcome.winners)

    totals = _totals(game, state, options, rng, samples, won)
    return {action: total / samples for action, total in totals.items()}


def some(legal: Sequence[Action], rng: Random) -> list[Action]:
    """The actions that are tried at a decision: all, or a random selection of many."""
    return rng.sample(legal, MAX_OPTIONS) if len(legal) > MAX_OPTIONS else list(legal)


def _any(actions: Sequence[Action], rng: Random) -> Action:
    return actions[int(rng.random() * len(actions))]


def _step(game: Game[Any], state: Any, who: int, rng: Random) -> Any:
    """The state after a random action of a seat or of chance."""
    if who == CHANCE:
        return game.apply(state, drawn(game.chance(state), rng))
    return game.apply(state, at_random(game, state, game.legal(state), rng))


def _next_turn(game: Game[Any], state: Any, seat: int, rng: Random) -> Any:
    """The next state in which a seat has to act, or the last state."""
    for _ in range(_FURTHEST):
        who = game.actor(state)
        if who is None or who == seat:
            break
        state = _step(game, state, who, rng)
    return state


def _end(game: Game[Any], state: Any, rng: Random) -> Any:
    """The last state of a random game, or the state after many actions."""
    for _ in range(_FURTHEST):
        who = game.actor(state)
        if who is None:
            break
        state = _step(game, state, who, rng)
    return state


def _lead(game: Game[Any], state: Any, seat: int) -> float:
    """The points by which a seat is ahead of the best other; a win or a defeat counts for more than any points."""
    returns = game.returns(state)
    points = game.standings(state)
    ahead = 0.0
    if points is not None and len(points) > 1:
        ahead = points[seat] - max(other for place, other in enumerate(points) if place != seat)
    return ahead if returns is None else ahead + _WIN * returns[seat]


def _payoff(game: Game[Any], state: Any, seat: int) -> float:
    """The payoff of a seat, between 0 and 1; in a game that is not over, whether it is ahead."""
    returns = game.returns(state)
    if returns is None:
        lead = _lead(game, state, seat)
        return 0.5 + (lead > 0) / 4 - (lead < 0) / 4
    return 0.5 + returns[seat] / (2 * max(1, game.players - 1))


class _Node:
    """A place in the tree: the actions taken so far, whatever the hidden cards are."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, _Node] = {}
        self.visits = 0
        self.total = 0.0
        """The payoffs of the seat that took the action that leads here."""
        self.available = 0
        """How often that action was legal when its node was passed."""


def tree_search(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that searches a tree of actions, dealing the hidden cards again in each iteration."""
    seat, root = game.actor(state) or 0, _Node()
    options = frozenset(some(legal, rng))
    for _ in range(ITERATIONS):
        _iterate(game, game.resample(state, seat, rng), root, options, rng)
    most = max(root.children[action].visits for action in options if action in root.children)
    return _any(sorted(action for action in options if _visits(root, action) == most), rng)


def _visits(node: _Node, action: Action) -> int:
    return node.children[action].visits if action in node.children else 0


def _iterate(game: Game[Any], state: Any, root: _Node, options: frozenset[Action], rng: Random) -> None:
    """Descend the tree by one deal, add a node, play on at random, and count the payoffs on the way back."""
    path: list[tuple[int, _Node]] = []
    node, is_new = root, False
    while not is_new and (who := game.actor(state)) is not None and len(path) < _FURTHEST:
        if who == CHANCE:  # chance is drawn again in each iteration, and its outcomes lead to other nodes
            action = drawn(game.chance(state), rng)
            node = node.children.setdefault(action, _Node())
        else:
            legal = [a for a in game.legal(state) if a in options] if node is root else game.legal(state)
            action, is_new = _select(node, legal, rng)
            node = node.children[action]
            path.append((who, node))
        state = game.apply(state, action)
    last = _end(game, state, rng)
    for who, passed in path:
        passed.visits += 1
        passed.total += _payoff(game, last, who)


def _select(node: _Node, legal: Sequence[Action], rng: Random) -> tuple[Action, bool]:
    """An action not tried yet, with a new node; else the one with the highest upper bound. Legal ones are counted."""
    untried = [action for action in legal if action not in node.children]
    for action in legal:
        child = node.children.get(action)
        if child is not None:
            child.available += 1
    if untried:
        action = _any(untried, rng)
        child = node.children[action] = _Node()
        child.available = 1
        return action, True

    def bound(action: Action) -> float:
        child = node.children[action]
        visits = max(1, child.visits)
        return child.total / visits + _EXPLORE * sqrt(log(max(1, child.available)) / visits)

    return max(legal, key=bound), False


PLAYOUTS_OF_STAKE = 50
"""The games that are played to their end for each action and each of the two sets of estimates."""


def stake(
    game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random, playouts: int = PLAYOUTS_OF_STAKE
) -> Stake:
    """The stake of a decision, by random games after each of its legal actions, or after a selection of many."""
    options = some(legal, rng)
    one, other = (action_wins(game, state, options, rng, playouts) for _ in range(2))
    best = worst = 0.0
    for choice, value in ((one, other), (other, one)):
        best += value[max(options, key=choice.__getitem__)] / 2
        worst += value[min(options, key=choice.__getitem__)] / 2
    average = sum((*one.values(), *other.values())) / (2 * len(options))
    return Stake(len(legal), best - average, best - worst)


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
    "greedy": PolicyEntry(greedy, 25, "the action after which it is furthest ahead in points"),
    "montecarlo": PolicyEntry(monte_carlo, 5, "the action after which it wins most random games"),
    "mcts": PolicyEntry(tree_search, 5, "tree search over what it cannot see"),
}
"""The policies by name. To change the size of a block makes blocks that were kept unusable, but changes no game."""


def policy(name: str) -> PolicyEntry:
    """A policy by name. Raises ValueError."""
    if name not in POLICIES:
        raise ValueError(f"policy: {name!r} is not one of {', '.join(map(repr, POLICIES))}.")
    return POLICIES[name]
