"""Convert CSS colours to `#rrggbb`, or to `#rrggbbaa` if they are translucent."""

from __future__ import annotations

import colorsys
import re

from pnp.graphics.colour import hexadecimal

_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)", re.IGNORECASE)
_GAP = re.compile(r"\s*[,/]\s*|\s+")
_NUMBER = re.compile(r"([-+]?(?:\d++(?:\.\d*+)?|\.\d++))(%|deg)?")


def css_colour(text: str) -> str | None:
    """A hexadecimal colour, a name, `rgb()` or `hsl()`; None for any other text."""
    text = text.strip()
    if text.startswith("#"):
        return _hexadecimal(text)
    function = _FUNCTION.fullmatch(text)
    if function:
        return _of_function(function[1].lower(), _GAP.split(function[2].strip()))
    return "#00000000" if text.lower() == "transparent" else _named(text.lower())


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


def _of_function(name: str, words: list[str]) -> str | None:
    values = [_NUMBER.fullmatch(word) for word in words]
    if len(values) not in (3, 4) or None in values:
        return None
    parts = [(float(value[1]), value[2] or "") for value in values if value]
    kinds = [unit for _, unit in parts]
    alpha = _share(*parts[3], whole=1) if len(parts) == 4 and kinds[3] != "deg" else 1.0
    if name == "rgb" and kinds[:3] in (["", "", ""], ["%", "%", "%"]):
        red, green, blue = (_share(*part, whole=255) for part in parts[:3])
    elif name == "hsl" and kinds[0] != "%" and kinds[1:3] == ["%", "%"]:
        saturation, light = (_share(*part, whole=100) for part in parts[1:3])
        red, green, blue = colorsys.hls_to_rgb(parts[0][0] / 360 % 1, light, saturation)
    else:
        return None
    levels = [int(255 * share + 0.5) for share in (red, green, blue)]
    return _with_alpha("#" + "".join(f"{level:02x}" for level in levels), int(255 * alpha + 0.5))


def _share(number: float, unit: str, *, whole: float) -> float:
    """A number or a percentage as a share of the whole, limited to 0 to 1."""
    return min(max(number / (100 if unit == "%" else whole), 0.0), 1.0)
