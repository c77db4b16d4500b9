"""A picture file, as large as its box allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.context import RenderContext, Scope, filled, origin, paint
from pnp.components.elements import Box, Element, Share
from pnp.components.pictures import Fit, Mask, PictureView, note_paint, picture
from pnp.components.shapes import Radius
from pnp.diagnostics import Span
from pnp.graphics import Item, Rect
from pnp.graphics.geometry import EPSILON
from pnp.kit.annotations import PictureIdea, With
from pnp.kit.schema import Paint, Sound

ROUNDED = 3.0
"""The usual radius of round corners, in mm."""
MIDDLE = (0.5, 0.5)
SMALLEST = 0.01
"""The smallest share of a picture's width or height that can be shown."""


def _problem(crop: tuple[float, float, float, float]) -> str:
    x, y, w, h = crop
    is_inside = min(w, h) >= SMALLEST and x + w <= 1 + EPSILON and y + h <= 1 + EPSILON
    return "" if is_inside else f"the part that is shown must be inside the picture, and {SMALLEST:g} of it or more"


_INSIDE = Sound("out-of-range", _problem, {}, "a crop is [x, y, width, height], as shares of the picture from 0 to 1")
Crop = Annotated[tuple[Share, Share, Share, Share], _INSIDE]


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A picture file as large as its box allows."""

    art: PictureIdea
    """The name of the picture, `:name:` for an icon of the kit, or the field in braces that holds either; `{id}` is one
    of the card's own."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    colour: Paint = "ink"
    """The colour of `currentColor` in the picture."""
    fallback: tuple[PictureIdea, ...] = ()
    """Pictures to use while the picture does not exist: the first of these that exists."""
    stands_for: PictureIdea | None = None
    """Another picture: while that one exists, this one is not drawn."""
    fit: Fit = "contain"
    """Whether all of the picture is shown, or it covers the box and is cut by it, or it is stretched to fill it."""
    focus: Annotated[tuple[Share, Share] | None, With("fit", "cover")] = None
    """The point of a picture that must stay visible with `fit: cover`: shares of its width and height, 0 to 1; left
    out, its middle."""
    crop: Crop = (0.0, 0.0, 1.0, 1.0)
    """The part of the picture that is shown: [x, y, width, height] as shares of the picture, 0 to 1."""
    mask: Mask | None = None
    """The form that what is shown is cut to: a circle, an ellipse, or a rectangle with round corners."""
    radius: Annotated[Radius | None, With("mask", "rounded")] = None
    """The radius of the corners of `mask: rounded`, in mm; left out, 3."""
    tint: Paint | None = None
    """The colour in whose shades the picture is shown: black becomes this colour, and white stays white."""
    mirrored: bool = False
    """Whether it is flipped left to right. Words and signs in the picture are flipped too."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    found = None if _is_replaced(context, element, scope) else chosen(context, element, scope)
    if found is None:
        return []
    colour = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    tint = paint(context, element.tint, scope, element.at("tint"))
    radius = ROUNDED if element.radius is None else element.radius
    view = PictureView(
        element.fit, element.focus or MIDDLE, Rect(*element.crop), element.mask, radius, tint, element.mirrored
    )
    is_own = any("{" in text for text in (element.art, *element.fallback))
    items = picture(context, found[0], Rect(*element.box), colour, found[1], view, on_card=is_own)
    if items and not element.fallback:  # which the colour may be for
        note_paint(context, element, found[0])
    return items


def chosen(context: RenderContext, element: Spec, scope: Scope) -> tuple[str, Span] | None:
    """The name of the first existing picture among `art` and `fallback`, and where it is written.

    If none of them exists, the last; None if no picture is named.
    """
    for number, text in enumerate(element.fallback):
        if "{" not in text and not context.gallery.finds(text):  # report it even if it is not used
            context.gallery.drawing(text, element.at("fallback", number))
    texts = [(element.art, element.at("art"))]
    texts += [(text, element.at("fallback", number)) for number, text in enumerate(element.fallback)]
    named = ((filled(context, text, scope, span), origin(scope, text, span)) for text, span in texts)
    wanted = [(name, span) for name, span in named if name]
    return next((one for one in wanted if context.gallery.has(one[0])), wanted[-1] if wanted else None)


def _is_replaced(context: RenderContext, element: Spec, scope: Scope) -> bool:
    """Whether the picture that this one stands for exists."""
    if element.stands_for is None:
        return False
    name = filled(context, element.stands_for, scope, element.at("stands_for"))
    return bool(name) and context.gallery.has(name)
