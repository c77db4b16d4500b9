"""Printer's marks around the pieces on one side of a sheet: cut marks, a label, a ruler, a flip mark.

The result is a drawing of the paper's size, in drawing coordinates (origin at the top left). Cut marks are outside
every trim and its bleed. Label and ruler run along the edges with more room. Nothing is nearer to the paper's edge than
`EDGE`, because viewers shrink such pages.

The marks of a sheet of a booklet: none, unless it is a draft.

A folded booklet is not trimmed, so labels and marks would stay on its pages, which have numbers and the title. Its
pages are not cut to size, so it needs no ruler; a sheet flipped on the wrong edge has its pages upside down, so it
needs no flip mark.

The marks of a sheet that a machine cuts: its registration marks, a label, a ruler, a flip mark.

Registration marks are on fronts only: they would shine through, and the machine cuts with the front up. The other marks
are in two strips that no machine scans: the label is along the right side and the ruler along the bottom, both outside
the marks, and far from their corners. A sheet has no cut marks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from math import atan2, degrees
from typing import Literal

from pnp.graphics import Drawing, Group, Item, Path, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, KAPPA, NOTES, Text, Use, ellipse, layer, line, rectangle
from pnp.graphics.geometry import MM_PER_INCH
from pnp.imposition import Placed, Room
from pnp.imposition.cuts import PEN, Keep, MarkPen, Style, cut_marks
from pnp.imposition.registration import Machine
from pnp.imposition.sheet import EDGE, STRIP, strips_are_level
from pnp.text import Fonts

INK = "#000000"
MARK = Stroke(INK, 0.15)
RULERS = ((100, 4), (50, 2))
"""The lengths of rulers in mm and in inches; the second is for paper as narrow as A6."""
LABEL_FONT, LABEL_SIZE, LEAST_LABEL = "body", 7.0, 4.0
LABEL_PARTS = " · "
"""What is between the parts of a label."""
SMALLER = 6.5
"""The size of a ruler's words where there is no room for LABEL_SIZE, pt."""
TEXT_ROOM = 0.6
"""The distance of cut marks from the label and the ruler, mm."""
RULER_GAP = 2.0
"""The distance of the ruler's words from its ends, mm."""

FLIP_MARK = 1.3
"""Radius of the half discs that show whether a sheet was flipped on the right edge, mm."""
FOLD = Stroke(INK, 0.15, (3.0, 2.0))

Side = Literal["front", "back"]
Line = tuple[float, float, float, float]


def printer_marks(
    name: str,
    room: Room,
    placed: tuple[Placed, ...],
    label: str,
    fonts: Fonts,
    *,
    cut: Style,
    side: Side = "front",
    flips: bool | None = None,
    fold: Line | None = None,
    draft: bool = False,
    strips: bool = True,
    pen: MarkPen = PEN,
) -> Drawing:
    """The marks of one side of a sheet: cut marks in the style `cut`, label, ruler, and DRAFT across a draft.

    `fold` is a fold line from edge to edge, in sheet coordinates. `flips` says whether the line on which the sheet is
    flipped is upright; None if it is printed on one side only, and needs no flip mark. Without `strips` there is no
    label, ruler and flip mark. Cut marks are drawn with a `pen`.
    """
    paper = room.paper
    if not strips and len(placed) == 1 and room.margin < EDGE:
        cut = "none"  # one piece on paper of its size, without a border
    room = room._replace(margin=max(room.margin, EDGE))
    upright = strips_are_level(room.cells or (one.rect for one in placed), paper)
    beside, written = _strips(room, label, fonts, upright=upright) if strips else ((), [])
    flips = flips if strips else None
    if room.labels:
        marks = _label_outlines(room, pen) if cut == "lines" and side == "front" else []
    else:
        clear = _kept_clear(room, side, flips, written, upright=upright)
        marks = cut_marks(cut, placed, Keep(paper, EDGE, EDGE, clear, room.margin, pen))
    fold_ends = room.margin + STRIP if fold and upright == _is_upright(fold) else EDGE
    layers = (
        *layer(NOTES, [draft_mark(paper, fonts, room.say("draft"))] if draft else []),
        *_shared("cut-marks", paper, tuple(layer(CUT_LINES, marks))),
        *layer(FOLD_LINES, _fold(fold, paper, fonts, room.say("fold_here"), fold_ends)),
        *layer(NOTES, (*beside, *(flip_mark(room, side, vertical=flips) if flips is not None else ()))),
    )
    return Drawing(name, paper, (Tag("Artifact", layers),))


@lru_cache(maxsize=100)
def _shared(name: str, paper: Size, items: tuple[Item, ...]) -> tuple[Use, ...]:
    """Items of a sheet as a drawing that all sheets with the same items share, so that a file contains it once."""
    return (Use(Drawing(name, paper, items), Transform()),) if items else ()


def _strips(room: Room, label: str, fonts: Fonts, *, upright: bool) -> tuple[tuple[Item, ...], list[Rect]]:
    """The label and the ruler of a sheet, and the boxes around them as they are printed.

    Along the sides, they are rotated to be read from the right, as on a book's spine.
    """
    (w, h), margin = room.paper, room.margin
    long_side, far = (w, h - margin) if upright else (h, w - margin)
    words = list(_label(label, long_side, margin, fonts))
    scale = ruler(long_side, far, margin, fonts, lambda mm, inches: str(room.say("ruler", mm=mm, inches=inches)))
    written = [*_written(words, fonts), *([_around_ruler(scale, far, fonts)] if scale else [])]
    turned = Transform() if upright else Transform(0, -1, 1, 0, 0, h)
    return (Group((*words, *scale), turned),), written


def _label_outlines(room: Room, pen: MarkPen) -> list[Item]:
    """The outlines of all labels of a sheet, to hold a test print on plain paper against the sheet."""
    corner = room.labels.corner if room.labels else 0.0
    drawn = (Rect(x, room.paper.h - y - h, w, h) for x, y, w, h in room.cells)
    return [Path(rectangle(box, corner), stroke=pen.stroke) for box in drawn]


def _kept_clear(room: Room, side: Side, flips: bool | None, written: list[Rect], *, upright: bool) -> tuple[Rect, ...]:
    """Where no cut mark is drawn: around the flip mark, and along what is `written` in the strips."""
    flip = (_around_flip_mark(room, side, vertical=flips),) if flips is not None else ()
    # Strips along the sides are mirrored in sheet coordinates: what is along them is upright, from below.
    words = (
        Rect(box.x, room.paper.h - box.far, box.w, box.h) if upright else Rect(box.y, box.x, box.h, box.w)
        for box in written
    )
    return (*flip, *words)


def flip_mark(room: Room, side: Side, *, vertical: bool) -> list[Item]:
    """The flip mark of one side of a sheet: half a disc. The flip line is upright if `vertical`.

    Held against the light, the marks of a correctly flipped sheet make a full disc.
    """
    return half_disc(*_flip_mark_centre(room, side, vertical=vertical), side, vertical=vertical)


def half_disc(x: float, y: float, side: Side, *, vertical: bool) -> list[Item]:
    """The flip mark at a point in drawing coordinates."""
    r, k, way = FLIP_MARK, FLIP_MARK * KAPPA, 1 if side == "back" and not vertical else -1
    half = (
        ("m", (x, y - r)),
        ("c", (x + way * k, y - r, x + way * r, y - k, x + way * r, y)),
        ("c", (x + way * r, y + k, x + way * k, y + r, x, y + r)),
        ("h", ()),
    )
    return [Path(half, fill=INK), Path(ellipse(x, y, r, r), stroke=MARK)]


def _flip_mark_centre(room: Room, side: Side, *, vertical: bool) -> tuple[float, float]:
    """In drawing coordinates: at the top left of the front, and behind it on the back."""
    x = y = room.margin + FLIP_MARK
    if side == "front":
        return x, y
    return (room.paper.w - x, y) if vertical else (x, room.paper.h - y)


def _around_flip_mark(room: Room, side: Side, *, vertical: bool) -> Rect:
    """The flip mark with 0.7 mm around it, in sheet coordinates."""
    x, y = _flip_mark_centre(room, side, vertical=vertical)
    return Rect(x, room.paper.h - y, 0, 0).inset(-FLIP_MARK - 0.7)


def _is_upright(fold: Line) -> bool:
    return fold[0] == fold[2]


def _fold(fold: Line | None, paper: Size, fonts: Fonts, label: str, ends: float) -> list[Item]:
    """The fold line, with a label at both ends, `ends` mm from the paper's edges."""
    if fold is None:
        return []
    x1, y1, _, _ = fold
    upright = _is_upright(fold)
    length = paper.h if upright else paper.w
    dashes = line(ends, 0, length - ends, 0, FOLD)
    size = LABEL_SIZE
    width = fonts.width(label, LABEL_FONT, size)
    start = ends + EDGE
    words = [Text(x, -0.8, label, LABEL_FONT, size, INK) for x in (start, length - start - width)]
    at = Transform(0, -1, 1, 0, x1, paper.h) if upright else Transform.move(0, paper.h - y1)
    return [Group((dashes, *words), at)]


def draft_mark(paper: Size, fonts: Fonts, label: str) -> Use:
    """The word in pale grey from corner to corner, so that no sheet of a draft is mistaken for a finished one."""
    size = 100.0
    width = fonts.width(label, "bold", size)
    scale = 0.66 * (paper.w**2 + paper.h**2) ** 0.5 / width
    word = Text(-width / 2, fonts.cap_height("bold", size) / 2, label, "bold", size, "#808080", alpha=0.35)
    angle = degrees(atan2(paper.h, paper.w))
    placed = Transform.move(paper.w / 2, paper.h / 2).over(Transform.rotate(-angle)).over(Transform.scale(scale))
    (mark,) = _shared("draft", paper, (Group((word,), placed),))
    return mark


def bounds(placed: tuple[Placed, ...], *, bleed: bool = False) -> Rect:
    """The bounding box of all trims, or of all bleeds."""
    return reduce(Rect.union, (p.bleed.around(p.rect) if bleed else p.rect for p in placed))


def _written(texts: list[Text], fonts: Fonts) -> list[Rect]:
    """The boxes around a strip's texts, which no mark may cross, in the strip's coordinates."""
    boxes = []
    for text in texts:
        cap, descent = fonts.cap_height(text.font, text.size), fonts.descent(text.font, text.size)
        width = fonts.width(text.text, text.font, text.size)
        boxes.append(Rect(text.x, text.y - cap, width, cap + descent).inset(-TEXT_ROOM))
    return boxes


def _around_ruler(items: list[Item], y: float, fonts: Fonts) -> Rect:
    """The box around a ruler and its words, which no mark may cross, in the strip's coordinates."""
    first, last = (item for item in items if isinstance(item, Text))
    right = last.x + fonts.width(last.text, last.font, last.size)
    return Rect(first.x, y - 2.4, right - first.x, 2.4).inset(-TEXT_ROOM)


def fitted_label(text: str, width: float, fonts: Fonts) -> tuple[str, float]:
    """A label for a width in mm, and its size in pt. One that is too long even when small loses its first parts: the
    title of the kit, and the name of the sheets."""
    size, parts = LABEL_SIZE, text.split(LABEL_PARTS)
    while fonts.width(text, LABEL_FONT, size) > width and size > LEAST_LABEL:
        size -= 0.25
    while fonts.width(LABEL_PARTS.join(parts), LABEL_FONT, size) > width and len(parts) > 1:
        del parts[0]
    return LABEL_PARTS.join(parts), size


def _label(text: str, width: float, margin: float, fonts: Fonts) -> list[Text]:
    text, size = fitted_label(text, width - 2 * (margin + 3 * FLIP_MARK), fonts)
    x = (width - fonts.width(text, LABEL_FONT, size)) / 2
    y = margin + fonts.cap_height(LABEL_FONT, size)
    return [Text(x, y, text, LABEL_FONT, size, INK)]


def short_words(mm: int, inches: int) -> str:
    return f"{mm} mm · {inches} in"


def _ruler_form(
    width: float, margin: float, fonts: Fonts, words: Callable[[int, int], str]
) -> tuple[int, float, str, float] | None:
    """The first form of a ruler that has room: its length in mm, that of its inches, its words and their size.

    On paper that is narrower than any, the shortest may reach into the margin; None if it would leave the paper.
    """
    tried = [
        (mm, inches * MM_PER_INCH, text, size)
        for mm, inches in RULERS
        for text in (words(mm, inches), short_words(mm, inches))
        for size in (LABEL_SIZE, SMALLER)
    ]
    least, inches = RULERS[-1]
    tried.append((least, inches * MM_PER_INCH, f"{least} mm", SMALLER))

    def fits(inches: float, text: str, size: float, clear: float) -> bool:
        return fonts.width(text, LABEL_FONT, size) <= (width - inches) / 2 - clear - RULER_GAP

    shortest = tried[-1] if fits(*tried[-1][1:], clear=0.0) else None
    return next((one for one in tried if fits(*one[1:], clear=margin)), shortest)


def ruler(width: float, y: float, margin: float, fonts: Fonts, words: Callable[[int, int], str]) -> list[Item]:
    """A line above `y` with a tick every 10 mm above it and every inch below it: 100 mm or, on narrow paper, 50 mm.

    `words` makes the long form of its words. They are smaller, or shorter, if they have no room on paper of a `width`
    within the printer's margin. Paper without room for 50 mm has no ruler.
    """
    form = _ruler_form(width, margin, fonts, words)
    if form is None:
        return []
    length, inches, after, size = form
    start = (width - inches) / 2
    before = "0"
    middle = y - 1.2
    items: list[Item] = [line(start, middle, start + inches, middle, MARK)]
    for tick in range(0, length + 1, 10):
        tall = 1.2 if tick % 50 == 0 else 0.8
        items.append(line(start + tick, middle - tall, start + tick, middle, MARK))
    ticks = (start + inch * MM_PER_INCH for inch in range(round(inches / MM_PER_INCH) + 1))
    items.extend(line(x, middle, x, middle + 1.2, MARK) for x in ticks)
    cap = fonts.cap_height(LABEL_FONT, size)
    left = start - RULER_GAP - fonts.width(before, LABEL_FONT, size)
    for x, text in ((left, before), (start + inches + RULER_GAP, after)):
        items.append(Text(x, middle + cap / 2, text, LABEL_FONT, size, INK))
    return items


def booklet_marks(name: str, room: Room, fonts: Fonts, *, draft: bool = False) -> Drawing:
    """The marks of one side of a sheet of landscape paper; DRAFT across a draft."""
    across = [draft_mark(room.paper, fonts, room.say("draft"))] if draft else []
    return Drawing(name, room.paper, (Tag("Artifact", (*layer(NOTES, across),)),))


FROM_CORNERS = 25.0
"""From the paper's side to the flip mark, mm: past every mark, and before the ruler."""
LABEL_ENDS = 30.0
"""From the ends of the frame to the label, mm."""
DESCENT = 0.6
"""The room below the label's baseline, mm."""


def machine_marks(
    name: str,
    room: Room,
    machine: Machine,
    label: str,
    fonts: Fonts,
    *,
    side: Side = "front",
    flips: bool | None = None,
    draft: bool = False,
) -> Drawing:
    """The marks of one side of a sheet; DRAFT across a draft.

    `flips` says whether the line on which the sheet is flipped is upright; None if it is printed on one side only.
    """
    paper = room.paper
    frame = machine.frame(paper, room.margin)
    registration = machine.items(paper) if side == "front" else []
    across = [draft_mark(paper, fonts, room.say("draft"))] if draft else []
    notes = [*ruler(paper.w, frame.far, EDGE, fonts, short_words), _label_between(label, frame, paper.h, fonts)]
    if flips is not None:
        notes += _flip_mark(room, frame, side, vertical=flips)
    return Drawing(name, paper, (Tag("Artifact", (*layer(NOTES, across), *registration, *layer(NOTES, notes))),))


def _label_between(text: str, frame: Rect, height: float, fonts: Fonts) -> Group:
    """The label, to be read from the right, as on a book's spine."""
    text, size = fitted_label(text, frame.h - 2 * LABEL_ENDS, fonts)
    start = (height - fonts.width(text, LABEL_FONT, size)) / 2
    written = Text(start, frame.right - DESCENT, text, LABEL_FONT, size, INK)
    return Group((written,), Transform(0, -1, 1, 0, 0, height))


def _flip_mark(room: Room, frame: Rect, side: Side, *, vertical: bool) -> list[Item]:
    """The flip mark at the bottom of the front, and behind it on the back."""
    x, y = max(FROM_CORNERS, frame.x + 2 * FLIP_MARK), frame.far - FLIP_MARK
    if side == "back":
        x, y = (room.paper.w - x, y) if vertical else (x, room.paper.h - y)
    return half_disc(x, y, side, vertical=vertical)
