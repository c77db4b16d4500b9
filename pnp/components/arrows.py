"""Arrows and rings that show moves on boards, whole or broken, so that two players' differ without colour too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from math import dist

from pnp.components.elements.line import arrow_head
from pnp.components.ways import Point, between, leaving
from pnp.graphics import Item, Path, Stroke
from pnp.graphics.drawing import Segment, ellipse

ARROW, ARROW_HEAD, SHARE = 0.9, 2.8, 0.5
"""The thickness of arrows, the length of their heads, mm, and the largest share of an arrow that its head is."""
BROKEN, BROKEN_RING, OPEN = (0.5, 0.4), (1.4, 0.8), 0.5
"""The dashes of broken arrows and rings, and the outline of their open heads, mm."""
LABEL = (3.3, 2.4)
"""Half the width and half the height of what arrows leave free around a small square's code, mm."""
RING, RINGED = (3.0, 2.6), (3.8, 3.5)
"""The radius of rings, and how far from the middle of a ring an arrow ends, mm; with codes, and without."""
BARE = (0.0, 2.2)
"""How far from the middle of a square without a code an arrow begins and ends, mm."""
DOT = 1.1
"""The radius of the dots from which arrows lead in squares without codes, mm."""
HALO = 1.0
"""How much wider than an arrow the white below it is, over shades, mm."""


def moves(
    pairs: Sequence[tuple[Point, Point]], pens: Sequence[tuple[str, bool]], *, bare: bool, shaded: bool
) -> Iterator[Item]:
    """Arrows between the middles of squares, and rings where a square leads to itself, in the pens in turn.

    A pen is a colour, and whether its arrows are broken. `bare` squares have no codes, and `shaded` ones a shade.
    """
    rings = [start for start, end in pairs if start == end]
    halo = HALO if shaded else 0.0
    for (start, end), (pen, broken) in zip(pairs, cycle(pens), strict=False):
        if bare:
            yield Path(ellipse(*start, DOT, DOT), pen)
        if start == end:
            yield from ring(start, RING[bare], pen, halo, broken)
            continue
        free = leaving(start, end, LABEL)
        begin, end_at = BARE if bare else (free, free)
        yield from arrow(*between(start, end, begin, RINGED[bare] if end in rings else end_at), pen, halo, broken)


def ring(centre: tuple[float, float], radius: float, pen: str, halo: float, broken: bool) -> Iterator[Item]:
    """A ring, its radius in mm, over a white one if `halo` is not 0. A broken one has dashes."""
    shape: tuple[Segment, ...] = ellipse(*centre, radius, radius)
    dash = BROKEN_RING if broken else ()
    if halo:
        # As broken as the ring: with little ink, white on dark becomes a dark line, which would fill the gaps.
        yield Path(shape, stroke=Stroke("#ffffff", 1.6, dash))
    yield Path(shape, stroke=Stroke(pen, ARROW, dash))


def arrow(first: tuple[float, float], last: tuple[float, float], pen: str, halo: float, broken: bool) -> Iterator[Item]:
    """An arrow over a white one that is wider by `halo` mm. A broken one has dashes and an open head."""
    base, head = arrow_head(first, last, min(ARROW_HEAD, SHARE * dist(first, last)))
    if halo:
        yield Path((("m", first), ("l", base)), stroke=Stroke("#ffffff", ARROW + halo))
        yield Path(head, "#ffffff", Stroke("#ffffff", halo))
    yield Path((("m", first), ("l", base)), stroke=Stroke(pen, ARROW, BROKEN if broken else ()))
    yield Path(head, "#ffffff" if broken else pen, Stroke(pen, OPEN) if broken else None)
