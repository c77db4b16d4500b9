"""Convert bitmaps to PNGs in grey, of the same or a higher luminance, or in shades of a colour.

They are converted when their bytes are needed. The PNG is not compressed, so that it has the same bytes on every
machine.
"""

from __future__ import annotations

import io
from functools import cache, partial
from typing import TYPE_CHECKING

from pnp.graphics import colour as tones
from pnp.graphics.content import Content, Converted

if TYPE_CHECKING:
    from PIL.Image import Image


_FINE = 1 << 14
"""The number of steps of luminance, enough to distinguish all 256 greys."""


def grey(content: Content, darkest: float = 0.0) -> Content:
    """Convert a bitmap file to a PNG; luminances from 0 to 1 become `darkest` to 1."""
    return Converted(content, partial(_grey, darkest), f"grey from {darkest}")


def tinted(tint: str, content: Content) -> Content:
    """Convert a bitmap file to a PNG in shades of a colour: black becomes the colour, white stays white."""
    return Converted(content, partial(_tinted, tint), f"tinted {tint}")


def _grey(darkest: float, data: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        opaque = "A" not in image.getbands() and "transparency" not in image.info
        full = image.convert("RGB" if opaque else "RGBA")
    saved = Image.frombytes("L", full.size, _levels(full, darkest))
    if not opaque:
        saved = Image.merge("LA", (saved, full.getchannel("A")))
    stream = io.BytesIO()
    saved.save(stream, "PNG", compress_level=0)
    return stream.getvalue()


def _tinted(tint: str, data: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        opaque = "A" not in image.getbands() and "transparency" not in image.info
        full = image.convert("RGB" if opaque else "RGBA")
    shades = full.convert("L")
    ends = [int(tint[at : at + 2], 16) for at in (1, 3, 5)]
    channels = [[round(end + (255 - end) * level / 255) for level in range(256)] for end in ends]
    if opaque:
        shades.putpalette(bytes(value for shade in zip(*channels, strict=True) for value in shade))
    else:
        shades = Image.merge("RGBA", (*(shades.point(channel) for channel in channels), full.getchannel("A")))
    stream = io.BytesIO()
    shades.save(stream, "PNG", compress_level=0)
    return stream.getvalue()


def _levels(image: Image, darkest: float) -> bytes:
    red, green, blue = _shares()
    level = _written(darkest)
    channels = (image.getchannel(band).tobytes() for band in "RGB")
    return bytes([level[red[r] + green[g] + blue[b]] for r, g, b in zip(*channels, strict=True)])


@cache
def _shares() -> tuple[list[int], ...]:
    """The contribution of each channel value to luminance, in steps of 1 / _FINE."""
    weights = (tones.luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff"))
    light = [tones.linear(value / 255) for value in range(256)]
    return tuple([round(weight * share * _FINE) for share in light] for weight in weights)


@cache
def _written(darkest: float) -> list[int]:
    """The grey value of each step of luminance. Three rounded shares may add up to a little more than _FINE."""
    steps = (min(step / _FINE, 1.0) for step in range(_FINE + 3))
    return [round(tones.written(darkest + (1 - darkest) * step) * 255) for step in steps]
