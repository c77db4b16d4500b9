"""The gutterfold scheme: fronts on one half of a sheet, backs on the other, printed on one side.

The sheet is folded along the gutter with the print outside, glued, then cut. So a front and its back are opposite each
other at the same distance from the fold. Folding flips one half on the fold line, so backs are placed by the same law
as for duplex printing, with the fold as the sheet's middle line.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Piece, Rect, Size
from pnp.imposition.registry import by_size, fronts
from pnp.imposition.schemes.grid import slots
from pnp.imposition.sheet import NoRoomError, Room, Sheet, behind

GUTTER = 8.0
"""The distance from the trim to the fold, mm: the bleed, and 5 mm for folding."""

_Slots = tuple[list[Rect], bool]
"""Slots for fronts, and whether the fold is upright."""


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces in one layout per trim size. Raises NoRoomError for a piece without room beside its back."""
    sheets: list[Sheet] = []
    for group in by_size(pieces):
        places, upright_fold = _best_layout(group[0].size, room, gap)
        if not places:
            raise NoRoomError(group[0], room)
        for placed in fronts(group, places, room):
            backs = (behind(front, room.paper, vertical=upright_fold) for front in placed if front.piece.back)
            sheets.append(Sheet(room.paper, placed, tuple(backs), _fold(room.paper, upright=upright_fold)))
    return sheets


def count(size: Size, room: Room, gap: float) -> int:
    """The number of slots for fronts on a sheet."""
    return len(_best_layout(size, room, gap)[0])


def _best_layout(size: Size, room: Room, gap: float) -> _Slots:
    """The layout with the most slots."""
    return max(_layouts(size, room, gap), key=lambda layout: len(layout[0]))


def _layouts(size: Size, room: Room, gap: float) -> list[_Slots]:
    """The slots for fronts above a horizontal fold and to the left of a vertical one, for pieces upright and turned."""
    area, paper = room.printable, room.paper
    above = Rect(area.x, paper.h / 2 + GUTTER, area.w, area.h / 2 - GUTTER)
    beside = Rect(area.x, area.y, area.w / 2 - GUTTER, area.h)
    return [
        (_against_fold(slots(cell, half, gap), half, upright=upright), upright)
        for half, upright in ((above, False), (beside, True))
        for cell in (size, size.turned())
    ]


def _against_fold(places: list[Rect], half: Rect, *, upright: bool) -> list[Rect]:
    """Move the block of slots to the gutter, so that the two halves stay together."""
    if not places:
        return places
    by = half.right - max(p.right for p in places) if upright else min(p.y for p in places) - half.y
    return [Rect(p.x + by, p.y, p.w, p.h) if upright else Rect(p.x, p.y - by, p.w, p.h) for p in places]


def _fold(paper: Size, *, upright: bool) -> tuple[float, float, float, float]:
    """The fold line from edge to edge, in sheet coordinates."""
    return (paper.w / 2, 0.0, paper.w / 2, paper.h) if upright else (0.0, paper.h / 2, paper.w, paper.h / 2)
