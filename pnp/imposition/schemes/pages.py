"""The scheme for pages: as many side by side on a sheet as fit, upright.

Pages have margins of their own, so they may reach the paper's edge, and need not be cut. If two fit side by side, they
are placed as in the open book: the last page beside the first, which is the cover, then the second beside the third.
Pages that are read from right to left begin at the right of each row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from pnp.graphics import Piece, Rect, Size
from pnp.graphics.geometry import Edges
from pnp.imposition.schemes.grid import arrange as arrange_grid
from pnp.imposition.sheet import NoRoomError, Placed, Room, Sheet

PAIR = 2


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pages on the paper as given, or turned by 90° if that fits more."""
    wanted = list(pieces)
    if not wanted:
        return []
    size = wanted[0].size
    given, turned = room.paper, room.paper.turned()
    paper = turned if _count(size, turned) > _count(size, given) else given
    count = _count(size, paper)
    if not count:
        raise NoRoomError(wanted[0], room)
    sheets = arrange_grid(_opened(wanted) if count == PAIR else wanted, Room(paper, 0.0), gap)
    if room.right_to_left:
        sheets = [_mirrored(sheet) for sheet in sheets]
    # Pages are drawn, and so read aloud, in reading order.
    turn = {page.id: number for number, page in enumerate(wanted)}
    return [replace(sheet, front=tuple(sorted(sheet.front, key=lambda p: turn[p.piece.id]))) for sheet in sheets]


def _opened(pages: list[Piece]) -> list[Piece]:
    """Order pages as pairs of an open book, book by book, except books with an odd number of pages."""
    sheets: list[Piece] = []
    for _, run in groupby(pages, key=lambda page: page.component):
        book = list(run)
        sheets.extend([book[-1], *book[:-1]] if len(book) % PAIR == 0 else book)
    return sheets


def _mirrored(sheet: Sheet) -> Sheet:
    """A sheet with its pages, which stay as they are, in the mirrored places."""

    def mirrored(placed: Placed) -> Placed:
        x, y, w, h = placed.rect
        left, bottom, right, top = placed.spare
        return replace(placed, rect=Rect(sheet.paper.w - x - w, y, w, h), spare=Edges(right, bottom, left, top))

    return replace(sheet, front=tuple(map(mirrored, sheet.front)))


def _count(size: Size, paper: Size) -> int:
    return int((paper.w + 1e-6) // size.w) * int((paper.h + 1e-6) // size.h)
