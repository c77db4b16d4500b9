"""Colour separation: RGB colours and bitmaps to CMYK within an ink limit.

The model is coated paper printed to ISO 12647-2, the condition FOGRA39: the sRGB values of solid inks and of their
overprints, mixed by Neugebauer's equations; a curve gives the area that an ink share covers (dot gain). First black
replaces most of a colour's grey. Then cyan, magenta and yellow are solved in turn for the red, green and blue that are
still too bright, until nothing changes. Only sums, products, quotients and square roots are used, so every machine
finds the same mix. A colour that no mix reaches gets the nearest share of each ink.
"""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from math import sqrt
from typing import NamedTuple

from PIL import Image, ImageChops
from PIL.ImageFilter import Color3DLUT

from pnp.graphics.content import Content

Light = tuple[float, float, float]
"""Red, green and blue from 0 to 1, as they are written."""

_SOLIDS: dict[tuple[int, int, int], tuple[int, int, int]] = {
    (0, 0, 0): (255, 255, 255),
    (1, 0, 0): (-60, 159, 227),
    (0, 1, 0): (230, 0, 126),
    (0, 0, 1): (255, 237, 0),
    (0, 1, 1): (227, 6, 19),
    (1, 0, 1): (-60, 150, 64),
    (1, 1, 0): (49, 39, 131),
    (1, 1, 1): (56, 53, 53),
}
"""The sRGB colours of solid cyan, magenta and yellow, alone and overprinted. Cyan is outside sRGB."""
_LOOKS = [
    [
        [(2 * others[0] + others[1], look[ink]) for solid, look in _SOLIDS.items()
         if solid[ink] == on and (others := solid[:ink] + solid[ink + 1 :])]
        for on in (0, 1)
    ]
    for ink in range(3)
]  # fmt: skip
"""By ink, without it and with it: the channel that it darkens, over each overprint of the other two inks."""
_BENT = 0.4
"""A share s of an ink looks like s · (1 - _BENT + _BENT · s) of the solid."""
_GREYS = tuple(value / 255 for value in (29, 60, 87, 112, 135, 157, 178, 198, 218, 237, 255))
"""The grey of black ink at 100 %, 90 % and so on to 0 %."""
_REPLACED = 0.7
"""How much of the grey that the three other inks would make is left to black."""
_DEEP = 0.5
"""Colours whose brightest channel is below this are darkened with black at any rate."""
_NEUTRAL, _DARK, _NEAR_BLACK = 0.02, 0.25, 0.14
"""Colours whose channels differ by no more than the first are greys; dark ones, by no more than the last, are black."""
_ROUNDS = 24
_MUCH = 0.01
"""The share of a picture from which a colour is mixed by itself, and not by the table."""
_TABLE = 13
"""Steps of each channel in the table for bitmaps."""


class Mix(NamedTuple):
    """Shares of cyan, magenta, yellow and black from 0 to 1, in steps of a hundredth."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All ink, in percent."""
        return 100 * sum(self)


class Bitmap(NamedTuple):
    """A picture's pixels in the four inks, a byte for each, row by row from the top; `alpha` has one byte a pixel."""

    w: int
    h: int
    pixels: bytes
    alpha: bytes | None


def separated(data: bytes, limit: float) -> Bitmap:
    """A bitmap file's pixels, by a table of mixes between which Pillow interpolates in whole numbers.

    The colours of large areas are mixed by themselves.
    """
    image, alpha = opened(data)
    bright = image.convert("RGB")
    inks = bright.filter(_table(limit))
    for colour, where in _flat(bright):
        dots = tuple(round(255 * share) for share in mixed(colour, limit))
        inks.paste(dots, mask=where)
    return Bitmap(*image.size, inks.tobytes(), alpha)


def _flat(image: Image.Image) -> Iterator[tuple[Light, Image.Image]]:
    """The colours that cover much of a picture, and where. They are mixed like the paint beside the picture."""
    least = _MUCH * image.width * image.height
    for count, colour in image.getcolors(image.width * image.height) or ():
        if count >= least and isinstance(colour, tuple):
            same = [
                band.point([255 * (value == level) for value in range(256)])
                for band, level in zip(image.split(), colour, strict=True)
            ]
            red, green, blue = (level / 255 for level in colour)
            yield (red, green, blue), ImageChops.darker(ImageChops.darker(*same[:2]), same[2])


def opened(data: bytes) -> tuple[Image.Image, bytes | None]:
    """A bitmap file in RGB or grey, and its alpha channel if a pixel of it is translucent."""
    with Image.open(io.BytesIO(data)) as image:
        opaque = "A" not in image.getbands() and "transparency" not in image.info
        bare = "L" if image.mode in ("1", "L", "LA") else "RGB"
        full = image.convert(bare if opaque else f"{bare}A")
    alpha = None if opaque else full.getchannel("A")
    return full.convert(bare), alpha.tobytes() if alpha and alpha.getextrema() != (255, 255) else None


@lru_cache(maxsize=1000)
def is_translucent(content: Content) -> bool:
    """Whether a pixel of a bitmap file is translucent."""
    return not content.jpeg and opened(content.read())[1] is not None


@cache
def _table(limit: float) -> Color3DLUT:
    """Mixes for colours in even steps. Bytes are rounded, which may add a percent to four inks."""

    def mix(red: float, green: float, blue: float) -> Mix:
        return mixed((red, green, blue), limit - 1)

    return Color3DLUT.generate(_TABLE, mix, channels=4, target_mode="CMYK")


def light(colour: str) -> Light:
    """The channels of `#rrggbb`."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


@cache
def mixed(wanted: Light, limit: float) -> Mix:
    """The inks for a colour, `limit` percent at most; greys, and what is nearly black, get black only."""
    bright, spread = max(wanted), max(wanted) - min(wanted)
    if bright <= _DARK and spread <= _NEAR_BLACK:
        return Mix(0.0, 0.0, 0.0, 1.0)
    if spread <= _NEUTRAL:
        return Mix(0.0, 0.0, 0.0, _step(_black(sum(wanted) / 3)))
    black = _step(max(_replacing(min(_covered(wanted))), _black(min(bright / _DEEP, 1.0))))
    left = _grey(black)
    shares = [_share(covered) for covered in _covered((wanted[0] / left, wanted[1] / left, wanted[2] / left))]
    room = (limit / 100 - black) / max(sum(shares), 1e-9)
    cyan, magenta, yellow = (_step(share * room) if room < 1 else _step(share) for share in shares)
    return _within(Mix(cyan, magenta, yellow, black), limit)


def _within(mix: Mix, limit: float) -> Mix:
    """Rounded shares may be a hundredth too much; the largest gives way."""
    while mix.total > limit + 1e-6:
        most = max(mix[:3])
        at = mix.index(most)
        shares = [_step(share - 0.01) if place == at else share for place, share in enumerate(mix)]
        mix = Mix(*shares)
    return mix


def _replacing(covered: float) -> float:
    """The black for the grey that the three inks make where each of them covers so much."""
    grey = sum(_printed((covered, covered, covered), channel) for channel in range(3)) / 3
    return _black(1 - _REPLACED * (1 - grey))


def _covered(wanted: Light) -> Light:
    """How much cyan, magenta and yellow must cover to leave this much light, which is straight in each of them."""
    shares = [0.0, 0.0, 0.0]
    for _ in range(_ROUNDS):
        before = tuple(shares)
        for ink in range(3):
            without, solid = _ends(shares, ink)
            shares[ink] = min(max((without - wanted[ink]) / (without - solid), 0.0), 1.0)
        if tuple(shares) == before:
            break
    return shares[0], shares[1], shares[2]


def _ends(shares: list[float], ink: int) -> tuple[float, float]:
    """The channel that an ink darkens, printed without it and with it solid, over these shares of the other two."""
    first, second = (share for at, share in enumerate(shares) if at != ink)
    areas = ((1 - first) * (1 - second), (1 - first) * second, first * (1 - second), first * second)
    without, solid = (sum([areas[over] * look / 255 for over, look in looks]) for looks in _LOOKS[ink])
    return without, solid


def _share(covered: float) -> float:
    """The share of an ink that looks as if it covered so much of the paper."""
    straight = 1 - _BENT
    return (sqrt(straight * straight + 4 * _BENT * covered) - straight) / (2 * _BENT)


def _printed(shares: Light, channel: int) -> float:
    """One channel of what the inks look like: the solids' by how much of the paper each of them covers."""
    total = 0.0
    for solid, look in _SOLIDS.items():
        covered = 1.0
        for on, share in zip(solid, shares, strict=True):
            covered *= share if on else 1 - share
        total += covered * look[channel] / 255
    return total


def _black(grey: float) -> float:
    """How much black looks like a grey."""
    if grey <= _GREYS[0]:
        return 1.0
    at = bisect_left(_GREYS, grey)
    below, above = _GREYS[at - 1], _GREYS[at]
    return 1 - (at - 1 + (grey - below) / (above - below)) / 10


def _grey(black: float) -> float:
    """What so much black looks like."""
    steps = 10 * (1 - black)
    at = min(int(steps), 9)
    return _GREYS[at] + (_GREYS[at + 1] - _GREYS[at]) * (steps - at)


def _step(share: float) -> float:
    return round(min(max(share, 0.0), 1.0), 2)
