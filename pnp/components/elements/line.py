"""A straight or bent line between two points, or an arrow."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Annotated

from pnp.components.context import RenderContext, Scope, paint
from pnp.components.elements import Box, Coordinate, Element
from pnp.components.shapes import Dashes, Thickness
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.drawing import Segment, polygon
from pnp.kit.schema import Between, Paint

HEAD = 4.5
"""The length of an arrow's head, as a factor of the line's thickness."""
SLIM = 0.45
"""Half the width of the head, as a share of its length."""

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A line from [x1, y1] to [x2, y2]."""

    line: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    """Its ends: [x1, y1, x2, y2]."""
    stroke: Paint = "ink"
    """Its colour."""
    width: Thickness = 0.3
    """Its thickness, in mm."""
    dash: Dashes = ()
    """The lengths of its dashes and of the gaps between them, in mm, in turn."""
    bend: Annotated[float, Between(-1, 1)] = 0.0
    """How far it bends to its right, as a share of its length; negative values bend it to its left."""
    head: bool = False
    """Whether its second end is the head of an arrow."""

    @property
    def box(self) -> Box:
        x, y, w, h = Rect.about((self.line[:2], self.bent, self.line[2:]))
        return x, y, w, h

    @property
    def bent(self) -> Point:
        """The point towards which it bends; the middle of a straight line."""
        x1, y1, x2, y2 = self.line
        return (x1 + x2) / 2 - self.bend * (y2 - y1), (y1 + y2) / 2 + self.bend * (x2 - x1)


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    colour = paint(context, element.stroke, scope, element.at("stroke")) or "#000000"
    start, middle, end = element.line[:2], element.bent, element.line[2:]
    items: list[Item] = []
    if element.head:
        base, head = arrow_head(middle, end, HEAD * element.width)
        items.append(Path(head, colour))
        end = base
    curve: tuple[Segment, ...] = (("m", start), ("l", end))
    if element.bend:
        curve = (("m", start), ("c", (*_towards(start, middle), *_towards(end, middle), *end)))
    return [Path(curve, stroke=Stroke(colour, element.width, element.dash)), *items]


def arrow_head(before: Point, tip: Point, length: float) -> tuple[Point, tuple[Segment, ...]]:
    """The middle of the base of an arrow's head, and its outline."""
    across, down = tip[0] - before[0], tip[1] - before[1]
    share = length / (hypot(across, down) or 1.0)
    x, y = share * across, share * down
    base = (tip[0] - x, tip[1] - y)
    return base, polygon(tip, (base[0] - SLIM * y, base[1] + SLIM * x), (base[0] + SLIM * y, base[1] - SLIM * x))


def _towards(point: Point, middle: Point) -> Point:
    """Two thirds of the way to a point: with such control points a cubic curve is a quadratic one."""
    return point[0] + (middle[0] - point[0]) * 2 / 3, point[1] + (middle[1] - point[1]) * 2 / 3
