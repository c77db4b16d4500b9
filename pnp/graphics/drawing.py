"""The display list: drawings as sizes with items, from which PDFs and previews are made.

A `Drawing` is a size in mm and items in painting order. Its origin is the top left corner of the trim, and y grows
downwards. A drawing may extend beyond its size by `bleed`. `Use` places a drawing inside another; a PDF contains each
drawing once. A `Piece` is a drawing, or two back to back, to be cut out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import is_
from typing import Literal, NamedTuple, TypeVar

from pnp.diagnostics import Span
from pnp.graphics.content import Content
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import Fill

# A segment of a path: PDF's operator (m, l, c, h) and coordinates in mm.
Segment = tuple[str, tuple[float, ...]]

Shape = Literal["rectangle", "hexagon", "hexagon-flat", "circle"]
"""A shape inside its box. A hexagon has a corner at the top, `hexagon-flat` a side."""
RECTANGLE: Shape = "rectangle"

CURRENT = "currentColor"
"""A placeholder in a drawing for the colour that is given where the drawing is used."""

CUT_LINES, FOLD_LINES, NOTES = "Cut lines", "Fold lines", "Notes"
"""Names of layers: lines to cut, lines to fold, and notes for the person who prints."""

FROM_EDGE = "from the edge"
"""The `alt` of a Bleed tag whose items are made from those at the edge of the same drawing."""

# The length of Bézier handles for a quarter circle of radius 1, with an error below 0.03 %.
KAPPA = 0.5522847498


class Stroke(NamedTuple):
    """The pen of a line: colour, width and dashes in mm, cap and join as in PDF (1 is round)."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    alpha: float = 1.0


class Path(NamedTuple):
    """An outline, filled, stroked or both. Colours are `#rrggbb`; a fill may be a gradient."""

    segments: tuple[Segment, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    alpha: float = 1.0


BARS = {"underline": 0.1, "strike": -0.26}
"""The lines that words may have, and how far below the baseline each is, as a share of the type size."""
BAR = 0.06
"""The thickness of such a line, as a share of the type size."""


class Text(NamedTuple):
    """A run of text on a line: the left end of its baseline in mm, its size in pt, its font role.

    A soft hyphen at its end is printed, and the word continues in the next text. If there is an `icon`, it is drawn
    instead of the text, which is then its name, as in `:name:`; its drawing has the alternative text. `rtl` if it runs
    from right to left; it is in reading order. `bars` are the lines of BARS that it has.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    alpha: float = 1.0
    icon: Use | None = None
    rtl: bool = False
    bars: tuple[str, ...] = ()


class Picture(NamedTuple):
    """A bitmap file, stretched to a box in mm. Its bytes are read when they are needed."""

    box: Rect
    content: Content
    pixels: tuple[int, int]
    alpha: float = 1.0


class Group(NamedTuple):
    """Items with a transform and an optional clip, in the group's own coordinates."""

    items: tuple[Item, ...]
    transform: Transform = Transform()
    clip: tuple[Segment, ...] = ()
    clip_even_odd: bool = False


class Use(NamedTuple):
    """A drawing placed in another. It is translucent as a whole: what overlaps in it does not shine through."""

    drawing: Drawing
    transform: Transform
    alpha: float = 1.0


class Mark(NamedTuple):
    """What words are: their kind, and the names behind it."""

    kind: str
    names: tuple[str, ...] = ()


class MarkedWords(NamedTuple):
    """Words of a block with their mark; None if they have none."""

    text: str
    mark: Mark | None


class TextBlock(NamedTuple):
    """A heading, paragraph, list item or cell of a template: its text and its words by mark, with their places.

    `role` is `heading`, `head` (of a table), `cell`, `row` (whose words are in its cells) or `prose`.
    """

    text: str
    words: tuple[MarkedWords, ...]
    role: str


class Tag(NamedTuple):
    """Items with a meaning. `role` is a structure type of PDF: H1, P, L, LI, Lbl, LBody, TOC, TOCI, Index, Figure,
    Table, TR, TH, TD, or Artifact for items that screen readers skip. `alt` is the alternative text; for a table, the
    words of its head. A tag with the role Layer is a layer with the name `alt`, which viewers can hide. The role Bleed
    is for colours that extend past a cut line.

    `origin` is the place in a data file where the text is written, or where its template is named, for diagnostics;
    `block` is the part of a template that it prints, or has a piece of. With little ink, the lines of a
    `hatched` tag stay clearly visible, because they are all that is left of it.
    """

    role: str
    items: tuple[Item, ...]
    alt: str = ""
    origin: Span | None = None
    hatched: bool = False
    block: TextBlock | None = None

    @property
    def layer(self) -> str:
        """The name of the layer that it is; empty for other tags."""
        return self.alt if self.role == "Layer" else ""

    @property
    def is_decoration(self) -> bool:
        """Whether screen readers skip its items."""
        return self.role == "Artifact"

    @property
    def is_bleed(self) -> bool:
        """Whether its items extend colours past a cut line."""
        return self.role == "Bleed"


Item = Path | Text | Picture | Group | Use | Tag
Holder = Group | Use | Tag
"""The items that have others inside."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """Items on an area of a size in mm. Drawings are compared by identity."""

    name: str
    size: Size
    items: tuple[Item, ...]
    bleed: float = 0.0
    alt: str = ""
    overhang: float = 0.0
    """How far a line along its edge extends past it, mm: half of the line's thickness."""
    full: float = 0.0
    """With little ink, its fills are judged as if it were this many times as large: a small picture of a piece as the
    piece, a large sign as other signs. 0 for its size on paper."""

    @cached_property
    def _read(self) -> tuple[Text | Tag, ...]:
        """What is read of the drawing, and of those used in it: art, which has the most items, is walked only once."""
        found: list[Text | Tag] = []
        for item in every(self.items, is_own):
            if isinstance(item, Use):
                found += item.drawing._read
            elif isinstance(item, Text | Tag):
                found.append(item)
        return tuple(found)

    def texts(self) -> Iterator[Text]:
        """All texts of the drawing in reading order, including those of drawings used in it."""
        return (item for item in self._read if isinstance(item, Text))

    def tags(self, role: str) -> Iterator[Tag]:
        """All tags of a role in the drawing, including those of drawings used in it."""
        return (item for item in self._read if isinstance(item, Tag) and item.role == role)

    def having(self, items: tuple[Item, ...]) -> Drawing:
        """The drawing with other items; the same one if they are the same."""
        return self if items is self.items else replace(self, items=items)


def is_own(item: Holder) -> bool:
    """Whether what is inside an item is the drawing's own, and not of a drawing that is used in it."""
    return not isinstance(item, Use)


def every(items: Iterable[Item], enter: Callable[[Holder], bool] | None = None) -> Iterator[Item]:
    """Iterate over items and all items inside them, or inside those that `enter` accepts."""
    return (item for item, _ in descend(items, (), _entering(enter)))


def _entering(enter: Callable[[Holder], bool] | None) -> Callable[[Holder, tuple[()]], tuple[()] | None]:
    return lambda item, _: () if enter is None or enter(item) else None


C = TypeVar("C")
T = TypeVar("T")


def descend(items: Iterable[Item], context: C, inside: Callable[[Holder, C], C | None]) -> Iterator[tuple[Item, C]]:
    """Iterate over items and all items inside them, with a context that is handed down.

    `inside` makes the context of what is inside an item from the item's own, or None to leave it out.
    """
    open_ = [(iter(items), context)]
    while open_:
        beside, context = open_[-1]
        for item in beside:
            yield item, context
            if isinstance(item, Group | Tag | Use) and (inner := inside(item, context)) is not None:
                open_.append((iter(item.drawing.items if isinstance(item, Use) else item.items), inner))
                break
        else:
            open_.pop()


class At(NamedTuple):
    """Where an item is: its transform, the nearest place in a data file where it is written, and the block that it is
    in."""

    frame: Transform = Transform()
    origin: Span | None = None
    block: TextBlock | None = None

    def inside(self, item: Holder) -> At:
        """Where the items inside an item are."""
        if isinstance(item, Tag):
            return At(self.frame, item.origin or self.origin, item.block) if item.origin or item.block else self
        return At(self.frame.over(item.transform), self.origin, self.block)


def walk(
    items: Iterable[Item],
    at: At = At(),  # noqa: B008
    enter: Callable[[Holder], bool] | None = None,
) -> Iterator[tuple[Item, At]]:
    """Iterate over items and all items inside them, or inside those that `enter` accepts, with where they are."""
    return descend(items, at, lambda item, at: at.inside(item) if enter is None or enter(item) else None)


def fold(items: Iterable[Item], value: Callable[[Item, tuple[T, ...]], T]) -> tuple[T, ...]:
    """The values of items, from the inside out: `value` makes one from an item and the values inside a group or tag.

    Other modules do not recurse into items, except where this would be no clearer: the painter (`pdf.canvas`) and the
    tagger (`pdf.tagging`) write something before and after what is inside an item, and the tagger also looks at runs
    of items beside each other.
    """
    return tuple(value(item, fold(item.items, value) if isinstance(item, Group | Tag) else ()) for item in items)


def mapped(
    items: tuple[Item, ...],
    change: Callable[[Item], Iterable[Item]],
    enter: Callable[[Holder], bool] | None = None,
) -> tuple[Item, ...]:
    """Items changed one by one, in painting order; the same tuple if nothing changed.

    `change` returns what replaces an item; it gets a group or a tag after what is inside it. What is inside one that
    `enter` refuses is left as it is, and so are drawings that are used, which `Changed` changes.
    """
    return mapped_down(items, lambda item, _: change(item), (), _entering(enter))


def mapped_down(
    items: tuple[Item, ...],
    change: Callable[[Item, C], Iterable[Item]],
    context: C,
    inside: Callable[[Holder, C], C | None],
) -> tuple[Item, ...]:
    """Items changed one by one as with `mapped`, with a context that is handed down as by `descend`."""
    changed: list[Item] = []
    for item in items:
        new = item
        if isinstance(item, Group | Tag) and (inner := inside(item, context)) is not None:
            within = mapped_down(item.items, change, inner, inside)
            new = item if within is item.items else item._replace(items=within)
        changed += change(new, context)
    is_same = len(changed) == len(items) and all(map(is_, changed, items))
    return items if is_same else tuple(changed)


class Changed:
    """Changes drawings item by item as `mapped` does, and each drawing once, wherever it is used."""

    def __init__(self, change: Callable[[Item], Iterable[Item]]) -> None:
        self._change = change
        self._drawings: dict[Drawing, Drawing] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """The changed drawing; the same one if nothing in it changed."""
        if drawing not in self._drawings:
            self._drawings[drawing] = drawing.having(mapped_down(drawing.items, self._changed, (), _entering(None)))
        return self._drawings[drawing]

    def _changed(self, item: Item, _: object) -> Iterable[Item]:
        changed = self._change(item)
        return map(self._redrawn, changed) if isinstance(item, Use | Text) else changed

    def _redrawn(self, item: Item) -> Item:
        """An item with the drawing changed that it uses."""
        if isinstance(item, Text) and item.icon:
            icon = self._use(item.icon)
            return item if icon is item.icon else item._replace(icon=icon)
        return self._use(item) if isinstance(item, Use) else item

    def _use(self, use: Use) -> Use:
        drawing = self.drawing(use.drawing)
        return use if drawing is use.drawing else use._replace(drawing=drawing)


class Landmark(NamedTuple):
    """A heading for the outline of a PDF: its level, from 1, its words, and its distance from the trim's top in mm."""

    level: int
    words: str
    down: float


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece to cut out: its trim size, its sides and the number of copies."""

    id: str
    component: str
    title: str
    size: Size
    front: Drawing
    back: Drawing | None = None
    stock: Literal["cardstock", "paper"] = "cardstock"
    copies: int = 1
    filler: bool = False
    """A filler is also printed in empty slots of a sheet, beyond its `copies`."""
    outlined: bool = False
    """Whether the drawing contains its own cut line, so that it needs no cut marks."""
    shape: Shape = RECTANGLE
    """The shape that is cut. The sheet has the cut line of one that is not a rectangle."""
    radius: float = 0.0
    """The radius of a rectangle's corners, in mm."""
    seams: tuple[float, ...] = ()
    """The best places to divide the piece if it is wider than the paper, in mm from its left edge."""
    landmarks: tuple[Landmark, ...] = ()
    """The headings on the front."""
    number: int = 0
    """The number of the copy that it is, if the copies of a card differ; else 0."""
    of: tuple[Piece, ...] = ()
    """For a piece that was divided or joined to suit the paper, the whole or the parts."""

    @property
    def card(self) -> str:
        """The id of the card that it shows, or its own name within its component."""
        return self.id.rpartition("/")[2].removesuffix(f"-{self.number}" if self.number else "")

    @property
    def sides(self) -> tuple[Drawing, ...]:
        """The front, and the back if there is one."""
        return (self.front, self.back) if self.back else (self.front,)

    @property
    def bleed(self) -> float:
        return max(side.bleed for side in self.sides)


def each_copy(pieces: Iterable[Piece]) -> list[tuple[Piece, int]]:
    """Each copy of each piece, with its number, from 1."""
    return [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]


def total(pieces: Iterable[Piece]) -> int:
    """The number of copies of all pieces together."""
    return sum(piece.copies for piece in pieces)


def layer(name: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Items in a layer; no layer if there are none."""
    content = tuple(items)
    return (Tag("Layer", content, name),) if content else ()


def bleeding(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items that extend colours past a cut line, which low ink leaves out; nothing if there are none."""
    content = tuple(items)
    return (Tag("Bleed", content),) if content else ()


def ring(cx: float, cy: float, inner: float, outer: float, colour: str) -> Path:
    """A coloured ring between two radii."""
    middle = (inner + outer) / 2
    return Path(ellipse(cx, cy, middle, middle), stroke=Stroke(colour, outer - inner))


def line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path((("m", (x1, y1)), ("l", (x2, y2))), stroke=stroke)


def rectangle(box: Rect, radius: float = 0.0) -> tuple[Segment, ...]:
    """The outline of a box with corners rounded by `radius` mm."""
    radius = max(0.0, min(radius, box.w / 2, box.h / 2))
    return rounded(box, radius, radius)


def rounded(box: Rect, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of a box with corners that are quarters of an ellipse, at most to the middle of a side."""
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
