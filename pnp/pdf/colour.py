"""Set the colours of a canvas: RGB for home printers, CMYK within an ink limit for print shops."""

from __future__ import annotations

from typing import Any

from pnp.pdf.dielines import SPOTS, Spot
from pnp.pdf.document import Condition
from pnp.pdf.separation import Bitmap, light, mixed, separated


class Colours:
    """The colours of one file: RGB, or for a printing condition CMYK within its ink limit."""

    def __init__(self, condition: Condition | None) -> None:
        self._limit = condition.limit if condition else None
        self.is_flat = condition is not None and condition.is_flat
        """Whether the file has no transparency."""

    def fill(self, canvas: Any, colour: str) -> None:
        """Set the colour of fills, `#rrggbb`."""
        set_colour = canvas.setFillColorCMYK if self._limit else canvas.setFillColorRGB
        set_colour(*self._mixed(colour))

    def stroke(self, canvas: Any, colour: str) -> None:
        """Set the colour of lines, `#rrggbb`."""
        set_colour = canvas.setStrokeColorCMYK if self._limit else canvas.setStrokeColorRGB
        set_colour(*self._mixed(colour))

    def spot(self, layer: str) -> Spot | None:
        """The spot colour of a layer's lines; None at home, where they have the colours of their pens."""
        return SPOTS.get(layer) if self._limit else None

    def separated(self, data: bytes) -> Bitmap | None:
        """A bitmap file in CMYK; None where it may stay RGB."""
        return separated(data, self._limit) if self._limit else None

    def _mixed(self, colour: str) -> tuple[float, ...]:
        shares = mixed(light(colour), self._limit) if self._limit else light(colour)
        return tuple(round(share, 3) + 0.0 for share in shares)
