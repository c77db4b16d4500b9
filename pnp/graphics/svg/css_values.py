"""The values of CSS: colours, transforms and lengths.

Colours become `#rrggbb`, or `#rrggbbaa` if they are translucent; those outside sRGB are clipped. Transforms and lengths
have units, unlike those in attributes.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable
from functools import partial
from math import cos, degrees, radians, sin, tan

from pnp.graphics.colour import hexadecimal, named
from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svgpath import NUMBER

UNITS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "Q": 96 / 101.6, "pt": 96 / 72, "pc": 16.0}
"""CSS pixels per unit of length."""
ANGLES = {"deg": 1.0, "grad": 0.9, "rad": degrees(1), "turn": 360.0}
"""Degrees per unit of angle."""
_WORD = re.compile(rf"({NUMBER.pattern})([a-zA-Z]*|%)")
_TRANSFORM_FUNCTION = re.compile(r"\s*([a-zA-Z]\w*)\(([^()]*)\)")
_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def is_length(text: str) -> bool:
    """Whether a text is a length with a unit, a percentage, or zero."""
    found = _WORD.fullmatch(text.strip())
    return found is not None and (found[2] == "%" or (found[2] in UNITS and (found[2] != "" or not float(found[1]))))


def transform(text: str) -> Transform:
    """The transform of a list of functions. Raises ValueError."""
    total, end = Transform(), 0
    if text.strip() == "none":
        return total
    while match := _TRANSFORM_FUNCTION.match(text, end):
        end = match.end()
        words = [word.strip() for word in match[2].split(",")]
        one = _matrix_of(match[1].lower(), words)
        if one is None:
            raise ValueError(f"the transform {match[0].strip()[:40]!r} is not drawn")
        total = total.over(one)
    if not end or text[end:].strip():
        raise ValueError(f"the transform {text[:40]!r} is not understood")
    return total


def _matrix_of(name: str, words: list[str]) -> Transform | None:
    if name in ("rotate", "skewx", "skewy", "skew"):
        angles = [_angle(word) for word in words]
        return None if None in angles else _turned(name, [angle for angle in angles if angle is not None])
    read = _length if name.startswith("translate") else _number
    values = [read(word) for word in words]
    numbers = [value for value in values if value is not None]
    return None if len(numbers) < len(values) else _moved(name, numbers)


def _turned(name: str, angles: list[float]) -> Transform | None:
    if name == "rotate" and len(angles) == 1:
        return Transform.rotate(angles[0])
    slopes = [tan(radians(angle)) for angle in angles]
    if name == "skew" and len(slopes) in (1, 2):
        return Transform(c=slopes[0], b=slopes[1] if len(slopes) == 2 else 0.0)
    if len(slopes) != 1:
        return None
    return {"skewx": Transform(c=slopes[0]), "skewy": Transform(b=slopes[0])}.get(name)


def _moved(name: str, v: list[float]) -> Transform | None:
    if name in ("translate", "scale") and len(v) in (1, 2):
        return Transform.move(v[0], v[1] if len(v) == 2 else 0.0) if name == "translate" else Transform.scale(*v)
    if name == "matrix" and len(v) == 6:
        return Transform(*v)
    if len(v) != 1:
        return None
    return {
        "translatex": Transform.move(v[0], 0),
        "translatey": Transform.move(0, v[0]),
        "scalex": Transform.scale(v[0], 1),
        "scaley": Transform.scale(1, v[0]),
    }.get(name)


def _angle(word: str) -> float | None:
    """An angle in degrees; None without a unit, unless it is zero."""
    found = _WORD.fullmatch(word)
    if not found or (not found[2] and float(found[1])):
        return None
    return float(found[1]) * ANGLES[found[2]] if found[2] in ANGLES else 0.0 if not found[2] else None


def _length(word: str) -> float | None:
    found = _WORD.fullmatch(word)
    return float(found[1]) * UNITS[found[2]] if found and is_length(word) and found[2] != "%" else None


def _number(word: str) -> float | None:
    found = _WORD.fullmatch(word)
    if not found or found[2] not in ("", "%"):
        return None
    return float(found[1]) / (100 if found[2] else 1)


def origin(text: str, size: Size | None, *, unitless: bool) -> tuple[float, float]:
    """The point of a `transform-origin`, with shares of a size. Raises ValueError."""
    words = text.split()
    if words[0:1] in (["top"], ["bottom"]) or words[1:2] in (["left"], ["right"]):
        words[:2] = [*words[1:2], words[0]] if len(words) > 1 else ["center", words[0]]
    words += ["center"] * (len(words) == 1)
    if len(words) == 3 and _length(words[2]) == 0:
        words.pop()
    sides = (size.w, size.h) if size else (None, None)
    values = [_coordinate(word, side, unitless=unitless) for word, side in zip(words, sides, strict=False)]
    point = [value for value in values if value is not None]
    if not len(words) == len(point) == 2:
        raise ValueError(f"transform-origin {text[:40]!r} is not understood")
    return point[0], point[1]


def _coordinate(word: str, side: float | None, *, unitless: bool) -> float | None:
    found = _WORD.fullmatch(word)
    share = _SHARES.get(word, float(found[1]) / 100 if found and found[2] == "%" else None)
    if share is not None:
        return share * side if side is not None else None
    return float(found[1]) if unitless and found and not found[2] else _length(word)


def written(matrix: Transform) -> str:
    """A transform as an attribute has it."""
    return f"matrix({' '.join(f'{value:.9g}' for value in matrix)})"


_FUNCTION = re.compile(r"([a-z]+)\(([^()]*)\)", re.IGNORECASE)
_NUMBER = re.compile(r"([-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[-+]?\d++)?)(%|deg|grad|rad|turn)?", re.IGNORECASE)
_HALF = 0.5 + 1e-6
"""Rounds halves up, also those that a matrix made a little smaller."""
_WHOLES = {"": 1, "%": 100}
_ANGLES = {"": 1.0, **ANGLES}

Light = tuple[float, float, float]
_Values = list[tuple[float, str]]
"""Numbers with their units."""


def css_colour(text: str) -> str | None:
    """A hexadecimal colour, a name, or a function such as `rgb()`, `hsl()` or `oklch()`; None for any other text."""
    text = text.strip()
    if text.startswith("#"):
        return _hexadecimal(text)
    function = _FUNCTION.fullmatch(text)
    if function:
        return _of_function(function[1].lower(), function[2])
    return "#00000000" if text.lower() == "transparent" else named(text)


def is_mixed_in_srgb(text: str) -> bool:
    """Whether every program mixes the colours of a gradient with this one in sRGB."""
    return not re.match(r"\s*(?:(?:ok)?l(?:ab|ch)|color)\(", text, re.IGNORECASE)


def split(colour: str) -> tuple[str, float]:
    """A colour as `#rrggbb` and its opacity."""
    return colour[:7], int(colour[7:], 16) / 255 if len(colour) == 9 else 1.0


def _hexadecimal(text: str) -> str | None:
    digits = text[1:]
    if len(digits) not in (4, 8):
        return hexadecimal(text)
    each = 1 if len(digits) == 4 else 2
    colour, alpha = hexadecimal(text[: 1 + 3 * each]), hexadecimal(f"#{digits[-each:] * 3}")
    return _with_alpha(colour, int(alpha[1:3], 16)) if colour and alpha else None


def _with_alpha(colour: str, alpha: int) -> str:
    return colour if alpha == 255 else f"{colour}{alpha:02x}"


def _of_function(name: str, text: str) -> str | None:
    name = {"rgba": "rgb", "hsla": "hsl"}.get(name, name)
    words, alpha = _words(text)
    read = _READERS.get(name)
    if name == "color" and words:
        read = partial(_of_space, words.pop(0).lower())
    values = _values(name, [*words, alpha], with_commas="," in text)
    light = read(values[:3]) if read and values else None
    if light is None or not values:
        return None
    opacity, unit = values[3]
    return _with_alpha("#" + "".join(f"{_level(share):02x}" for share in light), _level(opacity / _WHOLES[unit]))


def _level(share: float) -> int:
    return int(255 * min(max(share, 0.0), 1.0) + _HALF)


def _values(name: str, words: list[str], *, with_commas: bool) -> _Values | None:
    """Three channels and the opacity; None for a notation that the function does not have."""
    values = [value for word in words if (value := _value(word, none=not with_commas))]
    if len(words) != 4 or len(values) != 4 or values[3][1] not in _WHOLES:
        return None
    return values if not with_commas or _is_legacy(name, [unit for _, unit in values[:3]]) else None


def _words(text: str) -> tuple[list[str], str]:
    """The channels between commas or spaces, and the opacity after the last comma or a slash."""
    if "," in text:
        words = [word.strip() for word in text.split(",")]
        return words[:3], words[3] if len(words) == 4 else "1" if len(words) == 3 else ""
    channels, slash, alpha = text.partition("/")
    return channels.split(), alpha.strip() if slash else "1"


def _value(word: str, *, none: bool) -> tuple[float, str] | None:
    if none and word.lower() == "none":
        return 0.0, ""
    found = _NUMBER.fullmatch(word)
    return (float(found[1]), (found[2] or "").lower()) if found else None


def _is_legacy(name: str, units: list[str]) -> bool:
    """Whether a function may have commas, and these units between them."""
    if name == "rgb":
        return units in (["", "", ""], ["%", "%", "%"])
    return name == "hsl" and units[1:] == ["%", "%"]


def _scaled(value: tuple[float, str], whole: float, of: float = 1.0) -> float:
    """A number as a share of the whole, or a percentage of `of`."""
    return value[0] / 100 * of if value[1] == "%" else value[0] / whole


def _of_space(space: str, channels: _Values) -> Light | None:
    red, green, blue = (_scaled(channel, 1) for channel in channels)
    return light(space, (red, green, blue))


def _rgb(channels: _Values) -> Light | None:
    if not {unit for _, unit in channels} <= {"", "%"}:
        return None
    red, green, blue = (_scaled(channel, 255) for channel in channels)
    return red, green, blue


def _hue(value: tuple[float, str]) -> float | None:
    """An angle in degrees."""
    return None if value[1] == "%" else value[0] * _ANGLES[value[1]]


def _hued(channels: _Values, convert: Callable[[float, float, float], Light]) -> Light | None:
    """A colour of a hue and two percentages."""
    hue = _hue(channels[0])
    if hue is None or not {unit for _, unit in channels[1:]} <= {"", "%"}:
        return None
    return convert(hue / 360 % 1, *(min(max(_scaled(channel, 100), 0.0), 1.0) for channel in channels[1:]))


def _hsl(channels: _Values) -> Light | None:
    return _hued(channels, lambda hue, saturation, light: colorsys.hls_to_rgb(hue, light, saturation))


def _hwb(channels: _Values) -> Light | None:
    def convert(hue: float, white: float, black: float) -> Light:
        if white + black >= 1:
            return (white / (white + black),) * 3
        red, green, blue = (share * (1 - white - black) + white for share in colorsys.hsv_to_rgb(hue, 1, 1))
        return red, green, blue

    return _hued(channels, convert)


def _flat(channels: _Values, space: Callable[[float, float, float], Light], whole: float, most: float) -> Light | None:
    """A colour of a lightness, at most `whole`, and two numbers that are `most` at 100 %."""
    if not {unit for _, unit in channels} <= {"", "%"}:
        return None
    lightness = min(max(_scaled(channels[0], 1, whole), 0.0), whole)
    return space(lightness, _scaled(channels[1], 1, most), _scaled(channels[2], 1, most))


def _round(channels: _Values, space: Callable[[float, float, float], Light], whole: float, most: float) -> Light | None:
    """A colour of a lightness, a chroma and a hue."""
    hue = _hue(channels[2])
    if hue is None or not {unit for _, unit in channels[:2]} <= {"", "%"}:
        return None
    chroma = max(_scaled(channels[1], 1, most), 0.0)
    across, down = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    return _flat([channels[0], (across, ""), (down, "")], space, whole, most)


_READERS: dict[str, Callable[[_Values], Light | None]] = {
    "rgb": _rgb,
    "hsl": _hsl,
    "hwb": _hwb,
    "lab": lambda channels: _flat(channels, of_lab, 100, 125),
    "lch": lambda channels: _round(channels, of_lab, 100, 150),
    "oklab": lambda channels: _flat(channels, of_oklab, 1, 0.4),
    "oklch": lambda channels: _round(channels, of_oklab, 1, 0.4),
}


_Matrix = tuple[Light, Light, Light]

# Colour spaces ------------------------------------------------------------------------------------------------

# By the matrices of CSS Color 4. Channels may be outside 0 to 1, for colours that sRGB lacks.

_SRGB_OF_XYZ: _Matrix = (
    (3.2409699419045226, -1.537383177570094, -0.4986107602930034),
    (-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
    (0.05563007969699366, -0.20397695888897652, 1.0569715142428786),
)
_D65_OF_D50: _Matrix = (
    (0.9554734527042182, -0.023098536874261423, 0.0632593086610217),
    (-0.028369706963208136, 1.0099954580058226, 0.021041398966943008),
    (0.012314001688319899, -0.020507696433477912, 1.3303659366080753),
)
_SRGB: _Matrix = (
    (0.41239079926595934, 0.357584339383878, 0.1804807884018343),
    (0.21263900587151027, 0.715168678767756, 0.07219231536073371),
    (0.01933081871559182, 0.11919477979462598, 0.9505321522496607),
)
_P3: _Matrix = (
    (0.4865709486482162, 0.26566769316909306, 0.1982172852343625),
    (0.2289745640697488, 0.6917385218365064, 0.079286914093745),
    (0.0, 0.04511338185890264, 1.043944368900976),
)
_ADOBE: _Matrix = (
    (0.5766690429101305, 0.1855582379065463, 0.1882286462349947),
    (0.29734497525053605, 0.6273635662554661, 0.07529145849399788),
    (0.02703136138641234, 0.07068885253582723, 0.9913375368376388),
)
_PROPHOTO: _Matrix = (
    (0.7977604896723027, 0.13518583717574031, 0.0313493495815248),
    (0.2880711282282934, 0.7118432178101014, 0.00008565396060525902),
    (0.0, 0.0, 0.8251046025104601),
)
_REC2020: _Matrix = (
    (0.6369580483012914, 0.14461690358620832, 0.1688809751641721),
    (0.2627002120112671, 0.6779980715188708, 0.05930171646986196),
    (0.0, 0.028072693049087428, 1.060985057710791),
)
_WHITE_D50 = (0.3457 / 0.3585, 1.0, (1 - 0.3457 - 0.3585) / 0.3585)
_LMS_OF_OKLAB: _Matrix = (
    (1.0, 0.3963377773761749, 0.2158037573099136),
    (1.0, -0.1055613458156586, -0.0638541728258133),
    (1.0, -0.0894841775298119, -1.2914855480194092),
)
_SRGB_OF_LMS: _Matrix = (
    (4.0767416360759583, -3.3077115392580629, 0.2309699031821043),
    (-1.2684379732850315, 2.6097573492876882, -0.3413193760026573),
    (-0.0041960761386756, -0.7034186179359362, 1.7076146940746117),
)


def light(space: str, channels: Light) -> Light | None:
    """The light of `color(space …)`; None for a space that is not known."""
    if space not in _SPACES:
        return None
    matrix, straight, is_d50 = _SPACES[space]
    red, green, blue = (straight(abs(channel)) * (1 if channel >= 0 else -1) for channel in channels)
    xyz = _applied(matrix, (red, green, blue)) if matrix else (red, green, blue)
    return _of_xyz(_applied(_D65_OF_D50, xyz) if is_d50 else xyz)


def of_lab(lightness: float, a: float, b: float) -> Light:
    """The light of a CIE Lab colour with the white D50."""
    middle = (lightness + 16) / 116
    xyz = [
        white * (root**3 if root > 6 / 29 else (116 * root - 16) * 27 / 24389)
        for white, root in zip(_WHITE_D50, (middle + a / 500, middle, middle - b / 200), strict=True)
    ]
    return _of_xyz(_applied(_D65_OF_D50, (xyz[0], xyz[1], xyz[2])))


def of_oklab(lightness: float, a: float, b: float) -> Light:
    """The light of an Oklab colour."""
    long, middle, short = (root**3 for root in _applied(_LMS_OF_OKLAB, (lightness, a, b)))
    return _encoded(_applied(_SRGB_OF_LMS, (long, middle, short)))


def _of_xyz(xyz: Light) -> Light:
    return _encoded(_applied(_SRGB_OF_XYZ, xyz))


def _encoded(linear: Light) -> Light:
    red, green, blue = (
        1.055 * channel ** (1 / 2.4) - 0.055 if channel > 0.0031308 else 12.92 * channel for channel in linear
    )
    return red, green, blue


def _applied(matrix: _Matrix, vector: Light) -> Light:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _same(channel: float) -> float:
    return channel


def _of_srgb(channel: float) -> float:
    straight: float = ((channel + 0.055) / 1.055) ** 2.4 if channel > 0.04045 else channel / 12.92
    return straight


def _of_adobe(channel: float) -> float:
    straight: float = channel ** (563 / 256)
    return straight


def _of_prophoto(channel: float) -> float:
    straight: float = channel**1.8 if channel >= 16 / 512 else channel / 16
    return straight


def _of_rec2020(channel: float) -> float:
    alpha, beta = 1.09929682680944, 0.018053968510807
    straight: float = channel / 4.5 if channel < 4.5 * beta else ((channel + alpha - 1) / alpha) ** (1 / 0.45)
    return straight


_SPACES: dict[str, tuple[_Matrix | None, Callable[[float], float], bool]] = {
    "srgb": (_SRGB, _of_srgb, False),
    "srgb-linear": (_SRGB, _same, False),
    "display-p3": (_P3, _of_srgb, False),
    "a98-rgb": (_ADOBE, _of_adobe, False),
    "prophoto-rgb": (_PROPHOTO, _of_prophoto, True),
    "rec2020": (_REC2020, _of_rec2020, False),
    "xyz": (None, _same, False),
    "xyz-d65": (None, _same, False),
    "xyz-d50": (None, _same, True),
}
"""By name: the matrix to XYZ, how a channel becomes linear, and whether the white is D50."""
