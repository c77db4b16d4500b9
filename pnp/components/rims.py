"""The coloured rims of round pieces.

A rim extends past the cut line. Pieces of different colours differ by what their rims look like too: the first colour's
is plain, the second's is dashed, and each later one has white gaps, as many as its number. One or two gaps would look
like a misprint, and a ring in a rim like a line to cut. Gaps end before the cut line, which is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from pnp.graphics import Item, Stroke
from pnp.graphics.drawing import bleeding, line, ring

EDGE = 0.15
"""The distance of a rim's edges from the cut line and from the picture, mm."""
GAP = 1.3
"""The width of the gaps, mm."""
DASHES, WHOLE = 12, 0.5
"""The number of gaps in a dashed rim, and how far from the cut line all gaps end, mm: beside it is one colour."""


def rim(r: float, width: float, past: float, colour: str, index: int) -> Iterator[Item]:
    """The rim of a disc of radius `r` at (r, r), `width` mm wide and `past` mm beyond the cut, for colour `index`."""
    edge, outer = r - EDGE, r + past
    yield from bleeding([ring(r, r, edge - EDGE, outer, colour)] if past else [])
    yield ring(r, r, r - width + EDGE, edge, colour)
    gaps = 0 if index == 0 else DASHES if index == 1 else index + 1
    inner, outer = r - width, r - WHOLE
    for gap in range(gaps):
        angle = 2 * pi * (gap + 0.5) / gaps - pi / 2
        x, y = cos(angle), sin(angle)
        yield line(r + x * inner, r + y * inner, r + x * outer, r + y * outer, Stroke("#ffffff", GAP))
