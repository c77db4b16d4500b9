"""Components described in YAML."""

from __future__ import annotations

from pnp import components
from pnp.components.context import RenderContext
from pnp.graphics.drawing import Piece
from pnp.sources.yaml import parse

RULES = "columns: 13\nzone: [6, 8]\ncards: [3, 3, 6, 6, 3, 3]\ntilts: 3\nodd: {rows: 4}\n"


def made(context: RenderContext, text: str) -> list[Piece]:
    """The pieces of a component described in YAML."""
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return components.pieces("x", spec, context) if spec else []


def label(context: RenderContext) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.message) for diagnostic in context.diagnostics]


def texts(piece: Piece) -> list[str]:
    return [text.text for text in piece.front.texts()]
