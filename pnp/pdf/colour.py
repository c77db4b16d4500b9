"""The colours of a file and their operators: RGB for home printers, CMYK within an ink limit for print shops."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pnp.graphics.gradient import GradientFill
from pnp.pdf.dielines import SPOTS, Spot
from pnp.pdf.document import PrintingCondition
from pnp.pdf.separation import Bitmap, level, mixed, separated


class Colours:
    """The colours of one file: RGB, or for a printing condition CMYK within its ink limit."""

    def __init__(self, condition: PrintingCondition | None) -> None:
        self._condition = condition
        self._known: dict[str, str] = {}
        self.is_flat = condition is not None and condition.is_flat
        """Whether the file has no transparency."""
        self.is_in_inks = condition is not None
        """Whether the file is in CMYK."""

    def fill(self, colour: str) -> str:
        """The operator that sets the colour of fills, `#rrggbb`."""
        return f"{self._operands(colour)} {'k' if self._condition else 'rg'}"

    def stroke(self, colour: str) -> str:
        """The operator that sets the colour of lines, `#rrggbb`."""
        return f"{self._operands(colour)} {'K' if self._condition else 'RG'}"

    def _operands(self, colour: str) -> str:
        if colour not in self._known:
            self._known[colour] = " ".join(f"{share:g}" for share in self._mixed(colour))
        return self._known[colour]

    def shading(self, gradient: GradientFill) -> dict[str, Any]:
        """A gradient in its own frame, as PDF's shading dictionary.

        CMYK is mixed in steps between the stops, because even steps in RGB are none in ink. Between two mixes within
        the ink limit every other one is within it too.
        """
        stops = (
            gradient.fine()
            if self._condition
            else ((0.0, gradient.stops[0][1]), *gradient.stops, (1.0, gradient.colours[-1]))
        )
        pieces = [(start, end, one, other) for (start, one), (end, other) in pairwise(stops) if end > start]
        functions = [
            {"FunctionType": 2, "Domain": [0, 1], "N": 1, "C0": list(self._mixed(one)), "C1": list(self._mixed(other))}
            for _, _, one, other in pieces
        ]
        bounds = [round(start, 5) for start, *_ in pieces[1:]]
        stitched = {"FunctionType": 3, "Domain": [0, 1], "Functions": functions, "Bounds": bounds}
        return {
            "ShadingType": 2 if gradient.kind == "linear" else 3,
            "ColorSpace": "DeviceCMYK" if self._condition else "DeviceRGB",
            "Coords": [0, 0, 1, 0] if gradient.kind == "linear" else [0, 0, 0, 0, 0, 1],
            "Function": {**stitched, "Encode": [0, 1] * len(pieces)},
            "Extend": [True, True],
        }

    def spot(self, layer: str) -> Spot | None:
        """The spot colour of a layer's lines; None at home, where they have the colours of their pens."""
        return SPOTS.get(layer) if self._condition else None

    def separated(self, data: bytes) -> Bitmap | None:
        """A bitmap file in CMYK; None where it may stay RGB."""
        return separated(data, self._condition.declared, self._condition.limit) if self._condition else None

    def _mixed(self, colour: str) -> tuple[float, ...]:
        if self._condition:
            return mixed(colour, self._condition.declared, self._condition.limit)
        return tuple(round(channel / 255, 3) for channel in level(colour))
