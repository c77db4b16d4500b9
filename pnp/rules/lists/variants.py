"""Tournaments of another number of players, or with chips to wager, because the kit's own game lacks some cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.rules.claims import Play
from pnp.rules.lists.moments import ListsMoment
from pnp.rules.playing import Evenly, transitions

if TYPE_CHECKING:
    from pnp.rules.lists.engine import Lists

MOST_MOMENTS = 1500
"""The number of moments of a variant that are looked at."""
CHIPS = 10
"""The chips of each player in tournaments with wagers."""


def variant(game: Lists, players: int, chips: int = 0) -> Lists:
    """The same game with another number of players, or with chips to wager."""
    return type(game)(replace(game.rules, wager_chips=chips), players)


def film(play: Play, players: int, chips: int = 0) -> list[ListsMoment]:
    """Moments of random games of a variant. Each variant is played once."""
    known: dict[tuple[int, int], list[ListsMoment]] = vars(play).setdefault("variants", {})
    if (players, chips) not in known:
        known[players, chips] = _film(variant(play.game, players, chips))
    return known[players, chips]


def _film(game: Lists) -> list[ListsMoment]:
    draw, found = Evenly(), []
    for number in range(MOST_MOMENTS):
        previous = None
        for before, action, after in transitions(game, f"variant/{number}", draw):
            previous = ListsMoment(game, before, action, after, previous)
            found.append(previous)
            if len(found) == MOST_MOMENTS:
                return found
    return found


def three(play: Play) -> list[ListsMoment]:
    """Moments of tournaments of three players, in which slots can be idle."""
    return film(play, 3)


def wagers(play: Play) -> list[ListsMoment]:
    """Moments of tournaments of four players with chips."""
    return film(play, 4, CHIPS)
