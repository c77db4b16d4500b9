"""A text with fields, read as Markdown and set as a column: paragraphs, lists, tables and headings of a card's own."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope, filled, origin, parts_of
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Rect, Tag
from pnp.kit.annotations import StylePrefix
from pnp.text import layout

COLUMN = "Div"
"""The role of the tag around its blocks."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """Markdown of the card set into a box: paragraphs, lists, tables, headings and icons."""

    markdown: str
    """The text; fields in braces are filled from the card and the kit. Each line of it begins a new line."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    styles: StylePrefix
    """The prefix of the names of its text styles; it needs at least `PREFIX-body`."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("markdown")
    text = filled(context, element.markdown, scope, span)
    setting = context.setting(
        element.styles, element.at("styles"), lambda name: context.gallery.drawing(name, span, on_card=True)
    )
    if not text or setting is None:
        return []
    mine = setting.of_card(span, parts_of(scope, element.markdown), origin(scope, element.markdown, span))
    return [Tag(COLUMN, tuple(layout.fit_column(text, mine, Rect(*element.box))), origin=span)]
