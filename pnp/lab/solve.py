"""Solve small games with OpenSpiel: how well do both players do if neither makes a mistake?

CFR+ finds a pair of strategies for two players. Their exploitability is what a perfect opponent would gain against
them on average, so it shows how near they are to the solution. The tree of a game must fit into memory; that of a
whole kit never does, but that of an edition with a few cards may.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from pnp.lab.blocks import GameBlock, PlayPlan, play_block
from pnp.lab.features import KnownState, Recall
from pnp.lab.report import Solution
from pnp.lab.tallies import Tally
from pnp.rules import guard
from pnp.rules.game import CHANCE, Action, Game, written

MAX_POSITIONS = 200_000
"""The maximum number of positions of a game that is solved."""
ITERATIONS = 30
"""The iterations of CFR+ before exploitability is computed again."""
MOST_ITERATIONS = 300
"""The iterations of CFR+ after which the solution is taken as it is."""
GOOD = 0.002
"""The exploitability at which iterations stop."""
_TRIED = 20
"""The games of a large kit in which decisions are looked for."""
_CHANCE = "it is pure chance: no player ever has a choice, so there is nothing to solve"


class SolveError(ValueError):
    """A game cannot be solved. The message has the reason."""


def solve(game: Game[Any], name: str = "") -> Solution:
    """The solution of a small game for two. `name` is that of the kit. Raises SolveError and PluginError."""
    if game.players != 2:
        message = f"only games for 2 players are solved, and here are {game.players}"
        raise SolveError(f"{message}; if it can be played by 2, add --players 2")
    try:
        spiel = import_module("pyspiel")
    except ModuleNotFoundError:
        hint = "pip install -e '.[solve]' in your clone of pnp"
        raise SolveError(f"solving needs the package 'open-spiel': {hint}") from None
    if count(game, MAX_POSITIONS) > MAX_POSITIONS:
        some = play_block(game, PlayPlan(_TRIED), GameBlock(0, 0, _TRIED))
        if isinstance(some, Tally) and not any(some.decisions):
            raise SolveError(_CHANCE)
        message = f"the game has more than {MAX_POSITIONS:,} positions, too many to solve"
        way = f"make an edition with fewer cards and a nearer goal: pnp new small --from {name or game.name}"
        raise SolveError(f"{message}; {way}; docs/balance.md shows one")
    found = tree(game)
    if not found.decisions:
        raise SolveError(_CHANCE)
    made = spiel.load_efg_game(found.text)
    return _solution(spiel, made, found)


def _solution(spiel: Any, made: Any, found: GameTree) -> Solution:
    """Improve strategies until they are good, and measure them."""
    solver, iterations = spiel.CFRPlusSolver(made), 0
    while True:
        for _ in range(ITERATIONS):
            solver.evaluate_and_update_policy()
        iterations += ITERATIONS
        average = solver.average_policy()
        start = made.new_initial_state()
        most, other = (spiel.TabularBestResponse(made, seat, average).value_from_state(start) for seat in (0, 1))
        exploitability = max(0.0, (most + other) / 2)
        if exploitability <= GOOD or iterations >= MOST_ITERATIONS:
            break
    value, first = _values(start, average, iter(found.began))
    return Solution(
        positions=found.positions,
        decisions=found.decisions,
        iterations=iterations,
        value=value,
        bounds=(-other, most),
        first_player=first,
        exploitability=exploitability,
    )


def _values(start: Any, policy: Any, began: Iterator[int | None]) -> tuple[float, float | None]:
    """The mean payoffs of seat 1 and of the player who began; None for the latter if there is a game without one.

    The ends of the game come in the same order as in the tree.
    """
    value, first, known = 0.0, 0.0, True
    todo = [(start, 1.0)]
    while todo:
        state, share = todo.pop()
        if state.is_terminal():
            payoffs, seat = state.returns(), next(began)
            value += share * payoffs[0]
            known = known and seat is not None
            first += share * payoffs[seat or 0]
            continue
        chosen = state.chance_outcomes() if state.is_chance_node() else _chosen(state, policy)
        todo += [(state.child(action), share * part) for action, part in reversed(chosen)]
    return value, first if known else None


def _chosen(state: Any, policy: Any) -> list[tuple[int, float]]:
    """The actions of a seat with their shares, in the order of the tree."""
    shares = policy.action_probabilities(state)
    return [(action, shares.get(action, 0.0)) for action in state.legal_actions()]


# The tree -----------------------------------------------------------------------------------------------------

# The tree is in the text format of Gambit for games in extensive form, which OpenSpiel reads. OpenSpiel then works on
# its own copy, which is a hundred times as fast as asking the engine at every node.


class GameTree(NamedTuple):
    """The tree of a game."""

    text: str
    """The tree in Gambit's format, `.efg`: a line for each position, each before those after it."""
    positions: int
    """The number of nodes. Positions that are reached in several ways count several times."""
    decisions: int
    """The number of information sets: what a seat may know when it has to decide."""
    began: tuple[int | None, ...]
    """The seat that began, for each end of the game in the order of the text."""


def count(game: Game[Any], most: int) -> int:
    """The number of positions in the tree of a game, or a number above `most` if there are more. Quick."""
    found, todo = 0, [game.setup()]
    while todo and found <= most:
        found += 1
        state = todo.pop()
        todo += [game.apply(state, action) for action in game.legal(state)]
    return found


def tree(game: Game[Any]) -> GameTree:
    """The tree of a game that is small enough. Raises PluginError for an engine that is stuck."""
    writer = _TreeWriter(game)
    todo, positions = [writer.recall.start()], 0
    while todo:
        positions += 1
        moment = todo.pop()
        actions = writer.add(moment)
        todo += [writer.recall.after(moment, action) for action in reversed(actions)]
    decisions = sum(len(sets) for sets in writer.sets)
    return GameTree("\n".join(writer.lines) + "\n", positions, decisions, tuple(writer.began))


class _TreeWriter:
    """Writes the lines of a tree."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.recall = game, Recall(game)
        seats = " ".join(f'"seat {seat + 1}"' for seat in range(game.players))
        self.lines = [f"EFG 2 R {_quoted(game.name)} {{ {seats} }}"]
        self.sets: list[dict[tuple[str, ...], int]] = [{} for _ in range(game.players)]
        self.began: list[int | None] = []
        self._draws = 0

    def add(self, moment: KnownState) -> tuple[Action, ...]:
        """Add the line of a position, and return the actions after it."""
        state, who = moment.state, self.game.actor(moment.state)
        if who is None:
            self.began.append(self.game.beginner(state))
            payoffs = ", ".join(str(payoff) for payoff in self.game.returns(state) or ())
            self.lines.append(f't "" {len(self.began)} "" {{ {payoffs} }}')
            return ()
        if who == CHANCE:
            actions, line = self._chance(state)
        else:
            actions = self.game.legal(state)
            sets = self.sets[who]
            labels = " ".join(_quoted(written(action)) for action in actions)
            line = f'p "" {who + 1} {sets.setdefault(moment.known[who], len(sets) + 1)} "" {{ {labels} }} 0'
        if not actions:
            raise guard.stuck(self.game, "chance" if who == CHANCE else "legal", state)
        self.lines.append(line)
        return actions

    def _chance(self, state: Any) -> tuple[tuple[Action, ...], str]:
        """The outcomes of a position of chance, and its line."""
        outcomes = self.game.chance(state)
        total, self._draws = sum(weight for _, weight in outcomes), self._draws + 1
        labels = " ".join(f"{_quoted(written(action))} {weight}/{total}" for action, weight in outcomes)
        return tuple(action for action, _ in outcomes), f'c "" {self._draws} "" {{ {labels} }} 0'


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'
