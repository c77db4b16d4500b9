"""Texts as they are set -> the words that somebody reads: lines joined, parted words whole again."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics.drawing import Text
from pnp.text.fit import Fonts
from pnp.text.hyphenation import SOFT

NEAR = 0.01
"""Texts that come this near to each other, in mm, are one word in two fonts."""


def glued(fonts: Fonts, text: Text, after: Text) -> bool:
    """Whether a text goes on in another without a space."""
    if text.text.endswith(SOFT):
        return True
    return after.y == text.y and abs(after.x - text.x - fonts.extent(text)) < NEAR


def joined(fonts: Fonts, texts: Iterable[Text]) -> str:
    """Texts as a reader takes them in: on one line, words that were parted whole again, icons by their names."""
    words = ""
    before: Text | None = None
    for text in texts:
        if before is not None and not glued(fonts, before, text):
            words += " "
        words = words.removesuffix(SOFT) + text.text
        before = text
    return words
