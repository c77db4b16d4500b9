"""The name of a picture file -> the picture as large as its box allows."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.bench import Bench, Scope, filled, origin, paint, picture
from pnp.drawing import Item
from pnp.elements import Box, Element
from pnp.geometry import Rect


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A picture file as large as its box allows; `colour` is what `currentColor` means in it."""

    art: str
    """The file name of the picture, or the field in braces that holds it."""
    box: Box
    colour: str = "ink"


def draw(bench: Bench, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("art")
    name = filled(bench, element.art, scope, span)
    if not name:
        return []
    colour = paint(bench, element.colour, scope, element.at("colour")) or "#000000"
    return picture(bench, name, Rect(*element.box), colour, origin(scope, element.art, span))
