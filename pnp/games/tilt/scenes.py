"""Positions of a match that random games reach too seldom: turns before the knights meet, and parries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from pnp.games.tilt.state import CHOOSE, State
from pnp.games.tilt.strike import Knight
from pnp.rules.shared import added

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt

Pair = tuple[str, str]
HEADS, HORSES, SHIELDED = ("a3", "a3"), ("d3", "d3"), ("c4", "a4")


def scenes(game: Tilt) -> Iterator[State]:
    """Turns shortly before the knights meet, with locked aims, and turns in which a parry works."""
    for aims in _on_target(
        game, HEADS, ("a3", "b2"), HORSES, ("d3", "a3"), ("d2", "b3"), SHIELDED, ("b2", "c2"), ("a2", "c4")
    ):
        yield meeting(game, aims)
        yield meeting(game, aims, tilt=game.rules.tilts, lean="left", shields=("up", "down"))
    for heads in _on_target(game, HEADS):
        for shields, tilt in product((("outward", "up"), ("down", "up")), (1, 2)):
            yield meeting(game, heads, tilt=tilt, shields=shields)
    for points in ((1, 0), (0, 1), (1, 1)):
        yield meeting(game, ("a2", "a2"), tilt=game.rules.tilts, points=points)
    for aims in _on_target(game, ("b2", "b3"), ("c2", "c2"), ("a1", "c3"), ("b3", "a3")):
        yield parrying(game, aims)
    if "left" in game.kinds[0]:
        for aims in _on_target(game, ("c2", "c2"), ("a1", "c4")):
            yield from (one_parry(game, aims, parrier, first) for parrier in (0, 1) for first in (0, 1))


def _on_target(game: Tilt, *aims: Pair) -> list[Pair]:
    """The aims at squares that the target has."""
    return [pair for pair in aims if set(pair) <= set(game.target.cells)]


def meeting(
    game: Tilt,
    aims: Pair,
    *,
    tilt: int = 1,
    points: tuple[int, int] = (0, 0),
    lean: str = "",
    shields: Pair | None = None,
) -> State:
    """A turn at whose end the knights meet at full speed. Both lances are set, so the aims stay."""
    standing = [card for card in (*sorted(game.locking), *(["lean"] if lean else [])) if card in game.knights]
    hands = without(game, standing)
    speed = game.rules.speed.max
    gap = speed
    ridden = game.range(game.setup()) - gap
    own = game.rules.first_shield
    places = [place if place in game.shields else own for place in shields or (own, own)]
    one, other = (
        game.knight(aim, hands=hands, standing=frozenset(standing), lean=lean, shield=places[seat], speed=speed)
        for seat, aim in enumerate(aims)
    )
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, tilt=tilt, knights=knights, turns=5 * tilt, points=points)


def parrying(game: Tilt, aims: Pair, gap: int = 4) -> State:
    """A turn with a short range, from which a parry may work: both horses are slow."""
    ridden = game.range(game.setup()) - gap
    one, other = (game.knight(aim, speed=1) for aim in aims)
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, knights=knights, turns=5)


def one_parry(game: Tilt, aims: Pair, parrier: int, first: int) -> State:
    """A turn in which one seat parries, after both aims have moved left. `aims` are the parrier's and the other's."""
    parries = [card for card, traits in game.knights.items() if traits.parry]
    others = [c for c, t in game.knights.items() if not (t.parry or t.lean or t.moves_shield)]
    slowest = min(game.horses, key=lambda card: game.paced(1, card))
    state = parrying(game, aims if parrier == 0 else (aims[1], aims[0]), gap=5)

    def held(seat: int) -> Knight:
        knights = parries if seat == parrier else others
        hands = (_only(game, 0, ["left"]), _only(game, 1, [slowest]), _only(game, 2, knights))
        return state.knights[seat]._replace(hands=hands)

    return state._replace(knights=(held(0), held(1)), first=first, seat=first, opener=first)


def _only(game: Tilt, deck: int, cards: list[str]) -> tuple[int, ...]:
    """A hand of one deck with one of each of some cards."""
    kinds = {game.kinds[deck][card] for card in cards}
    return tuple(int(kind in kinds) for kind in range(len(game.full[deck])))


def without(game: Tilt, cards: list[str]) -> tuple[tuple[int, ...], ...]:
    """Full hands without some knight cards."""
    aims, horses, knights = game.full
    for card in cards:
        knights = added(knights, game.kinds[2][card], -1)
    return aims, horses, knights
