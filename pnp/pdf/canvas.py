"""Draw items on a reportlab canvas with its public methods.

Inside a drawing everything is in its own millimetres, y downwards. reportlab leaves graphics states and layers out of
the resources of forms, and deflates images differently on different machines; so operators only name these here, a
`Resources` records the names, and `finish` adds the objects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from pnp.graphics import Drawing, Group, Item, Path, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import BAR, BARS, Picture, Segment, Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.graphics.gradient import GradientFill, Stop
from pnp.imposition import Placed
from pnp.pdf.colour import Colours
from pnp.pdf.dielines import Spot
from pnp.pdf.fonts import FontRegistry
from pnp.pdf.images import Images
from pnp.pdf.kerning import kerned
from pnp.pdf.underlay import FORM
from pnp.text import Fonts
from pnp.text.shaping import Shaped

Boxes = dict[str, tuple[float, ...]]
"""Page boxes by pypdf's names: left, bottom, right and top in pt."""

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_LONGEST = 100
"""The longest name of a form, in characters; a name in a PDF may have 127 bytes, and reportlab adds a prefix."""
"""Characters that the name of a form may not have: it is written in operators bare and in ASCII."""


OVERPRINT = "Over"
"""The name of the graphics state in which strokes print over what is below them."""


class Resources:
    """The resources that a page's or a form's operators name, beyond fonts and forms; and a page's boxes."""

    def __init__(self, boxes: Boxes | None = None) -> None:
        self.boxes = boxes or {}
        self.alphas: dict[str, tuple[float, float]] = {}
        """Graphics states: the alpha of fills and that of strokes."""
        self.layers: dict[str, str] = {}
        self.shadings: dict[str, GradientFill] = {}
        self.images: list[str] = []
        self.spots: list[Spot] = []
        self.is_translucent = False
        self.is_underlaid = False
        self.is_group = False
        """Whether a form is translucent as a whole at one of its places."""


class Pen:
    """Draws pages and forms on one canvas. Paint that is already set is not set again."""

    def __init__(self, canvas: Any, fonts: Fonts, colours: Colours, *, layered: bool = True) -> None:
        self.canvas, self.fonts, self.colours, self._layered = canvas, fonts, colours, layered
        self.images, self.registry = Images(colours), FontRegistry(fonts)
        self.pages: list[Resources] = []
        self.forms: dict[str, Resources] = {}
        self.layers: dict[str, str] = {}
        """The key of each layer in content streams."""
        self.shadings: dict[tuple[str, tuple[Stop, ...]], str] = {}
        """The name of each gradient in content streams, wherever it is."""
        self._names: dict[Drawing, str] = {}
        self._state: dict[str, Any] = {}
        self._spot: Spot | None = None
        self._resources = Resources()
        self._draw: dict[type, Callable[[Any], None]] = {
            Path: self._path,
            Text: self._text,
            Picture: self._picture,
            Group: self._group,
            Use: self._use,
            Tag: self._tag,
        }

    def begin_page(self, boxes: Boxes) -> None:
        """Begin a page with these boxes."""
        self._resources, self._state = Resources(boxes), {}
        self.pages.append(self._resources)

    def underlay(self, transform: Transform, above: Iterable[Item]) -> None:
        """Draw the document's underlay, in pt, under a transform to mm, and these items above it."""
        self._resources.is_underlaid = True
        with self.marked("/Artifact BMC"):
            with self.inside(transform):
                self.canvas.addLiteral(f"/{FORM} Do")
            self.items(above)

    def items(self, items: Iterable[Item]) -> None:
        """Draw items in painting order."""
        for item in items:
            self._draw[type(item)](item)

    def placed(self, drawing: Drawing, transform: Transform, *clip: Rect, alpha: float = 1.0) -> None:
        """Place a drawing as a form, clipped at a box of the surrounding frame if there is one."""
        name = self._form(drawing)
        self.forms[name].is_group |= alpha < 1
        self._resources.is_translucent |= self.forms[name].is_translucent
        self._alpha(alpha, alpha)  # a form begins with the alpha of its place
        with self.inside(transform, *clip):
            self.canvas.doForm(name)

    @contextmanager
    def inside(self, transform: Transform, *clip: Rect) -> Iterator[None]:
        """Draw under a transform, clipped at a box of the surrounding frame if there is one."""
        before = self._state
        self.canvas.saveState()
        self._state = dict(before)
        for box in clip:
            self.clip(box)
        if transform != Transform():
            self.canvas.transform(*transform)
        yield
        self.canvas.restoreState()
        self._state = before

    @contextmanager
    def group(self, group: Group) -> Iterator[None]:
        """Draw under a group's transform and clip."""
        with self.inside(group.transform):
            if group.clip:
                self.canvas.addLiteral(f"{_outline(group.clip)} {'W*' if group.clip_even_odd else 'W'} n")
            yield

    @contextmanager
    def marked(self, operator: str) -> Iterator[None]:
        """Draw marked content, which `operator` begins."""
        self.canvas.addLiteral(operator)
        yield
        self.canvas.addLiteral("EMC")

    @contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """Draw into a layer (optional content), if the file may have any; strokes of die lines are in a spot colour."""
        spot = self.colours.spot(name)
        with self._optional(name) if self._layered else nullcontext():
            if spot:
                with self._spotted(spot):
                    yield
            else:
                yield

    @contextmanager
    def _optional(self, name: str) -> Iterator[None]:
        key = self.layers.setdefault(name, f"L{len(self.layers) + 1}")
        self._resources.layers[key] = name
        with self.marked(f"/OC /{key} BDC"):
            yield

    @contextmanager
    def _spotted(self, spot: Spot) -> Iterator[None]:
        """Stroke in a spot colour that overprints, thin and solid."""
        if spot not in self._resources.spots:
            self._resources.spots.append(spot)
        with self.inside(Transform()):
            self.canvas.addLiteral(f"/{OVERPRINT} gs /{spot.name} CS 1 SCN")
            self._spot = spot
            yield
            self._spot = None

    def clip(self, box: Rect) -> None:
        """Clip all that follows at a box."""
        path = self.canvas.beginPath()
        path.rect(*box)
        self.canvas.clipPath(path, stroke=0, fill=0, fillMode=1)

    def _form(self, drawing: Drawing) -> str:
        """The name of the form that holds a drawing, which is drawn when first needed."""
        if drawing not in self._names:
            name = self._names[drawing] = f"{len(self._names)}-{_UNSAFE.sub('-', drawing.name)}"[:_LONGEST]
            around = self._resources, self._state
            self._resources, self._state = Resources(), {}
            x, y, w, h = reach(drawing)
            self.canvas.beginForm(name, x, y, x + w, y + h)
            self.items(drawing.items)
            self.canvas.endForm()
            self.forms[name] = self._resources
            self._resources, self._state = around
        return self._names[drawing]

    def _set(self, key: str, value: Any, act: Callable[..., None], *more: Any) -> None:
        if self._state.get(key) != value:
            self._state[key] = value
            act(*more, value)

    def _path(self, path: Path) -> None:
        if isinstance(path.fill, GradientFill):
            self._shade(path, path.fill)
            path = path._replace(fill=None)
            if not path.stroke:
                return
        if path.fill and path.stroke and path.stroke.alpha < 1:
            # In one operator, the stroke of a PDF replaces the fill below it; in SVG the fill shines through.
            self._path(path._replace(stroke=None))
            path = path._replace(fill=None)
        if path.fill:
            self._set("fill", path.fill, self.colours.fill, self.canvas)
        if path.stroke:
            self._stroke(path.stroke)
        self._alpha(path.alpha if path.fill else 1.0, path.stroke.alpha if path.stroke else 1.0)
        self.canvas.addLiteral(f"{_outline(path.segments)} {_painted(path)}")

    def _shade(self, path: Path, gradient: GradientFill) -> None:
        """Paint a gradient through the outline of a path."""
        name = self.shadings.setdefault((gradient.kind, gradient.stops), f"G{len(self.shadings) + 1}")
        self._resources.shadings[name] = gradient
        self._alpha(path.alpha, 1.0)
        with self.inside(Transform()):
            self.canvas.addLiteral(f"{_outline(path.segments)} {'W*' if path.even_odd else 'W'} n")
            self.canvas.addLiteral(f"{' '.join(f'{number:.9f}' for number in gradient.frame)} cm /{name} sh")

    def _stroke(self, stroke: Stroke) -> None:
        if self._spot:
            stroke = Stroke(self._spot.name, stroke.width, cap=stroke.cap, join=stroke.join)
            self._state["stroke"] = stroke.colour
        self._set("stroke", stroke.colour, self.colours.stroke, self.canvas)
        self._set("width", stroke.width, self.canvas.setLineWidth)
        self._set("cap", stroke.cap, self.canvas.setLineCap)
        self._set("join", stroke.join, self.canvas.setLineJoin)
        self._set("dash", stroke.dash, self.canvas.setDash)
        if stroke.join == 0:
            self._set("miter", stroke.miter, self.canvas.setMiterLimit)

    def _alpha(self, fill: float, stroke: float) -> None:
        pair = (round(fill, 3), round(stroke, 3))
        if pair == (1.0, 1.0) and "alpha" not in self._state:
            return
        name = f"A{round(pair[0] * 1000)}.{round(pair[1] * 1000)}"
        self._resources.alphas[name] = pair
        self._resources.is_translucent |= min(pair) < 1
        self._set("alpha", f"/{name} gs", self.canvas.addLiteral)

    def _text(self, text: Text) -> None:
        if text.icon:
            self._icon(text, text.icon)
            return
        self._set("fill", text.colour, self.colours.fill, self.canvas)
        self._alpha(text.alpha, 1.0)
        # A space at the end is for programs that read the words. From right to left it would come first.
        words = text.text.rstrip(" ") if text.rtl else text.text
        shaped = self.fonts.shaped(words, text.font, rtl=text.rtl)
        if shaped.differs:
            with self.marked(_span(text.text)):
                self._glyphs(text, shaped)
        else:
            self._glyphs(text, shaped)
        self._bars(text, shaped.width * text.size * MM_PER_POINT / 1000)
        size = text.size * MM_PER_POINT / 1000
        for mark in shaped.marks:
            # Not as text: programs that read the words would find them between letters.
            with self.inside(Transform(size, 0, 0, -size, text.x + mark.x * size, text.y - mark.y * size)):
                self.canvas.addLiteral(f"{_outline(mark.outline)} f")

    def _glyphs(self, text: Text, shaped: Shaped) -> None:
        """The glyphs of a text, moved by the room after each and their height above the line."""
        size = text.size * MM_PER_POINT
        x, y = round(text.x + shaped.start * size / 1000, 3), round(text.y, 3)
        # The place is set twice: reportlab begins a text with a matrix of its own, and where that is elsewhere, pypdf
        # reads a new line.
        line = self.canvas.beginText(x, y)
        line.setTextTransform(1, 0, 0, -1, x, y)
        font, after, rise = "", 0.0, 0.0
        for part in shaped.parts:
            wanted = self.registry.name(part)
            if wanted != font:
                font = wanted
                line.setFont(font, round(size, 3))
            if part.after != after:
                after = part.after
                line.setCharSpace(round(after * size / 1000, 4))
            if part.rise != rise:
                rise = part.rise
                line.setRise(round(rise * size / 1000, 4))
            line.textOut(part.text)
        if rise:
            line.setRise(0)
        self.canvas.addLiteral(kerned(line.getCode()))

    def _bars(self, text: Text, width: float) -> None:
        """The lines under or through words."""
        em = text.size * MM_PER_POINT
        for bar in text.bars:
            box = (text.x, text.y + BARS[bar] * em, width, BAR * em)
            self.canvas.addLiteral(f"{' '.join(f'{value:.4f}' for value in box)} re f")

    def _icon(self, text: Text, icon: Use) -> None:
        """A drawing in the place of letters, with its alternative text and the space that the text ends with."""
        space = text.text[len(text.text.rstrip()) :]
        with self.marked(_span(icon.drawing.alt + space)):
            self._use(icon)

    def _picture(self, picture: Picture) -> None:
        """Bitmaps are upright in a frame whose y grows downwards, so each is flipped back."""
        x, y, w, h = picture.box
        name = self.images.name(picture.content)
        self._resources.images.append(name)
        self._resources.is_translucent |= self.images.is_translucent(name)
        self._alpha(picture.alpha, 1.0)
        with self.inside(Transform(w, 0, 0, -h, x, y + h)):
            self.canvas.addLiteral(f"/{name} Do")

    def _group(self, group: Group) -> None:
        with self.group(group):
            self.items(group.items)

    def _use(self, use: Use) -> None:
        self.placed(use.drawing, use.transform, alpha=use.alpha)

    def _tag(self, tag: Tag) -> None:
        """Of the tags inside a form only layers count: the page that it is placed on describes it as a whole."""
        if tag.layer:
            with self.layer(tag.layer):
                self.items(tag.items)
        else:
            self.items(tag.items)


def _span(text: str) -> str:
    """The operator that begins marked content which stands for a text."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC"


def reach(drawing: Drawing) -> Rect:
    """The box that a drawing is clipped at, in mm."""
    return Rect(0, 0, *drawing.size).inset(-max(drawing.bleed, drawing.overhang))


def clip_of(placed: Placed) -> tuple[Rect, ...]:
    """The box at which a piece with bleed is clipped, so that it never runs into its neighbour; in mm."""
    return (placed.bleed.around(placed.rect),) if placed.piece.bleed else ()


def _painted(path: Path) -> str:
    """The operator that fills and strokes a path."""
    if not path.fill:
        return "S" if path.stroke else "n"
    return ("B" if path.stroke else "f") + "*" * path.even_odd


def _outline(segments: tuple[Segment, ...]) -> str:
    """The operators of an outline. reportlab's path objects round every number in Python, which is much slower."""
    text = " ".join([_FORMATS[operator] % numbers for operator, numbers in segments])
    if "e" in text:  # PDF has no exponents; only numbers that are nearly zero are written with one
        rounded = ((operator, tuple(round(v, 3) + 0.0 for v in numbers)) for operator, numbers in segments)
        text = " ".join([_FORMATS[operator] % numbers for operator, numbers in rounded])
    return text


# Six significant digits: a micrometre on the largest sheet, and right for drawings of any scale.
_FORMATS = {"m": "%.6g %.6g m", "l": "%.6g %.6g l", "c": "%.6g %.6g %.6g %.6g %.6g %.6g c", "h": "h"}
