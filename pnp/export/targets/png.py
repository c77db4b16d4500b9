"""A PNG file for each face of each piece, at any resolution, with or without bleed, with square or round corners."""

from __future__ import annotations

from pnp.export.printed import CARDS, PrintedSet, backed, encoded, rounded
from pnp.graphics.geometry import MM_PER_INCH

LABEL = "PNG files"


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`COMPONENT/PIECE.png`, and `COMPONENT/PIECE-back.png` where there is a back."""
    settings = printed.settings
    pieces = [piece for piece in printed.pieces if piece.copies]
    wanted = [(piece, side) for piece in pieces for side in backed(piece)]
    found = {}
    for (piece, side), image in zip(wanted, printed.faces(wanted), strict=True):
        if settings.corners == "round" and printed.kind(piece) == CARDS:
            image = rounded(image, printed.context.facts.corner / MM_PER_INCH * settings.dpi)
        component, _, name = piece.id.partition("/")
        found[f"{component}/{name}{'-back' * (side == 'back')}.png"] = encoded(image, settings.dpi)
    return found
