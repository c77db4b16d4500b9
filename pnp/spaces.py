"""Signs that few fonts have, no-break spaces and hyphens -> what is printed for them, and how wide it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping

from pnp.hyphens import SOFT

STAND_INS = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2011": "-", SOFT: "-"}
"""Spaces are always printed as plain ones, which is how they are read; hyphens where a font has not these."""

NARROW = 0.6
"""The width of a narrow space as a share of a plain one's, in a font that has none of its own."""

SPACES = frozenset(map(ord, "\u00a0\u202f\u2009"))
_AFTER_NARROW = re.compile("(?<=[\u202f\u2009])")


def widened(widths: Mapping[int, float], usual: float) -> dict[int, float]:
    """A font's widths with those of what its stand-ins stand for; `usual` is the width of what it has not."""
    more = {
        ord(sign): (NARROW if sign in "\u202f\u2009" else 1.0) * widths.get(ord(other), usual)
        for sign, other in STAND_INS.items()
    }
    return {**more, **widths}


def printable(glyphs: Container[int]) -> set[int]:
    """The signs that can be printed with these glyphs, though they may not be among them."""
    return {ord(sign) for sign, other in STAND_INS.items() if other == " " or ord(other) in glyphs}


def parts(text: str, glyphs: Container[int], width: Callable[[str], float]) -> Iterator[tuple[float, str]]:
    """A text in signs that are among the glyphs, each part with its offset: after a narrow space a new one begins."""
    x = 0.0
    for part in _AFTER_NARROW.split(text):
        yield x, "".join(STAND_INS.get(c, c) if ord(c) in SPACES or ord(c) not in glyphs else c for c in part)
        x += width(part)
