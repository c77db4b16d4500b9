"""Solve small games with OpenSpiel: how well do both players do if neither makes a mistake?

CFR+ finds a pair of strategies for two players. Their exploitability is what a perfect opponent would gain against
them on average, so it shows how near they are to the solution. The tree of a game must fit into memory; that of a
whole kit never does, but that of an edition with a few cards may.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pnp.pipeline.balance.report import Solution
from pnp.rules.game import Game

MOST_POSITIONS = 20_000
"""The maximum number of positions of a game that is solved."""
ITERATIONS = 30
"""The iterations of CFR+."""


class SolveError(ValueError):
    """A game cannot be solved. The message has the reason."""


def solve(game: Game[Any]) -> Solution:
    """The solution of a small game for two. Raises SolveError."""
    if game.players != 2:
        raise SolveError(f"only games for 2 players are solved; {game.name} is for {game.players}")
    try:
        spiel = import_module("pnp.pipeline.balance.spiel")
        algorithms = "open_spiel.python.algorithms"
        cfr, best, values = (
            import_module(f"{algorithms}.{name}") for name in ("cfr", "exploitability", "expected_game_score")
        )
    except ImportError:
        raise SolveError("solving needs the package 'open-spiel': pip install 'pnp-kits[solve]'") from None
    made = spiel.spiel_game(game)
    positions = _count(made.new_initial_state(), MOST_POSITIONS)
    solver = cfr.CFRPlusSolver(made)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    score = values.policy_value(made.new_initial_state(), [average, average])[0]
    return Solution(positions, ITERATIONS, round(float(score), 6), round(float(best.exploitability(made, average)), 6))


def _count(state: Any, most: int) -> int:
    """The number of positions in the tree below a state. Raises SolveError if there are more than `most`."""
    todo, count = [state], 0
    while todo:
        position = todo.pop()
        count += 1
        if count > most:
            message = f"the game has more than {most:,} positions, too many to solve"
            raise SolveError(f"{message}; make an edition with fewer cards and a nearer goal")
        if not position.is_terminal():
            todo.extend(position.child(action) for action in position.legal_actions())
    return count
