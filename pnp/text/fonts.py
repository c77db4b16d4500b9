"""Read the metrics and the TrueType data of fonts."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from pnp.text import fontfile, spaces
from pnp.text.breaks import ZERO


class Typeface(NamedTuple):
    """A font. Lengths are in thousandths of the type size; characters are code points."""

    data: bytes
    """The font as a TrueType file."""
    digest: str
    """The SHA-256 of `data`."""
    widths: dict[int, float]
    """The width of each printable character, including those that are replaced by others."""
    usual: float
    """The width of a missing character."""
    glyphs: frozenset[int]
    """The characters in the font."""
    replaced: frozenset[int]
    """The characters without a glyph that can be printed all the same: spaces, and what has a replacement."""
    descent: float
    cap: float
    """The height of capitals; 0 if the font does not give it."""
    shapes: bool
    """Whether the font has rules for shaping: kerning, ligatures, joined forms."""
    variable: bool
    """Whether the font is variable; its default instance is used."""
    family: str
    """The name of the family, without the cut: that of its credits."""


class Loan(NamedTuple):
    """Characters that a font borrows, and the data of the font that lends them, with its index in a collection."""

    characters: str
    data: bytes
    number: int | None


@lru_cache(maxsize=100)
def read(
    data: bytes,
    index: int | None = None,
    loan: Loan | None = None,
    shares: tuple[tuple[str, float], ...] = (),
    *,
    checked: bool = True,
) -> Typeface:
    """Read the font in a file, or the one with this index in a collection.

    `shares` are characters, each with the share of its width that it gets. If `checked`, all outlines are read. Raises
    as `fontfile.opened`, and FontError for a loan or a changed width that is not possible.
    """
    font = fontfile.opened(data, index)
    variable = "fvar" in font
    fontfile.plain(font, checked=checked)
    if loan:
        fontfile.borrow(font, fontfile.opened(loan.data, loan.number), loan.characters)
    fontfile.widen(font, shares)
    scale = 1000 / font["head"].unitsPerEm
    metrics = font["hmtx"].metrics
    usual = metrics[font.getGlyphOrder()[0]][0] * scale
    widths = {code: metrics[name][0] * scale for code, name in font.getBestCmap().items() if code < fontfile.PRIVATE}
    os2 = font.get("OS/2")
    descent = (os2.sTypoDescender if os2 else font["hhea"].descent) * scale
    cap = getattr(os2, "sCapHeight", 0) * scale
    subset = fontfile.written(font)
    digest = hashlib.sha256(subset).hexdigest()
    family = fontfile.family(font)
    usable = spaces.widened(widths, usual)
    shapes = fontfile.has_rules(font)
    replaced = frozenset(spaces.printable(widths) | set(map(ord, f"\n {ZERO}")))
    return Typeface(subset, digest, usable, usual, frozenset(widths), replaced, descent, cap, shapes, variable, family)
