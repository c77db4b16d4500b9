"""The scheme for pieces of different sizes: each copy in the highest free place of a sheet, then the leftmost.

The free room of a sheet is kept as the largest free rectangles, which may overlap. The pieces are tried in several
orders, and the order that needs the fewest sheets is used. Sheets of other schemes can be filled up before new ones are
begun. Many small pieces, such as counters, stay together in one block if that takes no more sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product
from math import ceil
from typing import NamedTuple

from pnp.graphics import Piece, Rect, Size
from pnp.graphics.drawing import each_copy
from pnp.graphics.geometry import EPSILON
from pnp.imposition.sheet import NoRoomError, Placed, Room, Sheet, has_strips, strips_are_level

ORDERS: tuple[Callable[[Size], tuple[float, float]], ...] = (
    lambda size: (size.h, size.w),
    lambda size: (size.w * size.h, size.h),
    lambda size: (max(size), min(size)),
    lambda size: (size.w, size.h),
)
"""What pieces are sorted by, the largest first."""
SMALL, MANY = 16.0, 6
"""Pieces up to this size in mm stay together if there are at least so many."""
LEAST_GAP = 2.0
"""The space between the bleeds of the pieces of a block, mm."""
MOST_TRIED = 500
"""More copies than these are placed in the first order only, because each takes longer than the one before."""


@dataclass
class _Page:
    """A sheet in progress: `top` and `left` of the area are 0, and each place includes the gap to its right and below.

    `free` are the largest free rectangles, `begun` the sheet that is filled up, if any.
    """

    free: list[Rect]
    begun: Sheet | None = None
    placed: list[tuple[Piece | _PieceRows, int, Rect, int]] = field(default_factory=list)
    refused: set[Size] = field(default_factory=set)
    """Sizes without room. Free room only shrinks, so they are not tried again."""

    def put(self, piece: Piece | _PieceRows, copy: int, area: Size, gap: float) -> bool:
        """Put a copy in the first free place, upright if it has room; False if it has none."""
        if piece.size in self.refused:
            return False
        for size, turn in _ways(piece.size, area):
            room = Size(size.w + gap, size.h + gap)
            corners = [(free.y, free.x) for free in self.free if room.fits(free.size)]
            if corners:
                top, left = min(corners)
                self.placed.append((piece, copy, Rect(left, top, *size), turn))
                self.take(Rect(left, top, *room))
                return True
        self.refused.add(piece.size)
        return False

    def take(self, used: Rect) -> None:
        """Take a rectangle out of the free room."""
        parts = [part for free in self.free for part in _without(free, used)]
        parts.sort(key=lambda part: -part.w * part.h)
        self.free = []
        for part in parts:
            if not any(larger.contains(part) for larger in self.free):
                self.free.append(part)


def arrange(pieces: Iterable[Piece], room: Room, gap: float, begun: Sequence[Sheet] = ()) -> list[Sheet]:
    """Place pieces on as few sheets as an order gives, with the block of pieces centred on each new one.

    Bleeds have room beside label and ruler if that takes no more sheets. The sheets `begun` come first in the result,
    filled up. Raises NoRoomError.
    """
    listed = each_copy(pieces)
    orders = ORDERS if len(listed) <= MOST_TRIED else ORDERS[:1]
    bleed = min(max((piece.front.bleed for piece, _ in listed), default=0.0), room.most_bleed)
    tried: list[tuple[Size, list[_Page]]] = []
    blocks, besides = _blocks(listed, gap), sorted({bleed, 0.0}, reverse=True)
    for beside, parts in (*product(besides, blocks), *product(besides, [listed])):
        area = _area([piece for piece, _ in listed], room, beside)
        if all(_ways(piece.size, area) for piece, _ in parts):
            tried += [(area, _filled(_sorted(parts, order, area), room, area, gap, begun)) for order in orders]
    area, pages = min(tried, key=lambda one: len(one[1]))
    return [_sheet(page, room, area) for page in pages]


class _PieceRows(NamedTuple):
    """Small pieces in rows, placed as if they were one piece: the pieces, a row's length, the space between them.

    All columns have the same width, and each component begins a new row.
    """

    pieces: tuple[tuple[Piece, int], ...]
    columns: int
    gap: float

    @property
    def size(self) -> Size:
        step, _ = self._steps()
        rows = [max(piece.size.h for piece, _ in row) for row in self._rows()]
        return Size(self.columns * step - self.gap, sum(rows) + (len(rows) - 1) * self.gap)

    def _steps(self) -> tuple[float, float]:
        """The width of a column with its space, and without it."""
        width = max(piece.size.w for piece, _ in self.pieces)
        return width + self.gap, width

    def _rows(self) -> Iterator[list[tuple[Piece, int]]]:
        for _, group in groupby(self.pieces, lambda one: one[0].component):
            pieces = list(group)
            yield from (pieces[first : first + self.columns] for first in range(0, len(pieces), self.columns))

    def placed(self, rect: Rect, turn: int) -> Iterator[tuple[Piece, int, Rect, int]]:
        """Each piece in its place in the block's; a turned block has its rows from left to right.

        Square and round pieces stay upright in it.
        """
        (step, width), y = self._steps(), 0.0
        for row in self._rows():
            for column, (piece, copy) in enumerate(row):
                (w, h), x = piece.size, column * step + (width - piece.size.w) / 2
                at = Rect(rect.x + y, rect.y + x, h, w) if turn else Rect(rect.x + x, rect.y + y, w, h)
                yield piece, copy, at, turn if w != h else 0
            y += max(piece.size.h for piece, _ in row) + self.gap


def _blocks(listed: list[tuple[Piece, int]], gap: float) -> list[Sequence[tuple[Piece | _PieceRows, int]]]:
    """The pieces with the small ones in a block of several shapes, the squarest first; none if they are few."""
    small = tuple(one for one in listed if max(one[0].size) <= SMALL and one[0].outlined)
    if len(small) < MANY:
        return []
    others = [one for one in listed if one not in small]
    between = min(gap, LEAST_GAP + 2 * max(piece.bleed for piece, _ in small))
    shapes = {ceil(len(small) / rows) for rows in range(1, len(small) + 1)}
    squarest = sorted(shapes, key=lambda n: (abs(n - ceil(len(small) / n)), -n))
    return [[*others, (_PieceRows(small, columns, between), 1)] for columns in squarest]


def _area(pieces: Iterable[Piece], room: Room, beside: float) -> Size:
    """The area for pieces: without the room for label and ruler above and below or at the sides, if all pieces fit.

    These have `beside` mm more at the pieces' side.
    """
    whole = room.printable.size
    wanted = list(pieces)
    for piece in wanted:
        if not fits(piece.size, room):
            raise NoRoomError(piece, room)
    if room.machine:  # its strips are outside the area
        return whole
    strips = 2 * (room.strip + beside)
    areas = (Size(whole.w, whole.h - strips), Size(whole.w - strips, whole.h))
    return next((area for area in areas if all(_ways(piece.size, area) for piece in wanted)), whole)


def fits(size: Size, room: Room) -> bool:
    """Whether a piece fits an empty sheet."""
    empty, area = _empty(room, room.printable.size, 0.0), room.printable.size
    return any(way.fits(free.size) for way, _ in _ways(size, area) for free in empty.free)


def _sorted(
    listed: Sequence[tuple[Piece | _PieceRows, int]], order: Callable[[Size], tuple[float, float]], area: Size
) -> list[tuple[Piece | _PieceRows, int]]:
    def largest_first(item: tuple[Piece | _PieceRows, int]) -> tuple[float, float]:
        first, second = order(_ways(item[0].size, area)[0][0])
        return -first, -second

    return sorted(listed, key=largest_first)


def _filled(
    listed: Sequence[tuple[Piece | _PieceRows, int]], room: Room, area: Size, gap: float, begun: Sequence[Sheet]
) -> list[_Page]:
    pages = [_begun(sheet, room, area, gap) for sheet in begun]
    first: dict[Size, int] = {}
    """The first page that may have room for a size. Without it, thousands of pages would be tried for each piece."""
    for piece, copy in listed:
        at = first.get(piece.size, 0)
        while at < len(pages) and not pages[at].put(piece, copy, area, gap):
            at += 1
        if at == len(pages):
            pages.append(_empty(room, area, gap))
            pages[at].put(piece, copy, area, gap)
        first[piece.size] = at
    return pages


def _empty(room: Room, area: Size, gap: float) -> _Page:
    """A page without pieces. The corners of a machine's marks are not free."""
    page = _Page([Rect(0, 0, area.w + gap, area.h + gap)])
    for box in _marked(room, area, gap):
        page.take(box)
    return page


def _marked(room: Room, area: Size, gap: float) -> Iterator[Rect]:
    """The corners that a machine's marks take. The gap that a place has to its right and below may be in them."""
    left, top = _corner(room, area)
    for box in room.keep_outs:
        x, right = (0.0, box.right - left) if box.right < room.paper.w / 2 else (box.x - left + gap, area.w + gap)
        y, far = (0.0, top - box.y) if box.y > room.paper.h / 2 else (top - box.far + gap, area.h + gap)
        yield Rect(x, y, right - x, far - y)


def _begun(sheet: Sheet, room: Room, area: Size, gap: float) -> _Page:
    """The page of a sheet that has pieces already."""
    page = replace(_empty(room, area, gap), begun=sheet)
    left, top = _corner(room, area)
    taken = [placed.rect for placed in sheet.front]
    if not room.machine and has_strips(taken, room) and not strips_are_level(taken, room.paper):
        # Its label and ruler are at the sides.
        page.take(Rect(0, 0, room.strip, area.h + gap))
        page.take(Rect(area.w - room.strip, 0, room.strip + gap, area.h + gap))
    for placed in sheet.front:
        x, y, w, h = placed.rect
        page.take(Rect(x - left, top - y - h, w + gap, h + gap))
    return page


def _corner(room: Room, area: Size) -> tuple[float, float]:
    """The upper left corner of the area on the paper, in sheet coordinates."""
    return (room.paper.w - area.w) / 2, (room.paper.h + area.h) / 2


def _ways(size: Size, area: Size) -> list[tuple[Size, int]]:
    """The orientations in which a piece fits the area, upright first."""
    return [(way, turn) for way, turn in ((size, 0), (size.turned(), 90)) if way.fits(area)]


def _without(free: Rect, used: Rect) -> list[Rect]:
    """The largest rectangles of a free one beside a used one."""
    if not free.overlaps(used):
        return [free]
    sides = (
        Rect(free.x, free.y, used.x - free.x, free.h),
        Rect(used.right, free.y, free.right - used.right, free.h),
        Rect(free.x, free.y, free.w, used.y - free.y),
        Rect(free.x, used.far, free.w, free.far - used.far),
    )
    return [side for side in sides if min(side.size) > EPSILON]


def _sheet(page: _Page, room: Room, area: Size) -> Sheet:
    """Convert distances from the area's upper left corner to places on the paper; a new sheet's block is centred."""
    if page.begun or room.keep_outs:
        left, top = _corner(room, area)
    else:
        left = (room.paper.w - max(rect.right for _, _, rect, _ in page.placed)) / 2
        top = (room.paper.h + max(rect.far for _, _, rect, _ in page.placed)) / 2
    placed = tuple(
        Placed(piece, copy, "front", Rect(left + rect.x, top - rect.y - rect.h, rect.w, rect.h), turn)
        for block, number, whole, way in page.placed
        for piece, copy, rect, turn in (
            block.placed(whole, way) if isinstance(block, _PieceRows) else [(block, number, whole, way)]
        )
    )
    return replace(page.begun, front=(*page.begun.front, *placed)) if page.begun else Sheet(room.paper, placed)
