"""Drawings as SVG for a browser: letters as outlines, and one group for each element of a face, so that it can move.

Lengths are mm. What pictures of a page have in common, such as letters, is defined once for all of them; ids begin with
a prefix. Overprinting and inks are left out: a screen has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from pnp.graphics import Drawing, Group, Item, Path, Rect, Stroke, Tag, Transform
from pnp.graphics.content import Content
from pnp.graphics.drawing import BAR, BARS, Picture, Segment, Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.graphics.gradient import Fill, GradientFill
from pnp.text import Fonts, shaping

_OPERATORS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")


class Vector(NamedTuple):
    """A picture as SVG, and the bitmaps that it names, by digest."""

    svg: str
    bitmaps: dict[str, Content]


def vector(
    items: Iterable[Item], view: Rect, fonts: Fonts, prefix: str, elements: Mapping[int, int] | None = None
) -> Vector:
    """Items as an SVG picture of the area `view`. `elements` are the numbers of elements by the `id` of their items.

    A group of an element has its number in `data-element`. Bitmaps are named `bitmap/DIGEST`.
    """
    writer = VectorWriter(fonts, prefix, elements)
    inner = writer.items(tuple(items))
    return Vector(writer.picture(f"<defs>{writer.definitions}</defs>{inner}", view), writer.bitmaps)


def _number(value: float) -> str:
    return f"{value:.6g}"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


def path_data(segments: Iterable[Segment]) -> str:
    """The `d` of an SVG path."""
    return "".join(_OPERATORS[operator] + _numbers(numbers) for operator, numbers in segments)


def _matrix(transform: Transform) -> str:
    return f'transform="matrix({_numbers(transform)})"'


def _opacity(name: str, value: float) -> str:
    return f' {name}="{value:.3g}"' if value < 1 else ""


def _stroke(stroke: Stroke) -> str:
    written = f' stroke="{stroke.colour}" stroke-width="{_number(stroke.width)}"'
    written += f' stroke-dasharray="{_numbers(stroke.dash)}"' if stroke.dash else ""
    written += f' stroke-linecap="{_CAPS[stroke.cap]}"' if stroke.cap else ""
    joined = f' stroke-linejoin="{_JOINS[stroke.join]}"' if stroke.join else ""
    return (
        written + (joined or f' stroke-miterlimit="{_number(stroke.miter)}"') + _opacity("stroke-opacity", stroke.alpha)
    )


class VectorWriter:
    """Writes items of the pictures of a page; what is used several times is defined once, in `definitions`.

    `address` is where the page finds a bitmap.
    """

    def __init__(
        self,
        fonts: Fonts,
        prefix: str,
        elements: Mapping[int, int] | None = None,
        address: Callable[[Content], str] = lambda content: f"bitmap/{content.digest}",
    ) -> None:
        self._address = address
        elements = elements or {}
        self._fonts, self._prefix, self._elements = fonts, prefix, elements
        self._defined: dict[Any, tuple[str, str]] = {}
        """The id and the definition of what is used, by what it is."""
        self._holding: dict[Drawing, bool] = {}
        self.bitmaps: dict[str, Content] = {}
        self._write: dict[type, Callable[[Any], str]] = {
            Path: self._path,
            Text: self._text,
            Picture: self._picture,
            Group: self._group,
            Use: self._use,
            Tag: lambda tag: self.items(tag.items),
        }

    @staticmethod
    def picture(inner: str, view: Rect) -> str:
        """What was written as the picture of an area."""
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_number, view))}">{inner}</svg>'

    @property
    def definitions(self) -> str:
        """All that was defined so far."""
        return "".join(definition for _, definition in self._defined.values())

    def items(self, items: Sequence[Item]) -> str:
        """Items in painting order, those of one element in a group."""
        written: list[str] = []
        for number, of_one in groupby(items, lambda item: self._elements.get(id(item))):
            inner = "".join([self._write[type(item)](item) for item in of_one])
            written.append(inner if number is None else f'<g data-element="{number}">{inner}</g>')
        return "".join(written)

    def _definition(self, key: Any, define: Callable[[str], str]) -> str:
        """The id of a definition, which is written when it is first needed."""
        if key not in self._defined:
            name = f"{self._prefix}{len(self._defined)}"
            self._defined[key] = name, ""  # its number is taken, also by what is defined inside
            self._defined[key] = name, define(name)
        return self._defined[key][0]

    def _path(self, path: Path) -> str:
        fill = self._paint(path.fill) if path.fill else "none"
        rule = ' fill-rule="evenodd"' if path.even_odd else ""
        line = _stroke(path.stroke) if path.stroke else ""
        return f'<path d="{path_data(path.segments)}" fill="{fill}"{rule}{_opacity("fill-opacity", path.alpha)}{line}/>'

    def _paint(self, fill: Fill) -> str:
        if not isinstance(fill, GradientFill):
            return fill
        stops = "".join(f'<stop offset="{share:.4g}" stop-color="{colour}"/>' for share, colour in fill.stops)
        along = 'x1="0" y1="0" x2="1" y2="0"' if fill.kind == "linear" else 'cx="0" cy="0" r="1"'
        units = f'gradientUnits="userSpaceOnUse" gradientTransform="matrix({_numbers(fill.frame)})"'
        kind = f"{fill.kind}Gradient"
        name = self._definition(fill, lambda id_: f'<{kind} id="{id_}" {along} {units}>{stops}</{kind}>')
        return f"url(#{name})"

    def _text(self, text: Text) -> str:
        if text.icon:
            return self._use(text.icon)
        shaped = self._fonts.shaped(text.text.rstrip(" ") if text.rtl else text.text, text.font, rtl=text.rtl)
        em = text.size * MM_PER_POINT
        x, letters = shaped.start, list[str]()
        for part in shaped.parts:
            data = self._fonts.typeface(part.role).data
            for character in part.text:
                outline, width = shaping.glyph(data, character)
                if outline:
                    id_ = self._letter(part.role, character, outline)
                    letters.append(f'<use href="#{id_}" x="{_number(x)}" y="{_number(part.rise)}"/>')
                x += width + part.after
        for mark in shaped.marks:
            letters.append(f'<path transform="translate({_numbers(mark[:2])})" d="{path_data(mark.outline)}"/>')
        for bar in text.bars:
            letters.append(f'<path d="M0 {-1000 * (BARS[bar] + BAR):.6g}h{shaped.width:.6g}v{1000 * BAR:.6g}H0z"/>')
        place = _matrix(Transform(em / 1000, 0, 0, -em / 1000, text.x, text.y))
        return f'<g fill="{text.colour}"{_opacity("fill-opacity", text.alpha)} {place}>{"".join(letters)}</g>'

    def _letter(self, role: str, character: str, outline: Sequence[Segment]) -> str:
        return self._definition((role, character), lambda id_: f'<path id="{id_}" d="{path_data(outline)}"/>')

    def _picture(self, picture: Picture) -> str:
        self.bitmaps[picture.content.digest] = picture.content
        x, y, w, h = map(_number, picture.box)
        place = f'x="{x}" y="{y}" width="{w}" height="{h}" preserveAspectRatio="none"'
        return f'<image href="{self._address(picture.content)}" {place}{_opacity("opacity", picture.alpha)}/>'

    def _clip(self, outline: str, *, even_odd: bool = False) -> str:
        rule = ' clip-rule="evenodd"' if even_odd else ""
        define = lambda id_: f'<clipPath id="{id_}"><path d="{outline}"{rule}/></clipPath>'  # noqa: E731
        return f'clip-path="url(#{self._definition(("clip", outline, even_odd), define)})"'

    def _group(self, group: Group) -> str:
        inner = self.items(group.items)
        if group.clip:
            inner = f"<g {self._clip(path_data(group.clip), even_odd=group.clip_even_odd)}>{inner}</g>"
        return f"<g {_matrix(group.transform)}>{inner}</g>"

    def _use(self, use: Use) -> str:
        place = f"{_matrix(use.transform)}{_opacity('opacity', use.alpha)}"
        if self._holds_elements(use.drawing):
            return f"<g {place}>{self._clipped(use.drawing)}</g>"
        id_ = self._definition(use.drawing, lambda id_: f'<g id="{id_}">{self._clipped(use.drawing)}</g>')
        return f'<use href="#{id_}" {place}/>'

    def _clipped(self, drawing: Drawing) -> str:
        x, y, w, h = Rect(0, 0, *drawing.size).inset(-max(drawing.bleed, drawing.overhang))
        return f"<g {self._clip(f'M{x:.6g} {y:.6g}h{w:.6g}v{h:.6g}h{-w:.6g}z')}>{self.items(drawing.items)}</g>"

    def _holds_elements(self, drawing: Drawing) -> bool:
        """Whether elements of faces are in a drawing, or in one that it uses."""
        if drawing not in self._holding:
            self._holding[drawing] = False
            self._holding[drawing] = bool(self._elements) and any(map(self._is_element, drawing.items))
        return self._holding[drawing]

    def _is_element(self, item: Item) -> bool:
        if id(item) in self._elements:
            return True
        if isinstance(item, Use):
            return self._holds_elements(item.drawing)
        return isinstance(item, Group | Tag) and any(map(self._is_element, item.items))
