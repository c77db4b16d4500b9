"""Arrows and rings that show moves on boards, whole or broken, so that two players' differ without colour too.

In squares without codes they are lighter, and a stop sign is in place of a ring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from math import cos, dist, pi, sin

from pnp.components.elements.line import arrow_head
from pnp.components.ways import Point, between, leaving
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.drawing import Segment, ellipse, polygon, rectangle

ARROW, ARROW_HEAD, SHARE = 0.9, 2.8, 0.5
"""The thickness of arrows, the length of their heads, mm, and the largest share of an arrow that its head is."""
BROKEN, BROKEN_RING, OPEN = (0.5, 0.4), (1.4, 0.8), 0.5
"""The dashes of broken arrows and rings, and the outline of their open heads, mm."""
LABEL = (3.3, 2.4)
"""Half the width and half the height of what arrows leave free around a small square's code, mm."""
RING, RINGED = 3.0, (3.8, 2.6)
"""The radius of rings, and how far from the middle of a ring or of a stop sign an arrow ends, mm."""
STOP, STOP_BAR = 2.0, (2.3, 0.7)
"""The radius of the octagon of a stop sign, and the width and the height of its white bar, mm."""
LIGHT, LIGHT_HEAD = 0.45, 2.1
"""The thickness of arrows in squares without codes, and the length of their heads, mm."""
BARE = (0.0, 2.2)
"""How far from the middle of a square without a code an arrow begins and ends, mm."""
DOT = 0.8
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
        if start == end:
            yield from stop(start, pen) if bare else ring(start, RING, pen, halo, broken)
            continue
        if bare:
            yield Path(ellipse(*start, DOT, DOT), pen)
        free = leaving(start, end, LABEL)
        begin, end_at = BARE if bare else (free, free)
        line = between(start, end, begin, RINGED[bare] if end in rings else end_at)
        yield from arrow(*line, pen, halo, broken, light=bare)


def stop(centre: tuple[float, float], pen: str) -> Iterator[Item]:
    """A stop sign: an octagon with a white bar."""
    x, y = centre
    corners = [(x + STOP * cos(pi / 8 + k * pi / 4), y + STOP * sin(pi / 8 + k * pi / 4)) for k in range(8)]
    yield Path(polygon(*corners), pen)
    width, height = STOP_BAR
    yield Path(rectangle(Rect(x - width / 2, y - height / 2, width, height)), "#ffffff")


def ring(centre: tuple[float, float], radius: float, pen: str, halo: float, broken: bool) -> Iterator[Item]:
    """A ring, its radius in mm, over a white one if `halo` is not 0. A broken one has dashes."""
    shape: tuple[Segment, ...] = ellipse(*centre, radius, radius)
    dash = BROKEN_RING if broken else ()
    if halo:
        # As broken as the ring: with little ink, white on dark becomes a dark line, which would fill the gaps.
        yield Path(shape, stroke=Stroke("#ffffff", 1.6, dash))
    yield Path(shape, stroke=Stroke(pen, ARROW, dash))


def arrow(
    first: tuple[float, float],
    last: tuple[float, float],
    pen: str,
    halo: float,
    broken: bool,
    *,
    light: bool = False,
) -> Iterator[Item]:
    """An arrow over a white one that is wider by `halo` mm. A broken one has dashes and an open head."""
    width, length = (LIGHT, LIGHT_HEAD) if light else (ARROW, ARROW_HEAD)
    base, head = arrow_head(first, last, min(length, SHARE * dist(first, last)))
    if halo:
        yield Path((("m", first), ("l", base)), stroke=Stroke("#ffffff", width + halo))
        yield Path(head, "#ffffff", Stroke("#ffffff", halo))
    yield Path((("m", first), ("l", base)), stroke=Stroke(pen, width, BROKEN if broken else ()))
    yield Path(head, "#ffffff" if broken else pen, Stroke(pen, OPEN) if broken else None)
