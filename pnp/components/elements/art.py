"""The name of a picture file -> the picture as large as its box allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.components.context import RenderContext, Scope, filled, origin, paint, picture
from pnp.components.elements import Box, Element
from pnp.diagnostics import Span
from pnp.graphics.drawing import Item
from pnp.graphics.geometry import Rect
from pnp.kit.schema import Between, Paint

Share = Annotated[float, Between(0, 1)]


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A picture file as large as its box allows."""

    art: str
    """The name of the picture, `:name:` for an icon of the kit, or the field in braces that holds either; `{id}` is one
    of the card's own."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    colour: Paint = "ink"
    """What `currentColor` is in the picture."""
    fallback: tuple[str, ...] = ()
    """What is taken instead while there is no such picture: the first of these that there is."""
    fit: Literal["contain", "cover"] = "contain"
    """Whether all of the picture is shown, or it covers the box and is cut by it."""
    focus: tuple[Share, Share] = (0.5, 0.5)
    """What of a picture that covers its box must be seen: how far from its left and its top, from 0 to 1."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    found = taken(context, element, scope)
    if found is None:
        return []
    colour = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    focus = element.focus if element.fit == "cover" else None
    return picture(context, found[0], Rect(*element.box), colour, found[1], focus)


def taken(context: RenderContext, element: Spec, scope: Scope) -> tuple[str, Span] | None:
    """The name of the first picture that there is of those that would do, and where it is written.

    If there is none of them, the last; None where no picture is named.
    """
    for number, text in enumerate(element.fallback):
        if "{" not in text and not context.gallery.alike(text):  # told even while nothing falls back on it
            context.gallery.drawing(text, element.at("fallback", number))
    message = [(element.art, element.at("art"))]
    message += [(text, element.at("fallback", number)) for number, text in enumerate(element.fallback)]
    named = ((filled(context, text, scope, span), origin(scope, text, span)) for text, span in message)
    wanted = [(name, span) for name, span in named if name]
    return next((one for one in wanted if context.gallery.has(one[0])), wanted[-1] if wanted else None)
