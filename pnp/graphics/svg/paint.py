"""Read lengths, colours and the other values of elements, and inherit paint.

Read linear and radial gradients as fills of shapes.

Gradients are drawn as such if their colours are opaque and do not repeat, and a radial one begins in its own middle.
Others, and those with values that are not understood, need pixels.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pnp.graphics import svgpath
from pnp.graphics.drawing import CURRENT, Segment
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import Fill, GradientFill, Stop
from pnp.graphics.svg import names
from pnp.graphics.svg.css_values import UNITS, css_colour, is_mixed_in_srgb, split
from pnp.graphics.svg.elements import SvgElement
from pnp.graphics.svgpath import RefusedError

MAX_DASHES = 100

SMALLEST = 0.01
"""The smallest width and dash: they are written to PDF with three decimals."""

_LENGTH = re.compile(rf"\s*({svgpath.NUMBER.pattern})([a-zA-Z]*|%)\s*", re.ASCII)
_Read = TypeVar("_Read")


class Paint(NamedTuple):
    """Inherited properties; `currentColor` is inherited as such. Colours are `#rrggbb` or `#rrggbbaa`.

    A fill may also be the element of a gradient.
    """

    fill: str | SvgElement | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    even_odd: bool = False
    clip_even_odd: bool = False
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    colour: str = CURRENT
    hidden: bool = False
    stroke_first: bool = False

    def changed(self, element: SvgElement) -> Paint:
        """The paint of an element that inherits this one."""
        changes = element.once(_changes)
        return self._replace(**changes) if changes else self


def _changes(element: SvgElement) -> dict[str, Any]:
    """The changes to inherited paint. Reports every value that is not drawn."""
    changes: dict[str, Any] = {}
    for name in filter(_SETTINGS.__contains__, element.given):
        key, reader = _SETTINGS[name]
        try:
            changes[key] = reader(element, name)
        except RefusedError as fault:
            element.report(fault)
    if changes.get("colour") == CURRENT:
        del changes["colour"]
    return changes


def understood(element: SvgElement, reader: Callable[[str], _Read], text: str, what: str = "") -> _Read:
    """The result of a reader, whose ValueError becomes a RefusedError."""
    try:
        return reader(text)
    except ValueError as error:
        raise element.refuse(f"{what}{error}") from None


def number(element: SvgElement, name: str, least: float = -svgpath.LARGEST, default: str = "0") -> float:
    """A length in user units. Percentages refer to the viewport."""
    text = element.given.get(name, default)
    length = _LENGTH.fullmatch(text)
    if not length or (length[2] != "%" and length[2] not in UNITS):
        raise element.refuse(f"{name} {text!r} is not a number", "write it in px, mm, cm, in, pt or %")
    value = float(length[1]) * (_percent(element, name) if length[2] == "%" else UNITS[length[2]])
    if not -svgpath.LARGEST < value < svgpath.LARGEST:
        raise element.refuse(f"numbers go up to {svgpath.LARGEST:,}")
    if value < least:
        raise element.refuse(f"{name} must be {least:g} or more")
    return value


def _percent(element: SvgElement, name: str) -> float:
    """One percent of the viewport, in user units: of its width, its height or its diagonal divided by √2."""
    w, h = _viewport(element)
    if name in ("x", "x1", "x2", "cx", "rx", "width"):
        return w / 100
    return (h if name in ("y", "y1", "y2", "cy", "ry", "height") else ((w * w + h * h) / 2) ** 0.5) / 100


def _viewport(element: SvgElement) -> Size:
    """The size, in user units, of the nearest viewport around an element."""
    around = element.parent
    while around and around.tag != "svg":
        if around.tag in ("symbol", "clipPath", "defs"):
            raise element.pixels("a percentage in a definition")  # it depends on where the definition is used
        around = around.parent
    if around is None:
        raise element.refuse("a size in % needs a viewBox around it")
    box = around.once(view_box)
    if box:
        return box.size
    if around.parent:
        raise element.pixels("a percentage of an inner picture without a viewBox")
    return Size(size(around, "width"), size(around, "height"))


def view_box(element: SvgElement) -> Rect | None:
    """The element's viewBox, if it has one."""
    text = element.given.get("viewBox")
    if text is None:
        return None
    box = understood(element, svgpath.numbers, text)
    if len(box) != 4 or min(box[2:]) < SMALLEST:
        raise element.refuse("the viewBox needs four numbers, with a width and a height")
    return Rect(*box)


size = partial(number, least=0)


def share(element: SvgElement, name: str) -> float:
    """An opacity, limited to 0 to 1."""
    text = element.given[name].strip()
    bare = text.removesuffix("%")
    if not svgpath.NUMBER.fullmatch(bare):
        raise element.refuse(f"{name} {text!r} is not a number from 0 to 1")
    return min(max(float(bare) / (1 if bare == text else 100), 0.0), 1.0)


def choice(element: SvgElement, name: str, known: dict[str, Any]) -> Any:
    value = element.given[name].strip()
    if value not in known:
        raise element.refuse(f"{name} {value!r} is not drawn", "known: " + ", ".join(known))
    return known[value]


def _width(element: SvgElement, name: str) -> float:
    return _printable(element, name, [size(element, name)])[0]


def _dashes(element: SvgElement, name: str) -> tuple[float, ...]:
    value = element.given[name].strip()
    dashes = [] if value == "none" else understood(element, svgpath.numbers, value.replace("px", ""))
    if len(dashes) > MAX_DASHES:
        raise element.refuse(f"{name} has more than {MAX_DASHES} lengths")
    return tuple(_printable(element, name, dashes)) if any(dashes) else ()


def _printable(element: SvgElement, name: str, lengths: list[float]) -> list[float]:
    if any(length and length < SMALLEST for length in lengths):
        raise element.refuse(f"{name} must be 0, or {SMALLEST} or more")
    return lengths


def _fill(element: SvgElement, name: str) -> str | SvgElement | None:
    """A colour, or the element of a gradient."""
    server = element.addressed(element.given[name].strip())
    return server if server and server.tag in names.GRADIENTS else _colour(element, name)


def _colour(element: SvgElement, name: str) -> str | None:
    value = element.given[name].strip()
    if value.lower() == CURRENT.lower():
        return CURRENT
    if value == "none" and name != "color":
        return None
    if value.startswith("url("):
        server = element.addressed(value)
        if server is None or server.tag not in names.PAINT_SERVERS:
            raise element.refuse(f"the paint {value!r}: there is no such gradient or pattern in this file")
        raise element.pixels(names.PAINT_SERVERS[server.tag])
    colour = css_colour(value)
    if colour is None:
        raise element.refuse(f"the paint {value!r} is not a colour", "write it as #rrggbb")
    return colour


def _stroke_first(element: SvgElement, name: str) -> bool:
    """Whether `paint-order` has the stroke beneath the fill."""
    words = [word for word in element.given[name].split() if word != "markers"]
    if not set(words) <= {"normal", "fill", "stroke"}:
        raise element.refuse(f"{name} {element.given[name]!r} is not drawn", "known: normal, fill, stroke, markers")
    return words[:1] == ["stroke"]


_RULES: dict[str, Any] = {"nonzero": False, "evenodd": True}
_SETTINGS: dict[str, tuple[str, Callable[[SvgElement, str], Any]]] = {
    "fill": ("fill", _fill),
    "stroke": ("stroke", _colour),
    "stroke-width": ("width", _width),
    "stroke-linecap": ("cap", partial(choice, known={"butt": 0, "round": 1, "square": 2})),
    "stroke-linejoin": ("join", partial(choice, known={"miter": 0, "round": 1, "bevel": 2})),
    "stroke-miterlimit": ("miter", partial(number, least=1)),
    "stroke-dasharray": ("dash", _dashes),
    "stroke-dashoffset": ("dash_offset", number),
    "fill-rule": ("even_odd", partial(choice, known=_RULES)),
    "clip-rule": ("clip_even_odd", partial(choice, known=_RULES)),
    "fill-opacity": ("fill_alpha", share),
    "stroke-opacity": ("stroke_alpha", share),
    "color": ("colour", _colour),
    "visibility": ("hidden", partial(choice, known={"visible": False, "hidden": True, "collapse": True})),
    "paint-order": ("stroke_first", _stroke_first),
}


MAX_STOPS, MAX_LINKS = 100, 8
_BOX = "objectBoundingBox"


def filled(server: SvgElement, user: SvgElement, segments: tuple[Segment, ...]) -> Fill:
    """The fill of a shape with a gradient. Raises PixelsError for a gradient that needs pixels."""
    return _GradientReader(server, user).fill(segments)


class _GradientReader:
    """Reads a gradient with what it takes over from those that it links to."""

    def __init__(self, server: SvgElement, user: SvgElement) -> None:
        self._user, self._kind = user, server.tag
        self._chain = [server]
        while len(self._chain) < MAX_LINKS and (after := self._chain[-1].linked()) and after not in self._chain:
            self._chain.append(after)

    def fill(self, segments: tuple[Segment, ...]) -> Fill:
        for gradient in self._chain:
            gradient.once(SvgElement.check)
        self._chain[0].check_gradient()
        if self._given("spreadMethod", "pad") != "pad":
            raise self._user.pixels("a gradient that repeats")
        stops = self._stops()
        frame = self._frame()
        if len(stops) == 1 or frame.a == frame.b == 0:
            return stops[-1][1]
        try:
            frame = svgpath.transform(self._given("gradientTransform", "")).over(frame)
        except ValueError:
            raise self._odd() from None
        if self._given("gradientUnits", _BOX) == _BOX:
            box = _bounds(segments)
            frame = Transform(box.w, 0, 0, box.h, box.x, box.y).over(frame)
        if abs(frame.a * frame.d - frame.b * frame.c) < 1e-12:  # a shape or a gradient without an area
            raise self._odd()
        return GradientFill("linear" if self._kind == "linearGradient" else "radial", stops, frame)

    def _frame(self) -> Transform:
        """The map from the gradient's own frame to the space that its numbers are in."""
        if self._kind == "linearGradient":
            x, y, far, end = (self._number(*one) for one in (("x1", "0%"), ("y1", "0%"), ("x2", "100%"), ("y2", "0%")))
            dx, dy = far - x, end - y
            return Transform(dx, dy, -dy, dx, x, y)
        cx, cy, r = (self._number(name, "50%") for name in ("cx", "cy", "r"))
        for name, middle in (("fx", cx), ("fy", cy), ("fr", 0.0)):
            if self._holder(name) and abs(self._number(name, "0") - middle) > abs(r) / 1000:
                raise self._user.pixels("a radial gradient with a focus of its own")
        return Transform(r, 0, 0, r, cx, cy)

    def _stops(self) -> tuple[Stop, ...]:
        """The stops of the first gradient that has any, in ascending order."""
        holders = ([child for child in one.children if child.tag == "stop"] for one in self._chain)
        elements = next(filter(None, holders), [])
        if not 0 < len(elements) <= MAX_STOPS:
            raise self._odd()
        stops: list[Stop] = []
        for element in elements:
            share, colour = self._stop(element)
            stops.append((max(min(max(share, 0.0), 1.0), stops[-1][0] if stops else 0.0), colour))
        return tuple(stops)

    def _stop(self, element: SvgElement) -> Stop:
        share = _share(element.given.get("offset", "0"))
        colour = css_colour(element.given.get("stop-color", "#000000").strip())
        if share is None or colour is None:
            raise self._odd()
        if not is_mixed_in_srgb(element.given.get("stop-color", "")):
            raise element.refuse(*names.NO_SPACE)
        opaque, alpha = split(colour)
        if alpha < 1 or _share(element.given.get("stop-opacity", "1")) != 1:
            raise self._user.pixels("a translucent gradient")
        return share, opaque

    def _number(self, name: str, default: str) -> float:
        holder = self._holder(name)
        if self._given("gradientUnits", _BOX) != _BOX:
            return self._length(holder or self._chain[0], name, default)
        share = _share(holder.given[name] if holder else default)
        if share is None:
            raise self._odd()
        return share

    def _length(self, holder: SvgElement, name: str, default: str) -> float:
        try:
            return number(holder, name, default=default)
        except RefusedError:
            raise self._odd() from None

    def _given(self, name: str, default: str) -> str:
        holder = self._holder(name)
        return holder.given[name].strip() if holder else default

    def _holder(self, name: str) -> SvgElement | None:
        return next((one for one in self._chain if name in one.given), None)

    def _odd(self) -> Exception:
        return self._user.pixels(names.PAINT_SERVERS[self._kind])


def _share(text: str) -> float | None:
    """A number or a percentage; None for anything else."""
    bare = text.strip().removesuffix("%")
    if not svgpath.NUMBER.fullmatch(bare):
        return None
    value = float(bare) / (1 if bare == text.strip() else 100)
    return value if -svgpath.LARGEST < value < svgpath.LARGEST else None


def _bounds(segments: tuple[Segment, ...]) -> Rect:
    """The smallest box around an outline."""
    from fontTools.misc.bezierTools import calcCubicBounds  # for gradients only

    points: list[tuple[float, float]] = []
    for operator, numbers in segments:
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        if operator == "c":
            left, top, right, far = calcCubicBounds(points[-1], *corners)
            points += [(left, top), (right, far)]
        points += corners[-1:]
    return Rect.about(points)
