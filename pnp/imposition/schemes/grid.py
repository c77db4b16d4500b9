"""Pieces of one size -> sheets filled n-up, in rows from the top left, butted or with a gap.

Upright or turned, whichever puts more on a sheet. Fillers take the slots that are left on the last sheet.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics.drawing import Piece
from pnp.graphics.geometry import Rect, Size
from pnp.imposition.registry import by_size, fronts
from pnp.imposition.sheet import NoRoomError, Room, Sheet


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """One grid per trim size, in the order in which the sizes first come."""
    sheets: list[Sheet] = []
    for group in by_size(pieces):
        places, turn = best_slots(group[0].size, room, gap)
        if not places:
            raise NoRoomError(group[0], room)
        sheets.extend(Sheet(room.paper, placed) for placed in fronts(group, places, turn))
    return sheets


def best_slots(size: Size, room: Room, gap: float) -> tuple[list[Rect], int]:
    """The slots of the fuller of two grids, upright and turned by 90°; upright where they hold the same."""
    upright = slots(size, room.printable, gap)
    turned = slots(size.turned(), room.printable, gap)
    return (turned, 90) if len(turned) > len(upright) else (upright, 0)


def slots(cell: Size, area: Rect, gap: float) -> list[Rect]:
    """As many cells as an area holds, in rows from the top left, in the middle of the area."""
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
