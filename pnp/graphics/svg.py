"""Read SVG files as drawings. Only a subset of SVG is supported, which is drawn exactly.

The subset is shapes, paths, groups, `use`, clips and flat colours. Everything else (gradients, filters, masks, text,
style sheets, scripts, entities, other files) is an error with its line and column. `docs/art.md` lists the subset.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pnp.diagnostics import Diagnostics
from pnp.graphics import svgpath
from pnp.graphics.colour import hexadecimal
from pnp.graphics.drawing import CURRENT, Drawing, Group, Item, Segment, Stroke, ellipse, polygon, rounded
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.svgpath import RefusedError

MAX_ELEMENTS = 20_000
MAX_SEGMENTS = 1_000_000
MAX_DEPTH = 60
MAX_USES = 8
MAX_DASHES = 100
MAX_TEXT = 1_000

SMALLEST = 0.01
"""The smallest width and dash: they are written to PDF with three decimals."""

SMALLEST_SCALE = 0.001
"""The smallest scale of a transform: they are written to PDF with six decimals."""

_SVG = "http://www.w3.org/2000/svg"
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_SILENT = {"title", "desc", "defs", "clipPath"}
_ELEMENTS = _SHAPES | _SILENT | {"svg", "g", "use"}
_HREF_XLINK = "http://www.w3.org/1999/xlink href"
_GEOMETRY = {
    "svg": {"viewBox", "width", "height", "version"},
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "use": {"href", _HREF_XLINK, "x", "y"},
    "clipPath": {"clip-rule"},
}
_EVERYWHERE = {"id", "transform", "clip-path", "opacity"}
_COLOUR_NAMES = {"black": "#000000", "white": "#ffffff"}
_LENGTH = re.compile(rf"({svgpath.NUMBER.pattern})([a-z]*)")
_Read = TypeVar("_Read")


class _Element:
    """An element. Its outline and paint are computed once, even if it is used several times."""

    def __init__(self, tag: str, attributes: dict[str, str], line: int, column: int) -> None:
        self.tag, self.attributes, self.line, self.column = tag, attributes, line, column
        self.children: list[_Element] = []
        self.text = ""

    def refuse(self, message: str, hint: str = "") -> RefusedError:
        return RefusedError(self.line, self.column, message, hint)

    @cached_property
    def outline(self) -> tuple[Segment, ...]:
        return _clip_outline(self) if self.tag == "clipPath" else _shape_outline(self)

    @cached_property
    def paint(self) -> dict[str, Any]:
        """The changes to inherited paint."""
        changes = {key: kind(self, name) for name, (key, kind) in _SETTINGS.items() if name in self.attributes}
        if changes.get("colour") == CURRENT:
            del changes["colour"]
        return changes

    @cached_property
    def transform(self) -> Transform:
        """The element's transform; for a `use`, including its x and y."""
        matrix = _understood(self, svgpath.transform, self.attributes.get("transform", ""))
        if self.tag == "use":
            matrix = matrix.over(Transform.move(_number(self, "x"), _number(self, "y")))
        wide = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        if not all(-svgpath.LARGEST < v < svgpath.LARGEST for v in matrix):
            raise self.refuse(f"transforms go up to {svgpath.LARGEST:,}")
        if abs(matrix.a * matrix.d - matrix.b * matrix.c) <= 0.999 * SMALLEST_SCALE * wide:
            raise self.refuse(f"a transform to less than {SMALLEST_SCALE} of the size is not drawn")
        return matrix


class _Paint(NamedTuple):
    """Inherited presentation attributes; `currentColor` is inherited as such."""

    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    colour: str = CURRENT


def read(data: bytes, path: Path, diagnostics: Diagnostics) -> Drawing | None:
    """Read an SVG file; `currentColor` stays a placeholder. None, with an error, for anything unsupported."""
    with svgpath.refusals(path, diagnostics):
        return _Reader(_Tree(data)).drawing(path.stem)
    return None


class _Tree:
    """The elements of an SVG file."""

    def __init__(self, data: bytes) -> None:
        self.by_id: dict[str, _Element] = {}
        self._stack: list[_Element] = []
        self._count = 0
        self._parser = svgpath.xml_parser(self._start, lambda _tag: self._stack.pop(), self._text)
        self._parser.XmlDeclHandler = self._declaration
        self._parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position only
        if self.root.tag != "svg":
            raise self.root.refuse(f"the root is <{self.root.tag}>, not <svg>")

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in ("utf-8", "us-ascii", "ascii"):
            raise RefusedError(
                1, 1, f"the encoding {encoding!r} is not supported", "save the file in the UTF-8 encoding"
            )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        space, _, name = tag.rpartition(" ")
        element = _Element(name, attributes, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)
        if self._count > MAX_ELEMENTS:
            raise element.refuse(f"more than {MAX_ELEMENTS} elements")
        if len(self._stack) > MAX_DEPTH:
            raise element.refuse(f"nested more than {MAX_DEPTH} levels deep")
        if space not in ("", _SVG) or name not in _ELEMENTS:
            raise element.refuse(f"<{name}> is not drawn", "see docs/art.md for what is")
        self._check_attributes(element)
        if self._stack:
            self._stack[-1].children.append(element)
        else:
            self.root = element
        self._stack.append(element)

    def _check_attributes(self, element: _Element) -> None:
        allowed = _ALLOWED[element.tag]
        for name, value in element.attributes.items():
            if name not in allowed:
                raise element.refuse(f"the attribute {name.rpartition(' ')[2]!r} of <{element.tag}> is not drawn")
            if len(value) > MAX_TEXT and name not in ("d", "points"):
                raise element.refuse(f"{name} is longer than {MAX_TEXT:,} characters")
        id_ = element.attributes.get("id")
        if id_ and self.by_id.setdefault(id_, element) is not element:
            raise element.refuse(f"the id {id_!r} is there twice")

    def _text(self, data: str) -> None:
        element = self._stack[-1]
        if element.tag == "title":
            element.text += data
            if len(element.text) > MAX_TEXT:
                raise element.refuse(f"the title is longer than {MAX_TEXT:,} characters")


class _Reader:
    """Converts the elements of a file to drawing items."""

    def __init__(self, tree: _Tree) -> None:
        self.root, self.by_id = tree.root, tree.by_id
        self._drawn = self._segments = 0

    def drawing(self, name: str) -> Drawing:
        x, y, w, h = _view_box(self.root)
        items = self._children(self.root, _Paint()._replace(**self.root.paint), 0, 0)
        if x or y:
            items = (Group(items, Transform.move(-x, -y)),)
        alt = next((child.text.strip() for child in self.root.children if child.tag == "title"), "")
        return Drawing(name, Size(w, h), items, alt=alt)

    def _children(self, element: _Element, paint: _Paint, depth: int, uses: int) -> tuple[Item, ...]:
        children = (child for child in element.children if child.tag not in _SILENT)
        return tuple(item for child in children for item in self._item(child, paint, depth + 1, uses))

    def _item(self, element: _Element, inherited: _Paint, depth: int, uses: int) -> tuple[Item, ...]:
        self._count(element, depth)
        paint = _faded(element, inherited._replace(**element.paint))
        if element.tag == "g":
            items = self._children(element, paint, depth, uses)
        elif element.tag == "use":
            items = self._item(self._target(element, uses), paint, depth + 1, uses + 1)
        elif element.tag == "svg":
            raise element.refuse("a nested <svg> is not drawn", "use <g transform=…>")
        else:
            items = self._shape(element, paint)
        transform = element.transform
        clip, even_odd = self._clip(element)
        if items and (clip or transform != Transform()):
            return (Group(items, transform, clip, even_odd),)
        return items

    def _count(self, element: _Element, depth: int) -> None:
        """Count drawn elements, because nested uses multiply them."""
        self._drawn += 1
        if self._drawn > MAX_ELEMENTS:
            raise element.refuse(f"more than {MAX_ELEMENTS} elements, each counted as often as it is used")
        if depth > MAX_DEPTH:
            raise element.refuse(f"nested more than {MAX_DEPTH} levels deep")

    def _outline(self, element: _Element) -> tuple[Segment, ...]:
        self._segments += len(element.outline)
        if self._segments > MAX_SEGMENTS:
            raise element.refuse(f"more than {MAX_SEGMENTS:,} lines and curves, each counted as often as it is used")
        return element.outline

    def _target(self, element: _Element, uses: int) -> _Element:
        href = element.attributes.get("href") or element.attributes.get(_HREF_XLINK) or ""
        target = self.by_id.get(href[1:]) if href.startswith("#") else None
        if target is None or target.tag in _SILENT:
            raise element.refuse(f"<use> of {href!r}: there is no such shape in this file")
        if uses >= MAX_USES:
            raise element.refuse(f"<use> inside <use> more than {MAX_USES} levels deep")
        return target

    def _shape(self, element: _Element, paint: _Paint) -> tuple[Item, ...]:
        outline = self._outline(element)
        if not outline:
            return ()
        fill, colour = (paint.colour if own == CURRENT else own for own in (paint.fill, paint.stroke))
        stroke = None
        if colour and paint.width and paint.stroke_alpha:
            stroke = Stroke(colour, paint.width, paint.dash, paint.cap, paint.join, paint.miter, paint.stroke_alpha)
            if stroke.cap == 2 and svgpath.has_dot(outline):
                raise element.refuse("square ends of a line without length are not drawn", "draw a <rect>")
        bare = not stroke or stroke.dash or stroke.alpha < 1
        if element.tag == "line" or (bare and "".join(s[0] for s in outline[:4]) in ("ml", "mlh")):
            fill = None  # a line has no inside, but some viewers would draw a hairline for its fill
        if fill and stroke and stroke.alpha < 1:
            # In SVG, the fill is visible through a translucent stroke. Painted together in PDF, it would not be.
            return Outline(outline, fill, None, paint.even_odd, paint.fill_alpha), Outline(outline, None, stroke)
        return (Outline(outline, fill, stroke, paint.even_odd, paint.fill_alpha),)

    def _clip(self, element: _Element) -> tuple[tuple[Segment, ...], bool]:
        value = element.attributes.get("clip-path")
        if value is None or value == "none":
            return (), False
        name = value[5:-1] if value.startswith("url(#") and value.endswith(")") else ""
        clip = self.by_id.get(name)
        if clip is None or clip.tag != "clipPath":
            raise element.refuse(f"clip-path {value!r}: there is no such clipPath in this file")
        return self._outline(clip), len(clip.children) == 1 and clip.attributes.get("clip-rule") == "evenodd"


def _view_box(root: _Element) -> list[float]:
    given = root.attributes
    if "viewBox" in given:
        box = _understood(root, svgpath.numbers, given["viewBox"])
    else:
        box = [0, 0, _number(root, "width"), _number(root, "height")]
    if len(box) != 4 or min(box[2:]) < SMALLEST:
        raise root.refuse("the viewBox needs four numbers, with a width and a height")
    width, height = (_LENGTH.fullmatch(given.get(side, "").removesuffix("px")) for side in ("width", "height"))
    if width and height:
        # The picture is scaled to its box, so only the proportions of its size matter.
        w, h = float(width[1]) * box[3], float(height[1]) * box[2]
        if width[2] != height[2] or not 0 < max(w, h) < 1.005 * min(w, h):
            raise root.refuse("width and height have other proportions than the viewBox")
    return box


def _faded(element: _Element, paint: _Paint) -> _Paint:
    """Apply the element's opacity to its paint, if that is equivalent."""
    if "opacity" not in element.attributes:
        return paint
    opacity = _share(element, "opacity")
    if opacity == 1:
        return paint
    if element.tag not in _SHAPES or (paint.fill and paint.stroke and element.tag != "line"):
        raise element.refuse(
            "opacity of a group, or of a shape with fill and stroke, is not drawn",
            "set fill-opacity or stroke-opacity on each shape",
        )
    return paint._replace(fill_alpha=paint.fill_alpha * opacity, stroke_alpha=paint.stroke_alpha * opacity)


def _choice(**known: int) -> Callable[[_Element, str], int]:
    def read(element: _Element, name: str) -> int:
        value = element.attributes[name]
        if value not in known:
            raise element.refuse(f"{name} {value!r} is not drawn", "known: " + ", ".join(known))
        return known[value]

    return read


def _number(element: _Element, name: str, least: float = -svgpath.LARGEST) -> float:
    value = element.attributes.get(name, "0").removesuffix("px")
    if not svgpath.NUMBER.fullmatch(value):
        raise element.refuse(f"{name} {element.attributes[name]!r} is not a plain number")
    number = float(value)
    if not -svgpath.LARGEST < number < svgpath.LARGEST:
        raise element.refuse(f"numbers go up to {svgpath.LARGEST:,}")
    if number < least:
        raise element.refuse(f"{name} must be {least:g} or more")
    return number


_size = partial(_number, least=0)


def _width(element: _Element, name: str) -> float:
    return _printable(element, name, [_size(element, name)])[0]


def _dashes(element: _Element, name: str) -> tuple[float, ...]:
    value = element.attributes[name]
    dashes = [] if value == "none" else _understood(element, svgpath.numbers, value)
    if len(dashes) > MAX_DASHES:
        raise element.refuse(f"{name} has more than {MAX_DASHES} lengths")
    return tuple(_printable(element, name, dashes)) if any(dashes) else ()


def _printable(element: _Element, name: str, lengths: list[float]) -> list[float]:
    if any(length and length < SMALLEST for length in lengths):
        raise element.refuse(f"{name} must be 0, or {SMALLEST} or more")
    return lengths


def _share(element: _Element, name: str) -> float:
    """An opacity, limited to 0 to 1."""
    return min(max(_number(element, name), 0.0), 1.0)


def _understood(element: _Element, reader: Callable[[str], _Read], text: str, what: str = "") -> _Read:
    try:
        return reader(text)
    except ValueError as error:
        raise element.refuse(f"{what}{error}") from None


def _colour(element: _Element, name: str) -> str | None:
    value = element.attributes[name]
    if value == CURRENT:
        return value
    if value == "none" and name != "color":
        return None
    value = _COLOUR_NAMES.get(value, value)
    colour = hexadecimal(value)
    if colour is None:
        raise element.refuse(f"the paint {value!r} is not drawn", "write flat colours as #rrggbb")
    return colour


_SETTINGS: dict[str, tuple[str, Callable[[_Element, str], Any]]] = {
    "fill": ("fill", _colour),
    "stroke": ("stroke", _colour),
    "stroke-width": ("width", _width),
    "stroke-linecap": ("cap", _choice(butt=0, round=1, square=2)),
    "stroke-linejoin": ("join", _choice(miter=0, round=1, bevel=2)),
    "stroke-miterlimit": ("miter", partial(_number, least=1)),
    "stroke-dasharray": ("dash", _dashes),
    "fill-rule": ("even_odd", _choice(nonzero=False, evenodd=True)),
    "fill-opacity": ("fill_alpha", _share),
    "stroke-opacity": ("stroke_alpha", _share),
    "color": ("colour", _colour),
}


_PAINT = _SETTINGS.keys()
_ALLOWED = {
    tag: _GEOMETRY.get(tag, set())
    | ({"id"} if tag in _SILENT else _PAINT | {"id"} if tag == "svg" else _PAINT | _EVERYWHERE)
    for tag in _ELEMENTS
}


def _clip_outline(clip: _Element) -> tuple[Segment, ...]:
    """The shapes of a clipPath as one outline. Overlapping shapes must not cut holes into each other."""
    if "clip-rule" in clip.attributes:
        _choice(nonzero=0, evenodd=1)(clip, "clip-rule")
    for shape in clip.children:
        if shape.tag not in _SHAPES or "transform" in shape.attributes:
            raise shape.refuse("a clipPath may only contain shapes without transform")
        if "clip-path" in shape.attributes:
            raise shape.refuse("a clip of a clip is not drawn")
        if len(clip.children) > 1 and not svgpath.is_convex(shape.outline):
            raise shape.refuse(
                "several shapes in a clipPath must each be convex and clockwise",
                "join them in one path",
            )
    outline = tuple(segment for shape in clip.children for segment in shape.outline)
    if not outline:
        raise clip.refuse("this clipPath is empty")
    return outline


def _shape_outline(element: _Element) -> tuple[Segment, ...]:
    tag, get = element.tag, partial(_number, element)
    if tag == "path":
        return tuple(_understood(element, svgpath.segments, element.attributes.get("d", ""), "path data: "))
    if tag == "rect":
        box = Rect(get("x"), get("y"), _size(element, "width"), _size(element, "height"))
        return rounded(box, *_radii(element)) if box.w and box.h else ()
    if tag in ("circle", "ellipse"):
        rx, ry = _radii(element) if tag == "ellipse" else (_size(element, "r"),) * 2
        return ellipse(get("cx"), get("cy"), rx, ry) if rx and ry else ()
    if tag == "line":
        return (("m", (get("x1"), get("y1"))), ("l", (get("x2"), get("y2"))))
    points = _understood(element, svgpath.numbers, element.attributes.get("points", ""))
    if len(points) < 4 or len(points) % 2:
        raise element.refuse("points must be pairs of numbers, two or more")
    outline = polygon(*zip(points[::2], points[1::2], strict=True))
    return outline if tag == "polygon" else outline[:-1]


def _radii(element: _Element) -> tuple[float, float]:
    """Both radii; a missing one equals the other."""
    rx, ry = _size(element, "rx"), _size(element, "ry")
    return rx if "rx" in element.attributes else ry, ry if "ry" in element.attributes else rx
