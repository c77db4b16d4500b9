"""A picture and colours -> round tokens, one a colour, each with its own cut line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.bench import Bench, picture
from pnp.drawing import Drawing, Group, Item, Path, Piece, Stroke, ellipse
from pnp.geometry import Rect, Size
from pnp.model import Component
from pnp.schema import Between

SHEETS, SCHEME, GAP = "Tracks", "nest", 8.0

CUT = Stroke("#000000", 0.25)
RING = 1.6


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """`diameter` in mm; every colour makes a token with a rim of that colour, and one more notch than the last."""

    diameter: Annotated[float, Between(5, 200)]
    art: str
    colours: tuple[str, ...]


def pieces(id_: str, spec: Spec, bench: Bench) -> list[Piece]:
    size = Size(spec.diameter, spec.diameter)
    return [
        Piece(
            f"{id_}/{colour}",
            id_,
            f"{spec.title}, {colour}",
            size,
            Drawing(f"{id_}-{colour}", size, tuple(_token(spec, bench, index))),
            stock=spec.stock,
            copies=spec.copies,
            outlined=True,
        )
        for index, colour in enumerate(spec.colours)
    ]


def _token(spec: Spec, bench: Bench, index: int) -> list[Item]:
    """Told apart without colour too: the second token has white gaps in its rim, the first has none."""
    r = spec.diameter / 2
    colour = bench.colour(spec.colours[index], spec.at("colours", index))
    inner = Rect(0, 0, spec.diameter, spec.diameter).inset(RING)
    dashes = (2.2, 1.4) if index else ()
    rim = Path(ellipse(r, r, r - RING / 2, r - RING / 2), stroke=Stroke(colour, RING - 0.3, dashes))
    drawn = picture(bench, spec.art, inner, colour, spec.at("art"))
    return [Group(tuple(drawn)), rim, Path(ellipse(r, r, r, r), stroke=CUT)]
