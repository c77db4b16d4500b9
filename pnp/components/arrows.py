"""Arrows and rings that show moves on boards, whole or broken, so that two players' differ without colour too.

In squares without codes they are lighter, and an arrow that loops back to its own dot is in place of a ring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from math import cos, dist, pi, sin

from pnp.components.elements.line import arrow_head
from pnp.components.ways import Point, between, leaving
from pnp.graphics import Path, Stroke
from pnp.graphics.drawing import Segment, ellipse

ARROW, ARROW_HEAD, SHARE = 0.9, 2.8, 0.5
"""The thickness of arrows, the length of their heads, mm, and the largest share of an arrow that its head is."""
BROKEN, BROKEN_RING, OPEN = (0.5, 0.4), (1.4, 0.8), 0.5
"""The dashes of broken arrows and rings, and the outline of their open heads, mm."""
LABEL = (3.3, 2.4)
"""Half the width and half the height of what arrows leave free around a small square's code, mm."""
RING, RINGED = 3.0, (3.8, 2.6)
"""The radius of rings, and how far from the middle of a ring or of a loop's dot an arrow ends, mm."""
LOOP, LOOP_ENDS, LOOP_HEAD = 1.45, (0.3, 0.44), 1.8
"""The radius of a loop, the angles between its dot and both its ends in shares of π, and the length of its head, mm."""
LIGHT, LIGHT_HEAD = 0.45, 2.1
"""The thickness of arrows in squares without codes, and the length of their heads, mm."""
BARE = (0.0, 2.2)
"""How far from the middle of a square without a code an arrow begins and ends, mm."""
LOOP_STEPS = 24
"""The number of straight parts of a loop."""
DOT = 0.8
"""The radius of the dots from which arrows lead in squares without codes, mm."""
HALO, LIGHT_HALO = 0.6, 0.8
"""How much wider than an arrow the white below it is, over shades and pictures, mm; the second if squares have no
codes."""


def moves(
    pairs: Sequence[tuple[Point, Point]], pens: Sequence[tuple[str, bool]], *, bare: bool, shaded: bool
) -> Iterator[Path]:
    """Arrows between the middles of squares, and rings where a square leads to itself, in the pens in turn.

    A pen is a colour, and whether its arrows are broken. `bare` squares have no codes, and `shaded` ones a shade or a
    picture below them.
    """
    rings = [start for start, end in pairs if start == end]
    halo = HALO if shaded else 0.0
    if bare and shaded:  # below all arrows, so that none breaks another
        for item in list(moves(pairs, [("#ffffff", False)], bare=True, shaded=False)):
            yield _widened(item)
        halo = 0.0
    for (start, end), (pen, broken) in zip(pairs, cycle(pens), strict=False):
        if start == end:
            yield from loop(start, pen, _away(start, pairs)) if bare else ring(start, RING, pen, halo, broken)
            continue
        if bare:
            yield Path(ellipse(*start, DOT, DOT), pen)
        free = leaving(start, end, LABEL)
        begin, end_at = BARE if bare else (free, free)
        line = between(start, end, begin, RINGED[bare] if end in rings else end_at)
        yield from arrow(*line, pen, halo, broken, light=bare)


def _widened(item: Path) -> Path:
    """The white halo of a line or of a head."""
    width = item.stroke.width if item.stroke else 0.0
    return Path(item.segments, item.fill, Stroke("#ffffff", width + LIGHT_HALO))


def _away(square: Point, pairs: Sequence[tuple[Point, Point]]) -> int:
    """On which side of a square no arrow arrives: 1 is below, −1 above."""
    return 1 if any(end == square and start[1] < square[1] - 0.1 for start, end in pairs) else -1


def loop(dot: Point, pen: str, side: int) -> Iterator[Path]:
    """An arrow from a dot back to it, above it (−1) or below it (1): what is there stays."""
    x, y = dot
    middle = y + side * (LOOP + DOT / 2)
    first, last = LOOP_ENDS
    angles = [pi * (first + (2 - first - last) * step / LOOP_STEPS) for step in range(LOOP_STEPS + 1)]
    # Angle 0 points from the middle of the loop to its dot.
    points = [(x + LOOP * sin(angle), middle - side * LOOP * cos(angle)) for angle in angles]
    yield Path(ellipse(x, y, DOT, DOT), pen)
    yield Path((("m", points[0]), *(("l", point) for point in points[1:])), stroke=Stroke(pen, LIGHT))
    (x1, y1), (x2, y2) = points[-2], points[-1]
    share = LOOP_HEAD / dist((x1, y1), (x2, y2))
    yield Path(arrow_head((x1, y1), (x2 + share * (x2 - x1), y2 + share * (y2 - y1)), LOOP_HEAD)[1], pen)


def ring(centre: tuple[float, float], radius: float, pen: str, halo: float, broken: bool) -> Iterator[Path]:
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
) -> Iterator[Path]:
    """An arrow over a white one that is wider by `halo` mm. A broken one has dashes and an open head."""
    width, length = (LIGHT, LIGHT_HEAD) if light else (ARROW, ARROW_HEAD)
    base, head = arrow_head(first, last, min(length, SHARE * dist(first, last)))
    if halo:
        yield Path((("m", first), ("l", base)), stroke=Stroke("#ffffff", width + halo))
        yield Path(head, "#ffffff", Stroke("#ffffff", halo))
    yield Path((("m", first), ("l", base)), stroke=Stroke(pen, width, BROKEN if broken else ()))
    yield Path(head, "#ffffff" if broken else pen, Stroke(pen, OPEN) if broken else None)
