"""Sheets: where each copy of a piece is on the paper, and where its back is on the other side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pnp.graphics.drawing import Drawing, Piece
from pnp.graphics.geometry import Edges, Rect, Size, Transform
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
