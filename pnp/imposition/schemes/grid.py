"""The scheme for pieces of one size: n-up in rows from the top left, edge to edge or with a gap.

Pieces are upright or turned, whichever fits more on a sheet; or some rows, or columns, are upright and the others
turned, if that fits more still. Fillers take the empty slots of the last sheet.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Piece, Rect, Size
from pnp.graphics.geometry import EPSILON
from pnp.imposition.registry import placed_by_size
from pnp.imposition.sheet import Room, Sheet


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces on one grid per trim size, in the order of the sizes' first pieces."""
    return placed_by_size(pieces, room, lambda size: best_slots(size, room, gap))


def count(size: Size, room: Room, gap: float) -> int:
    """The number of slots on a sheet."""
    return len(best_slots(size, room, gap))


def best_slots(size: Size, room: Room, gap: float) -> list[Rect]:
    """The most slots that fit, all upright or all turned; or some of them turned, if that fits more.

    A stack that is cut at once into piles, and sheets for a machine, have all slots alike.
    """
    alike = [_free_slots(size, room, gap), _free_slots(size.turned(), room, gap)]
    is_alike = room.piled or room.machine or size.w == size.h
    mixed = [] if is_alike else _mixed(size, room.printable, gap)
    return max([*alike, *mixed], key=len)


def _mixed(size: Size, area: Rect, gap: float) -> list[list[Rect]]:
    """Slots in rows of which only some are upright, and slots in such columns."""
    (w, h), x, y = area.size, area.x, area.y
    rows = _mixed_rows(size, area.size, gap)
    columns = [Rect(one.y, one.x, one.h, one.w) for one in _mixed_rows(size.turned(), Size(h, w), gap)]
    moved = ([one._replace(x=one.x + x, y=one.y + y) for one in found] for found in (rows, columns))
    return [sorted(found, key=lambda one: (-round(one.far, 3), one.x)) for found in moved]


def _mixed_rows(size: Size, area: Size, gap: float) -> list[Rect]:
    """The slots of upright rows above turned ones, as many as fit; none if one of the two kinds has no room."""
    (w, h), across = size, (_number(area.w, size.w, gap), _number(area.w, size.h, gap))
    rows = [(up, _number(area.h - up * (h + gap), w, gap)) for up in range(1, _number(area.h, h, gap) + 1)]
    up, over = max(rows, key=lambda row: row[0] * across[0] + row[1] * across[1], default=(0, 0))
    if not (up and over and all(across)):
        return []
    high, low = up * (h + gap) - gap, over * (w + gap) - gap
    bottom = (area.h - high - gap - low) / 2
    above = slots(size, Rect(0, bottom + low + gap, area.w, high), gap)
    return [*above, *slots(size.turned(), Rect(0, bottom, area.w, low), gap)]


def _number(length: float, side: float, gap: float) -> int:
    """How many sides fit a length."""
    return max(0, int((length + gap + EPSILON) // (side + gap)))


def _free_slots(cell: Size, room: Room, gap: float) -> list[Rect]:
    """The most slots that fit an area of the room without those in the corners of a machine's marks."""
    marked = room.keep_outs
    tried = [slots(cell, area, gap) for area in room.areas]
    return max(([slot for slot in grid if not any(map(slot.overlaps, marked))] for grid in tried), key=len)


def slots(cell: Size, area: Rect, gap: float) -> list[Rect]:
    """The cells that fit an area, in rows from the top left, centred in the area."""
    columns, rows = _number(area.w, cell.w, gap), _number(area.h, cell.h, gap)
    if columns < 1 or rows < 1:
        return []
    left = area.x + (area.w - columns * cell.w - (columns - 1) * gap) / 2
    bottom = area.y + (area.h - rows * cell.h - (rows - 1) * gap) / 2
    return [
        Rect(left + column * (cell.w + gap), bottom + row * (cell.h + gap), *cell)
        for row in reversed(range(rows))
        for column in range(columns)
    ]
