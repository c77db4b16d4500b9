"""Functions that lines of the rule file may call, to try cards and positions: turns, knights who meet, and parries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.games.tilt.observe import HORSES, KNIGHTS, aimed, hands, once, played, speeds
from pnp.games.tilt.state import CHOOSE, NO_CARD, State
from pnp.games.tilt.strike import Knight
from pnp.rules.shared import Counts, added

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt

NEAR = 2
"""A range at which a parry works."""


def knight(game: Tilt, aim: str, standing: Iterable[str] = (), shield: str = "", lean: str = "") -> Knight:
    """A knight without cards in hand, with some cards in play."""
    shield = shield or game.rules.first_shield
    none = hands(game, KNIGHTS, "")
    return game.knight(aim, hands=none, standing=frozenset(standing), shield=shield, lean=lean)


def clash(game: Tilt, own: Knight, rival: Knight, together: tuple[int, int] = (1, 1), first: int = 0) -> State:
    """The state after two knights have met at some speeds. The first seat's knight has ridden further."""
    whole = game.range(game.setup())
    one, other = (_at_speed(game, each, speed) for each, speed in zip((own, rival), together, strict=True))
    knights = (one._replace(moved=whole - 1), other)
    state = game.setup()._replace(phase=CHOOSE, knights=knights, turns=1, first=first, seat=first)
    for _ in range(2):
        state = game.apply(state, game.legal(state)[0])
    return state


def _at_speed(game: Tilt, own: Knight, speed: int) -> Knight:
    """A knight whose only horse card, or whose horse without a card, comes to a speed."""
    for card in (NO_CARD, *game.horses):
        for before, after in speeds(game, card).items():
            if after == speed:
                return own._replace(speed=before, hands=hands(game, HORSES, card))
    raise LookupError(f"no horse comes to speed {speed}")


@once
def least_ridden(game: Tilt) -> int:
    """The fewest squares that a knight rides with all horse cards, in any order."""

    @cache
    def ridden(held: Counts, speed: int) -> int:
        return min(
            (
                pace + ridden(added(held, kind, -1), pace)
                for card, kind in game.kinds[HORSES].items()
                if held[kind]
                for pace in [speeds(game, card)[speed]]
            ),
            default=0,
        )

    return ridden(game.full[HORSES], game.rules.speed.start)


class Parried(NamedTuple):
    """The end of a parry: both aims, and what each player chose."""

    own: str
    other: str
    owner_chose: tuple[str, ...]
    rival_chose: tuple[str, ...]


@once
def parries(game: Tilt, own: str, other: str, locked: bool = False) -> tuple[Parried, ...]:
    """All ways in which a parry may end, with one's own lance set or not."""
    standing = game.locking if locked else frozenset()
    parry = next((card for card, traits in game.knights.items() if traits.parry), None)
    if parry is None:
        return ()
    state = played(game, KNIGHTS, parry, NEAR, game.knight(own, standing=standing), game.knight(other))
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


VOCABULARY: Mapping[str, Callable[..., Any]] = {
    "aimed": aimed, "speeds": speeds, "knight": knight, "played": played, "clash": clash, "parries": parries,
    "least_ridden": least_ridden,
}  # fmt: skip
