"""Convert drawings to use little ink: outlines instead of filled areas, dark text, thin pictures.

Areas become light, signs stay. Large shapes become white, with lines along their visible edges. In diagrams, which are
all drawings but illustrations, small dark shapes such as pips, tags and narrow bars stay solid with what is on them,
and lines keep their width: arrows, crosses, and frames that mark something. Only the frames of whole pieces and panels
are thinned, and all lines of illustrations. Dark shapes of medium size get a light tint, so that they still differ from
light ones. Light items on a dark ground that becomes white become dark.

What is small is judged on paper, but the fills of a small picture of a piece at the piece's own size, so that the
picture becomes as light as the piece. Signs in it are drawn larger than on the piece, and are judged on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from pnp.graphics import colour as tones
from pnp.graphics import emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.compositing import PAPER, Ground, ItemView, Outline
from pnp.graphics.drawing import (
    CUT_LINES,
    FOLD_LINES,
    Drawing,
    Group,
    Holder,
    Item,
    Path,
    Picture,
    Segment,
    Stroke,
    Tag,
    Text,
    Use,
    every,
    mapped_down,
)
from pnp.graphics.geometry import MM_PER_POINT, Rect, Transform
from pnp.graphics.gradient import colours_of, plain
from pnp.graphics.inksaver import LEAST_LINE, bitmaps, filled, grey

DARK = "#525252"
"""The colour of lines, and of text and marks that were light on dark."""
OUTLINE = "#929292"
"""The colour of dark lines that become thin. At LINE, sheets of cards need 24.8 % of the ink in colour with it, and
27.5 % if these lines, edges and tints are as dark as they were for lines of 0.09 mm. At 0.09 mm laser printers lose
parts of them."""
SOLID, THIN = 0.8, 0.45
"""Fills up to this thickness, in mm, stay solid; in illustrations that are small, the second."""
SYMBOL = 8.5
"""Pictures in one colour up to this size, in mm, are symbols and stay solid."""
KNIFE = "#000000"
"""Thin lines of this colour are cut or fold lines and do not change."""
PICTURE = 20.0
"""Pictures larger than this, in mm, and without text are illustrations; others are diagrams, with darker tints."""
DETAILED = 56
"""Smaller pictures that have at least this many shapes are illustrations, too."""
Tints = tuple[tuple[float, float, str], ...]
ILLUSTRATION: Tints = ((30.0, 250.0, "#e6e6e6"), (58.0, 250.0, "#f8f8f8"))
DIAGRAM: Tints = ((30.0, 145.0, "#c8c8c8"), (58.0, 145.0, "#dedede"))
"""The tints of fills: maximum lightness (exclusive), maximum area in mm², tint. ILLUSTRATION is for illustrations."""
SHARE = 0.3
"""What covers at least this share of a small picture of a piece is no sign."""
SMALL = 120.0
"""In diagrams, dark fills up to this area, in mm², stay solid; light ones keep PALER of their darkness."""
BLACK = (24.0, 200.0)
"""Almost black fills, those below this lightness, stay solid up to this area: tags of a black side."""
PALER = 0.65
BARS = (3.0, 200.0)
"""In diagrams, dark bars up to this thickness in mm and this area in mm² stay solid."""
STRIPS = (8.5, 70.0, "#dadada", 0.9)
"""In diagrams, almost black strips up to this thickness and from this length on, in mm, tell one side of a piece from
another, and get this tint, and edges of this width."""
FRAME, FINE = 52.0, 0.3
"""In diagrams, lines wider than FINE keep their width if they are at most FRAME mm long and high: they are signs, or
frames that mark something. Longer ones are the frames of pieces and panels."""
SIGN = (4.5, 0.6, 1.0, 0.35)
"""In illustrations, unfilled lines up to this length are signs, if their width is between these, in mm. The last is
their width afterwards."""
LIMB = 1.1
"""In illustrations, dark lines from this width on, in mm, are bodies such as arms and straps, and become outlines."""
THICKER = 90.0
"""Illustrations larger than this, in mm, have thicker lines, because they are looked at from further away."""
FOLD = 75.0
"""Dashed lines below this lightness are folds and places, and become dark."""
LINE, MARK = LEAST_LINE, 0.45
"""Widths in mm. Dark lines wider than LINE keep a twelfth of the excess; dashed lines, and lines that were light on
dark, are at most MARK wide, and light lines LINE."""
HATCH = ("#a0a0a0", 0.15)
"""The colour of the lines across a zone of a board, and their width in mm."""
FAINT, SHARP = 12.0, 26.0
"""The differences of lightness from which an edge is visible, and clearly visible."""
PENS = {False: ("#e2e2e2", LINE), True: ("#767676", LINE)}
"""The pens for edges, by whether they were clearly visible: colour, and width in mm."""
DIM, BRIGHT, WHITE = 60.0, 85.0, 97.0
"""Lightnesses: colours below DIM are dark, from BRIGHT on light, and above WHITE almost white."""
DARKEST_PICTURE = 0.7
READABLE = 4.5
_DIE_LINES = (CUT_LINES, FOLD_LINES)
TRIM = 0.1
"""What ends further outside a piece than this, in mm, bleeds."""


class Base(NamedTuple):
    """The colour under an item, before and after conversion."""

    before: str = PAPER
    after: str = PAPER


class Usage(NamedTuple):
    """How a drawing is used: at what scale, and on what. In a small picture of a piece, which is `full` times as large,
    its fills are judged as on the piece. Edges that are not `within` a box are not drawn. Its lines are `pen` times as
    thick as those of small pictures, and fills up to a thickness of `solid` stay solid."""

    scale: float = 1.0
    base: Base = Base()
    full: float = 1.0
    within: Rect | None = None
    pen: float = 1.0
    tints: Tints = DIAGRAM
    solid: float = SOLID

    @property
    def rounded(self) -> Usage:
        """The same for places whose scales hardly differ."""
        return self._replace(scale=float(f"{self.scale:.2g}"), full=float(f"{self.full:.2g}"))


class LowConverter:
    """Converts each drawing once for every place at which it is used."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[Drawing, Usage], Drawing] = {}
        self._colours: dict[Drawing, frozenset[str]] = {}
        self._sign, self._dark = grey.GreyConverter(_signed), grey.GreyConverter(lambda _: DARK)
        self.before: dict[Drawing, Ground] = {}
        self.after: dict[Drawing, Ground] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """Convert a side of a piece."""
        return self._walked(drawing, Usage(within=Rect(0, 0, *drawing.size).inset(-TRIM)))

    def used(self, drawing: Drawing, place: Usage) -> Drawing:
        """Convert a drawing that is used in another."""
        full = drawing.full / place.scale if drawing.full else place.full
        extent = max(drawing.size) * place.scale * full
        symbol = self._symbol(drawing, place.base) if extent <= SYMBOL else None
        large = extent > PICTURE or (not symbol and _shapes(drawing) >= DETAILED)
        illustrates = large and not drawing.full and not any(drawing.texts())
        if not illustrates:
            return symbol or self._walked(drawing, place._replace(full=full, pen=1.0, tints=DIAGRAM, solid=SOLID))
        pen = max(place.pen, round(extent / THICKER, 1))
        solid = SOLID if extent > PICTURE else THIN
        place = place._replace(full=full, pen=pen, tints=ILLUSTRATION, solid=solid)
        return symbol or self._walked(drawing, place)

    def _walked(self, drawing: Drawing, place: Usage) -> Drawing:
        key = (drawing, place.rounded)
        if key not in self._drawings:
            self._drawings[key] = replace(drawing, items=_Conversion(self, drawing, place).items(drawing.items))
        return self._drawings[key]

    def _symbol(self, drawing: Drawing, base: Base) -> Drawing | None:
        """Convert a drawing in one colour, and perhaps white, as solid; dark if it was light on dark. None for
        others."""
        if drawing not in self._colours:
            self._colours[drawing] = frozenset(_colours(drawing)) - {""}
        colours = self._colours[drawing]
        if tones.lightness(base.before) >= DIM or tones.lightness(base.after) < DIM:
            return self._sign.drawing(drawing) if len(colours - {PAPER}) <= 1 else None
        light = len(colours) == 1 and tones.lightness(min(colours)) > DIM
        return self._dark.drawing(drawing) if light else None

    def picture(self, picture: Picture) -> Picture:
        return picture._replace(content=bitmaps.grey(picture.content, DARKEST_PICTURE))


class _Conversion:
    """Converts a drawing's items in painting order, and keeps track of the colours below, before and after."""

    def __init__(self, converter: LowConverter, drawing: Drawing, place: Usage) -> None:
        self.converter, self.place = converter, place
        self.area = drawing.size.w * drawing.size.h
        self.before, self.after = Ground(converter.before), Ground(converter.after)
        self.limb: tuple[Segment, ...] = ()

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return mapped_down(items, self._item, ItemView(), _inside)

    def _item(self, item: Item, view: ItemView) -> Iterable[Item]:
        if isinstance(item, Path):
            return self._path(item, view)
        if isinstance(item, Text):
            return (self._text(item, view),)
        if isinstance(item, Use):
            return (self._use(item, view),)
        if isinstance(item, Picture):
            return (self.converter.picture(item),)
        if isinstance(item, Group):
            return (item,)
        if item.is_bleed:  # nothing that could end at a cut line is left
            return ()
        if item.layer in _DIE_LINES:
            return (item._replace(items=tuple(map(_cut, item.items))),)
        return (item._replace(items=_hatched(item.items)) if item.hatched else item,)

    def _under(self, x: float, y: float) -> Base:
        return Base(self.before.at(x, y, self.place.base.before), self.after.at(x, y, self.place.base.after))

    def _use(self, use: Use, view: ItemView) -> Use:
        inner = view.at.frame.over(use.transform)
        size = use.drawing.size
        base = self._under(*inner.apply(size.w / 2, size.h / 2))
        scale = _scale(inner)
        share = size.w * size.h * scale * scale / self.area
        whole = Rect(0, 0, *size)
        bleeds = self.place.within and not self.place.within.contains(inner.box(whole))
        within = whole.inset(TRIM / scale) if bleeds else None
        full = self.place.full if share >= SHARE else 1.0
        drawing = self.converter.used(use.drawing, Usage(self.place.scale * scale, base, full, within, self.place.pen))
        lighter = use._replace(drawing=drawing)
        self.before.item(use, view)
        self.after.item(lighter, view)
        return lighter

    def _text(self, text: Text, view: ItemView) -> Text:
        """Text keeps its grey or becomes dark; white only on a ground that is still dark."""
        if text.icon and emoji.is_one(text.icon.drawing):
            return text._replace(icon=text.icon._replace(drawing=black_form(text.icon.drawing)))
        if text.icon:
            return text._replace(icon=self._use(text.icon, view))
        em = text.size * MM_PER_POINT
        ground = tones.luminance(
            self._under(*view.at.frame.apply(text.x + len(text.text) * em / 4, text.y - em / 3)).after
        )
        colours = (tones.grey(text.colour), DARK, "#000000", "#ffffff")
        fit = (c for c in colours if tones.contrast(tones.luminance(c), ground) >= READABLE)
        return text._replace(colour=next(fit, DARK))

    def _path(self, path: Path, view: ItemView) -> list[Item]:
        """Convert a path; a gradient is converted like a fill of its mean colour."""
        frame = view.at.frame
        path = path._replace(fill=plain(path.fill)) if path.fill else path
        mm = self.place.scale * _scale(frame)
        if not path.fill:
            return self._lines(path, frame, mm)
        drawn, *lines = self._filled(path, frame, mm)
        drawn = drawn._replace(stroke=self._stroke(path, plain(drawn.fill or PAPER), frame, mm))
        self.before.item(path, view)
        self.after.item(drawn, view)
        return [drawn, *lines]

    def _lines(self, path: Path, frame: Transform, mm: float) -> list[Item]:
        """Convert an unfilled line. A limb becomes its outline, with white in it."""
        stroke = path.stroke
        if stroke and self.place.tints is ILLUSTRATION and not stroke.dash and stroke.alpha >= 1:
            if tones.lightness(stroke.colour) >= DIM and path.segments == self.limb:
                return [path._replace(stroke=stroke._replace(colour=PAPER))]
            if tones.lightness(stroke.colour) < DIM and stroke.width * mm >= LIMB:
                self.limb = path.segments
                colour, width = PENS[True]
                inner = stroke._replace(colour=PAPER, width=stroke.width - 2 * width * self.place.pen / mm)
                return [path._replace(stroke=stroke._replace(colour=colour)), path._replace(stroke=inner)]
        return [path._replace(stroke=self._stroke(path, PAPER, frame, mm))]

    def _stroke(self, path: Path, fill: str, frame: Transform, mm: float) -> Stroke | None:
        """Convert the line of a path, whose fill was converted to another colour."""
        if path.stroke is None:
            return None
        under = self._under(*frame.apply(*filled.first(path.segments)))
        if path.fill and path.alpha >= 1:
            under = Base(plain(path.fill), fill)
        if self.place.tints is DIAGRAM:
            return _line(path.stroke, under, mm, kept=_extent(Outline(path.segments).bounds) * mm <= FRAME)
        sign = not path.fill and SIGN[1] <= path.stroke.width * mm <= SIGN[2]
        parts = Outline(path.segments).polygons if sign else []
        kept = sign and all(_extent(Rect.about(part)) * mm <= SIGN[0] for part in parts)
        if kept:
            return _line(path.stroke._replace(width=SIGN[3] / mm), under, mm, kept=True)
        return _line(path.stroke, under, mm / self.place.pen, kept=False)

    def _filled(self, path: Path, frame: Transform, mm: float) -> list[Path]:
        """Convert a filled path: solid, or white or tinted with lines along its visible edges."""
        shape = filled.FilledShape(path.segments, even_odd=path.even_odd)
        under = self._under(*frame.apply(*shape.middle))
        if shape.thickness * mm <= self.place.solid:
            return [path._replace(fill=_solid(path, under))]
        fill = plain(path.fill or PAPER)
        own = tones.blended(fill, under.before, path.alpha)
        lightness = tones.lightness(own)
        area, thickness = shape.area * (mm * self.place.full) ** 2, shape.thickness * mm * self.place.full
        if own == under.before and not path.stroke:  # a part of a band on which it lies
            tinted, is_bare = path._replace(fill=under.after), tones.lightness(under.after) < DIM
        elif self.place.tints is DIAGRAM and lightness < DIM and _small(lightness, thickness, area):
            tinted, is_bare = path._replace(fill=tones.grey(fill)), True
        else:
            tinted = path._replace(fill=self._tint(lightness, thickness, area))
            is_bare = path.stroke is not None and tones.lightness(path.stroke.colour) < BRIGHT
        return [tinted] if is_bare else [tinted, *self._edged(shape, lightness, tinted, frame, mm)]

    def _tint(self, lightness: float, thickness: float, area: float) -> str:
        """The light tint of a fill that does not stay solid."""
        found = next((tint for limit, most, tint in self.place.tints if lightness < limit and area <= most), PAPER)
        if self.place.tints is ILLUSTRATION or found != PAPER:
            return found
        if lightness < BLACK[0] and thickness <= STRIPS[0] and area >= thickness * STRIPS[1]:
            return STRIPS[2]
        if DIM <= lightness < WHITE and area <= SMALL:
            return tones.grey_as_light(round(100 - (100 - lightness) * PALER, 2))
        return PAPER

    def _inside(self, frame: Transform, edge: filled.Edge) -> bool:
        """Whether an edge is on the piece; no line is drawn where a picture ends outside it."""
        return not self.place.within or self.place.within.holds(*frame.apply(*edge.half))

    def _edged(
        self, shape: filled.FilledShape, lightness: float, tinted: Path, frame: Transform, mm: float
    ) -> list[Path]:
        """Lines along the edges at which a fill differed visibly from the colour beside it."""
        steps = [self._step(edge, lightness, frame, mm) for edge in shape.edges]
        visible = (edge for edge, step in zip(shape.edges, steps, strict=True) if step >= FAINT)
        seen = [edge for edge in visible if self._inside(frame, edge)]
        if not seen:
            return []
        sharp = max(steps) >= SHARP
        if self.place.tints is DIAGRAM and lightness >= DIM and shape.rounded:
            # Half of a rounded plate looks like a misprint.
            if not sharp and _length(seen) < _length(shape.edges) / 2:
                return []
            seen = shape.edges
        colour, width = PENS[sharp]
        width *= self.place.pen
        if tinted.fill == STRIPS[2]:
            colour, width = DARK, STRIPS[3]
        return [Path(filled.joined(seen), stroke=Stroke(colour, width / mm, join=1))]

    def _step(self, edge: filled.Edge, lightness: float, frame: Transform, mm: float) -> float:
        """The difference between the lightness of a fill and that of the colour beside one of its edges."""
        beside = self.before.at(*frame.apply(*edge.beside(0.15 / mm)), self.place.base.before)
        return abs(tones.lightness(beside) - lightness)


def _length(outline: Iterable[filled.Edge]) -> float:
    return sum(edge.length for edge in outline)


def _colours(drawing: Drawing) -> Iterator[str]:
    """The colours of a drawing; a bitmap counts as two, because it has many."""
    for item in every(drawing.items):
        if isinstance(item, Path):
            yield from (*colours_of(item.fill or ""), item.stroke.colour if item.stroke else "")
        elif isinstance(item, Text):
            yield item.colour
        elif isinstance(item, Picture):
            yield from ("#000000", "#808080")


def _shapes(drawing: Drawing) -> int:
    return sum(isinstance(item, Path) for item in every(drawing.items))


def _scale(frame: Transform) -> float:
    """The mean scale of a transform."""
    return max(sqrt(abs(frame.a * frame.d - frame.b * frame.c)), 1e-6)


def _inside(item: Holder, view: ItemView) -> ItemView | None:
    """The view of the items inside an item; None for what is not converted item by item."""
    return None if isinstance(item, Tag) and (item.is_bleed or item.layer in _DIE_LINES) else view.inside(item)


def _cut(item: Item) -> Item:
    """A line to cut or to fold along is black, though it was white on a dark colour."""
    if isinstance(item, Path) and item.stroke:
        return item._replace(stroke=item.stroke._replace(colour=KNIFE))
    return item


def _signed(colour: str) -> str:
    """The grey of a sign, which is dark if it was not light."""
    grey = tones.grey(colour)
    return min(grey, DARK) if tones.lightness(colour) < DIM else grey


def _small(lightness: float, thickness: float, area: float) -> bool:
    """Whether a dark fill is small enough to stay solid: a tag, a disc or a narrow bar."""
    return area <= (BLACK[1] if lightness < BLACK[0] else SMALL) or (thickness <= BARS[0] and area <= BARS[1])


def _extent(box: Rect) -> float:
    return max(box.w, box.h)


def _hatched(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The lines across a zone, which are all that is left of it, are clearly visible."""
    pen = Stroke(*HATCH)
    return tuple(item._replace(stroke=pen) if isinstance(item, Path) and item.stroke else item for item in items)


def _line(stroke: Stroke, under: Base, mm: float, *, kept: bool) -> Stroke:
    """Convert a line; `kept` lines keep their width. A white line on white hides what is below it, and keeps its
    width too."""
    own = tones.lightness(tones.blended(stroke.colour, under.before, stroke.alpha))
    ground = tones.lightness(under.before)
    if stroke.colour == KNIFE and stroke.width * mm <= 0.25:
        return stroke
    on_dark = tones.lightness(under.after) < DIM and (kept or own >= DIM)
    if on_dark or (own > WHITE and ground >= DIM):
        return stroke._replace(colour=tones.grey(stroke.colour))
    if own < DIM:
        return _dark_line(stroke, mm, kept=kept)
    return _light_line(stroke, own, ground, mm)


def _light_line(stroke: Stroke, lightness: float, ground: float, mm: float) -> Stroke:
    is_sign = ground < DIM or (stroke.dash and lightness < FOLD)
    colour, most = (DARK, MARK) if is_sign else (_halfway(stroke.colour), LINE)
    width = stroke.width * mm
    return stroke._replace(colour=colour, width=min(width, most) / mm)


def _dark_line(stroke: Stroke, mm: float, *, kept: bool) -> Stroke:
    width = stroke.width * mm
    if kept and width > (MARK if stroke.dash else FINE):
        return stroke._replace(colour=min(tones.grey(stroke.colour), DARK))
    if stroke.dash:
        return stroke._replace(colour=DARK, width=min(width, MARK) / mm)
    return stroke._replace(colour=OUTLINE, width=min(width, LINE + max(width - LINE, 0) / 12) / mm)


def _paler(colour: str, under: Base) -> str:
    """The grey of a light colour; half way to white on a ground that is not white, as in patterns."""
    if tones.lightness(under.before) > WHITE:
        return tones.grey(colour)
    return _halfway(colour)


def _halfway(colour: str) -> str:
    """The grey half way from a colour to white."""
    return tones.grey_as_light(round((tones.lightness(colour) + 100) / 2, 2))


def _solid(path: Path, under: Base) -> str:
    """The colour of a small fill: its grey, DARK if it was light on dark without a line around it, or lighter in a
    pattern."""
    colour = tones.grey(plain(path.fill or PAPER))
    own, ground = tones.lightness(colour), tones.lightness(under.before)
    outlined = path.stroke and tones.lightness(path.stroke.colour) < DIM
    if tones.lightness(under.after) < DIM or (outlined and own > BRIGHT):
        return colour
    if own > DIM and ground < DIM:
        return DARK
    return colour if own < DIM or own > WHITE else _paler(colour, under)
