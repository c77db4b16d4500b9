"""Luminance, lightness and contrast of colours, also as seen with colour vision deficiencies.

Luminance is the relative luminance of sRGB, lightness the L* of CIELAB, contrast the ratio of WCAG 2. Colours are
`#rrggbb`; a `Light` is the same colour as linear red, green and blue.

Convert colours in data files to `#rrggbb` in lower case, and report invalid ones with a hint.

A colour is a name in the kit's palette, `#rgb` or `#rrggbb`. CSS names are not supported: if the palette has no `gold`,
the name is an error instead of another gold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from pnp.diagnostics import Diagnostics, Span, did_you_mean

Light = tuple[float, float, float]

_WEIGHTS = (0.2126, 0.7152, 0.0722)


def linear(share: float) -> float:
    """Convert an sRGB channel value, 0 to 1, to linear light."""
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def written(share: float) -> float:
    """Convert linear light, 0 to 1, to an sRGB channel value."""
    return share * 12.92 if share <= 0.0031308 else float(1.055 * share ** (1 / 2.4) - 0.055)


HEXADECIMAL = r"#(?:[0-9a-fA-F]{3}){1,2}"
"""The form of a colour such as #c8452f or #fff."""
_HEXADECIMAL = re.compile(HEXADECIMAL)


def hexadecimal(text: str) -> str | None:
    """`#rgb` or `#rrggbb` as `#rrggbb` in lower case; None for any other text."""
    if not _HEXADECIMAL.fullmatch(text):
        return None
    digits = text[1:].lower()
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(2 * digit for digit in digits)


@cache
def light(colour: str) -> Light:
    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """From 0 for black to 1 for white."""
    return luminance_of(light(colour))


def luminance_of(shares: Light) -> float:
    return sum(weight * share for weight, share in zip(_WEIGHTS, shares, strict=True))


@cache
def lightness(colour: str) -> float:
    """From 0 for black to 100 for white, in steps that look equal."""
    return lightness_of(luminance(colour))


def lightness_of(luminance: float) -> float:
    if luminance <= 216 / 24389:
        return luminance * 24389 / 27
    return float(116 * luminance ** (1 / 3) - 16)


@cache
def grey(colour: str) -> str:
    return grey_of(luminance(colour))


def grey_of(luminance: float) -> str:
    level = round(written(min(max(luminance, 0.0), 1.0)) * 255)
    return f"#{level:02x}{level:02x}{level:02x}"


@cache
def grey_as_light(lightness: float) -> str:
    if lightness <= 8:
        return grey_of(lightness * 27 / 24389)
    return grey_of(((lightness + 16) / 116) ** 3)


def contrast(one: float, other: float) -> float:
    """The contrast ratio of two luminances, from 1 for equal ones to 21 for black and white."""
    dark, bright = sorted((one, other))
    return (bright + 0.05) / (dark + 0.05)


@cache
def blended(upper: str, lower: str, alpha: float) -> str:
    """One colour over another, mixed as sRGB values, as in PDF and SVG."""
    if alpha >= 1:
        return upper
    pairs = ((int(upper[at : at + 2], 16), int(lower[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(alpha * over + (1 - alpha) * under):02x}" for over, under in pairs)


# From G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", 2009, at severity 1.0. A print in grey only keeps luminance.
_Rows = tuple[Light, Light, Light]
SIGHTS: Mapping[str, _Rows] = {
    "normal vision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "a print in grey": (_WEIGHTS, _WEIGHTS, _WEIGHTS),
}


@cache
def seen(colour: str, vision: str) -> float:
    """The luminance of a colour as seen with one of the `SIGHTS`."""
    shares = light(colour)
    rows = SIGHTS[vision]
    channels = [min(max(sum(a * b for a, b in zip(row, shares, strict=True)), 0.0), 1.0) for row in rows]
    return luminance_of((channels[0], channels[1], channels[2]))


LIKE_HEXADECIMAL = "a colour like '#c8452f', in quotes"
EITHER = "a colour like '#c8452f' or a name in the palette"


def read_colour(text: str, palette: Mapping[str, str], span: Span, diagnostics: Diagnostics) -> str | None:
    """Convert a text to a colour; for an invalid one, None and an error at `span`."""
    code = hexadecimal(text) or palette.get(text)
    if code is None and text.startswith("#"):
        diagnostics.error(span, "bad-form", f"{text!r} is not {EITHER}", colour_hint(text))
    elif code is None:
        near = (
            did_you_mean(text, palette)
            or colour_hint(text)
            or "write a name in the palette, or a colour like '#c8452f'"
        )
        diagnostics.error(span, "unknown-colour", f"the palette has no colour {text!r}", near)
    return code


def colour_hint(text: str) -> str:
    """A hint for a text that is not a hexadecimal colour, if there is one."""
    bare = text.strip().lstrip("#")
    if hexadecimal(f"#{bare}"):
        return f"did you mean '#{bare}'?"
    opaque = {4: bare[:3], 8: bare[:6]}.get(len(bare), "")
    if hexadecimal(f"#{opaque}") and hexadecimal(f"#{bare[-3:]}"):
        return f"colours have no opacity here: write '#{opaque}'"
    in_css = named(bare)
    return f"write {in_css!r}, which is that colour in CSS" if in_css else ""


def named(text: str) -> str | None:
    """The colour with a name in CSS; None for any other text."""
    from PIL import ImageColor

    if text.lower() not in ImageColor.colormap:
        return None
    red, green, blue, *_ = ImageColor.getrgb(text)
    return f"#{red:02x}{green:02x}{blue:02x}"
