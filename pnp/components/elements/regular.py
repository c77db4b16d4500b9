"""A regular polygon: a triangle, a hexagon and so on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.elements import Box
from pnp.components.shapes import Round, Shape, around_circle, corners, draw
from pnp.graphics import drawing
from pnp.graphics.drawing import Segment
from pnp.kit.schema import Between

__all__ = ["Spec", "draw"]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """A regular polygon: a triangle, a hexagon and so on."""

    regular: Round
    """Its middle, and the distance of its corners from there: [x, y, radius] in mm. One corner is at the top."""
    sides: Annotated[int, Between(3, 100)] = 6
    """The number of its sides."""

    @property
    def box(self) -> Box:
        return around_circle(self.regular)

    @property
    def segments(self) -> tuple[Segment, ...]:
        return drawing.polygon(*corners(self.regular, (self.regular[2],), self.sides))
