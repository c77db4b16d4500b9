"""What all shapes have in common: an outline with a fill, a line along it, and colours with fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from typing import Annotated

from pydantic_core import PydanticCustomError

from pnp.components.context import RenderContext, Scope, paint
from pnp.components.elements import Box, Coordinate, Element, Length, Share, rotation
from pnp.graphics import Drawing, Group, Item, Path, Rect, Size, Stroke, Transform, gradient
from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import Segment, Use
from pnp.kit.annotations import With
from pnp.kit.schema import Between, ByForm, Count, Model, Paint, Sound

Thickness = Annotated[float, Between(0.01, 100)]
Radius = Annotated[float, Between(0, 2000)]
Round = tuple[Coordinate, Coordinate, Length]
"""A centre and a radius: [x, y, radius]."""
Dashes = Annotated[tuple[Annotated[float, Between(0.01, 1000)], ...], Count(0, 10, "lengths")]
Colours = Annotated[tuple[Paint, ...], Count(2, 8, "colours")]


@dataclass(frozen=True, kw_only=True)
class Gradient(Model):
    """Two to eight colours that run into each other, along a line or from the middle outwards."""

    linear: Colours | None = None
    """The colours from the left to the right, turned by `angle`."""
    radial: Colours | None = None
    """The colours from the middle to the edge."""
    angle: Annotated[float, Between(-360, 360), With("linear")] = 90.0
    """The direction of a linear gradient: 0 is from left to right, 90 from top to bottom."""
    stops: tuple[Share, ...] = ()
    """Where each colour is, from 0 to 1; left out, they are evenly spaced."""


def _problem(fill: Gradient) -> str:
    """What is wrong with the keys of a gradient together."""
    if (fill.linear is None) == (fill.radial is None):
        return "a gradient needs one of 'linear' and 'radial'"
    colours = fill.linear or fill.radial or ()
    if len(fill.stops) not in (0, len(colours)):
        return f"expected {len(colours)} stops, one for each colour, found {len(fill.stops)}"
    rises = all(one <= other for one, other in pairwise(fill.stops))
    return "" if rises else "the stops of a gradient must ascend"


_WHOLE = Sound("bad-form", _problem, {}, "write a gradient like {linear: [red, gold], angle: 90}")
Fill = Annotated[Paint | Annotated[Gradient, _WHOLE], ByForm()]


@dataclass(frozen=True, kw_only=True)
class Shape(Element, ABC):
    """Base of elements with an outline."""

    fill: Fill | None = None
    """The colour or the gradient that fills it; left out, it is not filled."""
    stroke: Paint | None = None
    """The colour of the line along its edge; left out, it has none."""
    width: Annotated[Thickness, With("stroke")] = 0.3
    """The thickness of that line, in mm."""
    dash: Annotated[Dashes, With("stroke")] = ()
    """The lengths of its dashes and of the gaps between them, in mm, in turn."""

    def __post_init__(self) -> None:
        if self.fill is None and self.stroke is None and self.area is None:
            message = "this shape has neither 'fill' nor 'stroke', so it is not drawn"
            raise PydanticCustomError("missing-key", message, {"hint": "add 'fill: …' or 'stroke: …', or remove it"})

    @property
    @abstractmethod
    def segments(self) -> tuple[Segment, ...]:
        """Its outline."""

    @property
    def along(self) -> list[tuple[float, float]]:
        """Points along its outline."""
        return [point for polygon in Outline(self.segments).polygons for point in polygon]

    @property
    def box(self) -> Box:
        x, y, w, h = Rect.about(self.along)
        return x, y, w, h


def draw(context: RenderContext, element: Shape, scope: Scope) -> list[Item]:
    """The items of a shape."""
    box, segments = Rect(*element.box), element.segments
    stroke = paint(context, element.stroke, scope, element.at("stroke"))
    pen = Stroke(stroke, element.width, element.dash) if stroke else None
    path = Path(segments, _fill(context, element, scope, box), pen)
    return [_whole(path, element) if path.fill and pen and element.opacity < 1 else path]


def _whole(path: Path, element: Shape) -> Use:
    """A shape as a drawing, translucent as a whole: its fill does not shine through the line along its edge."""
    x, y, w, h = Rect.about(element.along).inset(-2 * element.width)  # the points of mitred corners
    return Use(Drawing("shape", Size(w, h), (Group((path,), Transform.move(-x, -y)),)), Transform.move(x, y))


def around_circle(circle: Round) -> Box:
    """The box around a circle."""
    x, y, radius = circle
    return x - radius, y - radius, 2 * radius, 2 * radius


def corners(centre: Round, radii: tuple[float, ...], count: int) -> list[tuple[float, float]]:
    """Points around a centre, clockwise from the one above it, at each of the radii in turn."""
    x, y, _ = centre
    turns = ((radii[n % len(radii)], (2 * n / count - 0.5) * pi) for n in range(count))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for radius, angle in turns]


def _fill(context: RenderContext, element: Shape, scope: Scope, box: Rect) -> gradient.Fill | None:
    """What fills a shape. A gradient is without the colours whose fields a card leaves out."""
    fill = element.fill
    if not isinstance(fill, Gradient):
        return paint(context, fill, scope, element.at("fill"))
    kind = "linear" if fill.linear else "radial"
    names = fill.linear or fill.radial or ()
    places = fill.stops or tuple(share for share, _ in gradient.spaced(names))
    stops = tuple(
        (share, colour)
        for number, (share, name) in enumerate(zip(places, names, strict=True))
        if (colour := paint(context, name, scope, element.at("fill", kind, number)))
    )
    if len(stops) < 2:
        return stops[0][1] if stops else None
    if fill.linear:
        return gradient.linear(box, stops, fill.angle)
    return gradient.radial(box, stops, element.along)


def upright(element: Element) -> Rect | None:
    """The upright box around an element as it is drawn, in mm; None for a plugin's element without `box`."""
    place = getattr(element, "box", None)
    if not place:
        return None
    box = Rect(*place)
    if isinstance(element, Shape):
        return Rect.about(points_of(element))
    return _turn(element, box).box(box)


def points_of(element: Shape) -> list[tuple[float, float]]:
    """Points along the outline of a shape as it is drawn, in mm."""
    turn = _turn(element, Rect(*element.box))
    return [turn.apply(x, y) for x, y in element.along]


def _turn(element: Element, box: Rect) -> Transform:
    return rotation(element.rotate, box) if element.rotate else Transform()
