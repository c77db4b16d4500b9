"""Solve small games with OpenSpiel: how well do both players do if neither makes a mistake?

CFR+ finds a pair of strategies for two players. Their exploitability is what a perfect opponent would gain against
them on average, so it shows how near they are to the solution. The tree of a game must fit into memory; that of a
whole kit never does, but that of an edition with a few cards may.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pnp.lab.blocks import GameBlock, PlayPlan, play_block
from pnp.lab.report import Solution
from pnp.lab.tallies import Tally
from pnp.lab.tree import GameTree, count, tree
from pnp.rules.game import Game

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
