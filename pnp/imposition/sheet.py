"""Sheets, and the places of pieces and their backs on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from math import inf
from typing import Literal, NamedTuple

from pnp.graphics import Drawing, Piece, Rect, Size, Transform
from pnp.graphics.geometry import EPSILON, Edges
from pnp.imposition import registration
from pnp.imposition.registration import Machine
from pnp.kit.labels import Say, unsaid
from pnp.kit.sizes import LabelSheet

Flip = Literal["long", "short"]
NO_EDGES = Edges()
STRIP = 2.6
"""Height of the label's and of the ruler's strip, mm, from the printable border inwards."""
STRIP_ROOM = 3.0
"""The room that a strip needs beside the pieces and their bleeds, mm."""
EDGE = 3.0
"""Nothing but pieces is nearer to the paper's edge, mm: viewers shrink such pages, and printers cut some off."""


class Room(NamedTuple):
    """The paper, and the margin in mm in which home printers cannot print.

    `say` gives the words that help to assemble parts. A `machine` leaves less room, and its marks keep the corners; ink
    runs at most `most_bleed` mm past trims. The slots `skipped` of a grid stay empty, counted from 1. With `piled`,
    sheets that are cut in one stack leave a pile in each slot whose pieces are in order. On a sheet of `labels`, pieces
    are in these and nowhere else. Each sheet of a booklet pushes out the next one inside it by `creep` mm. Pages are
    bound at their right if they are `right_to_left`.
    """

    paper: Size
    margin: float
    say: Say = unsaid
    machine: Machine | None = None
    most_bleed: float = inf
    skipped: frozenset[int] = frozenset()
    piled: bool = False
    labels: LabelSheet | None = None
    creep: float = 0.0
    right_to_left: bool = False

    def for_machine(self, machine: Machine, gap: float) -> Room:
        """The room on sheets that a machine cuts, with a gap in mm between cards."""
        return self._replace(machine=machine, most_bleed=min(gap / 2, registration.MOST_BLEED))

    @property
    def printable(self) -> Rect:
        """The area for trims."""
        return self.machine.area(self.paper) if self.machine else Rect(0, 0, *self.paper).inset(self.margin)

    @property
    def strip(self) -> float:
        """The room that a strip needs, from the printable border inwards."""
        return max(EDGE - self.margin, 0.0) + STRIP_ROOM

    @property
    def cells(self) -> list[Rect]:
        """The labels of a sheet of labels."""
        return self.labels.places(self.paper) if self.labels else []

    @property
    def keep_outs(self) -> tuple[Rect, ...]:
        """Where no trim may be because of a machine's marks, with the room for bleed."""
        boxes = self.machine.keep_outs(self.paper) if self.machine else ()
        return tuple(box.inset(-self.most_bleed) for box in boxes)

    @property
    def areas(self) -> list[Rect]:
        """The parts of the printable area that may hold a whole grid: all of it, or between marks."""
        area = self.printable
        marked = [box for box in self.keep_outs if box.overlaps(area)]
        if not marked:
            return [area]
        deep = max(min(box.right - area.x, area.right - box.x) for box in marked)
        high = max(min(box.far - area.y, area.far - box.y) for box in marked)
        return [
            area,
            Rect(area.x + deep, area.y, area.w - 2 * deep, area.h),
            Rect(area.x, area.y + high, area.w, area.h - 2 * high),
        ]


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


def strips_are_level(boxes: Iterable[Rect], paper: Size) -> bool:
    """Whether label and ruler are above and below the pieces, where there is more room, and not at their sides."""
    beside, above = _free(boxes, paper)
    return above >= beside


def has_strips(boxes: Iterable[Rect], room: Room) -> bool:
    """Whether there is room for label and ruler beside the pieces."""
    return max(_free(boxes, room.paper)) >= room.margin + room.strip - STRIP_ROOM + STRIP - EPSILON


def _free(boxes: Iterable[Rect], paper: Size) -> tuple[float, float]:
    """How much paper is free at both sides of the pieces, and above and below them; infinite without pieces."""
    found = list(boxes)
    if not found:
        return inf, inf
    block = reduce(Rect.union, found)
    return min(block.x, paper.w - block.right), min(block.y, paper.h - block.far)


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
