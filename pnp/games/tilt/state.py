"""The state of a match: the next decision, both knights, and the strikes so far."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.tilt.strike import Knight, Strike

FIRST, PLACE, CHOOSE, OVER = "first", "place", "choose", "over"
AIM, SHIELD, LEAN = "aim", "shield", "lean"
PARRY, PUSH, ENTER, PULL = "parry", "push", "enter", "pull"
SIDES = ("left", "right")
NO_CARD = "-"
"""The placeholder for a choice from an empty hand; no card can have this id."""
DECKS = ("aims", "horses", "knights")


class State(NamedTuple):
    """The state of a match; seats are 0 and 1."""

    phase: str
    """The next decision: where to `aim`, the side to `lean`, the direction of a `parry` and so on."""
    tilt: int
    """The number of the tilt, from 1."""
    opener: int
    """The First Player of this tilt's first turn."""
    first: int
    """The First Player of this turn."""
    seat: int
    """The seat whose aim, choice or card is next; in a `pull`, its opponent decides."""
    knights: tuple[Knight, Knight]
    way: str
    """The direction in which a parry moves the other aim, during the decision."""
    points: tuple[int, int]
    turns: int
    """The number of turns begun in the match."""
    strikes: tuple[Strike, ...]
    ending: str
    winners: tuple[int, ...]
