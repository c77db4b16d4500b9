"""Pieces of different sizes -> as few sheets as shelves allow: rows filled from the left, the tallest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pnp.drawing import Piece
from pnp.geometry import Rect, Size
from pnp.imposition import NoRoom, Placed, Room, Sheet, copies


@dataclass
class _Shelf:
    """A row on a sheet: its top, its height, how far it is filled."""

    top: float
    height: float
    filled: float = 0.0


@dataclass
class _Page:
    shelves: list[_Shelf] = field(default_factory=list)
    placed: list[tuple[Piece, int, Rect, int]] = field(default_factory=list)

    @property
    def used(self) -> float:
        return max((shelf.top + shelf.height for shelf in self.shelves), default=0.0)


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Sheets whose block of pieces is centred on the paper."""
    area = room.printable.size
    pages: list[_Page] = []
    wanted = sorted(copies(pieces), key=lambda item: (-_height(item[0], area), -item[0].size.w))
    for piece, copy in wanted:
        if not any(_put(page, piece, copy, area, gap) for page in pages):
            pages.append(_Page())
            if not _put(pages[-1], piece, copy, area, gap):
                raise NoRoom(piece, room)
    return [_centred(page, room) for page in pages]


def _positions(piece: Piece, area: Size) -> list[tuple[Size, int]]:
    """The ways a piece fits the area, upright first."""
    ways = [(piece.size, 0), (piece.size.turned(), 90)]
    return [(size, turn) for size, turn in ways if size.fits(area)]


def _height(piece: Piece, area: Size) -> float:
    return next((size.h for size, _ in _positions(piece, area)), 0.0)


def _put(page: _Page, piece: Piece, copy: int, area: Size, gap: float) -> bool:
    """Put a copy on a shelf that has room, or on a new shelf; false if the page has neither."""
    for size, turn in _positions(piece, area):
        for shelf in page.shelves:
            if size.h <= shelf.height + 1e-6 and shelf.filled + size.w <= area.w + 1e-6:
                page.placed.append((piece, copy, Rect(shelf.filled, shelf.top, *size), turn))
                shelf.filled += size.w + gap
                return True
    for size, turn in _positions(piece, area):
        top = page.used + gap if page.shelves else 0.0
        if top + size.h <= area.h + 1e-6:
            page.shelves.append(_Shelf(top, size.h, size.w + gap))
            page.placed.append((piece, copy, Rect(0.0, top, *size), turn))
            return True
    return False


def _centred(page: _Page, room: Room) -> Sheet:
    """The page's pieces, from distances below the block's top to places on the paper."""
    width = max(rect.right for _, _, rect, _ in page.placed)
    left = (room.paper.w - width) / 2
    top = (room.paper.h + page.used) / 2
    placed = (
        Placed(piece, copy, "front", Rect(left + rect.x, top - rect.y - rect.h, rect.w, rect.h), turn)
        for piece, copy, rect, turn in page.placed
    )
    return Sheet(room.paper, tuple(placed))
