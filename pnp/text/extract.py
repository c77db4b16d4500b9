"""Extract readable text from drawn texts: join lines and hyphenated words."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics.drawing import Text
from pnp.text.hyphenation import SOFT
from pnp.text.roles import Fonts

NEAR = 0.01
"""Texts at most this far apart, in mm, are one word in two fonts."""


def glued(fonts: Fonts, text: Text, after: Text) -> bool:
    """Whether a text continues in another without a space."""
    if text.text.endswith(SOFT):
        return True
    if after.y != text.y:
        return False
    gap = after.x - text.x - fonts.extent(text)
    # What follows in a line from right to left is at its left.
    gap_before = text.x - after.x - fonts.extent(after) if text.rtl or after.rtl else gap
    return abs(gap) < NEAR or abs(gap_before) < NEAR


def joined(fonts: Fonts, texts: Iterable[Text]) -> str:
    """Join texts into one line, with hyphenated words made whole and icons by their names."""
    words = ""
    before: Text | None = None
    for text in texts:
        if before is not None and not glued(fonts, before, text):
            words += " "
        words = words.removesuffix(SOFT) + text.text
        before = text
    return words
