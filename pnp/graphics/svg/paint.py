"""Read lengths, colours and the other values of elements, and inherit paint."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pnp.graphics import svgpath
from pnp.graphics.drawing import CURRENT
from pnp.graphics.geometry import Rect, Size
from pnp.graphics.svg import names
from pnp.graphics.svg.css_colour import css_colour
from pnp.graphics.svg.css_transform import UNITS
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
