"""The tables, tracks and boards that the lists' texts and boards print, found by trying the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.rules.lists.engine import KNIGHTS, PAIR, State
from pnp.rules.lists.observe import met, placed, riding, rolled, seen, striking
from pnp.rules.proofs import Board, Cell

if TYPE_CHECKING:
    from pnp.rules.lists.engine import Lists

UNSEATED, UNABLE, AFTER_NEXT = "unseated", "unable", "after_next"
MOST = 1000
"""More tokens than a player collects, and more rolls than two jousts take."""


def tables(game: Lists) -> dict[str, list[list[Cell]]]:
    """Rows by table; the strikes stand on a card and, under other heads, on the board of the body."""
    strikes = [_strike(game, roll) for roll in game.hits]
    return {"strike": strikes, "body": strikes, "advantage": _advantage(game), "outcomes": _outcomes(game)}


def _strike(game: Lists, roll: int) -> list[Cell]:
    """A roll, where it hits, what the one who is struck takes, and what the striker takes."""
    other, own, unseats = seen(game, roll)
    return [roll, game.hits[roll].location, UNSEATED if unseats else other or None, own or None]


def _advantage(game: Lists) -> list[list[Cell]]:
    """The first and last columns of those where you, nobody and the opponent have the advantage."""
    found: dict[str, list[int]] = {}
    for column in range(1, game.rules.columns + 1):
        state = met(game, (column - 1, game.distance - column + 1))
        who = {None: "nobody", 0: "you", 1: "opponent"}[state.course.advantage]
        found.setdefault(who, []).append(column)
    return [[who, min(columns), max(columns)] for who, columns in found.items()]


def _outcomes(game: Lists) -> list[list[Cell]]:
    """How a joust ends, the tokens for its winner, who rests, and when the pair returns by itself."""
    seen_by = {roll: seen(game, roll) for roll in game.hits}
    unseating = next((roll for roll, (_, _, unseats) in seen_by.items() if unseats), None)
    harmless = next((roll for roll, did in seen_by.items() if did == (0, 0, False)), None)
    limit = game.rules.injury_limit
    ends = {
        "both_unseated": ((0, 0), (unseating, unseating)),
        "one_unseated": ((limit, 0), (unseating, harmless)),
        "both_unable": ((limit, limit), (harmless, harmless)),
        "one_unable": ((0, limit), (harmless, harmless)),
    }
    rows: list[list[Cell]] = []
    for kind, (injuries, rolls) in ends.items():
        known = [roll for roll in rolls if roll is not None]
        if len(known) == len(rolls):
            after = rolled(game, striking(game, None, injuries), known)
            rows.append([kind, max(after.tokens) or None, _resting(kind, after), _back(game, after)])
    return rows


def _resting(kind: str, after: State) -> Cell:
    """Why the knights that rest now do so: in a joust that one is unseated from, the other here cannot go on."""
    why = {0: UNABLE, 1: UNSEATED} if kind == "one_unseated" else dict.fromkeys(KNIGHTS, kind.partition("_")[2])
    return sorted({why[seat] for seat in after.resting})


def _back(game: Lists, after: State) -> Cell:
    """Whether the pair rides again by itself, after one joust of others; None if it does not."""
    before, state = after.jousts, after
    for number in range(MOST):
        legal = game.legal(state)
        if not legal or legal[0][0] == "return":
            return AFTER_NEXT if legal and state.jousts == before + 1 else None
        # Ever other rolls, so that no tie goes on for ever.
        state = game.apply(state, legal[number % len(legal)])
        if state.phase == PAIR and state.jousts > before + 1:
            break
    return None


def tracks(game: Lists) -> dict[str, list[str | int]]:
    """The injuries up to those with which one cannot go on, and the tokens up to those that win."""
    limit = next(n for n in range(MOST) if game.unable(n))
    return {"injury_limit": [*range(limit + 1)], "target": [*range(_goal(game) + 1)]}


def _goal(game: Lists) -> int:
    """The fewest tokens that end a tournament: those before a joust that is won are raised until it does."""
    unseating = next((roll for roll in game.hits if seen(game, roll)[2]), None)
    for held in range(MOST if unseating else 0):
        start = striking(game, 0)._replace(tokens=(held, *game.setup().tokens[1:]))
        after = rolled(game, start, [unseating or 0])
        if after.phase != PAIR:
            return after.tokens[0]
    return 0


def boards(game: Lists) -> dict[str, Board]:
    """The list: two lanes of columns, the second knight's furthest from the reader; its half way zone; the starts."""
    columns = range(1, game.rules.columns + 1)
    lanes = {"1": 1, "2": 0}
    start = placed(game).course.ridden
    zone = [c for c in columns if met(game, (c - 1, game.distance - c + 1)).course.advantage is None]
    return {
        "list": Board(
            tuple(f"{lane}.{column}" for lane in lanes for column in columns),
            {f"{lane}.{c}": _next(game, lane, knight, c) for lane, knight in lanes.items() for c in columns},
            {
                "zone": frozenset(f"{lane}.{column}" for lane in lanes for column in zone),
                "start": frozenset(f"{lane}.{game.column(start, knight)}" for lane, knight in lanes.items()),
            },
        )
    }


def _next(game: Lists, lane: str, knight: int, column: int) -> frozenset[str]:
    """The squares that one step leads to from a square, or from which one leads to it."""
    found = set()
    for steps in range(game.distance):
        ridden = (0, steps) if knight else (steps, 0)
        after = rolled(game, riding(game, ridden, knight), [1])
        step = {game.column(ridden, knight), game.column(after.course.ridden, knight)}
        found |= step - {column} if column in step else set()
    return frozenset(f"{lane}.{other}" for other in found)
