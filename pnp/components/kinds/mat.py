"""A piece of any size with a face: a board, mat, pennant, slip or the like."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.graphics import Piece, Size
from pnp.kit import Component
from pnp.kit.schema import Length

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A mat with two faces."""

    size: tuple[Length, Length]
    """Width and height of the trim, in mm."""
    face: str
    """The face of its front, filled from the kit alone."""
    back: str | None = None
    """The face of its back, filled from the kit alone."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    size, scope = Size(*spec.size), context.kit_scope()
    front = draw(context, spec.face, size, scope, spec.at("face"), title=id_)
    back = draw(context, spec.back, size, scope, spec.at("back"), title=f"{id_}-back") if spec.back else None
    return [Piece(f"{id_}/mat", id_, spec.title, size, front, back, stock=spec.stock, copies=spec.copies)]
