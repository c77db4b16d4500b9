"""The first page of a set, its printing guide: what to print on which paper, how, and how to check it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.graphics import Piece, Size
from pnp.kit import Component
from pnp.kit.annotations import FaceName

SHEETS, SCHEME, GAP = "guide", "grid", 0.0
SHRINKS = True
LAST = True

SIZE = Size(180, 245)
"""Fits A4, Letter and larger papers, with room for a label and a ruler."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A page whose face is filled from the finished plan of the sheets, as `plan`."""

    face: FaceName
    """The page's face."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    drawing = draw(context, spec.face, SIZE, context.kit_scope(), spec.at("face"), title=id_)
    return [Piece(f"{id_}/page", id_, spec.title, SIZE, drawing, stock=spec.stock, outlined=True)]
