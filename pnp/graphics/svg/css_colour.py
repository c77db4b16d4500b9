"""Convert CSS colours to `#rrggbb`, or to `#rrggbbaa` if they are translucent. Those outside sRGB are clipped."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable
from functools import partial
from math import cos, pi, radians, sin

from pnp.graphics.colour import hexadecimal
from pnp.graphics.svg import colour_spaces

_FUNCTION = re.compile(r"([a-z]+)\(([^()]*)\)", re.IGNORECASE)
_NUMBER = re.compile(r"([-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[-+]?\d++)?)(%|deg|grad|rad|turn)?", re.IGNORECASE)
_HALF = 0.5 + 1e-6
"""Rounds halves up, also those that a matrix made a little smaller."""
_WHOLES = {"": 1, "%": 100}
_ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / pi, "turn": 360.0}

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
    return "#00000000" if text.lower() == "transparent" else _named(text.lower())


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


def _named(name: str) -> str | None:
    from PIL import ImageColor

    if name not in ImageColor.colormap:
        return None
    red, green, blue, *_ = ImageColor.getrgb(name)
    return f"#{red:02x}{green:02x}{blue:02x}"


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
    return colour_spaces.light(space, (red, green, blue))


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
    "lab": lambda channels: _flat(channels, colour_spaces.of_lab, 100, 125),
    "lch": lambda channels: _round(channels, colour_spaces.of_lab, 100, 150),
    "oklab": lambda channels: _flat(channels, colour_spaces.of_oklab, 1, 0.4),
    "oklch": lambda channels: _round(channels, colour_spaces.of_oklab, 1, 0.4),
}
