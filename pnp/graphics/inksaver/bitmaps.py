"""A bitmap file's bytes -> those of a PNG in greys of the same luminance, and as light as is wanted.

Nothing in the PNG is compressed, so that every machine writes the same bytes.
"""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from pnp.graphics import colour as tones

if TYPE_CHECKING:
    from PIL.Image import Image

_FINE = 1 << 14
"""Steps of luminance: fine enough for each of the 256 dark and light greys to be met."""


def grey(data: bytes, darkest: float = 0.0) -> bytes:
    """The PNG; luminances from 0 to 1 become those from `darkest` to 1."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        opaque = "A" not in image.getbands() and "transparency" not in image.info
        full = image.convert("RGB" if opaque else "RGBA")
    found = Image.frombytes("L", full.size, _levels(full, darkest))
    if not opaque:
        found = Image.merge("LA", (found, full.getchannel("A")))
    stream = io.BytesIO()
    found.save(stream, "PNG", compress_level=0)
    return stream.getvalue()


def _levels(image: Image, darkest: float) -> bytes:
    red, green, blue = _shares()
    level = _written(darkest)
    channels = (image.getchannel(band).tobytes() for band in "RGB")
    return bytes([level[red[r] + green[g] + blue[b]] for r, g, b in zip(*channels, strict=True)])


@cache
def _shares() -> tuple[list[int], ...]:
    """What each value of a channel adds to luminance, in fine steps."""
    weights = (tones.luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff"))
    light = [tones.linear(value / 255) for value in range(256)]
    return tuple([round(weight * share * _FINE) for share in light] for weight in weights)


@cache
def _written(darkest: float) -> list[int]:
    """The value that each fine step of luminance is written as; rounded thrice, white is a step more or less."""
    steps = (min(step / _FINE, 1.0) for step in range(_FINE + 3))
    return [round(tones.written(darkest + (1 - darkest) * step) * 255) for step in steps]
