"""The colours of a file and their operators: RGB for home printers, CMYK within an ink limit for print shops.

Colour separation: RGB colours and bitmaps to CMYK, by the ICC profile that the file declares, within an ink limit.

Little CMS mixes the colours, relative to the paper, and with the darkest colour of sRGB as the darkest of the press:
else all shadows deeper than that would be one. Paint that is grey or nearly black is black ink only, because words and
thin lines in several inks are blurred wherever the inks are not exactly over one another.

Pillow is imported where it is used: most files for printers at home need none of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.graphics.content import Content
from pnp.graphics.gradient import GradientFill
from pnp.pdf.document import SPOTS, PrintingCondition, Spot
from pnp.pdf.icc import OutputProfile, separation

if TYPE_CHECKING:
    from PIL import Image


Level = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""

_NEUTRAL, _DARK, _NEAR_BLACK = 5, 64, 36
"""Colours whose channels differ by no more than the first are greys; dark ones, by no more than the last, are black."""
_MUCH = 0.01
"""The share of a picture from which a colour is mixed like paint."""
_PARTS = 1000
"""Shares of paint are whole parts of this, rounded down so that all four keep the limit."""


class Mix(NamedTuple):
    """Shares of cyan, magenta, yellow and black from 0 to 1."""

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


@cache
def mixed(colour: str, profile: OutputProfile, limit: float) -> Mix:
    """The inks for paint of a colour, `#rrggbb`, `limit` percent at most."""
    return Mix(*(dots * _PARTS // 255 / _PARTS for dots in _dots(level(colour), profile, limit)))


def separated(data: bytes, profile: OutputProfile, limit: float) -> Bitmap:
    """A bitmap file's pixels in inks: grey pictures in black only, large areas of a colour as paint is mixed."""
    from PIL import Image

    image, alpha = opened(data)
    if image.mode == "L":
        none = Image.new("L", image.size)
        inks = Image.merge("CMYK", (none, none, none, image.point(_blacks(profile))))
    else:
        inks = _limited(separation(profile).apply(image), limit)
    for colour, where in _flat(image.convert("RGB")):
        inks.paste(_dots(colour, profile, limit), mask=where)
    return Bitmap(*image.size, inks.tobytes(), alpha)


def _flat(image: Image.Image) -> Iterator[tuple[Level, Image.Image]]:
    """The colours that cover much of a picture, and where."""
    from PIL import ImageChops

    least = _MUCH * image.width * image.height
    for count, colour in image.getcolors(image.width * image.height) or ():
        if count >= least and isinstance(colour, tuple):
            same = [
                band.point([255 * (value == level) for value in range(256)])
                for band, level in zip(image.split(), colour, strict=True)
            ]
            red, green, blue = colour
            yield (red, green, blue), ImageChops.darker(ImageChops.darker(*same[:2]), same[2])


def opened(data: bytes) -> tuple[Image.Image, bytes | None]:
    """A bitmap file in RGB or grey, and its alpha channel if a pixel of it is translucent."""
    from PIL import Image

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


def level(colour: str) -> Level:
    """The channels of `#rrggbb`."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


@cache
def _dots(wanted: Level, profile: OutputProfile, limit: float) -> tuple[int, ...]:
    """The inks for paint, each from 0 to 255."""
    from PIL import Image

    spread = max(wanted) - min(wanted)
    if max(wanted) <= _DARK and spread <= _NEAR_BLACK:
        return 0, 0, 0, 255
    if spread <= _NEUTRAL:
        return 0, 0, 0, _blacks(profile)[round(sum(wanted) / 3)]
    inks = _limited(separation(profile).apply(Image.new("RGB", (1, 1), wanted)), limit)
    return tuple(inks.tobytes())


def _limited(inks: Image.Image, limit: float) -> Image.Image:
    """A picture in inks with less cyan, magenta and yellow, by the same share, where all four exceed the limit."""
    from PIL import Image, ImageMath

    most = int(limit * 255 / 100)
    *colours, black = inks.split()

    def less(values: dict[str, Any]) -> Any:
        total = values["c"] + values["m"] + values["y"]
        return values["ink"] * values["min"](total, most - values["k"]) / total

    named = dict(zip("cmy", colours, strict=True))
    limited = (ImageMath.lambda_eval(less, **named, k=black, ink=ink).convert("L") for ink in colours)
    return Image.merge("CMYK", (*limited, black))


@cache
def _blacks(profile: OutputProfile) -> list[int]:
    """The black ink, from 0 to 255, that looks most like each of the 256 greys on this press."""
    from PIL import Image

    ramp = Image.frombytes("CMYK", (256, 1), bytes(byte for black in range(256) for byte in (0, 0, 0, black)))
    looks = separation(profile, back=True).apply(ramp).convert("L").tobytes()
    return [min(range(256), key=lambda black: abs(looks[black] - grey)) for grey in range(256)]


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
