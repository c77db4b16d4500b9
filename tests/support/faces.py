"""Faces of the kit lists."""

from __future__ import annotations

from pnp.components.faces import draw
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.geometry import Size
from pnp.pipeline.context import open_context

SIZES = {"body": Size(210, 148), "outcome": Size(63, 88), "blank": Size(63, 88), "camp": Size(186, 102)}


def drawn(lists, face):
    """A face of the kit, and the diagnostics of drawing it: their codes and lines."""
    diagnostics = Diagnostics()
    context = open_context(lists, diagnostics)
    if context is None:
        return None, [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics]
    drawing = draw(context, face, SIZES[face], context.kit_scope(), Span("faces.yaml"))
    return (context, drawing), [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics]
