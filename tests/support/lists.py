"""Positions of JOUST!"""

from __future__ import annotations

from pnp import rules
from pnp.games.lists.engine import STRIKE, Course, Lists, State

WEST, EAST = 0, 1


def after(game: Lists, state: State, *actions: str) -> State:
    return _played(game, state, actions)


def rolled(game: Lists, state: State, die: str, *rolls: int) -> State:
    return _played(game, state, [f"{die} {roll}" for roll in rolls])


def _played(game: Lists, state: State, actions) -> State:
    for action in actions:
        state = rules.step(game, state, action)
    return state


def met(
    game: Lists, advantage: int | None = None, injuries: tuple[int, int] = (0, 0), start: State | None = None
) -> State:
    """The moment before the strikes of knights 1 and 2, where one has the advantage or nobody has."""
    ridden = {None: (6, 6), WEST: (8, 4), EAST: (4, 8)}[advantage]
    assert game.advantage(ridden) == advantage
    course = Course(WEST, WEST if advantage is None else advantage, ridden, advantage, ())
    state = start or game.setup()
    return state._replace(pair=(0, 1), passes=1, injuries=injuries, phase=STRIKE, course=course)


def struck(game: Lists, advantage: int | None, injuries: tuple[int, int], *rolls: int) -> State:
    return rolled(game, met(game, advantage, injuries), STRIKE, *rolls)


def pairs(game: Lists, state: State) -> list[str]:
    return [rules.game.written(action) for action in game.legal(state)]


UNSEATED, WITHDRAWN, BOTH_FELL = ("strike 12", "strike 1"), ("strike 1", "strike 1"), ("strike 12", "strike 12")
MEET = ("initiative 6", "initiative 1", "ride 6", "ride 6")


def joust(game: Lists, state: State, first: str, *strikes: str, injuries: tuple[int, int] = (0, 0)) -> State:
    """A joust of one pass that meets in the zone, its knights already injured."""
    return after(game, after(game, state, first, *MEET)._replace(injuries=injuries), *strikes)


def withdraw(game: Lists, state: State, first: str) -> State:
    return joust(game, state, first, *WITHDRAWN, injuries=(6, 6))
