"""Show pictures in shades of one colour: black becomes the colour, and white stays white."""

from __future__ import annotations

from functools import partial

from pnp.graphics import colour as tones
from pnp.graphics.drawing import Drawing
from pnp.graphics.inksaver import bitmaps, grey


class Tints:
    """Tints each drawing once for each colour."""

    def __init__(self) -> None:
        self._ways: dict[str, grey.GreyConverter] = {}

    def drawing(self, drawing: Drawing, tint: str) -> Drawing:
        """The drawing in shades of `tint`."""
        if tint not in self._ways:
            self._ways[tint] = grey.GreyConverter(partial(shade, tint), partial(bitmaps.tinted, tint))
        return self._ways[tint].drawing(drawing)


def shade(tint: str, colour: str) -> str:
    """The shade of a tint that is as light, from the tint to white, as a colour is from black to white."""
    return tones.blended("#ffffff", tint, int(tones.grey(colour)[1:3], 16) / 255)
