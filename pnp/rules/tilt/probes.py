"""Positions to try: turns in which knights meet, blows with some cards in play, and parries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.rules.tilt.observe import KNIGHTS, hands, once, played
from pnp.rules.tilt.state import CHOOSE, State
from pnp.rules.tilt.strike import Blow, Knight

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt

NEAR = 2
"""A range at which a parry works."""
PARRY = "parry"


def turn(game: Tilt, one: Knight, other: Knight, gap: int, **changes: Any) -> State:
    """A turn of two knights that are `gap` squares apart, without cards in hand unless they are given."""
    whole = game.range(game.setup())
    knights = (one._replace(moved=whole - gap - other.moved), other)
    return game.setup()._replace(phase=CHOOSE, knights=knights, turns=1, **changes)


def chosen(game: Tilt, state: State) -> State:
    """The state after both have chosen the only cards that they hold."""
    for _ in range(2):
        state = game.apply(state, game.legal(state)[0])
    return state


def empty(game: Tilt, aim: str, **changes: Any) -> Knight:
    """A knight without cards in hand."""
    return game.knight(aim, **{"hands": hands(game, KNIGHTS, ""), **changes})


def clash(game: Tilt, own: Knight, rival: Knight, speeds: tuple[int, int] = (1, 1), **changes: Any) -> State:
    """The state after two knights have met at some speeds. Without horse cards their speeds grow by one."""
    one = own._replace(speed=max(0, speeds[0] - 1))
    other = rival._replace(speed=max(0, speeds[1] - 1))
    return chosen(game, turn(game, one, other, 1, **changes))


def blow(game: Tilt, own: Knight, rival: Knight, speeds: tuple[int, int] = (1, 1)) -> Blow:
    """A blow of knights who meet."""
    return clash(game, own, rival, speeds).strikes[-1].blows[0]


class Parried(NamedTuple):
    """The end of a parry: both aims, and what each player chose."""

    own: str
    other: str
    owner_chose: tuple[str, ...]
    rival_chose: tuple[str, ...]


@once
def parries(game: Tilt, own: str, other: str, gap: int = NEAR, locked: bool = False) -> tuple[Parried, ...]:
    """All ways in which a parry may end."""
    standing = game.locking if locked else frozenset()
    knight = game.knight(own, standing=standing)
    state = played(game, KNIGHTS, PARRY, gap, knight, game.knight(other))
    return tuple(_ends(game, state, (), ()))


def _ends(game: Tilt, state: State, mine: tuple[str, ...], theirs: tuple[str, ...]) -> list[Parried]:
    if state.phase == CHOOSE:
        return [Parried(state.knights[0].aim, state.knights[1].aim, mine, theirs)]
    found = []
    for action in game.legal(state):
        by_rival = game.actor(state) == 1
        chose = (mine, (*theirs, action[1])) if by_rival else ((*mine, action[1]), theirs)
        found += _ends(game, game.apply(state, action), *chose)
    return found


def starts_parry(game: Tilt, own: str, other: str, gap: int) -> State:
    """The state after a parry is revealed."""
    return played(game, KNIGHTS, PARRY, gap, game.knight(own), game.knight(other))
