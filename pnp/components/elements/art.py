"""A picture file, as large as its box allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.components.context import RenderContext, Scope, filled, origin, paint, picture
from pnp.components.elements import Box, Element
from pnp.diagnostics import Span
from pnp.graphics import Item, Rect
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
    """The colour of `currentColor` in the picture."""
    fallback: tuple[str, ...] = ()
    """Pictures to use while the picture does not exist: the first of these that exists."""
    fit: Literal["contain", "cover"] = "contain"
    """Whether all of the picture is shown, or it covers the box and is cut by it."""
    focus: tuple[Share, Share] = (0.5, 0.5)
    """The point of a picture that must stay visible if it covers its box: shares of its width and height, 0 to 1."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    found = chosen(context, element, scope)
    if found is None:
        return []
    colour = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    focus = element.focus if element.fit == "cover" else None
    is_own = any("{" in text for text in (element.art, *element.fallback))
    return picture(context, found[0], Rect(*element.box), colour, found[1], focus, on_card=is_own)


def chosen(context: RenderContext, element: Spec, scope: Scope) -> tuple[str, Span] | None:
    """The name of the first existing picture among `art` and `fallback`, and where it is written.

    If none of them exists, the last; None if no picture is named.
    """
    for number, text in enumerate(element.fallback):
        if "{" not in text and not context.gallery.alike(text):  # report it even if it is not used
            context.gallery.drawing(text, element.at("fallback", number))
    texts = [(element.art, element.at("art"))]
    texts += [(text, element.at("fallback", number)) for number, text in enumerate(element.fallback)]
    named = ((filled(context, text, scope, span), origin(scope, text, span)) for text, span in texts)
    wanted = [(name, span) for name, span in named if name]
    return next((one for one in wanted if context.gallery.has(one[0])), wanted[-1] if wanted else None)
