"""Where the parts of a piece are on its flat sheet: the panels of a standee, the faces of a die, the disc of a dial.

All are in mm from the top left corner of the piece, without the lines to cut and fold along.
"""

from __future__ import annotations

from typing import Any

from pnp.graphics import Path, Piece, Rect, Tag
from pnp.graphics.drawing import every

LINE = 0.4
"""How far from the edge of a part no line is drawn, mm."""
BESIDE = 2.0
"""How far right of the disc of a dial its pointer begins at least, mm."""
CUBE = 6
"""The number of faces of a die whose faces are squares."""


def panels(piece: Piece, spec: Any) -> tuple[Rect, Rect]:
    """Both panels of a folded standee: the lower, and the upper, which is upside down."""
    width, height = piece.size.w - 2 * LINE, spec.panel[1] - 2 * LINE
    upper = Rect(LINE, spec.tab + LINE, width, height)
    return upper._replace(y=upper.y + spec.panel[1]), upper


def faces(piece: Piece) -> dict[int, Rect]:
    """The box of each face of a die by its number, upright on the sheet if the die is a cube."""
    found = {}
    for item in every(piece.front.items):
        if isinstance(item, Tag) and item.role == "Face":
            outline = next(part for part in item.items if isinstance(part, Path))
            points = [ends for _, ends in outline.segments if ends]
            left, top = (min(point[axis] for point in points) for axis in (0, 1))
            right, far = (max(point[axis] for point in points) for axis in (0, 1))
            found[int(item.alt)] = Rect(left, top, right - left, far - top).inset(LINE)
    return dict(sorted(found.items()))


def disc(piece: Piece) -> Rect:
    """The disc of a dial, which is left of its pointer."""
    return Rect(0, 0, piece.size.h, piece.size.h)


def pointer(piece: Piece) -> Rect:
    """The pointer of a dial."""
    left = piece.size.h + BESIDE
    return Rect(left, 0, piece.size.w - left, piece.size.h)
