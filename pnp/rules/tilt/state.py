"""A tilt's state: what is decided next, both knights, and the strikes so far."""

from __future__ import annotations

from typing import NamedTuple

from pnp.rules.tilt.strike import Knight, Strike

FIRST, PLACE, CHOOSE, OVER = "first", "place", "choose", "over"
AIM, SHIELD, LEAN = "aim", "shield", "lean"
PARRY, PUSH, ENTER, PULL = "parry", "push", "enter", "pull"
SIDES = ("left", "right")
NO_CARD = "-"
"""What is chosen from an empty hand; no card has such an id."""
DECKS = ("aims", "horses", "knights")


class State(NamedTuple):
    """A match at one moment; seats are 0 and 1."""

    phase: str
    """What is decided next: where to `aim`, the side to `lean`, the way to `parry` and so on."""
    tilt: int
    """Which tilt is ridden, from 1."""
    opener: int
    """The First Player of this tilt's first turn."""
    first: int
    """The First Player of this turn."""
    seat: int
    """Whose placing, choice or card it is; its opponent decides a `pull`."""
    knights: tuple[Knight, Knight]
    way: str
    """The way in which a parry sends the other aim, while the seat decides on it."""
    points: tuple[int, int]
    turns: int
    """Turns begun in the whole match."""
    strikes: tuple[Strike, ...]
    ending: str
    winners: tuple[int, ...]
