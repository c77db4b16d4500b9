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
        sheets.extend(Sheet(room.paper, placed) for placed in fronts(group, places, turn, room))
    return sheets


def count(size: Size, room: Room, gap: float) -> int:
    """The number of slots on a sheet."""
    return len(best_slots(size, room, gap)[0])


def best_slots(size: Size, room: Room, gap: float) -> tuple[list[Rect], int]:
    """The slots of the grid that fits more, upright or turned by 90°; upright if both fit the same number."""
    upright, turned = _free_slots(size, room, gap), _free_slots(size.turned(), room, gap)
    return (turned, 90) if len(turned) > len(upright) else (upright, 0)


def _free_slots(cell: Size, room: Room, gap: float) -> list[Rect]:
    """The most slots that fit an area of the room without those in the corners of a machine's marks."""
    marked = room.keep_outs
    tried = [slots(cell, area, gap) for area in room.areas]
    return max(([slot for slot in grid if not any(map(slot.overlaps, marked))] for grid in tried), key=len)


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
