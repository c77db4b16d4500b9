"""A polygon with any corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.elements import Coordinate
from pnp.components.shapes import Shape, draw
from pnp.graphics import drawing
from pnp.graphics.drawing import Segment
from pnp.kit.schema import Count

__all__ = ["Spec", "draw"]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """A polygon with any corners."""

    polygon: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Count(3, 1000, "points [x, y]")]
    """Its corners: a list of at least three points [x, y] in mm."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return drawing.polygon(*self.polygon)
