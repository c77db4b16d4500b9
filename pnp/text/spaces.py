"""Replace no-break spaces and hyphens, which few fonts have, by other characters."""

from __future__ import annotations

from collections.abc import Container, Mapping

from pnp.text.hyphenation import SOFT

REPLACEMENTS = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200a": " ", "\u2011": "-", SOFT: "-"}
"""Spaces are always printed as plain spaces; hyphens are only replaced if the font lacks the character."""

NARROW = 0.6
"""The width of a narrow space, as a share of a plain space, in fonts without narrow spaces."""
_NARROW = "\u202f\u2009\u200a"


def widened(widths: Mapping[int, float], usual: float) -> dict[int, float]:
    """Add the widths of replaced characters to a font's widths; `usual` is the width of a missing character."""
    more = {
        ord(character): (NARROW if character in _NARROW else 1.0) * widths.get(ord(other), usual)
        for character, other in REPLACEMENTS.items()
    }
    return {**more, **widths}


def printable(glyphs: Container[int]) -> set[int]:
    """The characters for which these glyphs have a replacement."""
    return {ord(character) for character, other in REPLACEMENTS.items() if other == " " or ord(other) in glyphs}


def replaced(text: str, glyphs: Container[int]) -> str:
    """A word with characters replaced as needed."""
    if text.isascii():
        return text
    return "".join(REPLACEMENTS.get(c, c) if ord(c) not in glyphs else c for c in text)
