"""Sheets, and the places of pieces and their backs on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pnp.graphics import Drawing, Piece, Rect, Size, Transform
from pnp.graphics.geometry import Edges
from pnp.kit.labels import Say, unsaid

Flip = Literal["long", "short"]
NO_EDGES = Edges()


class Room(NamedTuple):
    """The paper, and the margin in mm in which home printers cannot print.

    `say` gives the words that help to assemble parts.
    """

    paper: Size
    margin: float
    say: Say = unsaid

    @property
    def printable(self) -> Rect:
        return Rect(0, 0, *self.paper).inset(self.margin)


@dataclass(frozen=True)
class Placed:
    """One copy of a piece on one side of a sheet.

    `rect` is its trim as placed, after any turn. `spare` is the room for bleed on each side, up to the next piece.
    """

    piece: Piece
    copy: int
    side: Literal["front", "back"]
    rect: Rect
    turn: int = 0
    spare: Edges = NO_EDGES

    @property
    def bleed(self) -> Edges:
        """The bleed on each side: the drawing's, limited by `spare`."""
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
    """One sheet of paper: its fronts and its backs, if any.

    On a sheet to fold, backs are on the same side as fronts; `fold` is the line from (x1, y1) to (x2, y2) between them.
    """

    paper: Size
    front: tuple[Placed, ...]
    back: tuple[Placed, ...] = ()
    fold: tuple[float, float, float, float] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The distinct pieces on the front, in order of placement."""
        return tuple(dict.fromkeys(placed.piece for placed in self.front))


class NoRoomError(Exception):
    """A piece is larger than the printable area in every position."""

    def __init__(self, piece: Piece, room: Room) -> None:
        super().__init__(f"{piece.size} does not fit the printable {room.printable.size}")
        self.piece, self.area = piece, room.printable.size


def duplex(sheet: Sheet, flip: Flip) -> Sheet:
    """Add each piece's back behind its front, for paper flipped on its long or short edge.

    A sheet to fold already has its backs. Flipping on a vertical edge turns x into W - x. Flipping on a horizontal edge
    turns y into H - y, and upright cards are upside down. Whether the long edge is vertical depends on the page's
    orientation.
    """
    if sheet.fold:
        return sheet
    vertical = turned_upright(sheet.paper, flip)
    backs = (behind(placed, sheet.paper, vertical=vertical) for placed in sheet.front if placed.piece.back)
    return replace(sheet, back=tuple(backs))


def turned_upright(paper: Size, flip: Flip) -> bool:
    """Whether the flip line is vertical: the long edge of a portrait page, the short edge of a landscape page."""
    return (flip == "long") == (paper.w <= paper.h)


def behind(placed: Placed, paper: Size, *, vertical: bool) -> Placed:
    """The back of a front, on paper flipped or folded on its middle line, which is upright if `vertical`."""
    x, y, w, h = placed.rect
    left, bottom, right, top = placed.spare
    if vertical:
        rect, turn, spare = Rect(paper.w - x - w, y, w, h), -placed.turn, Edges(right, bottom, left, top)
    else:
        rect, turn, spare = Rect(x, paper.h - y - h, w, h), 180 - placed.turn, Edges(left, top, right, bottom)
    return replace(placed, side="back", rect=rect, turn=turn % 360, spare=spare)
