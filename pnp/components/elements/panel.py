"""A box, filled, framed or both."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope, paint
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.drawing import rectangle
from pnp.kit.schema import Paint


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A box, filled, framed or both."""

    panel: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    fill: Paint | None = None
    """The colour that fills it; left out, it is not filled."""
    stroke: Paint | None = None
    """The colour of its frame; left out, it has none."""
    width: float = 0.3
    """The thickness of the frame, in mm."""
    radius: float = 0.0
    """The radius of its corners, in mm."""

    @property
    def box(self) -> Box:
        return self.panel


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    fill = paint(context, element.fill, scope, element.at("fill"))
    stroke = paint(context, element.stroke, scope, element.at("stroke"))
    pen = Stroke(stroke, element.width) if stroke else None
    return [Path(rectangle(Rect(*element.panel), element.radius), fill, pen)]
