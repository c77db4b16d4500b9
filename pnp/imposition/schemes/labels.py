"""The scheme for sheets of labels, or of perforated cards: each piece is in the middle of a label."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Piece, Rect, Size
from pnp.imposition.registry import placed_by_size
from pnp.imposition.sheet import Room, Sheet

SLACK = 0.05
"""How much larger than a label a piece may be, in mm: measures of labels are rounded."""


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:  # noqa: ARG001 labels have their places
    """Place pieces on labels, turned if they only fit so. Raises NoRoomError for a piece that is larger."""
    return placed_by_size(pieces, room, lambda size: _places(size, room))


def count(size: Size, room: Room, gap: float) -> int:  # noqa: ARG001 as above
    """The number of labels on a sheet, if a piece fits."""
    return len(_places(size, room))


def _places(size: Size, room: Room) -> list[Rect]:
    """Where the trims of pieces are, upright if they fit so; none if they are larger than a label."""
    for trim in (size, size.turned()):
        cells = room.cells
        if all(trim.fits(cell.inset(-SLACK).size) for cell in cells):
            return [Rect(x + (w - trim.w) / 2, y + (h - trim.h) / 2, *trim) for x, y, w, h in cells]
    return []
