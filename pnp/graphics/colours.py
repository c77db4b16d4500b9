"""Convert colours in data files to `#rrggbb` in lower case, and report invalid ones with a hint.

A colour is a name in the kit's palette, `#rgb` or `#rrggbb`. CSS names are not supported: if the palette has no `gold`,
the name is an error instead of another gold.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.graphics.colour import hexadecimal

HEXADECIMAL = "a colour like '#c8452f', in quotes"
EITHER = "a colour like '#c8452f' or a name in the palette"


def colour(text: str, palette: Mapping[str, str], span: Span, diagnostics: Diagnostics) -> str | None:
    """Convert a text to a colour; for an invalid one, None and an error at `span`."""
    code = hexadecimal(text) or palette.get(text)
    if code is None and text.startswith("#"):
        diagnostics.error(span, "bad-form", f"{text!r} is not {EITHER}", hint(text))
    elif code is None:
        near = did_you_mean(text, palette) or hint(text) or "write a name in the palette, or a colour like '#c8452f'"
        diagnostics.error(span, "unknown-colour", f"the palette has no colour {text!r}", near)
    return code


def hint(text: str) -> str:
    """A hint for a text that is not a hexadecimal colour, if there is one."""
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
