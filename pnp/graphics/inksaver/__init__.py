"""Convert drawings to greys, or to little ink.

Each mode is a module with a class `Way`, which converts a drawing and memoises the result, so that shared drawings stay
shared. Shapes and words do not change, only paint.
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
        self._way = None if ink == "colour" else importlib.import_module(f"{__name__}.{ink}").Way()

    def piece(self, piece: Piece) -> Piece:
        way = self._way
        if way is None:
            return piece
        return replace(piece, front=way.drawing(piece.front), back=way.drawing(piece.back) if piece.back else None)
