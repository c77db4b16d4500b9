"""Find the contents of the lists' printed tables, tracks and boards by trying the engine.

Set up jousts of the lists for observation, by the engine's own actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.games.lists.engine import KNIGHTS, PAIR, PASS, RIDE, STRIKE, Course, State, Two
from pnp.rules.game import CHANCE, step
from pnp.rules.proofs import Board, Cell

if TYPE_CHECKING:
    from pnp.games.lists.engine import Lists


def variant(game: Lists, players: int, chips: int = 0) -> Lists:
    """The same game with another number of players, or with chips to wager."""
    return type(game)(replace(game.rules, wager_chips=chips), players)


def placed(game: Lists) -> State:
    """The first two knights at their starts, without wagers, before they roll for the initiative."""
    state = game.apply(game.setup(), ("pair", "1", "2"))
    while game.actor(state) != CHANCE:
        state = game.apply(state, PASS)
    return state


def rolled(game: Lists, state: State, rolls: Iterable[int]) -> State:
    """The state after some rolls. Raises RefusalError for a number that is not on the die, and for too many rolls."""
    for roll in rolls:
        state = step(game, state, f"{state.phase} {roll}")
    return state


def riding(game: Lists, ridden: Two = (0, 0), mover: int = 0) -> State:
    """A pass in which a knight rides next, after the knights have ridden some steps."""
    return placed(game)._replace(phase=RIDE, course=Course(mover, mover, ridden, None, ()))


def met(game: Lists, ridden: Two) -> State:
    """The state in which the knights have just met after some steps."""
    if min(ridden) < 0 or sum(ridden) != game.distance:
        raise ValueError(f"knights who rode {ridden[0]} and {ridden[1]} squares are not alongside")
    last = int(not ridden[0])
    before = (ridden[0], ridden[1] - 1) if last else (ridden[0] - 1, ridden[1])
    return rolled(game, riding(game, before, last), [1])


def meeting(game: Lists, advantage: int | None) -> State:
    """Knights that have met so that one of them, or neither, has the advantage."""
    places = ((steps, game.distance - steps) for steps in range(game.distance + 1))
    return next(state for state in (met(game, ridden) for ridden in places) if state.course.advantage == advantage)


def striking(game: Lists, advantage: int | None, injuries: Two = (0, 0)) -> State:
    """Knights with some injuries before their strikes; without an advantage, the first knight rolls first."""
    state = meeting(game, advantage)
    mover = 0 if advantage is None else advantage
    return state._replace(injuries=injuries, phase=STRIKE, course=state.course._replace(mover=mover))


def seen(game: Lists, roll: int) -> tuple[int, int, bool]:
    """The effect of a strike: injuries of the opponent and of the striker, and whether it unseats."""
    after = rolled(game, striking(game, 0), [roll])
    if after.phase != STRIKE:
        return 0, 0, True
    own, other = after.injuries
    return other, own, False


UNSEATED, UNABLE, AFTER_NEXT = "unseated", "unable", "after_next"
MOST = 1000
"""An upper bound for a player's tokens and for the rolls of two jousts."""


def tables(game: Lists) -> dict[str, list[list[Cell]]]:
    """The rows of each table; strikes are in two tables with different heads, on a card and on the board of the
    body."""
    strikes = [_strike(game, roll) for roll in game.hits]
    return {"strike": strikes, "body": strikes, "advantage": _advantage(game), "outcomes": _outcomes(game)}


def _strike(game: Lists, roll: int) -> list[Cell]:
    """A roll, the part hit, and the effects on the opponent and on the striker."""
    other, own, unseats = seen(game, roll)
    return [roll, game.hits[roll].location, UNSEATED if unseats else other or None, own or None]


def _advantage(game: Lists) -> list[list[Cell]]:
    """The first and last columns of an advantage for you, for neither knight, and for the opponent."""
    found: dict[str, list[int]] = {}
    for column in range(1, game.rules.columns + 1):
        state = met(game, (column - 1, game.distance - column + 1))
        who = {None: "nobody", 0: "you", 1: "opponent"}[state.course.advantage]
        found.setdefault(who, []).append(column)
    return [[who, f"{min(columns)}–{max(columns)}"] for who, columns in found.items()]


def _outcomes(game: Lists) -> list[list[Cell]]:
    """The endings of a joust, with the winner's tokens, the knights that rest, and when the pair returns."""
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
    """The reason why knights rest after an ending: unseated, or unable to continue."""
    why = {0: UNABLE, 1: UNSEATED} if kind == "one_unseated" else dict.fromkeys(KNIGHTS, kind.partition("_")[2])
    return sorted({why[seat] for seat in after.resting})


def _back(game: Lists, after: State) -> Cell:
    """When the pair returns, after one joust of others; None if it does not."""
    before, state = after.jousts, after
    for number in range(MOST):
        legal = game.legal(state)
        if not legal or legal[0][0] == "return":
            return AFTER_NEXT if legal and state.jousts == before + 1 else None
        # Use different rolls each time, so that no tie is repeated for ever.
        state = game.apply(state, legal[number % len(legal)])
        if state.phase == PAIR and state.jousts > before + 1:
            break
    return None


def tracks(game: Lists) -> dict[str, list[str | int]]:
    """The injuries up to those with which a knight cannot continue, and the tokens up to those that win."""
    limit = next(n for n in range(MOST) if game.unable(n))
    return {"injury_limit": [*range(limit + 1)], "target": [*range(_goal(game) + 1)]}


def _goal(game: Lists) -> int:
    """The fewest tokens that win a tournament, found by trying the numbers before a won joust."""
    unseating = next((roll for roll in game.hits if seen(game, roll)[2]), None)
    for held in range(MOST if unseating else 0):
        start = striking(game, 0)._replace(tokens=(held, *game.setup().tokens[1:]))
        after = rolled(game, start, [unseating or 0])
        if after.phase != PAIR:
            return after.tokens[0]
    return 0


def boards(game: Lists) -> dict[str, Board]:
    """The lists: two lanes of columns, with the second knight's further from the reader, the halfway zone, the
    starts."""
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
    """The squares one step before and after a square."""
    found = set()
    for steps in range(game.distance):
        ridden = (0, steps) if knight else (steps, 0)
        after = rolled(game, riding(game, ridden, knight), [1])
        step = {game.column(ridden, knight), game.column(after.course.ridden, knight)}
        found |= step - {column} if column in step else set()
    return frozenset(f"{lane}.{other}" for other in found)
