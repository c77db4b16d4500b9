"""A star."""

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
    """A star."""

    star: Round
    """Its middle, and the distance of its points from there: [x, y, radius] in mm. One point is at the top."""
    points: Annotated[int, Between(3, 100)] = 5
    """The number of its points."""
    inner: Annotated[float, Between(0.01, 1)] = 0.5
    """The distance of the corners between its points from its middle, as a share of the radius."""

    @property
    def box(self) -> Box:
        return around_circle(self.star)

    @property
    def segments(self) -> tuple[Segment, ...]:
        radius = self.star[2]
        return drawing.polygon(*corners(self.star, (radius, radius * self.inner), 2 * self.points))
