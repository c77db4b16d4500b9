"""Colours to a canvas's paint: RGB for printers at home, CMYK within an ink limit for print shops."""

from __future__ import annotations

from typing import Any

from pnp.pdf.separation import Bitmap, light, mixed, separated


class Colours:
    """The colours of one file: RGB, or with a `limit` in percent, CMYK with at most that much ink."""

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._channels: dict[str, tuple[float, ...]] = {}
        self._bitmaps: dict[bytes, Bitmap] = {}

    def fill(self, canvas: Any, colour: str) -> None:
        """Set the colour of fills, `#rrggbb`."""
        if self._limit:
            canvas.setFillColorCMYK(*self._mixed(colour))
        else:
            canvas.setFillColorRGB(*self._mixed(colour))

    def stroke(self, canvas: Any, colour: str) -> None:
        """Set the colour of lines, `#rrggbb`."""
        if self._limit:
            canvas.setStrokeColorCMYK(*self._mixed(colour))
        else:
            canvas.setStrokeColorRGB(*self._mixed(colour))

    def separated(self, data: bytes) -> Bitmap | None:
        """A bitmap file in CMYK; None where it may stay RGB."""
        if not self._limit:
            return None
        if data not in self._bitmaps:
            self._bitmaps[data] = separated(data, self._limit)
        return self._bitmaps[data]

    def _mixed(self, colour: str) -> tuple[float, ...]:
        if colour not in self._channels:
            shares = mixed(light(colour), self._limit) if self._limit else light(colour)
            self._channels[colour] = tuple(round(share, 3) + 0.0 for share in shares)
        return self._channels[colour]
