"""A text with fields, set into a box in a text style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pnp.components.context import RenderContext, Scope, filled, paint, parts_of
from pnp.components.elements import Box, Element
from pnp.components.shapes import Radius, Thickness
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import Text, rectangle
from pnp.kit import Record
from pnp.kit.annotations import StyleName, With
from pnp.kit.schema import Paint
from pnp.text import edges, place
from pnp.text.fit import fit


@dataclass(frozen=True, kw_only=True)
class Plate(Record):
    """A plate below words, as high as their box, and as wide as they are."""

    fill: Paint = "paper"
    """Its colour."""
    stroke: Paint | None = None
    """The colour of the line along its edge; left out, it has none."""
    width: Annotated[Thickness, With("stroke")] = 0.3
    """The thickness of that line, in mm."""
    pad: Radius = 1.0
    """How far it reaches beyond the words on both sides, in mm. It stays in the box."""
    radius: Radius = 0.0
    """The radius of its corners, in mm."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A text set into a box in a text style."""

    text: str
    """The text; fields in braces are filled from the card and the kit. `**bold**`, `*italic*`, `[coloured]{.red}` words
    and `:icons:` are possible."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    style: StyleName
    """A text style of this kit or of the common styles."""
    colour: Paint | None = None
    """The colour, if it is not the style's."""
    plate: Plate | None = None
    """A plate below the words, as wide as they are."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("text")
    text = filled(context, element.text, scope, span)
    style = context.style(element.style, element.at("style"), has_edges=True)
    if not text or style is None:
        return []
    colour = paint(context, element.colour, scope, element.at("colour")) or context.colour(
        style.colour, style.at("colour")
    )
    parts, box = parts_of(scope, element.text), Rect(*element.box)
    pad = element.plate.pad if element.plate else 0.0
    room = Rect(box.x + pad, box.y, box.w - 2 * pad, box.h)
    block = fit(context.fonts, text, style, room, span, context.diagnostics, parts, context.word_colour)
    texts = place(block, room, style, colour)
    plate = _plate(context, element.plate, box, texts, scope) if element.plate else ()
    return [Tag("P", (*plate, *edges.below(context.fonts, texts, style, context.colour), *texts), origin=span)]


def _plate(context: RenderContext, plate: Plate, box: Rect, texts: Sequence[Text], scope: Scope) -> Iterator[Item]:
    left = min(text.x for text in texts) - plate.pad
    right = max(text.x + context.fonts.extent(text) for text in texts) + plate.pad
    stroke = paint(context, plate.stroke, scope, plate.at("stroke"))
    pen = Stroke(stroke, plate.width) if stroke else None
    outline = rectangle(Rect(left, box.y, right - left, box.h), plate.radius)
    yield Path(outline, paint(context, plate.fill, scope, plate.at("fill")), pen)
