"""The finished plan of a set -> the page that opens it: what to print on what, how, and how to check it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.graphics.drawing import Piece
from pnp.graphics.geometry import Size
from pnp.kit.model import Component

SHEETS, SCHEME, GAP = "guide", "grid", 0.0
LAST = True

SIZE = Size(180, 245)
"""Fits every paper from A4 and Letter up with room for label and ruler."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A page whose face is filled from the finished plan of the sheets, as `plan`."""

    face: str
    """The page's face."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    drawing = draw(context, spec.face, SIZE, context.kit_scope(), spec.at("face"), title=id_)
    return [Piece(f"{id_}/page", id_, spec.title, SIZE, drawing, stock=spec.stock, outlined=True)]
