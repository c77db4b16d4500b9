"""A Markdown template of the kit, set as a column of text in a box."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.components.context import RenderContext, Scope
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Rect
from pnp.kit.annotations import StylePrefix, TemplateName
from pnp.kit.schema import Paint
from pnp.text import layout

READS_CARD = True
"""Its template is filled with the card."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A Markdown template of the kit set into a box."""

    flow: TemplateName
    """The file name of the template."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    styles: StylePrefix
    """The prefix of the names of its text styles."""
    tint: Paint = "cream"
    """The colour of every other row of its tables."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("flow")
    setting = context.setting(element.styles, element.at("styles"), lambda name: context.gallery.drawing(name, span))
    if setting is None:
        return []
    setting = replace(setting, tint=context.colour(element.tint, element.at("tint")))
    markdown = context.templates.fill(element.flow, span, plan=context.set_description, card=scope)
    return list(layout.fit_column(markdown, setting, Rect(*element.box)))
