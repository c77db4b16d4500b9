"""Pieces of one size -> sheets filled n-up, in rows from the top left, butted or with a gap.

Upright or turned, whichever puts more on a sheet. Fillers take the slots that are left on the last sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from pnp.drawing import Piece
from pnp.geometry import Rect, Size
from pnp.imposition import NoRoomError, Placed, Room, Sheet, copies


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """One grid per trim size, in the order in which the sizes first come."""
    by_size: dict[Size, list[Piece]] = {}
    for piece in pieces:
        by_size.setdefault(piece.size, []).append(piece)
    return [sheet for group in by_size.values() for sheet in _one_size(group, room, gap)]


def _one_size(pieces: list[Piece], room: Room, gap: float) -> list[Sheet]:
    slots, turn = best_slots(pieces[0].size, room, gap)
    if not slots:
        raise NoRoomError(pieces[0], room)
    wanted = list(copies(pieces))
    fillers = [piece for piece in pieces if piece.filler]
    if fillers and wanted:
        spare = -len(wanted) % len(slots)
        wanted.extend((fillers[0], fillers[0].copies + 1 + extra) for extra in range(spare))
    queue = iter(wanted)
    sheets = []
    while batch := list(islice(queue, len(slots))):
        placed = (Placed(piece, copy, "front", slot, turn) for (piece, copy), slot in zip(batch, slots, strict=False))
        sheets.append(Sheet(room.paper, tuple(placed)))
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
