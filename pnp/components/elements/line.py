"""A straight line between two points."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope, paint
from pnp.components.elements import Box, Coordinate, Element
from pnp.graphics import Item, Stroke, drawing
from pnp.kit.schema import Paint


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A straight line from [x1, y1] to [x2, y2]."""

    line: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    """Its ends: [x1, y1, x2, y2]."""
    stroke: Paint = "ink"
    """Its colour."""
    width: float = 0.3
    """Its thickness, in mm."""

    @property
    def box(self) -> Box:
        x1, y1, x2, y2 = self.line
        return (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    colour = paint(context, element.stroke, scope, element.at("stroke")) or "#000000"
    return [drawing.line(*element.line, Stroke(colour, element.width))]
