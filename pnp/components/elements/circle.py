"""A circle."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.shapes import Round, Shape, draw
from pnp.graphics import drawing
from pnp.graphics.drawing import Segment

__all__ = ["Spec", "draw"]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """A circle."""

    circle: Round
    """Its middle and its radius: [x, y, radius] in mm."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        x, y, radius = self.circle
        return drawing.ellipse(x, y, radius, radius)
