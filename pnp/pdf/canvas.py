"""Compose the operators of pages and forms from items.

Inside a drawing everything is in its own millimetres, y downwards. The canvas of reportlab gets the operators of a page
in one piece; `finish` adds the forms with pypdf. Operators only name fonts, graphics states, images and the like. A
`ContentStream` records these names, which are local to it, so that the bytes of a form depend on its drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, ClassVar

from pnp.graphics import Drawing, Group, Item, Path, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import BAR, BARS, Picture, Segment, Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.graphics.gradient import GradientFill
from pnp.imposition import Placed
from pnp.pdf.colour import Colours
from pnp.pdf.document import Spot
from pnp.pdf.fonts import PdfFonts
from pnp.pdf.images import Images
from pnp.pdf.underlay import FORM
from pnp.text import Fonts
from pnp.text.shaping import Shaped

Boxes = dict[str, tuple[float, ...]]
"""Page boxes by pypdf's names: left, bottom, right and top in pt."""

OVERPRINT = "Over"
"""The name of the graphics state in which strokes print over what is below them."""


class ContentStream:
    """The operators of a page or a form, its boxes or its box, and the resources that the operators name."""

    def __init__(self, boxes: Boxes | None = None, box: Rect | None = None) -> None:
        self.boxes, self.box = boxes or {}, box
        self.operators: list[str] = []
        self.forms: dict[ContentStream, str] = {}
        self.alphas: dict[str, tuple[float, float]] = {}
        """Graphics states: the alpha of fills and that of strokes."""
        self.layers: dict[str, str] = {}
        self.shadings: dict[GradientFill, str] = {}
        self.images: dict[str, str] = {}
        self.spots: list[Spot] = []
        self.is_translucent = False
        self.is_underlaid = False
        self.is_group = False
        """Whether a form is translucent as a whole at one of its places."""

    def data(self) -> str:
        """All operators."""
        return "\n".join(self.operators)


class Pen:
    """Composes the pages and forms of one file. Paint that is already set is not set again."""

    def __init__(self, fonts: Fonts, colours: Colours, *, layered: bool = True) -> None:
        self.fonts, self.colours, self._layered = fonts, colours, layered
        self.images, self.pdf_fonts = Images(colours), PdfFonts(fonts)
        self.pages: list[ContentStream] = []
        self.layers: set[str] = set()
        self._forms: dict[Drawing, ContentStream] = {}
        self._begin(ContentStream())
        self._spot: Spot | None = None

    def begin_page(self, boxes: Boxes) -> ContentStream:
        """Begin a page with these boxes."""
        self.pages.append(ContentStream(boxes))
        return self._begin(self.pages[-1])

    def _begin(self, content: ContentStream, state: dict[str, Any] | None = None) -> ContentStream:
        """Compose this content from now on, where the graphics state is `state`."""
        self._content, self._write = content, content.operators.append
        self._state: dict[str, Any] = state or {}
        return content

    def underlay(self, transform: Transform, above: Iterable[Item]) -> None:
        """Draw the document's underlay, in pt, under a transform to mm, and these items above it."""
        self._content.is_underlaid = True
        with self.marked("/Artifact BMC"):
            with self.inside(transform):
                self._write(f"/{FORM} Do")
            self.items(above)

    def items(self, items: Iterable[Item]) -> None:
        """Draw items in painting order."""
        for item in items:
            self._DRAWING[type(item)](self, item)

    def placed(self, drawing: Drawing, transform: Transform, *clip: Rect, alpha: float = 1.0) -> None:
        """Place a drawing as a form, clipped at a box of the surrounding frame if there is one."""
        form, forms = self._form(drawing), self._content.forms
        form.is_group |= alpha < 1
        self._content.is_translucent |= form.is_translucent
        self._alpha(alpha, alpha)  # a form begins with the alpha of its place
        name = forms.setdefault(form, f"X{len(forms)}")
        self._write(" ".join(["q", *map(_clipped, clip), _matrix(transform), f"/{name} Do Q"]))

    @contextmanager
    def inside(self, transform: Transform, *clip: Rect) -> Iterator[None]:
        """Draw under a transform, clipped at a box of the surrounding frame if there is one."""
        before = self._state
        self._state = dict(before)
        self._write(" ".join(["q", *map(_clipped, clip), *([_matrix(transform)] if transform != Transform() else [])]))
        yield
        self._write("Q")
        self._state = before

    @contextmanager
    def group(self, group: Group) -> Iterator[None]:
        """Draw under a group's transform and clip."""
        with self.inside(group.transform):
            if group.clip:
                self._write(f"{_outline(group.clip)} {'W*' if group.clip_even_odd else 'W'} n")
            yield

    @contextmanager
    def marked(self, operator: str) -> Iterator[None]:
        """Draw marked content, which `operator` begins."""
        self._write(operator)
        yield
        self._write("EMC")

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
        self.layers.add(name)
        key = self._content.layers.setdefault(name, f"L{len(self._content.layers)}")
        with self.marked(f"/OC /{key} BDC"):
            yield

    @contextmanager
    def _spotted(self, spot: Spot) -> Iterator[None]:
        """Stroke in a spot colour that overprints, thin and solid."""
        if spot not in self._content.spots:
            self._content.spots.append(spot)
        with self.inside(Transform()):
            self._write(f"/{OVERPRINT} gs /{spot.name} CS 1 SCN")
            self._spot = spot
            yield
            self._spot = None

    def clip(self, box: Rect) -> None:
        """Clip all that follows at a box."""
        self._write(_clipped(box))

    def _form(self, drawing: Drawing) -> ContentStream:
        """The form that holds a drawing, which is composed when first needed."""
        form = self._forms.get(drawing)
        if form is None:
            around, state = self._content, self._state
            form = self._forms[drawing] = self._begin(ContentStream(box=reach(drawing)))
            self.items(drawing.items)
            form.operators[:] = [form.data()]  # one text takes half the memory: a large deck has many
            self._begin(around, state)
        return form

    def _set(self, key: str, value: Any, written: Callable[[Any], str]) -> None:
        if self._state.get(key) != value:
            self._state[key] = value
            self._write(written(value))

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
            self._set("fill", path.fill, self.colours.fill)
        if path.stroke:
            self._stroke(path.stroke)
        self._alpha(path.alpha if path.fill else 1.0, path.stroke.alpha if path.stroke else 1.0)
        self._write(f"{_outline(path.segments)} {_painted(path)}")

    def _shade(self, path: Path, gradient: GradientFill) -> None:
        """Paint a gradient through the outline of a path."""
        shadings = self._content.shadings
        name = shadings.setdefault(gradient._replace(frame=Transform()), f"G{len(shadings)}")
        self._alpha(path.alpha, 1.0)
        with self.inside(Transform()):
            self._write(f"{_outline(path.segments)} {'W*' if path.even_odd else 'W'} n")
            self._write(f"{_matrix(gradient.frame)} /{name} sh")

    def _stroke(self, stroke: Stroke) -> None:
        if self._spot:
            stroke = Stroke(self._spot.name, stroke.width, cap=stroke.cap, join=stroke.join)
            self._state["stroke"] = stroke.colour
        self._set("stroke", stroke.colour, self.colours.stroke)
        self._set("width", stroke.width, lambda width: f"{_number(width)} w")
        self._set("cap", stroke.cap, lambda cap: f"{cap} J")
        self._set("join", stroke.join, lambda join: f"{join} j")
        self._set("dash", stroke.dash, lambda dash: f"[{' '.join(map(_number, dash))}] 0 d")
        if stroke.join == 0:
            self._set("miter", stroke.miter, lambda miter: f"{_number(miter)} M")

    def _alpha(self, fill: float, stroke: float) -> None:
        pair = (round(fill, 3), round(stroke, 3))
        if pair == (1.0, 1.0) and "alpha" not in self._state:
            return
        name = f"A{round(pair[0] * 1000)}.{round(pair[1] * 1000)}"
        self._content.alphas[name] = pair
        self._content.is_translucent |= min(pair) < 1
        self._set("alpha", name, lambda name: f"/{name} gs")

    def _text(self, text: Text) -> None:
        if text.icon:
            self._icon(text, text.icon)
            return
        self._set("fill", text.colour, self.colours.fill)
        self._alpha(text.alpha, 1.0)
        # A space at the end is for programs that read the words. From right to left it would come first.
        printed = text.text.rstrip(" ") if text.rtl else text.text
        words = self.fonts.words(printed, text.font, rtl=text.rtl)
        if any(word.differs for word in words):
            with self.marked(_span(text.text)):
                self._glyphs(text, words)
        else:
            self._glyphs(text, words)
        x, size = text.x, text.size * MM_PER_POINT / 1000
        for word in words:
            for mark in word.marks:
                # Not as text: programs that read the words would find them between letters.
                with self.inside(Transform(size, 0, 0, -size, x + mark.x * size, text.y - mark.y * size)):
                    self._write(f"{_outline(mark.outline)} f")
            x += word.width * size
        self._bars(text, x - text.x)

    def _glyphs(self, text: Text, words: list[Shaped]) -> None:
        """The glyphs of a text, moved by the room after each and their height above the line."""
        size = text.size * MM_PER_POINT
        start = words[0].start if words else 0.0
        line = [f"BT 1 0 0 -1 {_number(text.x + start * size / 1000)} {_number(text.y)} Tm"]
        shown: list[str] = []
        rise = 0.0
        for word in words:
            if word.start and shown:
                shown.append(f" {-word.start:.1f}")
            for part in word.parts:
                font = self.pdf_fonts.of(part)
                if shown and (part.rise != rise or self._state["font"] != (font.name, size)):
                    line.append(_showing(shown))
                    shown = []
                if self._state.get("font") != (font.name, size):
                    self._state["font"] = font.name, size
                    line.append(f"/{font.name} {_number(size)} Tf")
                if part.rise != rise:
                    rise = part.rise
                    line.append(f"{_number(rise * size / 1000)} Ts")
                shown.append(font.shown(part))
        if shown:
            self._write(" ".join([*line, _showing(shown), *["0 Ts"] * bool(rise), "ET"]))

    def _bars(self, text: Text, width: float) -> None:
        """The lines under or through words."""
        em = text.size * MM_PER_POINT
        for bar in text.bars:
            box = (text.x, text.y + BARS[bar] * em, width, BAR * em)
            self._write(f"{' '.join(map(_number, box))} re f")

    def _icon(self, text: Text, icon: Use) -> None:
        """A drawing in the place of letters, with its alternative text and the space that the text ends with."""
        space = text.text[len(text.text.rstrip()) :]
        with self.marked(_span(icon.drawing.alt + space)):
            self._use(icon)

    def _picture(self, picture: Picture) -> None:
        """Bitmaps are upright in a frame whose y grows downwards, so each is flipped back."""
        x, y, w, h = picture.box
        image, images = self.images.name(picture.content), self._content.images
        name = images.setdefault(image, f"I{len(images)}")
        self._content.is_translucent |= self.images.is_translucent(image)
        self._alpha(picture.alpha, 1.0)
        with self.inside(Transform(w, 0, 0, -h, x, y + h)):
            self._write(f"/{name} Do")

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

    _DRAWING: ClassVar[Mapping[type, Callable[[Pen, Any], None]]] = {
        Path: _path,
        Text: _text,
        Picture: _picture,
        Group: _group,
        Use: _use,
        Tag: _tag,
    }
    """How each kind of item is drawn."""


def _span(text: str) -> str:
    """The operator that begins marked content which stands for a text."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC"


def _showing(shown: list[str]) -> str:
    """The operator that shows glyphs, with neighbours that are not moved as one string."""
    return f"[{''.join(shown)}] TJ".replace("><", "")


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
    """The operators of an outline."""
    text = " ".join([_FORMATS[operator] % numbers for operator, numbers in segments])
    if "e" in text:  # PDF has no exponents; only numbers that are nearly zero are written with one
        rounded = ((operator, tuple(round(v, 3) + 0.0 for v in numbers)) for operator, numbers in segments)
        text = " ".join([_FORMATS[operator] % numbers for operator, numbers in rounded])
    return text


# Six significant digits: a micrometre on the largest sheet, and right for drawings of any scale.
_FORMATS = {"m": "%.6g %.6g m", "l": "%.6g %.6g l", "c": "%.6g %.6g %.6g %.6g %.6g %.6g c", "h": "h"}


def _number(value: float) -> str:
    """A length in six significant digits, as in outlines, without an exponent."""
    text = f"{value:.6g}"
    return text if "e" not in text else f"{value:.6f}"


def _matrix(transform: Transform) -> str:
    """The operator of a transform, in nine digits: six would move what is far from the origin to the next pixel."""
    text = " ".join([f"{value:.9g}" for value in transform])
    return f"{text if 'e' not in text else ' '.join(f'{value:.9f}' for value in transform)} cm"


def _clipped(box: Rect) -> str:
    """The operators that clip what follows at a box."""
    return f"{' '.join(map(_number, box))} re W n"
