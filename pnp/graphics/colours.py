"""Colours as designers write them -> `#rrggbb` in lower case; anything else is a fault with a hint.

A colour is a name in the kit's palette, `#rgb` or `#rrggbb`. CSS names are not read: `gold` is the kit's gold, and a
name that the palette lost is a fault rather than another gold.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.graphics.colour import hexadecimal

HEXADECIMAL = "a colour like '#c8452f', in quotes"
EITHER = "a colour like '#c8452f' or a name in the palette"


def colour(text: str, palette: Mapping[str, str], span: Span, diagnostics: Diagnostics) -> str | None:
    """The colour that a text stands for; None with a fault at `span`."""
    found = hexadecimal(text) or palette.get(text)
    if found is None and text.startswith("#"):
        diagnostics.error(span, "bad-form", f"{text!r} is not {EITHER}", hint(text))
    elif found is None:
        near = did_you_mean(text, palette) or hint(text) or "write a name in the palette, or a colour like '#c8452f'"
        diagnostics.error(span, "unknown-colour", f"the palette has no colour {text!r}", near)
    return found


def hint(text: str) -> str:
    """What to write instead of a text that is no colour in hexadecimal; empty where that is not clear."""
    bare = text.strip().lstrip("#")
    if hexadecimal(f"#{bare}"):
        return f"did you mean '#{bare}'?"
    opaque = {4: bare[:3], 8: bare[:6]}.get(len(bare), "")
    if hexadecimal(f"#{opaque}") and hexadecimal(f"#{bare[-3:]}"):
        return f"colours have no opacity here: write '#{opaque}'"
    return _named(bare)


def _named(text: str) -> str:
    """A hint for the name of a colour in CSS."""
    from PIL import ImageColor

    if text.lower() not in ImageColor.colormap:
        return ""
    red, green, blue, *_ = ImageColor.getrgb(text)
    return f"write '#{red:02x}{green:02x}{blue:02x}', which is that colour in CSS"
