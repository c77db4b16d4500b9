"""A text with fields, set into a box in a text style."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope, filled, paint, parts_of
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Rect, Tag
from pnp.kit.name_of import StyleName
from pnp.kit.schema import Paint
from pnp.text import edges, place
from pnp.text.fit import fit


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
    block = fit(context.fonts, text, style, box, span, context.diagnostics, parts, context.word_colour)
    texts = place(block, box, style, colour)
    return [Tag("P", (*edges.below(context.fonts, texts, style, context.colour), *texts), origin=span)]
