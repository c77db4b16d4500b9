"""A side of a sheet -> what printer and cutter need around the pieces: cut marks, a label, a ruler.

The result is a drawing of the paper's size, so it is in drawing coordinates (origin at the top left).
Cut marks lie outside every trim; where ink bleeds they begin beyond it. Label and ruler stand along the
edges with more room. Nothing stands nearer the paper's edge than `EDGE`: viewers shrink pages that do.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Literal, NamedTuple

from pnp.drawing import Drawing, Group, Item, Stroke, Tag, Text, Use, line
from pnp.geometry import MM_PER_INCH, Rect, Size, Transform
from pnp.imposition import Placed, Room
from pnp.text import Fonts

INK = "#000000"
MARK = Stroke(INK, 0.15)
GAP = 1.0
"""From the trim to the mark, mm."""
LENGTH = 3.0
BEYOND_BLEED = 0.5
EDGE = 3.0
RULER_MM = 100
RULER_IN = 4
LABEL_FONT, LABEL_SIZE = "body", 6.5
STRIP = 2.6
"""Height of the label's and of the ruler's strip, mm, from the printable border inwards."""
_SHORTEST = 0.8

Side = Literal["front", "back"]


class Label(NamedTuple):
    """What stands on a sheet so that it can be told from every other: the parts are joined by dots."""

    parts: tuple[str, ...]

    def __str__(self) -> str:
        return " · ".join(part for part in self.parts if part)


class _Keep(NamedTuple):
    """The paper, and how far from its edges above and below, and at the sides, marks must end."""

    paper: Size
    above: float
    beside: float


def furniture(
    name: str, room: Room, placed: tuple[Placed, ...], label: Label, fonts: Fonts, *, cut: bool, draft: bool = False
) -> Drawing:
    """Cut marks (if `cut`), label and ruler of one side of a sheet; DRAFT across it if it is one."""
    paper = room.paper
    upright = _strips_are_horizontal(placed, paper)
    beyond_strip = room.margin + STRIP
    keep = _Keep(paper, beyond_strip if upright else EDGE, EDGE if upright else beyond_strip)
    marks: tuple[Item, ...] = tuple(cut_marks(placed, keep)) if cut else ()
    long_side = paper.w if upright else paper.h
    strips: list[Item] = [*_label(str(label), long_side, room.margin, fonts)]
    far = (paper.h if upright else paper.w) - room.margin
    strips.extend(_ruler(long_side, far, fonts))
    # Along the sides the strips are read from the right, as on a book's spine.
    turned = Transform() if upright else Transform(0, -1, 1, 0, 0, paper.h)
    across = (_draft(paper, fonts),) if draft else ()
    return Drawing(name, paper, (Tag("Artifact", (*across, *marks, Group(tuple(strips), turned))),))


def _draft(paper: Size, fonts: Fonts) -> Use:
    """The word in pale grey from corner to corner, so that no sheet of a draft passes for a finished one."""
    size = 100.0
    width = fonts.width("DRAFT", "bold", size)
    scale = 0.66 * (paper.w**2 + paper.h**2) ** 0.5 / width
    word = Text(-width / 2, fonts.cap_height("bold", size) / 2, "DRAFT", "bold", size, "#808080", alpha=0.35)
    angle = degrees(atan2(paper.h, paper.w))
    placed = Transform.move(paper.w / 2, paper.h / 2).over(Transform.rotate(-angle)).over(Transform.scale(scale))
    return Use(Drawing("draft", paper, (Group((word,), placed),)), Transform())


def _strips_are_horizontal(placed: tuple[Placed, ...], paper: Size) -> bool:
    """Whether there is more room above and below the pieces than at their sides."""
    if not placed:
        return True
    block = bounds(placed)
    return min(block.y, paper.h - block.far) >= min(block.x, paper.w - block.right)


def bounds(placed: tuple[Placed, ...], *, bleed: bool = False) -> Rect:
    """The smallest box round the trims of what is placed, or round their bleeds."""
    boxes = [p.bleed.around(p.rect) if bleed else p.rect for p in placed]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box


def cut_marks(placed: tuple[Placed, ...], keep: _Keep) -> list[Item]:
    """Short lines in the trims' directions at the corners, only where no other piece lies."""
    trims = [p.rect for p in placed]
    ends: set[tuple[float, float, float, float]] = set()
    for p in placed:
        if not p.piece.outlined:
            ends.update(_corner_marks(p, trims, keep))
    return [line(*end, MARK) for end in sorted(ends)]


def _corner_marks(p: Placed, trims: list[Rect], keep: _Keep) -> list[tuple[float, float, float, float]]:
    found = []
    box, bleed, paper = p.rect, p.bleed, keep.paper
    for x in (box.x, box.right):
        for y, out, reach in ((box.y, -1, bleed.bottom), (box.far, 1, bleed.top)):
            a, b = _extent(y, out, reach, paper.h, keep.above)
            if _clear(Rect(x - 0.01, min(a, b), 0.02, abs(b - a)), trims):
                found.append((x, paper.h - a, x, paper.h - b))
    for y in (box.y, box.far):
        for x, out, reach in ((box.x, -1, bleed.left), (box.right, 1, bleed.right)):
            a, b = _extent(x, out, reach, paper.w, keep.beside)
            if _clear(Rect(min(a, b), y - 0.01, abs(b - a), 0.02), trims):
                found.append((a, paper.h - y, b, paper.h - y))
    return found


def _extent(trim: float, out: int, bleed: float, paper: float, keep: float) -> tuple[float, float]:
    """Where a mark begins and ends, going outwards from the trim."""
    start = max(GAP, bleed + BEYOND_BLEED) if bleed else GAP
    room = (trim if out < 0 else paper - trim) - keep
    end = max(start + _SHORTEST, min(start + LENGTH, room))
    return round(trim + out * start, 4), round(trim + out * end, 4)


def _clear(mark: Rect, trims: list[Rect]) -> bool:
    return not any(mark.overlaps(trim) for trim in trims)


def _label(text: str, width: float, margin: float, fonts: Fonts) -> list[Item]:
    size = LABEL_SIZE
    while fonts.width(text, LABEL_FONT, size) > width - 2 * margin and size > 4:
        size -= 0.25
    x = (width - fonts.width(text, LABEL_FONT, size)) / 2
    y = margin + fonts.cap_height(LABEL_FONT, size)
    return [Text(x, y, text, LABEL_FONT, size, INK)]


def _ruler(width: float, y: float, fonts: Fonts) -> list[Item]:
    """A line of 100 mm with a tick every 10 mm above it and every inch, to 4 in, below it."""
    inches = RULER_IN * MM_PER_INCH
    before, after = "0", f"{RULER_MM} mm above · {RULER_IN} in below: measure me"
    start = (width - inches) / 2
    middle = y - 1.2
    items: list[Item] = [line(start, middle, start + inches, middle, MARK)]
    for tick in range(0, RULER_MM + 1, 10):
        tall = 1.2 if tick % 50 == 0 else 0.8
        items.append(line(start + tick, middle - tall, start + tick, middle, MARK))
    ticks = (start + inch * MM_PER_INCH for inch in range(RULER_IN + 1))
    items.extend(line(x, middle, x, middle + 1.2, MARK) for x in ticks)
    cap = fonts.cap_height(LABEL_FONT, 5.5)
    items.append(Text(start - 1 - fonts.width(before, LABEL_FONT, 5.5), middle + cap / 2, before, LABEL_FONT, 5.5, INK))
    items.append(Text(start + inches + 1, middle + cap / 2, after, LABEL_FONT, 5.5, INK))
    return items
