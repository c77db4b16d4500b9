"""Pieces -> sheets: where each copy lies on the paper, and where its back lies on the other side.

Each module in this folder is one scheme: `arrange(pieces, room, gap)` turns pieces into the fronts of sheets.
Everything here is in sheet coordinates: mm from the paper's lower left corner, y upwards, turns anticlockwise.

The pin law: a pin through the middle of any front comes out in the middle of that piece's own back, and up
stays up.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

from pnp.graphics.drawing import Drawing, Piece
from pnp.graphics.geometry import EPSILON, Cells, Edges, Rect, Size, Transform
from pnp.imposition import schemes as schemes_folder
from pnp.kit.labels import Say, unsaid

Flip = Literal["long", "short"]
NO_EDGES = Edges()


class Room(NamedTuple):
    """The paper as it stands on the page, and the border in mm on which home printers put no ink.

    `say` has the words that help to put parts together.
    """

    paper: Size
    margin: float
    say: Say = unsaid

    @property
    def printable(self) -> Rect:
        return Rect(0, 0, *self.paper).inset(self.margin)


@dataclass(frozen=True)
class Placed:
    """One copy of a piece on one side of a sheet. `rect` is its trim as it lies there, turned or not; `spare` is
    how far ink may run past it before it meets another piece's."""

    piece: Piece
    copy: int
    side: Literal["front", "back"]
    rect: Rect
    turn: int = 0
    spare: Edges = NO_EDGES

    @property
    def bleed(self) -> Edges:
        """How far ink does run past the trim, each way."""
        reach = self.drawing.bleed
        return Edges(*(min(edge, reach) for edge in self.spare)) if reach else NO_EDGES

    @property
    def drawing(self) -> Drawing:
        if self.side == "front":
            return self.piece.front
        if self.piece.back is None:
            raise ValueError(f"{self.piece.id} has no back")
        return self.piece.back

    def transform(self) -> Transform:
        """From the drawing's coordinates (mm, y down, origin at the trim's top left) to the sheet's."""
        x, y, w, h = self.rect
        if self.turn == 90:
            return Transform(0, 1, 1, 0, x, y)
        if self.turn == 180:
            return Transform(-1, 0, 0, 1, x + w, y)
        if self.turn == 270:
            return Transform(0, -1, -1, 0, x + w, y + h)
        return Transform(1, 0, 0, -1, x, y + h)


@dataclass(frozen=True)
class Sheet:
    """One sheet of paper: its fronts and, if it has any, its backs.

    The backs of a sheet that is to be folded lie on the same side as its fronts; `fold` is the line from (x1, y1) to
    (x2, y2) between them.
    """

    paper: Size
    front: tuple[Placed, ...]
    back: tuple[Placed, ...] = ()
    fold: tuple[float, float, float, float] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The different pieces on the front, in the order in which they lie there."""
        return tuple(dict.fromkeys(placed.piece for placed in self.front))


class NoRoomError(Exception):
    """A piece is larger than the printable area in every position."""

    def __init__(self, piece: Piece, room: Room) -> None:
        super().__init__(f"{piece.size} does not fit the printable {room.printable.size}")
        self.piece, self.area = piece, room.printable.size


Scheme = Callable[[Iterable[Piece], Room, float], list[Sheet]]


@cache
def schemes() -> dict[str, Scheme]:
    """Every scheme in this folder by its module's name."""
    names = sorted(module.name for module in pkgutil.iter_modules(schemes_folder.__path__))
    return {name: importlib.import_module(f"{schemes_folder.__name__}.{name}").arrange for name in names}


def arrange(scheme: str, pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """The fronts of as many sheets as the pieces need, each piece with as much bleed as its neighbours leave."""
    return [_with_bleeds(sheet) for sheet in schemes()[scheme](pieces, room, gap)]


def _with_bleeds(sheet: Sheet) -> Sheet:
    spaced = list(_with_spare((*sheet.front, *sheet.back), sheet.paper))
    fronts = len(sheet.front)
    return replace(sheet, front=tuple(spaced[:fronts]), back=tuple(spaced[fronts:]))


def copies(pieces: Iterable[Piece]) -> list[tuple[Piece, int]]:
    """Each piece as often as it is wanted, with the number of the copy, from 1."""
    return [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]


def by_size(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces of each trim size, in the order in which the sizes first come."""
    found: dict[Size, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.size, []).append(piece)
    return list(found.values())


def fronts(pieces: list[Piece], places: list[Rect], turn: int) -> Iterator[tuple[Placed, ...]]:
    """The fronts of each sheet with these places; copies of a filler take those that are left on the last one."""
    wanted = copies(pieces)
    filler = next((piece for piece in pieces if piece.filler), None)
    if filler:
        spare = -len(wanted) % len(places)
        wanted.extend((filler, filler.copies + 1 + extra) for extra in range(spare))
    for first in range(0, len(wanted), len(places)):
        batch = zip(wanted[first:], places, strict=False)
        yield tuple(Placed(piece, copy, "front", place, turn) for (piece, copy), place in batch)


def duplex(sheet: Sheet, flip: Flip) -> Sheet:
    """The sheet with each piece's back behind its front, for paper turned over on its long or short edge. A sheet that
    is to be folded has its backs.

    Turned over on a vertical edge, x becomes W - x; on a horizontal edge, y becomes H - y and upright cards
    stand on their heads. Which of the two the long edge is depends on how the page stands.
    """
    if sheet.fold:
        return sheet
    vertical = turned_upright(sheet.paper, flip)
    backs = (behind(placed, sheet.paper, vertical=vertical) for placed in sheet.front if placed.piece.back)
    return replace(sheet, back=tuple(backs))


def turned_upright(paper: Size, flip: Flip) -> bool:
    """Whether the line on which a page is turned over stands upright: its long edge if it stands, its short one if it
    lies."""
    return (flip == "long") == (paper.w <= paper.h)


def behind(placed: Placed, paper: Size, *, vertical: bool) -> Placed:
    """A front's back on paper turned over, or folded, on its middle line, which stands upright if `vertical`."""
    x, y, w, h = placed.rect
    left, bottom, right, top = placed.spare
    if vertical:
        rect, turn, spare = Rect(paper.w - x - w, y, w, h), -placed.turn, Edges(right, bottom, left, top)
    else:
        rect, turn, spare = Rect(x, paper.h - y - h, w, h), 180 - placed.turn, Edges(left, top, right, bottom)
    return replace(placed, side="back", rect=rect, turn=turn % 360, spare=spare)


def _with_spare(front: tuple[Placed, ...], paper: Size) -> Iterator[Placed]:
    """Each side may bleed in full where nothing lies next to it, else half of the gap to the neighbour."""
    cells = Cells(((placed.rect, placed) for placed in front), max((2 * p.piece.bleed for p in front), default=0.0))
    for placed in front:
        reach = placed.piece.bleed
        if reach <= 0:
            yield placed
            continue
        near = [_gap(placed.rect, other.rect) for other in cells.near(placed.rect) if other is not placed]
        sides = [min([reach, *(gap[side] / 2 for gap in near)]) for side in range(4)]
        x, y, right, top = placed.rect.x, placed.rect.y, placed.rect.right, placed.rect.far
        free = (x, y, paper.w - right, paper.h - top)
        yield replace(placed, spare=Edges(*(max(0.0, min(s, f)) for s, f in zip(sides, free, strict=True))))


def _gap(a: Rect, b: Rect) -> tuple[float, float, float, float]:
    """How far b lies from a to the left, below, to the right, above; infinite where it lies elsewhere."""
    far = float("inf")
    beside = a.y < b.far - EPSILON and b.y < a.far - EPSILON
    above = a.x < b.right - EPSILON and b.x < a.right - EPSILON
    return (
        a.x - b.right if beside and b.right <= a.x + EPSILON else far,
        a.y - b.far if above and b.far <= a.y + EPSILON else far,
        b.x - a.right if beside and b.x >= a.right - EPSILON else far,
        b.y - a.far if above and b.y >= a.far - EPSILON else far,
    )
