"""A PNG file for each face of each piece, at any resolution, with or without bleed, with square or round corners.

Hexagons and circles are transparent around their shape.

With `sheets`, also all fronts and all backs of each deck in rows and columns, at the trim.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.export.pictures import cut_corners, cut_to
from pnp.export.printed import CARDS, PrintedSet, backed, encoded
from pnp.export.sheets import contact_sheets
from pnp.graphics.drawing import RECTANGLE
from pnp.graphics.geometry import MM_PER_INCH

LABEL = "PNG files"
OPTIONS = ("dpi", "bleed", "corners", "sheets")


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`COMPONENT/PIECE.png` and `COMPONENT/PIECE-back.png`; with sheets `DECK-fronts.png` and `DECK-backs.png`."""
    settings = printed.settings
    wanted = [(piece, side) for piece in printed.pieces for side in backed(piece)]
    found = dict(_sheets(printed)) if settings.sheets else {}
    for (piece, side), image in zip(wanted, printed.faces(wanted), strict=True):
        if piece.shape != RECTANGLE:
            image = cut_to(image, piece, settings.bleed)
        elif settings.corners == "round" and printed.kind(piece) == CARDS:
            image = cut_corners(image, piece.radius / MM_PER_INCH * settings.dpi)
        component, _, name = piece.id.partition("/")
        found[f"{component}/{name}{'-back' * (side == 'back')}.png"] = encoded(image, settings.dpi)
    return found


def _sheets(printed: PrintedSet) -> Iterator[tuple[str, bytes]]:
    """The sheets of each deck; those of a deck that needs several are numbered."""
    for piece in printed.pieces:
        if piece.shape != RECTANGLE:
            printed.notes[piece.component] = "no sheets, because its cards are not rectangles"
    for deck in printed.decks:
        for number, sheet in enumerate(contact_sheets(printed, deck), start=1):
            name = deck.id if number == 1 else f"{deck.id}-{number}"
            yield f"{name}-fronts.png", encoded(sheet.faces)
            yield f"{name}-backs.png", encoded(sheet.backs)
