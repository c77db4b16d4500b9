"""Cut marks: short marks at the corners, lines across the whole sheet, or dots.

Marks are never on a piece, except dots, which are exactly on its corners. Pieces with their own cut line get no marks.
The ends of marks are in drawing coordinates: mm from the paper's top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from pnp.graphics import Item, Path, Rect, Size, Stroke
from pnp.graphics.drawing import ellipse, line
from pnp.graphics.geometry import Cells
from pnp.imposition import Placed

MARK = Stroke("#000000", 0.15)
GAP = 1.0
"""From the trim to the mark, mm."""
LENGTH = 3.0
BEYOND_BLEED = 0.5
DOT = 0.35
"""A dot's radius, mm."""
_SHORTEST = 0.8

Style = Literal["corner", "lines", "dots", "none"]
End = tuple[float, float, float, float]


class Keep(NamedTuple):
    """The paper, and the distances from its edges, above and below and at the sides, that marks must keep."""

    paper: Size
    above: float
    beside: float


def cut_marks(style: Style, placed: tuple[Placed, ...], keep: Keep) -> list[Item]:
    """The marks of one side of a sheet."""
    cut = [p for p in placed if not p.piece.outlined]
    if style == "dots":
        return _dots(cut, keep.paper)
    if style == "corner":
        reach = max((max(p.bleed) for p in cut), default=0.0) + BEYOND_BLEED + GAP + LENGTH + _SHORTEST
        trims = Cells(((p.rect, p.rect) for p in placed), reach)
        ends = sorted({end for p in cut for end in _corner_marks(p, list(trims.near(p.rect)), keep)})
    else:
        ends = _lines(cut, keep) if style == "lines" else []
    return [line(*end, MARK) for end in ends]


def _lines(cut: list[Placed], keep: Keep) -> list[End]:
    """Lines across the sheet for a guillotine, interrupted where they would cross a piece or its bleed."""
    blocks = [p.bleed.around(p.rect).inset(-BEYOND_BLEED) for p in cut]
    w, h = keep.paper
    upright = {round(x, 4) for p in cut for x in (p.rect.x, p.rect.right)}
    level = {round(y, 4) for p in cut for y in (p.rect.y, p.rect.far)}
    ends: list[End] = []
    for x in sorted(upright):
        over = [(b.y, b.far) for b in blocks if b.x < x < b.right]
        ends.extend((x, h - a, x, h - b) for a, b in _free(keep.above, h - keep.above, over))
    for y in sorted(level):
        over = [(b.x, b.right) for b in blocks if b.y < y < b.far]
        ends.extend((a, h - y, b, h - y) for a, b in _free(keep.beside, w - keep.beside, over))
    return ends


def _free(start: float, end: float, over: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The parts of an interval outside other intervals."""
    for a, b in sorted(over):
        if a - start > _SHORTEST:
            yield start, a
        start = max(start, b)
    if end - start > _SHORTEST:
        yield start, end


def _dots(cut: list[Placed], paper: Size) -> list[Item]:
    """A dot with a white ring on every corner, to lay a ruler from dot to dot."""
    corners = {
        (round(x, 4), round(y, 4)) for p in cut for x in (p.rect.x, p.rect.right) for y in (p.rect.y, p.rect.far)
    }
    ring = Stroke("#ffffff", DOT)
    return [Path(ellipse(x, paper.h - y, DOT, DOT), MARK.colour, ring) for x, y in sorted(corners)]


def _corner_marks(p: Placed, trims: list[Rect], keep: Keep) -> list[End]:
    """Short lines that extend the trim's edges at its corners, where no other piece is in the way."""
    found = []
    box, bleed, paper = p.rect, p.bleed, keep.paper
    for x in (box.x, box.right):
        for y, out, reach in ((box.y, -1, bleed.bottom), (box.far, 1, bleed.top)):
            a, b = _extent(y, out, reach, paper.h, keep.above)
            if not any(Rect(x - 0.01, min(a, b), 0.02, abs(b - a)).overlaps(trim) for trim in trims):
                found.append((x, paper.h - a, x, paper.h - b))
    for y in (box.y, box.far):
        for x, out, reach in ((box.x, -1, bleed.left), (box.right, 1, bleed.right)):
            a, b = _extent(x, out, reach, paper.w, keep.beside)
            if not any(Rect(min(a, b), y - 0.01, abs(b - a), 0.02).overlaps(trim) for trim in trims):
                found.append((a, paper.h - y, b, paper.h - y))
    return found


def _extent(trim: float, out: int, bleed: float, paper: float, keep: float) -> tuple[float, float]:
    """The start and end of a mark, outwards from the trim."""
    start = max(GAP, bleed + BEYOND_BLEED) if bleed else GAP
    room = (trim if out < 0 else paper - trim) - keep
    end = max(start + _SHORTEST, min(start + LENGTH, room))
    return round(trim + out * start, 4), round(trim + out * end, 4)
