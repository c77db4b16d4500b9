"""The scheme for pieces of different sizes: shelf packing.

A sheet is filled with shelves from the top, a shelf with stacks from the left, a stack downwards. The tallest pieces
are placed first and set the heights of the shelves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pnp.graphics import Piece, Rect, Size
from pnp.graphics.geometry import EPSILON
from pnp.imposition.registry import copies
from pnp.imposition.sheet import NoRoomError, Placed, Room, Sheet


@dataclass
class _Stack:
    """Pieces one below the other: the stack's left side, its width, and its filled height."""

    left: float
    width: float
    filled: float


@dataclass
class _Shelf:
    """A row on a sheet: its top, its height, its stacks."""

    top: float
    height: float
    stacks: list[_Stack] = field(default_factory=list)

    def filled(self, gap: float) -> float:
        return self.stacks[-1].left + self.stacks[-1].width + gap if self.stacks else 0.0


@dataclass
class _Page:
    shelves: list[_Shelf] = field(default_factory=list)
    placed: list[tuple[Piece, int, Rect, int]] = field(default_factory=list)

    @property
    def used(self) -> float:
        return max((shelf.top + shelf.height for shelf in self.shelves), default=0.0)


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces on sheets, with the block of pieces centred on each."""
    area = room.printable.size
    pages: list[_Page] = []
    wanted = sorted(copies(pieces), key=lambda item: (-_height(item[0], area), -item[0].size.w))
    for piece, copy in wanted:
        if not any(_put(page, piece, copy, area, gap) for page in pages):
            pages.append(_Page())
            if not _put(pages[-1], piece, copy, area, gap):
                raise NoRoomError(piece, room)
    return [_centred(page, room) for page in pages]


def _positions(piece: Piece, area: Size) -> list[tuple[Size, int]]:
    """The orientations in which a piece fits the area, upright first."""
    ways = [(piece.size, 0), (piece.size.turned(), 90)]
    return [(size, turn) for size, turn in ways if size.fits(area)]


def _height(piece: Piece, area: Size) -> float:
    return next((size.h for size, _ in _positions(piece, area)), 0.0)


def _put(page: _Page, piece: Piece, copy: int, area: Size, gap: float) -> bool:
    """Put a copy below others, beside others, or on a new shelf, upright if possible; False if it fits nowhere."""
    for way in (_stack, _beside, _new_shelf):
        for size, turn in _positions(piece, area):
            place = way(page, size, area, gap)
            if place is not None:
                page.placed.append((piece, copy, Rect(*place, *size), turn))
                return True
    return False


def _stack(page: _Page, size: Size, _area: Size, gap: float) -> tuple[float, float] | None:
    for shelf in page.shelves:
        for stack in shelf.stacks:
            top = stack.filled + gap
            if size.w <= stack.width + EPSILON and top + size.h <= shelf.height + EPSILON:
                stack.filled = top + size.h
                return stack.left, shelf.top + top
    return None


def _beside(page: _Page, size: Size, area: Size, gap: float) -> tuple[float, float] | None:
    for shelf in page.shelves:
        left = shelf.filled(gap)
        if size.h <= shelf.height + EPSILON and left + size.w <= area.w + EPSILON:
            shelf.stacks.append(_Stack(left, size.w, size.h))
            return left, shelf.top
    return None


def _new_shelf(page: _Page, size: Size, area: Size, gap: float) -> tuple[float, float] | None:
    top = page.used + gap if page.shelves else 0.0
    if top + size.h > area.h + EPSILON:
        return None
    page.shelves.append(_Shelf(top, size.h, [_Stack(0.0, size.w, size.h)]))
    return 0.0, top


def _centred(page: _Page, room: Room) -> Sheet:
    """Convert distances from the top of the block to places on the paper."""
    width = max(rect.right for _, _, rect, _ in page.placed)
    left = (room.paper.w - width) / 2
    top = (room.paper.h + page.used) / 2
    placed = (
        Placed(piece, copy, "front", Rect(left + rect.x, top - rect.y - rect.h, rect.w, rect.h), turn)
        for piece, copy, rect, turn in page.placed
    )
    return Sheet(room.paper, tuple(placed))
