"""Paragraphs below one another, from the top left, for pages that are drawn without a template."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Group, Transform
from pnp.graphics.drawing import Text
from pnp.text.fit import runs, set_block
from pnp.text.roles import Fonts

APART = 2.0
"""The distance between paragraphs, mm."""
_INK = "#000000"


def paragraphs(fonts: Fonts, texts: Iterable[str], width: float, size: float) -> tuple[Group, float]:
    """Paragraphs of marked text in a type size in pt, and their height in mm."""
    words: list[Text] = []
    top = 0.0
    for text in texts:
        block = set_block(fonts, runs(text, "body"), size, 1.25, width)
        words += (
            Text(dx, top + block.cap + number * block.leading, run.text, run.font, block.size, _INK)
            for number, line in enumerate(block.lines)
            for dx, run in line.words
        )
        top += block.height + APART
    return Group(tuple(words), Transform()), max(0.0, top - APART)
