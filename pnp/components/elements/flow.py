"""A Markdown template of the kit, set as a column of text in a box."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Rect
from pnp.text import layout

READS_CARD = True
"""Its template is filled with the card."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A Markdown template of the kit set into a box."""

    flow: str
    """The file name of the template."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    styles: str
    """The prefix of the names of its text styles."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("flow")
    setting = context.setting(element.styles, element.at("styles"), lambda name: context.gallery.drawing(name, span))
    if setting is None:
        return []
    markdown = context.templates.fill(element.flow, span, plan=context.set_description, card=scope)
    return list(layout.fit_column(markdown, setting, Rect(*element.box)))
