"""Round tokens, one per colour, each with its own cut line and optionally a picture on the back."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Annotated

from pnp.components.context import RenderContext
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke
from pnp.graphics.drawing import CUT_LINES, bleeding, ellipse, layer, line, ring
from pnp.kit import Component
from pnp.kit.schema import Between, Rims

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

CUT = Stroke("#000000", 0.25)
RING = 1.6
EDGE = 0.15
"""The distance of the ring's edges from the cut line and from the picture, mm."""
NOTCH = 1.3


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Round tokens: every colour makes one with a rim of that colour, and one more notch than the last."""

    diameter: Annotated[float, Between(5, 200)]
    """The diameter, in mm."""
    art: str
    """The file name of the picture in the middle, in which `{colour}` is the colour of the rim."""
    colours: Rims
    """A token of each of these colours, by its rim; each has one notch more than the last."""
    back_art: str | None = None
    """A picture for the other side of all of them."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    size = Size(spec.diameter, spec.diameter)
    return [
        Piece(
            f"{id_}/{colour}",
            id_,
            f"{spec.title}, {context.name_of(colour)}",
            size,
            _drawing(f"{id_}-{colour}", size, _token(spec, spec.art, context, index), context),
            _drawing(f"{id_}-{colour}-back", size, _token(spec, spec.back_art, context, index)[:-1], context)
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


def _token(spec: Spec, art: str, context: RenderContext, index: int) -> list[Item]:
    """Draw a token. Its rim has a white notch for each token before it, to tell them apart without colour."""
    r = spec.diameter / 2
    key = "art" if art == spec.art else "back_art"
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    inner = Rect(0, 0, spec.diameter, spec.diameter).inset(RING)
    name = art.replace("{colour}", spec.colours[index])
    drawn = picture(context, name, inner, colour, spec.at(key))
    cut = layer(CUT_LINES, [Path(ellipse(r, r, r, r), stroke=CUT)])
    return [Group(tuple(drawn)), *_rim(r, context.past_cut, colour, index), *cut]


def _rim(r: float, past: float, colour: str, notches: int) -> list[Item]:
    """A coloured ring that extends past the cut line, and notches spread evenly over it, from the top."""
    edge, outer = r - EDGE, r + past
    around = bleeding([ring(r, r, edge - EDGE, outer, colour)] if past else [])
    pen = Stroke("#ffffff", NOTCH)
    cuts = []
    for index in range(notches):
        angle = 2 * pi * index / notches - pi / 2
        x, y = cos(angle), sin(angle)
        cuts.append(line(r + x * (r - RING), r + y * (r - RING), r + x * outer, r + y * outer, pen))
    return [*around, ring(r, r, r - RING + EDGE, edge, colour), *cuts]
