"""The display list every stage above draws into and every ink target reads: the narrow waist.

A `Drawing` is a size in mm and items in painting order; its origin is the trim's top left corner and y grows
downwards. A drawing may reach past its size by `bleed`. `Use` places one drawing inside another; ink targets
draw each distinct drawing once. A `Piece` is a drawing, or two back to back, that somebody cuts out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pnp.diagnostics import Span
from pnp.graphics.geometry import Rect, Size, Transform

# A path's segment: PDF's operator letter (m, l, c, h) and its coordinates in mm.
Segment = tuple[str, tuple[float, ...]]

CURRENT = "currentColor"
"""A colour that a drawing leaves open, to be put in where the drawing is used."""

CUT_LINES, FOLD_LINES, NOTES = "Cut lines", "Fold lines", "Notes"
"""Layers: where to cut, where to fold, and what is only said to whoever prints."""

# Bézier handle for a quarter circle of radius 1 that is nowhere more than 0.03 % off.
KAPPA = 0.5522847498


class Stroke(NamedTuple):
    """How a line is drawn: colour, width and dashes in mm, cap and join as in PDF (1 is round)."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    alpha: float = 1.0


class Path(NamedTuple):
    """An outline, filled, stroked or both. Colours are `#rrggbb`."""

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    alpha: float = 1.0


class Text(NamedTuple):
    """One run of text on one line: left end of the baseline in mm, size in pt, font by role.

    A soft hyphen at its end is printed; the word goes on in the next text. If there is an `icon`, that is drawn and no
    letters are: `text` is its name as it was written, and the `alt` of its drawing what it says.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    alpha: float = 1.0
    icon: Use | None = None


class Picture(NamedTuple):
    """A bitmap file's bytes stretched over a box in mm."""

    box: Rect
    data: bytes
    pixels: tuple[int, int]


class Group(NamedTuple):
    """Items under one transform, and inside one clip if there is one (given in the group's own coordinates)."""

    items: tuple[Item, ...]
    transform: Transform = Transform()
    clip: tuple[Segment, ...] = ()
    clip_even_odd: bool = False


class Use(NamedTuple):
    """Another drawing placed in this one."""

    drawing: Drawing
    transform: Transform


class Tag(NamedTuple):
    """Items that mean something: `role` is a structure type as in PDF (H1, P, L, LI, Lbl, LBody, TOC, TOCI, Index,
    Figure, Table, TR, TH, TD, Artifact, which is not to be read), `alt` its text for readers; a table's are the words
    of its head, which is read on its first page only. A tag of the role Layer is a part that viewers can switch off by
    the name `alt`.

    `origin` is where the text was written, so that whoever reads it off the drawing can say where it is wrong.
    """

    role: str
    items: tuple[Item, ...]
    alt: str = ""
    origin: Span | None = None


Item = Path | Text | Picture | Group | Use | Tag


@dataclass(frozen=True, eq=False)
class Drawing:
    """A size in mm and what is drawn on it. Two drawings are the same one only if they are one object."""

    name: str
    size: Size
    items: tuple[Item, ...]
    bleed: float = 0.0
    alt: str = ""

    def texts(self) -> Iterator[Text]:
        """Every text on the drawing, in reading order, those of drawings used in it too."""
        return (item for item, _, _ in walk(self.items) if isinstance(item, Text))


def walk(
    items: Iterable[Item],
    frame: Transform = Transform(),  # noqa: B008
    origin: Span | None = None,
    *,
    used: bool = True,
) -> Iterator[tuple[Item, Transform, Span | None]]:
    """Items and all that is in them, also in drawings that are `used`, with their frames and the nearest origins."""
    for item in items:
        yield item, frame, origin
        if isinstance(item, Group):
            yield from walk(item.items, frame.over(item.transform), origin, used=used)
        elif isinstance(item, Tag):
            yield from walk(item.items, frame, item.origin or origin, used=used)
        elif isinstance(item, Use) and used:
            yield from walk(item.drawing.items, frame.over(item.transform), origin)


class Landmark(NamedTuple):
    """A heading for the outline of a file: its level, from 1, its words, and how far below the trim's top it is, mm."""

    level: int
    words: str
    down: float


@dataclass(frozen=True, eq=False)
class Piece:
    """All that imposition knows of a thing to cut out: its trim size, its sides, how often it is wanted."""

    id: str
    component: str
    title: str
    size: Size
    front: Drawing
    back: Drawing | None = None
    stock: Literal["cardstock", "paper"] = "cardstock"
    copies: int = 1
    filler: bool = False
    """A filler takes the slots that are left on a sheet, beyond its `copies`."""
    outlined: bool = False
    """Whether the drawing shows its own cut line, so that it needs no cut marks."""
    seams: tuple[float, ...] = ()
    """Where the piece would best be cut if it is wider than the paper, mm from its left edge."""
    landmarks: tuple[Landmark, ...] = ()
    """The headings on its front."""
    of: tuple[Piece, ...] = ()
    """The pieces that this one is a part of, or that are parts of it, if it was made only to suit the paper."""

    @property
    def bleed(self) -> float:
        return max(self.front.bleed, self.back.bleed if self.back else 0.0)


def layer(name: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Items in a layer; nothing where there are none."""
    held = tuple(items)
    return (Tag("Layer", held, name),) if held else ()


def line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path((("m", (x1, y1)), ("l", (x2, y2))), stroke=stroke)


def rectangle(box: Rect, radius: float = 0.0) -> tuple[Segment, ...]:
    """The outline of a box, its corners rounded by `radius` mm."""
    radius = max(0.0, min(radius, box.w / 2, box.h / 2))
    return rounded(box, radius, radius)


def rounded(box: Rect, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of a box; each corner is a quarter of an ellipse that ends in the middle of a side at most."""
    x, y, right, far = box.x, box.y, box.right, box.far
    if not rx or not ry:
        return (("m", (x, y)), ("l", (right, y)), ("l", (right, far)), ("l", (x, far)), ("h", ()))
    rx, ry = min(rx, box.w / 2), min(ry, box.h / 2)
    k, m = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("m", (x + rx, y)),
        ("l", (right - rx, y)),
        ("c", (right - k, y, right, y + m, right, y + ry)),
        ("l", (right, far - ry)),
        ("c", (right, far - m, right - k, far, right - rx, far)),
        ("l", (x + rx, far)),
        ("c", (x + k, far, x, far - m, x, far - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + m, x + k, y, x + rx, y)),
        ("h", ()),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    k, m = rx * KAPPA, ry * KAPPA
    return (
        ("m", (cx + rx, cy)),
        ("c", (cx + rx, cy + m, cx + k, cy + ry, cx, cy + ry)),
        ("c", (cx - k, cy + ry, cx - rx, cy + m, cx - rx, cy)),
        ("c", (cx - rx, cy - m, cx - k, cy - ry, cx, cy - ry)),
        ("c", (cx + k, cy - ry, cx + rx, cy - m, cx + rx, cy)),
        ("h", ()),
    )


def polygon(*points: tuple[float, float]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("m", first), *(("l", point) for point in rest), ("h", ()))
