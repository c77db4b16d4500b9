"""The scheme for pieces of one size: n-up in rows from the top left, edge to edge or with a gap.

Pieces are upright or turned, whichever fits more on a sheet. Fillers take the empty slots of the last sheet.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Piece, Rect, Size
from pnp.imposition.registry import by_size, fronts
from pnp.imposition.sheet import NoRoomError, Room, Sheet


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces on one grid per trim size, in the order of the sizes' first pieces."""
    sheets: list[Sheet] = []
    for group in by_size(pieces):
        places, turn = best_slots(group[0].size, room, gap)
        if not places:
            raise NoRoomError(group[0], room)
        sheets.extend(Sheet(room.paper, placed) for placed in fronts(group, places, turn))
    return sheets


def best_slots(size: Size, room: Room, gap: float) -> tuple[list[Rect], int]:
    """The slots of the grid that fits more, upright or turned by 90°; upright if both fit the same number."""
    upright = slots(size, room.printable, gap)
    turned = slots(size.turned(), room.printable, gap)
    return (turned, 90) if len(turned) > len(upright) else (upright, 0)


def slots(cell: Size, area: Rect, gap: float) -> list[Rect]:
    """The cells that fit an area, in rows from the top left, centred in the area."""
    columns = int((area.w + gap + 1e-6) // (cell.w + gap))
    rows = int((area.h + gap + 1e-6) // (cell.h + gap))
    if columns < 1 or rows < 1:
        return []
    left = area.x + (area.w - columns * cell.w - (columns - 1) * gap) / 2
    bottom = area.y + (area.h - rows * cell.h - (rows - 1) * gap) / 2
    return [
        Rect(left + column * (cell.w + gap), bottom + row * (cell.h + gap), *cell)
        for row in reversed(range(rows))
        for column in range(columns)
    ]
