"""Cut marks: short marks outside the corners with crosses between pieces, lines across the whole sheet, or dots.

No mark leaves ink on a piece after its corners are rounded: crosses and dots are within `ROUNDED` of a corner, where
the punch cuts. Backs have no crosses, which would mark hidden cards whose corners are not rounded. Pieces with their
own cut line get no marks. Pieces that are no rectangles get their outline instead, on the front and in every style.
Marks are computed in sheet coordinates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from pnp.graphics import Group, Item, Path, Rect, Size, Stroke, Transform
from pnp.graphics.contour import outline
from pnp.graphics.drawing import RECTANGLE, ellipse, line
from pnp.graphics.geometry import Cells, Edges
from pnp.imposition import Placed

MARK = Stroke("#000000", 0.15)
WHITE, CASED = "#ffffff", 0.2
"""A line below a mark, and how much wider it is, so that the mark can be seen on dark art."""
GAP = 1.0
"""From the trim to the mark, mm."""
LENGTH = 3.0
BEYOND_BLEED = 0.5
ROUNDED = 2.0
"""The length of a cross's arm, mm. A corner rounded by 3 mm loses 0.17 mm there: half a mark with its casing."""
DOT = 0.7
"""A dot's radius, mm."""
_SHORTEST = 0.8
_BESIDE = 0.01
"""How near lines and edges are the same, mm."""

Style = Literal["corner", "lines", "dots", "none"]
End = tuple[float, float, float, float]
Interval = tuple[float, float]


class MarkPen(NamedTuple):
    """The colour and the width of cut marks, and the length of those outside of pieces, mm."""

    colour: str = MARK.colour
    width: float = MARK.width
    length: float = LENGTH

    @property
    def stroke(self) -> Stroke:
        return Stroke(self.colour, self.width)

    @property
    def casing(self) -> Stroke:
        return Stroke(WHITE, round(self.width + CASED, 4))


PEN = MarkPen()


class Keep(NamedTuple):
    """The paper, and the distances from its edges, above and below and at the sides, that marks must keep.

    `clear` are rectangles in sheet coordinates that no mark may touch: the flip mark, the label and the ruler. Many
    printers print nothing within `margin` of the edges: the part of a mark that is there may be missing. Marks
    are drawn with a `pen`.
    """

    paper: Size
    above: float
    beside: float
    clear: tuple[Rect, ...] = ()
    margin: float = 0
    pen: MarkPen = PEN


def cut_marks(style: Style, placed: tuple[Placed, ...], keep: Keep) -> list[Item]:
    """The marks of one side of a sheet."""
    outlines = [_outline(p, keep) for p in placed if p.piece.shape != RECTANGLE and p.side == "front"]
    cut = [p for p in placed if not p.piece.outlined and p.piece.shape == RECTANGLE]
    if style == "none" or not cut:
        return [*outlines]
    trims, rects = tuple(_Trim(p.rect, p.bleed, p.side) for p in cut), tuple(p.rect for p in placed)
    if style != "lines":
        marks = _mark_boxes(trims, rects, keep._replace(clear=(), margin=0))
        keep = keep._replace(clear=tuple(box for box in keep.clear if any(map(box.overlaps, marks))))
    return [*_straight_marks(style, trims, rects, keep), *outlines]


@lru_cache(maxsize=100)
def _straight_marks(style: Style, cut: tuple[_Trim, ...], placed: tuple[Rect, ...], keep: Keep) -> tuple[Path, ...]:
    """The marks of all rectangles of a sheet. Most sheets of a file have the same: only their labels differ."""
    if style == "dots":
        return tuple(_dots(cut, keep))
    bare, crosses = _corners(cut, placed, keep)
    lines: list[End] = []
    if style == "lines":
        bare, lines = _beside_edges(cut, placed, keep), _lines(cut, placed, keep)
    pen, slim = keep.pen, keep.pen._replace(width=min(keep.pen.width, MARK.width))  # crosses are on the pieces
    return (
        *_stroked(lines, pen.casing, keep),
        *_stroked(crosses, slim.casing, keep),
        *_stroked(lines, pen.stroke, keep),
        *_stroked(crosses, slim.stroke, keep),
        *_stroked(bare, pen.stroke, keep),
    )


def _stroked(ends: list[End], stroke: Stroke, keep: Keep) -> Iterator[Path]:
    """The lines between these ends that are on the paper: a piece may be as large as it is."""
    on_paper = Rect(0, 0, *keep.paper).inset(_BESIDE)
    for x1, y1, x2, y2 in ends:
        if on_paper.overlaps(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))):
            yield line(*_drawn((x1, y1, x2, y2), keep), stroke)


def _outline(placed: Placed, keep: Keep) -> Group:
    """The cut line of a piece that is no rectangle, in drawing coordinates."""
    segments = outline(placed.piece.shape, Rect(0, 0, *placed.piece.size))
    paths = tuple(Path(segments, stroke=stroke) for stroke in (keep.pen.casing, keep.pen.stroke))
    return Group(paths, Transform(1, 0, 0, -1, 0, keep.paper.h).over(placed.transform()))


def _drawn(end: End, keep: Keep) -> End:
    """The ends of a mark in drawing coordinates, from sheet coordinates."""
    x1, y1, x2, y2 = end
    return x1, round(keep.paper.h - y1, 4), x2, round(keep.paper.h - y2, 4)


def _lines(cut: Iterable[_Trim], placed: Iterable[Rect], keep: Keep) -> list[End]:
    """Lines across the sheet along all trims, over bleeds too, interrupted at every piece that they touch."""
    upright = sorted({round(x, 4) for p in cut for x in (p.rect.x, p.rect.right)})
    level = sorted({round(y, 4) for p in cut for y in (p.rect.y, p.rect.far)})
    pieces = [rect.inset(-_BESIDE) for rect in placed]
    return [
        *((x, a, x, b) for x in upright for a, b in _free_upright(x, pieces, keep)),
        *((a, y, b, y) for y in level for a, b in _free_level(y, pieces, keep)),
    ]


def _beside_edges(cut: Iterable[_Trim], pieces: Iterable[Rect], keep: Keep) -> list[End]:
    """The parts of the lines along the pieces' own edges: just outside, where there is no other piece."""
    ends: list[End] = []
    beside = keep.pen.width / 2
    for x, y, w, h in (p.rect for p in cut):
        for at in (x - beside, x + w + beside):
            ends.extend((at, a, at, b) for a, b in _within(y, y + h, _free_upright(at, pieces, keep)))
        for at in (y - beside, y + h + beside):
            ends.extend((a, at, b, at) for a, b in _within(x, x + w, _free_level(at, pieces, keep)))
    return sorted({(round(a, 4), round(b, 4), round(c, 4), round(d, 4)) for a, b, c, d in ends})


def _free_upright(x: float, pieces: Iterable[Rect], keep: Keep) -> Iterator[Interval]:
    """The parts of an upright line that touch neither a piece nor what must stay clear."""
    over = [(r.y, r.far) for r in (*pieces, *keep.clear) if r.x < x < r.right]
    return _free(keep.above, keep.paper.h - keep.above, over)


def _free_level(y: float, pieces: Iterable[Rect], keep: Keep) -> Iterator[Interval]:
    """The parts of a level line that touch neither a piece nor what must stay clear."""
    over = [(r.x, r.right) for r in (*pieces, *keep.clear) if r.y < y < r.far]
    return _free(keep.beside, keep.paper.w - keep.beside, over)


def _free(start: float, end: float, over: list[Interval]) -> Iterator[Interval]:
    """The parts of an interval outside other intervals."""
    for a, b in sorted(over):
        if a - start > _SHORTEST:
            yield start, a
        start = max(start, b)
    if end - start > _SHORTEST:
        yield start, end


def _within(start: float, end: float, intervals: Iterable[Interval]) -> Iterator[Interval]:
    """The parts of intervals inside another one."""
    inside = ((max(a, start), min(b, end)) for a, b in intervals)
    return ((a, b) for a, b in inside if b - a > _SHORTEST)


def _dots(cut: Iterable[_Trim], keep: Keep) -> list[Path]:
    """A dot with a white ring on every corner, to lay a ruler from dot to dot."""
    corners = {
        (round(x, 4), round(y, 4)) for p in cut for x in (p.rect.x, p.rect.right) for y in (p.rect.y, p.rect.far)
    }
    inner, pen = Rect(0, 0, *keep.paper).inset(_BESIDE), keep.pen
    on_paper = [(x, y) for x, y in sorted(corners) if inner.x < x < inner.right and inner.y < y < inner.far]
    return [Path(ellipse(x, keep.paper.h - y, DOT, DOT), pen.colour, pen.casing) for x, y in on_paper]


def _corners(cut: tuple[_Trim, ...], placed: tuple[Rect, ...], keep: Keep) -> tuple[list[End], list[End]]:
    """Short lines that extend the trims' edges outside, and the arms of crosses at corners without any.

    Arms also replace lines that would touch what must stay clear, such as the label, and continue fronts' lines up to
    the trim if too little of them is within what printers print. An arm is only along edges of pieces: where a row of
    pieces is cut and the next row is not, the cross has no arm into the next row.
    """
    outside: dict[tuple[float, float], list[End]] = defaultdict(list)
    crosses: dict[tuple[float, float], list[End]] = defaultdict(list)
    short: set[End] = set()
    found = _found_marks(cut, placed, keep._replace(clear=(), margin=0))
    for p, marks in zip(cut, found, strict=True):
        for corner, mark, along, is_crossed in marks:
            if is_crossed:
                crosses[corner].extend(along)
                continue
            left = _before(mark, keep.clear)
            if left:
                outside[corner].append(left)
            if not _is_enough(left, p, keep):
                short.update(along[:1])
    if any(p.side == "front" for p in cut):
        short.update(*(here for corner, here in crosses.items() if corner not in outside))
    arms = sorted(arm for arm in short if not _touches(arm, keep.clear))
    return sorted(set(chain.from_iterable(outside.values()))), arms


def _is_enough(left: End | None, p: _Trim, keep: Keep) -> bool:
    """Whether something is left of a mark, and enough of a front's is within what printers print."""
    if not left or p.side != "front":
        return left is not None
    return _length_in(left, Rect(0, 0, *keep.paper).inset(keep.margin)) >= _SHORTEST


def _touches(mark: End, others: Iterable[Rect]) -> bool:
    box = _around(mark)
    return any(box.overlaps(other) for other in others)


def _around(mark: End) -> Rect:
    x1, y1, x2, y2 = mark
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).inset(-_BESIDE)


def _length_in(mark: End, area: Rect) -> float:
    """The length of a mark, outside the area or across its edge, that is inside."""
    x1, y1, x2, y2 = mark
    across = min(max(x1, x2), area.right) - max(min(x1, x2), area.x)
    along = min(max(y1, y2), area.far) - max(min(y1, y2), area.y)
    return across + along if across >= 0 and along >= 0 else 0.0


def _before(mark: End, clear: Iterable[Rect]) -> End | None:
    """The part of a mark, from its start, before what must stay clear; None if it is too short."""
    x1, y1, x2, y2 = mark
    upright, out = x1 == x2, 1 if (x2, y2) > (x1, y1) else -1
    start, end = (y1, y2) if upright else (x1, x2)
    for box in (box for box in clear if _touches(mark, [box])):
        near, far = (box.y, box.far) if upright else (box.x, box.right)
        end = out * min(out * end, out * (near if out > 0 else far))
    if out * (end - start) < _SHORTEST:
        return None
    end = round(end, 4)
    return (x1, y1, x2, end) if upright else (x1, y1, end, y2)


class _Trim(NamedTuple):
    """The trim of a piece as placed, with its bleed and its side: all that its cut marks depend on."""

    rect: Rect
    bleed: Edges
    side: Literal["front", "back"]


_Mark = tuple[tuple[float, float], End, list[End], bool]
"""A corner, the mark that extends an edge there, the arms of a cross in its place, and whether a piece is there."""


@lru_cache(maxsize=100)
def _found_marks(cut: tuple[_Trim, ...], placed: tuple[Rect, ...], keep: Keep) -> list[list[_Mark]]:
    """The marks at the corners of each trim, each with those of its arms that touch no piece."""
    reach = max(max(p.bleed) for p in cut) + BEYOND_BLEED + GAP + keep.pen.length + _SHORTEST
    trims, found = Cells(((rect, rect) for rect in placed), reach), []
    for p in cut:
        near = list(trims.near(p.rect))
        whole = [rect.inset(2 * _BESIDE) for rect in near]
        found.append(
            [
                (corner, mark, [arm for arm in arms if not _touches(arm, whole)], _touches(mark, near))
                for corner, mark, arms in _corner_marks(p, keep)
            ]
        )
    return found


@lru_cache(maxsize=100)
def _mark_boxes(cut: tuple[_Trim, ...], placed: tuple[Rect, ...], keep: Keep) -> set[Rect]:
    """Where marks and arms may be. What must stay clear elsewhere changes nothing."""
    marks = (one for each in _found_marks(cut, placed, keep) for one in each)
    return {_around(end) for _, mark, arms, _ in marks for end in (mark, *arms)}


def _corner_marks(p: _Trim, keep: Keep) -> Iterator[tuple[tuple[float, float], End, tuple[End, End]]]:
    """Each corner of a trim, twice: the mark that extends an edge there, and the arms of a cross in its place.

    The first arm extends the edge; the second is on the edge.
    """
    box, bleed, paper = p.rect, p.bleed, keep.paper
    for x in (box.x, box.right):
        for y, out, reach in ((box.y, -1, bleed.bottom), (box.far, 1, bleed.top)):
            x, y = round(x, 4), round(y, 4)
            edge = keep.above if out < 0 else paper.h - keep.above
            a, b = _extent(y, out, reach, edge, keep.pen.length)
            yield (x, y), (x, a, x, b), ((x, y, x, _by(y, out)), (x, y, x, _by(y, -out)))
    for y in (box.y, box.far):
        for x, out, reach in ((box.x, -1, bleed.left), (box.right, 1, bleed.right)):
            x, y = round(x, 4), round(y, 4)
            edge = keep.beside if out < 0 else paper.w - keep.beside
            a, b = _extent(x, out, reach, edge, keep.pen.length)
            yield (x, y), (a, y, b, y), ((x, y, _by(x, out), y), (x, y, _by(x, -out), y))


def _by(at: float, way: int) -> float:
    """Where the arm of a cross ends that starts at `at`."""
    return round(at + way * ROUNDED, 4)


def _extent(trim: float, out: int, bleed: float, edge: float, length: float) -> Interval:
    """The start and end of a mark, outwards from the trim, up to the edge where marks end."""
    start = max(GAP, bleed + BEYOND_BLEED) if bleed else GAP
    end = max(start + _SHORTEST, min(start + length, out * (edge - trim)))
    return round(trim + out * start, 4), round(trim + out * end, 4)
