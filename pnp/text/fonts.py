"""A font file -> the measures of its characters, and the font as a PDF writer takes it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from pnp.text import fontfile, spaces


class Typeface(NamedTuple):
    """A font. Lengths are in thousandths of the type size, characters are code points."""

    data: bytes
    """A TrueType file with the font."""
    digest: str
    """The SHA-256 of `data`."""
    widths: dict[int, float]
    """The width of each character that can be printed, with those that another one stands in for."""
    usual: float
    """The width of a character that the font does not have."""
    glyphs: frozenset[int]
    """The characters that the font has."""
    descent: float
    cap: float
    """The height of capitals; 0 if the font does not give it."""
    variable: bool
    """Whether the file has several weights or widths of the font; the default one is used."""


@lru_cache(maxsize=100)
def read(data: bytes, index: int | None = None, *, checked: bool = True) -> Typeface:
    """The font in a file of any format, or the one with this index in a collection.

    All outlines are read if it is to be `checked`. Raises as `fontfile.opened`.
    """
    font = fontfile.opened(data, index)
    variable = "fvar" in font
    fontfile.plain(font, checked=checked)
    scale = 1000 / font["head"].unitsPerEm
    metrics = font["hmtx"].metrics
    usual = metrics[font.getGlyphOrder()[0]][0] * scale
    widths = {code: metrics[name][0] * scale for code, name in font.getBestCmap().items()}
    os2 = font.get("OS/2")
    descent = (os2.sTypoDescender if os2 else font["hhea"].descent) * scale
    cap = getattr(os2, "sCapHeight", 0) * scale
    made = fontfile.written(font)
    digest = hashlib.sha256(made).hexdigest()
    return Typeface(made, digest, spaces.widened(widths, usual), usual, frozenset(widths), descent, cap, variable)
