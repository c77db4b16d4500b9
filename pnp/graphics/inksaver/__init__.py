"""Convert drawings to greys, or to little ink.

Each mode is a module with a converter, such as `GreyConverter`, which memoises its results, so that shared drawings
stay shared. Shapes and words do not change, only paint.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Literal

from pnp.graphics.drawing import Piece

Ink = Literal["colour", "grey", "low"]
LEAST_LINE = 0.15
"""The minimum width of a line at home with little ink, in mm, where lines are all that is left of areas."""


class Inks:
    """Converts pieces to an ink mode; `colour` changes nothing."""

    def __init__(self, ink: Ink) -> None:
        self._converter = None
        if ink != "colour":
            self._converter = getattr(importlib.import_module(f"{__name__}.{ink}"), f"{ink.title()}Converter")()

    def piece(self, piece: Piece) -> Piece:
        if self._converter is None:
            return piece
        drawing = self._converter.drawing
        return replace(piece, front=drawing(piece.front), back=drawing(piece.back) if piece.back else None)
