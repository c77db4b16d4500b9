"""Set up jousts of the lists for observation, by the engine's own actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.games.lists.engine import PASS, RIDE, STRIKE, Course, State, Two
from pnp.rules.game import CHANCE, step

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
