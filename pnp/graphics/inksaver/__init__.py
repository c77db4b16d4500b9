"""Drawings -> the same drawings in other inks: in greys, or with little ink; one way a file.

A way's module has `Way`, which turns one drawing into another. It meets each drawing once for as often as it looks the
same, so that what was shared stays shared. Shapes and words stay; only paint changes.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Literal

from pnp.graphics.drawing import Piece

Ink = Literal["colour", "grey", "low"]


class Inks:
    """Pieces in some ink, each drawing once; in colour they are what they were."""

    def __init__(self, ink: Ink) -> None:
        self._way = None if ink == "colour" else importlib.import_module(f"{__name__}.{ink}").Way()

    def piece(self, piece: Piece) -> Piece:
        way = self._way
        if way is None:
            return piece
        return replace(piece, front=way.drawing(piece.front), back=way.drawing(piece.back) if piece.back else None)
