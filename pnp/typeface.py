"""The file of a font -> what its letters measure, and subsets of it as a PDF holds them.

reportlab reads fonts and makes the subsets. Both come from the bytes of the file alone, so they are remembered by
these: of a font that was printed with before, nothing but its hash is found out again.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any, NamedTuple

from pnp import spaces
from pnp.cache import store

_NONSYMBOLIC, _SYMBOLIC = 1 << 5, 1 << 2
"""Bits of a font's flags: whether its letters are at the places that standard encodings have them at."""


class Typeface(NamedTuple):
    """What is known of a font. Lengths are in thousandths of the type size, letters are code points."""

    digest: str
    """The SHA-256 of the file."""
    name: str
    widths: dict[int, float]
    """Of each letter that can be printed, with those that another stands in for."""
    usual: float
    """The width of what has no glyph."""
    glyphs: frozenset[int]
    ascent: float
    descent: float
    cap: float
    """The height of capitals; 0 if the font does not tell it."""
    box: tuple[float, ...]
    slant: float
    """Of its stems, in degrees."""
    stem: float
    flags: int


def read(path: Path) -> Typeface:
    """What is known of a font. Raises OSError, and whatever reportlab does, where it cannot be read."""
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return store.recalled("typeface", (digest,), lambda: _read(data, digest))


def subset(path: Path, face: Typeface, letters: tuple[int, ...]) -> bytes:
    """A TrueType file with the glyphs of some letters, which its codes, from 0 on, stand for."""
    parts = (face.digest, " ".join(map(str, letters)))
    found = store.known("subset", parts)
    if found is not None:
        return bytes(found[0])
    data = path.read_bytes()
    made = bytes(_opened(data).makeSubset(list(letters)))
    # Whoever draws may replace a font meanwhile: what came of the new one is no part of the old one.
    if hashlib.sha256(data).hexdigest() == face.digest:
        store.keep("subset", parts, made)
    return made


def _read(data: bytes, digest: str) -> Typeface:
    font = _opened(data)
    glyphs = frozenset(font.charToGlyph)
    return Typeface(
        digest,
        (font.name + font.subfontNameX).decode("ascii", "replace"),
        spaces.widened(font.charWidths, font.defaultWidth),
        font.defaultWidth,
        glyphs,
        font.ascent,
        font.descent,
        getattr(font, "capHeight", 0) or 0,
        tuple(font.bbox),
        font.italicAngle,
        font.stemV,
        font.flags & ~_NONSYMBOLIC | _SYMBOLIC,
    )


def _opened(data: bytes) -> Any:
    from reportlab.pdfbase.ttfonts import TTFontFile

    return TTFontFile(io.BytesIO(data))
