"""Round tokens, one per colour, each with its own cut line and optionally a picture on the back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.context import RenderContext
from pnp.components.knife import CUT, knife_lines
from pnp.components.pictures import picture
from pnp.components.rims import rim
from pnp.graphics import Drawing, Group, Item, Piece, Rect, Size
from pnp.graphics.drawing import ellipse
from pnp.kit import Component
from pnp.kit.name_of import PictureName
from pnp.kit.schema import Between, Rims

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

RIM = 1.6
"""The width of the rim, mm."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Round tokens: every colour makes one with a rim of that colour; rims differ in more than colour."""

    diameter: Annotated[float, Between(5, 200)]
    """The diameter, in mm."""
    art: PictureName
    """The file name of the picture in the middle; `{colour}` in it is the name of the token's colour."""
    colours: Rims
    """A token of each of these colours, by its rim; the rims differ in more than colour."""
    margin: Annotated[float, Between(0, 50)] = 0
    """The space between the rim and the picture, in mm: the corners of a shield need some."""
    back_art: PictureName | None = None
    """A picture for the other side of all of them."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    size = Size(spec.diameter, spec.diameter)
    return [
        Piece(
            f"{id_}/{colour}",
            id_,
            f"{spec.title}, {context.name_of(colour)}",
            size,
            _drawing(f"{id_}-{colour}", size, _front(spec, context, index), context),
            _drawing(f"{id_}-{colour}-back", size, _token(spec, spec.back_art, context, index), context)
            if spec.back_art
            else None,
            stock=spec.stock,
            copies=spec.copies,
            outlined=True,
        )
        for index, colour in enumerate(spec.colours)
    ]


def _drawing(name: str, size: Size, items: list[Item], context: RenderContext) -> Drawing:
    return Drawing(name, size, tuple(items), context.past_cut, overhang=CUT.width / 2)


def _front(spec: Spec, context: RenderContext, index: int) -> list[Item]:
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    r = spec.diameter / 2
    return [*_token(spec, spec.art, context, index), *knife_lines(context, [ellipse(r, r, r, r)], over=colour)]


def _token(spec: Spec, art: str, context: RenderContext, index: int) -> list[Item]:
    r = spec.diameter / 2
    key = "art" if art == spec.art else "back_art"
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    inner = Rect(0, 0, spec.diameter, spec.diameter).inset(RIM + spec.margin)
    named = art.replace("{colour}", spec.colours[index])
    drawn = picture(context, named, inner, colour, spec.at(key))
    return [Group(tuple(drawn)), *rim(r, RIM, context.past_cut, colour, index)]
