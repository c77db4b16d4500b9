"""Characters that few fonts have (no-break spaces and hyphens) -> the characters printed instead, and their widths."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping

from pnp.text.hyphenation import SOFT

STAND_INS = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2011": "-", SOFT: "-"}
"""Spaces are always printed as plain spaces; hyphens only where a font does not have the character."""

NARROW = 0.6
"""The width of a narrow space as a share of a plain space, in fonts that do not have a narrow one."""

SPACES = frozenset(map(ord, "\u00a0\u202f\u2009"))
_AFTER_NARROW = re.compile("(?<=[\u202f\u2009])")


def widened(widths: Mapping[int, float], usual: float) -> dict[int, float]:
    """A font's widths with those of the characters replaced by others; `usual` is the width of a missing character."""
    more = {
        ord(sign): (NARROW if sign in "\u202f\u2009" else 1.0) * widths.get(ord(other), usual)
        for sign, other in STAND_INS.items()
    }
    return {**more, **widths}


def printable(glyphs: Container[int]) -> set[int]:
    """The characters that can be printed with these glyphs, because another one stands in for them."""
    return {ord(sign) for sign, other in STAND_INS.items() if other == " " or ord(other) in glyphs}


def parts(text: str, glyphs: Container[int], width: Callable[[str], float]) -> Iterator[tuple[float, str]]:
    """A text in characters that have glyphs, in parts with their offsets: a part ends after each narrow space."""
    x = 0.0
    for part in _AFTER_NARROW.split(text):
        yield x, "".join(STAND_INS.get(c, c) if ord(c) in SPACES or ord(c) not in glyphs else c for c in part)
        x += width(part)
