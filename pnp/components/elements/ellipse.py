"""An ellipse."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.elements import Coordinate, Length
from pnp.components.shapes import Shape, draw
from pnp.graphics import drawing
from pnp.graphics.drawing import Segment

__all__ = ["Spec", "draw"]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """An ellipse."""

    ellipse: tuple[Coordinate, Coordinate, Length, Length]
    """Its middle and its radii: [x, y, across, down] in mm."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return drawing.ellipse(*self.ellipse)
