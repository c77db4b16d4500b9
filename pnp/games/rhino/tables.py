"""Find the contents of rhino's printed tables and tracks by trying the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.rhino.engine import COUNTER, OVER, PASS, State
from pnp.games.rhino.observe import trial
from pnp.rules.proofs import Cell
from pnp.rules.shared import changed

if TYPE_CHECKING:
    from pnp.games.rhino.engine import Rhino


def tables(game: Rhino) -> dict[str, list[list[Cell]]]:
    """The rows of each table, in all forms that the texts print."""
    score: list[list[Cell]] = [[place, _points(game, place) or None] for place in game.rules.positions]
    return {
        "score": score,
        "points": [row for row in score if row[1]],
        "answers": [[top, _answers(game, top)] for top in game.kinds],
        "others": _others(game),
    }


def _points(game: Rhino, place: str) -> int:
    """The points of a score card at a position, found by applying each card there, even if it may not be played."""
    return max(state.scores[0] for state in _stood(game, place, 0))


def _stood(game: Rhino, place: str, had: int) -> list[State]:
    """The states after each card takes effect at a position, for a rider with some points."""
    start = changed(trial(game, game.kinds[0], place), phase=COUNTER, scores=(had, 0))
    return [game.apply(changed(start, stack=(kind,)), PASS) for kind in range(len(game.kinds))]


def _answers(game: Rhino, top: str) -> list[str]:
    """The cards that counter another, found with a hand with one of each."""
    start = trial(game, top, game.rules.start_position)
    hands = (game.empty, tuple(1 for _ in game.kinds))
    state = changed(start, phase=COUNTER, hands=hands, stack=(game.kind_of[top],))
    return [action[1] for action in game.legal(state) if action[0] == "counter"]


def _others(game: Rhino) -> list[list[Cell]]:
    """The answers to each card, without the cards that counter any card and without the rows of those."""
    found = {top: _answers(game, top) for top in game.kinds}
    always = set.intersection(*map(set, found.values()))
    return [
        [top, [card for card in cards if card not in always] or None]
        for top, cards in found.items()
        if top not in always
    ]


def tracks(game: Rhino) -> dict[str, list[str | int]]:
    """The positions from the worst to the best, and the points from 0 to those that end a bout."""
    start = game.setup()
    places = [game.position(changed(start, step=step), 0) for step in range(game.low, game.high + 1)]
    return {"positions": [*places], "target_score": [*range(_goal(game) + 1)]}


MOST_POINTS = 60
"""An upper bound for points."""


def _goal(game: Rhino) -> int:
    """The fewest points that end a bout, found by trying the numbers before a score; 0 if none do."""
    worth, place = max((_points(game, place), place) for place in game.rules.positions)
    totals = (total for total in range(1, MOST_POINTS) if worth and _ends(game, place, total - worth))
    return next(totals, 0)


def _ends(game: Rhino, place: str, had: int) -> bool:
    return any(state.phase == OVER for state in _stood(game, place, had))
