"""A rectangle, with sharp or round corners."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.elements import Box
from pnp.components.shapes import Radius, Shape, draw
from pnp.graphics import Rect, drawing
from pnp.graphics.drawing import Segment

__all__ = ["Spec", "draw"]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """A rectangle, with sharp or round corners."""

    rectangle: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    radius: Radius = 0.0
    """The radius of its corners, in mm."""

    @property
    def box(self) -> Box:
        return self.rectangle

    @property
    def segments(self) -> tuple[Segment, ...]:
        return drawing.rectangle(Rect(*self.rectangle), self.radius)
