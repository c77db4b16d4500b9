"""SVG files -> drawings, by a strict subset that is drawn exactly.

Shapes, paths, groups, `use`, clips, flat paint. What lies outside it (gradients, filters, masks, text, style
sheets, scripts, entities, anything from outside the file) is refused by name with its line and column, never
drawn wrong. `docs/art.md` lists the subset.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from pnp.drawing import Drawing, Group, Item, Segment, Stroke, ellipse, polygon, rectangle
from pnp.drawing import Path as Outline
from pnp.geometry import Rect, Size, Transform
from pnp.source import Faults, Span
from pnp.svgpath import LARGEST, BadPathError, segments

MAX_ELEMENTS = 20_000
MAX_USES = 8

_SVG = "http://www.w3.org/2000/svg"
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_SILENT = {"title", "desc", "defs", "clipPath"}
_ELEMENTS = _SHAPES | _SILENT | {"svg", "g", "use"}
_PAINT = {
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "fill-rule", "fill-opacity", "stroke-opacity", "color",
}  # fmt: skip
_GEOMETRY = {
    "svg": {"viewBox", "width", "height", "version"},
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "use": {"href", "http://www.w3.org/1999/xlink href", "x", "y"},
    "clipPath": {"clip-rule"},
}
_EVERYWHERE = {"id", "transform", "clip-path", "opacity"}
_NOWHERE = _SILENT | {"svg"}
_CURRENT = "currentColor"
_COLOUR_NAMES = {"black": "#000000", "white": "#ffffff"}
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_HREF_XLINK = "http://www.w3.org/1999/xlink href"


class _RefusedError(Exception):
    """Something in the file that is not drawn exactly; carries where and what."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.message, self.hint = line, column, message, hint


class _Element:
    __slots__ = ("attributes", "children", "column", "line", "outline", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int, column: int) -> None:
        self.tag, self.attributes, self.line, self.column = tag, attributes, line, column
        self.children: list[_Element] = []
        self.text = ""
        self.outline: tuple[Segment, ...] | None = None

    def refuse(self, message: str, hint: str = "") -> _RefusedError:
        return _RefusedError(self.line, self.column, message, hint)


class _Paint(NamedTuple):
    """The presentation attributes that elements inherit."""

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
    colour: str = "#000000"


def read(data: bytes, path: Path, colour: str, faults: Faults) -> Drawing | None:
    """The picture in an SVG file's bytes, `currentColor` being `colour`; None with a fault at what is not drawn."""
    try:
        return _Reader(_tree(data)).drawing(path.stem, colour)
    except _RefusedError as refused:
        faults.error(Span(str(path), refused.line, refused.column), "svg-refused", refused.message, refused.hint)
    except expat.ExpatError as error:
        faults.error(Span(str(path), error.lineno, error.offset + 1), "bad-svg", f"not readable as SVG: {error}")
    return None


def _tree(data: bytes) -> _Element:
    """The element tree of an SVG file; document types and entities are refused before they do anything."""
    parser = expat.ParserCreate(namespace_separator=" ")
    stack: list[_Element] = []
    roots: list[_Element] = []
    count = 0

    def refuse_doctype(*_: object) -> None:
        raise _RefusedError(
            parser.CurrentLineNumber, 1, "a document type or entity is not read", "take the DOCTYPE out"
        )

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        space, _, name = tag.rpartition(" ")
        element = _Element(name, attributes, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        if count > MAX_ELEMENTS:
            raise element.refuse(f"more than {MAX_ELEMENTS} elements")
        if len(stack) > 60:
            raise element.refuse("nested more than 60 deep")
        if space not in ("", _SVG) or name not in _ELEMENTS:
            raise element.refuse(f"<{name}> is not drawn", "see docs/art.md for what is")
        _check_attributes(element)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def text(data: str) -> None:
        if stack[-1].tag in ("title", "desc"):
            stack[-1].text += data

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: stack.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.EntityDeclHandler = refuse_doctype
    parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position only
    if roots[0].tag != "svg":
        raise roots[0].refuse(f"the root is <{roots[0].tag}>, not <svg>")
    return roots[0]


def _check_attributes(element: _Element) -> None:
    allowed = _GEOMETRY.get(element.tag, set())
    for name in element.attributes:
        if name in allowed or name == "id" or (name in _EVERYWHERE and element.tag not in _NOWHERE):
            continue
        if name in _PAINT and element.tag not in _SILENT:
            continue
        raise element.refuse(f"the attribute {name.rpartition(' ')[2]!r} of <{element.tag}> is not drawn")


class _Reader:
    """Turns one file's elements into drawing items."""

    def __init__(self, root: _Element) -> None:
        self.root = root
        self.drawn = 0
        self.by_id: dict[str, _Element] = {}
        for element in _all(root):
            id_ = element.attributes.get("id")
            if id_ is not None:
                if id_ in self.by_id:
                    raise element.refuse(f"the id {id_!r} stands here a second time")
                self.by_id[id_] = element

    def drawing(self, name: str, colour: str) -> Drawing:
        x, y, w, h = self._view_box()
        paint = self._paint(self.root, _Paint(colour=colour))
        items = self._children(self.root, paint, 0)
        if x or y:
            items = (Group(items, Transform.move(-x, -y)),)
        alt = next((child.text.strip() for child in self.root.children if child.tag == "title"), "")
        return Drawing(name, Size(w, h), items, alt=alt)

    def _view_box(self) -> list[float]:
        root = self.root
        if "viewBox" in root.attributes:
            box = _numbers(root, root.attributes["viewBox"])
        else:
            box = [0, 0, _number(root, "width"), _number(root, "height")]
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            raise root.refuse("the viewBox needs four numbers, with a width and a height")
        return box

    def _children(self, element: _Element, paint: _Paint, uses: int) -> tuple[Item, ...]:
        items: list[Item] = []
        for child in element.children:
            if child.tag not in _SILENT:
                items.extend(self._item(child, paint, uses))
        return tuple(items)

    def _item(self, element: _Element, inherited: _Paint, uses: int) -> tuple[Item, ...]:
        self.drawn += 1
        if self.drawn > MAX_ELEMENTS:
            raise element.refuse(f"<use> makes more than {MAX_ELEMENTS} shapes")
        paint = self._paint(element, inherited)
        paint = self._opacity(element, paint)
        items: tuple[Item, ...]
        shift = Transform()
        if element.tag == "g":
            items = self._children(element, paint, uses)
        elif element.tag == "use":
            items = self._item(self._target(element, uses), paint, uses + 1)
            shift = Transform.move(_number(element, "x"), _number(element, "y"))
        elif element.tag == "svg":
            raise element.refuse("a nested <svg> is not drawn", "use <g transform=…>")
        else:
            items = (_outline(element, paint),)
        transform = _transform(element).over(shift)
        clip, even_odd = self._clip(element)
        if transform != Transform() or clip:
            return (Group(items, transform, clip, even_odd),)
        return items

    def _target(self, element: _Element, uses: int) -> _Element:
        href = element.attributes.get("href") or element.attributes.get(_HREF_XLINK) or ""
        target = self.by_id.get(href[1:]) if href.startswith("#") else None
        if target is None or target.tag in _SILENT:
            raise element.refuse(f"<use> of {href!r}: there is no such shape in this file")
        if uses >= MAX_USES:
            raise element.refuse(f"<use> inside <use> more than {MAX_USES} deep")
        return target

    def _opacity(self, element: _Element, paint: _Paint) -> _Paint:
        if "opacity" not in element.attributes:
            return paint
        opacity = _share(element, "opacity")
        if opacity == 1:
            return paint
        if element.tag not in _SHAPES or (paint.fill and paint.stroke):
            raise element.refuse(
                "opacity of a group, or of a shape with fill and stroke, is not drawn",
                "set fill-opacity or stroke-opacity on each shape",
            )
        return paint._replace(fill_alpha=paint.fill_alpha * opacity, stroke_alpha=paint.stroke_alpha * opacity)

    def _clip(self, element: _Element) -> tuple[tuple[Segment, ...], bool]:
        value = element.attributes.get("clip-path")
        if value is None or value == "none":
            return (), False
        name = value[5:-1] if value.startswith("url(#") and value.endswith(")") else ""
        clip = self.by_id.get(name)
        if clip is None or clip.tag != "clipPath":
            raise element.refuse(f"clip-path {value!r}: there is no such clipPath in this file")
        outline: list[Segment] = []
        even_odd = "clip-rule" in clip.attributes and bool(_RULE(clip, "clip-rule"))
        before: list[tuple[Rect, bool]] = []
        for shape in clip.children:
            if shape.tag not in _SHAPES or shape.attributes.keys() & {"transform", "clip-path"}:
                raise shape.refuse("a clipPath may hold shapes without transform only")
            segments = _segments(shape)
            box, turns = _bounds(segments), _turns_right(segments)
            if any(box.overlaps(other) and (even_odd or turns != same) for other, same in before):
                raise shape.refuse("shapes of a clipPath that overlap are not drawn", "make one path of them")
            before.append((box, turns))
            outline.extend(segments)
        if not outline:
            raise clip.refuse("this clipPath is empty")
        return tuple(outline), even_odd

    def _paint(self, element: _Element, paint: _Paint) -> _Paint:
        given = element.attributes
        if not (_PAINT & given.keys()):
            return paint
        changes: dict[str, object] = {}
        colour = paint.colour
        if "color" in given:
            colour = changes["colour"] = _colour(element, given["color"], colour) or colour
        for name, key in (("fill", "fill"), ("stroke", "stroke")):
            if name in given:
                # The word is inherited as it is, and looked up where it paints.
                changes[key] = _CURRENT if given[name] == _CURRENT else _colour(element, given[name], colour)
        for name, key, kind in _SETTINGS:
            if name in given:
                changes[key] = kind(element, name)
        return paint._replace(**changes)  # type: ignore[arg-type]


def _bounds(segments: tuple[Segment, ...]) -> Rect:
    """A box that holds an outline, its handles too."""
    numbers = [numbers for _, numbers in segments if numbers]
    xs = [x for group in numbers for x in group[::2]] or [0.0]
    ys = [y for group in numbers for y in group[1::2]] or [0.0]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _turns_right(segments: tuple[Segment, ...]) -> bool:
    """Whether an outline runs clockwise on the whole, by the area inside its points and handles."""
    points = [(n[i], n[i + 1]) for _, n in segments for i in range(0, len(n), 2)]
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)) > 0


def _choice(**known: int) -> Callable[[_Element, str], int]:
    def read(element: _Element, name: str) -> int:
        value = element.attributes[name]
        if value not in known:
            raise element.refuse(f"{name} {value!r} is not drawn", "known: " + ", ".join(known))
        return known[value]

    return read


def _dashes(element: _Element, name: str) -> tuple[float, ...]:
    value = element.attributes[name]
    dashes = () if value == "none" else tuple(_numbers(element, value))
    if any(dash < 0 for dash in dashes):
        raise element.refuse(f"{name} {value!r} has a length less than nothing")
    return dashes if any(dashes) else ()


def _number(element: _Element, name: str, default: float = 0.0) -> float:
    value = element.attributes.get(name)
    if value is None:
        return default
    if not _NUMBER.fullmatch(value.removesuffix("px")):
        raise element.refuse(f"{name} {value!r} is not a plain number")
    return _bounded(element, float(value.removesuffix("px")))


def _numbers(element: _Element, text: str) -> list[float]:
    words = re.split(r"[\s,]+", text.strip())
    if not all(_NUMBER.fullmatch(word) for word in words):
        raise element.refuse(f"{text[:30]!r} is not a list of numbers")
    return [_bounded(element, float(word)) for word in words]


def _bounded(element: _Element, number: float) -> float:
    if not -LARGEST < number < LARGEST:
        raise element.refuse(f"numbers go up to {LARGEST:,}")
    return number


def _share(element: _Element, name: str) -> float:
    """An opacity; what lies outside 0 to 1 counts as the nearer of them, as SVG has it."""
    return min(max(_number(element, name), 0.0), 1.0)


def _size(element: _Element, name: str) -> float:
    """A number that cannot be less than nothing."""
    value = _number(element, name)
    if value < 0:
        raise element.refuse(f"{name} {value:g} is less than nothing")
    return value


_RULE = _choice(nonzero=False, evenodd=True)

_SETTINGS: tuple[tuple[str, str, Callable[[_Element, str], object]], ...] = (
    ("stroke-width", "width", _size),
    ("stroke-linecap", "cap", _choice(butt=0, round=1, square=2)),
    ("stroke-linejoin", "join", _choice(miter=0, round=1, bevel=2)),
    ("stroke-miterlimit", "miter", _number),
    ("stroke-dasharray", "dash", _dashes),
    ("fill-rule", "even_odd", _RULE),
    ("fill-opacity", "fill_alpha", _share),
    ("stroke-opacity", "stroke_alpha", _share),
)


def _colour(element: _Element, value: str, current: str) -> str | None:
    if value == "none":
        return None
    if value == "currentColor":
        return current
    value = _COLOUR_NAMES.get(value, value)
    if re.fullmatch(r"#[0-9a-fA-F]{3}", value):
        value = "#" + "".join(c * 2 for c in value[1:])
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise element.refuse(f"the paint {value!r} is not drawn", "write flat colours as #rrggbb")
    return value.lower()


def _outline(element: _Element, paint: _Paint) -> Outline:
    pen = paint.colour if paint.stroke == _CURRENT else paint.stroke
    paint = paint._replace(fill=paint.colour if paint.fill == _CURRENT else paint.fill, stroke=pen)
    stroke = None
    if paint.stroke and paint.width > 0:
        stroke = Stroke(paint.stroke, paint.width, paint.dash, paint.cap, paint.join, paint.miter, paint.stroke_alpha)
    fill = None if element.tag == "line" else paint.fill
    return Outline(_segments(element), fill, stroke, paint.even_odd, paint.fill_alpha)


def _segments(element: _Element) -> tuple[Segment, ...]:
    """A shape's outline, worked out once however often it is used."""
    if element.outline is None:
        element.outline = _shape(element)
    return element.outline


def _shape(element: _Element) -> tuple[Segment, ...]:
    def get(name: str) -> float:
        return _number(element, name)

    tag = element.tag
    if tag == "path":
        try:
            return tuple(segments(element.attributes.get("d", "")))
        except BadPathError as error:
            raise element.refuse(f"path data: {error}") from None
    if tag == "rect":
        given = element.attributes
        w, h = _size(element, "width"), _size(element, "height")
        rx = _size(element, "rx" if "rx" in given else "ry")
        ry = _size(element, "ry" if "ry" in given else "rx")
        if rx and ry and (rx != ry or (rx > min(w, h) / 2 and w != h)):
            raise element.refuse("corners that are not round are not drawn", "give rx alone, half a side at most")
        return rectangle(Rect(get("x"), get("y"), w, h), min(rx, ry)) if w and h else ()
    if tag == "circle":
        r = _size(element, "r")
        return ellipse(get("cx"), get("cy"), r, r) if r else ()
    if tag == "ellipse":
        rx, ry = _size(element, "rx"), _size(element, "ry")
        return ellipse(get("cx"), get("cy"), rx, ry) if rx and ry else ()
    if tag == "line":
        return (("m", (get("x1"), get("y1"))), ("l", (get("x2"), get("y2"))))
    points = _numbers(element, element.attributes.get("points", ""))
    if len(points) < 4 or len(points) % 2:
        raise element.refuse("points must be pairs of numbers, two or more")
    outline = polygon(*zip(points[::2], points[1::2], strict=True))
    return outline if tag == "polygon" else outline[:-1]


_TRANSFORM = re.compile(r"\s*(\w+)\s*\(([^)]*)\)\s*,?")


def _transform(element: _Element) -> Transform:
    text = element.attributes.get("transform")
    total = Transform()
    if not text:
        return total
    if _TRANSFORM.sub("", text).strip():
        raise element.refuse(f"the transform {text[:40]!r} is not understood")
    for name, arguments in _TRANSFORM.findall(text):
        total = total.over(_one_transform(element, name, _numbers(element, arguments)))
    return total


def _one_transform(element: _Element, name: str, v: list[float]) -> Transform:
    if name == "translate" and len(v) in (1, 2):
        return Transform.move(v[0], v[1] if len(v) == 2 else 0.0)
    if name == "scale" and len(v) in (1, 2):
        return Transform.scale(*v)
    if name == "rotate" and len(v) in (1, 3):
        return Transform.rotate(*v)
    if name == "matrix" and len(v) == 6:
        return Transform(*v)
    raise element.refuse(f"the transform {name}({len(v)} numbers) is not drawn")


def _all(element: _Element) -> list[_Element]:
    found = [element]
    for child in element.children:
        found.extend(_all(child))
    return found
