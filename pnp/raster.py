"""SVG that `svg` does not draw exactly -> pixels, for those who ask for it.

resvg renders it. It is shown nothing but the text of the one file, after that was looked through here: only elements
that it draws, nothing from outside the file, and no more work and memory than a machine has. What would take too much
of them by a guess is rendered coarser, and told of where the picture is printed; what takes longer all the same is
broken off and refused.
"""

from __future__ import annotations

import base64
import importlib.util
import re
import time
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from pnp import bitmap, rendering
from pnp.bitmap import Lack
from pnp.cache import store
from pnp.drawing import Drawing, Picture
from pnp.geometry import MM_PER_INCH, Rect, Size
from pnp.source import Faults, Span

UNTOLD = 100.0
"""The longer side in mm of a picture whose printed size is not known when it is drawn."""
MAX_ELEMENTS, MAX_DEPTH, MAX_TITLE = 20_000, 40, 1_000
FEWEST = 10_000
"""A picture that can be rendered with no more pixels than that is not."""
MAX_COST, MAX_LAYERED = 2e10, 1.2e7
"""Most nanoseconds that rendering may take, and most pixels on all layers that are open at once, by a rough guess."""
LONGEST, LONGEST_IN_ALL = 12.0, 60.0
"""Seconds after which rendering is broken off: that of one picture, and of all that a kit has."""
LARGEST = 4_000_000
"""A picture of more bytes is rendered anew each time, so that it leaves room for others in the store."""

_SVG = "http://www.w3.org/2000/svg "
_GRADIENTS = {"linearGradient", "radialGradient"}
_PRIMITIVES = {
    "feGaussianBlur", "feOffset", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feDropShadow",
    "feFlood", "feMerge",
}  # fmt: skip
_SILENT = _GRADIENTS | {"defs", "symbol", "clipPath", "mask", "filter"}
"""What is drawn only where something refers to it."""
_DRAWN = _SILENT | _PRIMITIVES | {
    "svg", "g", "use", "title", "desc", "metadata", "style", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "stop", "image", "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feMergeNode",
}  # fmt: skip
_LAYERED = re.compile(r"\b(?:opacity|mask|clip-path|filter|mix-blend-mode|isolation|enable-background)\b")
_FAINT = re.compile(r"\b(?:fill|stroke|stop|flood)-opacity\b")
_LINK = re.compile(r"url\(\s*(['\"]?)#([\w.:-]+)\1\s*\)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
_HUGE = re.compile(r"(?<![.\d])0*[1-9]\d{5,}|\d[eE]\+?\d")
"""A number of 100,000 or more, or one that may be."""
_EMBEDDED = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)")
_LENGTH = re.compile(r"\s*(\d*\.?\d+)\s*([a-z]*)\s*")
# What things cost in nanoseconds for each pixel of the picture, as measured, the worst case each.
_SHAPE, _PAINT, _LAYER, _PRIMITIVE = 3, 40, 60, 4000


class Source(NamedTuple):
    """An SVG file that may be rendered: its size in its own units, and what a pixel of it costs."""

    text: str
    size: Size
    title: str
    coloured: bool
    cost: float
    layers: int
    span: Span


class Clock:
    """The seconds that are left for all pictures of a kit."""

    def __init__(self) -> None:
        self.left = LONGEST_IN_ALL


class _RefusedError(Exception):
    """Something that would not be rendered, or not surely."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.message, self.hint = line, column, message, hint


class _Element:
    """An element with what it refers to."""

    __slots__ = ("attributes", "children", "column", "cost", "effects", "layers", "line", "links", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int, column: int) -> None:
        self.tag, self.attributes, self.line, self.column = tag, attributes, line, column
        self.children: list[_Element] = []
        self.links: list[str] = []
        self.cost, self.layers, self.effects = 0.0, -1, 0

    def refuse(self, message: str, hint: str = "") -> _RefusedError:
        return _RefusedError(self.line, self.column, message, hint)


def can_draw() -> bool:
    """Whether the package that renders is installed."""
    return importlib.util.find_spec("resvg_py") is not None


def read(data: bytes, path: Path, faults: Faults) -> Source | None:
    """An SVG file that can be rendered; None with a fault at what cannot."""
    try:
        return _Reader(data).source(path)
    except _RefusedError as refused:
        faults.error(Span(str(path), refused.line, refused.column), "svg-refused", refused.message, refused.hint)
    except expat.ExpatError as error:
        faults.error(Span(str(path), error.lineno, error.offset + 1), "bad-svg", f"not readable as SVG: {error}")
    return None


class _Reader:
    """Looks through an SVG file without drawing it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.by_id: dict[str, _Element] = {}
        self.title, self.style, self.layered = "", "", False
        self.count = 0
        self.stack: list[_Element] = []
        self.parser = parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _tag: self.stack.pop()
        parser.CharacterDataHandler = self._said
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position only
        if self.root.tag != "svg":
            raise self.root.refuse(f"the root is <{self.root.tag}>, not <svg>")

    def source(self, path: Path) -> Source:
        self._check_style()
        self._weigh(self.root, 0)
        if self.root.cost > MAX_COST / FEWEST or self.root.layers > MAX_LAYERED / FEWEST:
            raise self.root.refuse("it would take too long to draw", "draw it with fewer effects")
        text = self.data.decode("utf-8-sig")
        coloured = "currentcolor" in text.lower() and "color" not in self.root.attributes
        span = Span(str(path), self.root.line, self.root.column)
        return Source(text, _size(self.root), self.title.strip(), coloured, self.root.cost, self.root.layers, span)

    def _doctype(self, *_: object) -> None:
        raise _RefusedError(self.parser.CurrentLineNumber, 1, "a document type or entity is not read", "take it out")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        name = tag.removeprefix(_SVG)
        element = _Element(name, attributes, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        if self.count > MAX_ELEMENTS:
            raise element.refuse(f"more than {MAX_ELEMENTS} elements")
        if len(self.stack) > MAX_DEPTH:
            raise element.refuse(f"nested more than {MAX_DEPTH} deep")
        if " " not in name and name not in _DRAWN:
            hint = "turn it into paths in a drawing program" if name in ("text", "pattern", "marker") else ""
            raise element.refuse(f"<{name}> is not drawn, not as pixels either", hint)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)
        self._check_attributes(element)

    def _check_attributes(self, element: _Element) -> None:
        for name, value in element.attributes.items():
            if name.rpartition(" ")[2] == "href":
                self._check_link(element, value)
            elif name not in ("id", "class") and " " not in name:
                self._check_value(element, name, value)
        id_ = element.attributes.get("id")
        if id_ and self.by_id.setdefault(id_, element) is not element:
            raise element.refuse(f"the id {id_!r} is there twice")

    def _check_value(self, element: _Element, name: str, value: str) -> None:
        bare = _COLOUR.sub("", _LINK.sub("", value))
        if "url(" in bare.lower() or (name == "style" and "\\" in bare):
            raise element.refuse(f"{name!r} leads out of the file")
        if _HUGE.search(bare):
            raise element.refuse("numbers go up to 100,000")
        if "filter" in name or "filter" in bare:
            element.effects = bare.count("(")
        element.links.extend(found[2] for found in _LINK.finditer(value))

    def _check_link(self, element: _Element, value: str) -> None:
        embedded = _EMBEDDED.fullmatch(value)
        if value.startswith("#"):
            element.links.append(value[1:])
        elif element.tag != "image" or not embedded:
            raise element.refuse(f"<{element.tag}> names something outside the file", "embed pictures as PNG or JPEG")
        else:
            try:
                found = bitmap.read(base64.b64decode(embedded[1]), "the picture in it")
            except ValueError:
                raise element.refuse("the picture in it cannot be read") from None
            if isinstance(found, Lack):
                raise element.refuse(found.message, *found.hints)

    def _said(self, data: str) -> None:
        if self.stack[-1].tag == "style":
            self.style += data
        elif self.stack[-1].tag == "title" and len(self.stack) == 2:
            self.title = (self.title + data)[:MAX_TITLE]

    def _check_style(self) -> None:
        """Style sheets may say anything of any element, so what they say is taken to be said of all."""
        self.layered = _is_layered(self.style)
        bare = _COLOUR.sub("", _LINK.sub("", self.style))
        if _HUGE.search(bare) or ("filter" in bare and "(" in bare):
            raise self.root.refuse("its style sheet has filters or huge numbers", "write them as attributes")
        if "@" in bare or "\\" in bare or "url(" in bare.lower():
            raise self.root.refuse("its style sheet reaches beyond it", "save it with presentation attributes")
        for found in _LINK.finditer(self.style):
            target = self.by_id.get(found[2])
            if target is not None and target.tag not in _GRADIENTS:
                raise target.refuse(f"<{target.tag}> in a style sheet is not drawn", "name it by an attribute")

    def _weigh(self, element: _Element, depth: int) -> None:
        """What an element costs with all it holds and refers to, and how many layers it needs at once."""
        if depth > MAX_DEPTH:
            raise element.refuse(f"nested more than {MAX_DEPTH} deep, counting what is referred to")
        if element.layers >= 0:
            return
        used = [self.by_id[link] for link in element.links if link in self.by_id]
        for other in (*element.children, *used):
            self._weigh(other, depth + 1)
        inner = [*(child for child in element.children if child.tag not in _SILENT), *used]
        said = " ".join((*element.attributes, element.attributes.get("style", "")))
        effects = element.effects + (element.tag in _PRIMITIVES)
        layers = int(self.layered or _is_layered(said)) + effects
        size = sum(len(element.attributes.get(key, "")) for key in ("d", "points")) / 100
        own = _SHAPE + size + _PAINT * len(element.links) + _LAYER * layers + _PRIMITIVE * effects
        element.cost = own + (_PAINT if self.style else 0) + sum(other.cost for other in inner)
        # Results of filters are kept until the last one is made.
        held = sum(o.layers for o in inner) if element.tag == "filter" else max((o.layers for o in inner), default=0)
        element.layers = layers + held


def _is_layered(said: str) -> bool:
    """Whether names of properties are among those that need a layer of pixels."""
    return bool(_LAYERED.search(_FAINT.sub("", said)))


def _size(root: _Element) -> Size:
    """The proportions of a file, from its width and height or its view box."""
    sides = [root.attributes.get(side, "100%") for side in ("width", "height")]
    lengths = [found for side in sides if (found := _LENGTH.fullmatch(side))]
    box = [float(part) for part in re.findall(r"-?\d*\.?\d+", root.attributes.get("viewBox", ""))][:4]
    if len(lengths) == 2 and lengths[0][2] == lengths[1][2]:
        size = Size(float(lengths[0][1]), float(lengths[1][1]))
    elif not lengths and len(box) == 4:
        size = Size(box[2], box[3])
    else:
        raise root.refuse("it does not say its size", "give it a viewBox and neither width nor height")
    if not (min(size) >= 0.01 and max(size) <= 100 * min(size) < 1e8):
        raise root.refuse("its size is none to print")
    return size


def draw(
    source: Source, name: str, colour: str, scale: float | None, dpi: float, clock: Clock, faults: Faults
) -> Drawing | Lack | None:
    """The picture as pixels, as large as the file says; a unit of it will be printed as `scale` mm.

    None with a fault at the file if that takes too long.
    """
    if not can_draw():
        hint = "install what renders it with: pip install 'pnp-kits[raster]'"
        return Lack("svg-refused", f"{name}.svg is to be printed as pixels, which needs resvg-py", (hint,))
    per_unit = (scale or UNTOLD / max(source.size)) * dpi / MM_PER_INCH
    most = min(MAX_COST / max(source.cost, 1), MAX_LAYERED / (source.layers + 1))
    per_unit = min(per_unit, (most / (source.size.w * source.size.h)) ** 0.5)
    pixels = max(1, round(source.size.w * per_unit)), max(1, round(source.size.h * per_unit))
    try:
        data = _timed(source.text, pixels, colour if source.coloured else "", clock)
    except rendering.TooLongError:
        faults.error(source.span, "svg-refused", *_too_long(clock))
        return None
    found = bitmap.read(data, name) if data else None
    if found is None or isinstance(found, Lack):
        return Lack("bad-picture", f"{name}.svg cannot be drawn as pixels", ("see docs/art.md for what is drawn",))
    pixels = round(found.size.w), round(found.size.h)
    return Drawing(name, source.size, (Picture(Rect(0, 0, *source.size), data, pixels),), alt=source.title)


def _too_long(clock: Clock) -> tuple[str, str]:
    if clock.left > 0:
        return f"it takes more than {LONGEST:g} s to draw as pixels", "draw it with fewer shapes, dashes and effects"
    return f"the kit's pictures take more than {LONGEST_IN_ALL:g} s to draw as pixels", "draw them with fewer effects"


def _timed(text: str, pixels: tuple[int, int], colour: str, clock: Clock) -> bytes:
    """As `_rendered`, while there is time."""
    seconds = min(LONGEST, clock.left)
    if seconds <= 0:
        raise rendering.TooLongError
    begun = time.monotonic()
    try:
        return _rendered(text, pixels, colour, seconds)
    finally:
        clock.left -= time.monotonic() - begun


@lru_cache(maxsize=100)
def _rendered(text: str, pixels: tuple[int, int], colour: str, seconds: float) -> bytes:
    """A PNG, the same however many seconds it may take; nothing if there is none to be had."""

    def make() -> bytes:
        return rendering.rendered(text, pixels, colour, seconds, _package())

    parts = text, f"{pixels[0]} {pixels[1]}", colour
    return store.recalled("pixels", parts, make, lambda data: 0 < len(data) <= LARGEST)


def _package() -> str:
    """The folder in which what renders is installed."""
    found = importlib.util.find_spec("resvg_py")
    return str(Path(found.origin).parents[1]) if found and found.origin else ""
