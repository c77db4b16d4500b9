"""Shrink pages that are larger than the paper."""

from __future__ import annotations

from dataclasses import replace

from pnp.graphics import Drawing, Group, Piece, Size, Transform
from pnp.graphics.drawing import Use
from pnp.imposition.sheet import Room

LEAST = 0.7
"""Pages are not shrunk more than to this share: their type would be too small."""


def shrunk(piece: Piece, room: Room) -> Piece:
    """A piece as large as the printable area allows, if it is larger than that; unchanged if `LEAST` is not enough."""
    area = room.printable.size
    share = max(min(way.w / piece.size.w, way.h / piece.size.h) for way in (area, area.turned()))
    if share >= 1 or share < LEAST:
        return piece
    size = Size(piece.size.w * share, piece.size.h * share)
    back = _scaled(piece.back, size, share) if piece.back else None
    return replace(piece, size=size, front=_scaled(piece.front, size, share), back=back, of=(piece,))


def _scaled(drawing: Drawing, size: Size, share: float) -> Drawing:
    group = Group((Use(drawing, Transform()),), Transform.scale(share))
    return Drawing(f"{drawing.name}-shrunk", size, (group,), drawing.bleed * share, overhang=drawing.overhang * share)
