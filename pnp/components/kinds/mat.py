"""A piece of any size with a face: a board, mat, pennant, slip or the like."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope
from pnp.components.faces import draw
from pnp.graphics import Piece, Size
from pnp.kit import Component
from pnp.kit.annotations import FaceName
from pnp.kit.schema import Rims, Side

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A mat with two faces."""

    size: tuple[Side, Side]
    """Width and height of the trim, in mm."""
    face: FaceName
    """The face of its front, filled from the kit alone."""
    back: FaceName | None = None
    """The face of its back, filled from the kit alone."""
    colours: Rims = ()
    """A mat of each of these colours: `{colour}` in its faces is the name of the colour."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    if not spec.colours:
        return [_mat(id_, spec, context, context.kit_scope(), "mat", spec.title)]
    for index, colour in enumerate(spec.colours):
        context.colour(colour, spec.at("colours", index))
    scope = context.kit_scope()
    return [
        _mat(id_, spec, context, scope | {"colour": colour}, colour, f"{spec.title}, {context.name_of(colour)}")
        for colour in spec.colours
    ]


def _mat(id_: str, spec: Spec, context: RenderContext, scope: Scope, part: str, title: str) -> Piece:
    size = Size(*spec.size)
    front = draw(context, spec.face, size, scope, spec.at("face"), title=id_)
    back = draw(context, spec.back, size, scope, spec.at("back"), title=f"{id_}-back") if spec.back else None
    return Piece(f"{id_}/{part}", id_, title, size, front, back, stock=spec.stock)
