"""Arrows between points, with loops where a point leads to itself, and white below them.

Shafts and heads are thin fills of two halves: with little ink, lines and large fills become pale, and these stay dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from pnp.components.elements.line import SLIM, arrow_head
from pnp.graphics import Path, Stroke
from pnp.graphics.drawing import ellipse, polygon

HEAD_SHARE = 0.6
"""The largest share of an arrow that its head is."""
LOOP, LOOP_ENDS, LOOP_HEAD = 1.45, (0.3, 0.44), 1.8
"""The radius of a loop, the angles between its dot and both its ends in shares of π, and the length of its head, mm."""
LOOP_STEPS = 24
"""The number of straight parts of a loop."""
LOOPED = 0.4
"""How much further from a point with a loop an arrow ends, mm."""
MANY, SLENDER = 4, 0.6
"""From how many arrows from one point on they are thinner, so that what is in their middle is seen, and their share of
the full size."""
SEAM = 0.03
"""How far the halves of an arrow overlap, mm."""

Point = tuple[float, float]


class Look(NamedTuple):
    """How arrows look: their colour, and the rest in mm.

    `clear` is how far from its first point an arrow begins and how far from its second one it ends. `halo` is how far
    the white below it reaches beyond it, and `dot` the radius of a dot where it begins.
    """

    colour: str
    width: float
    head: float
    clear: tuple[float, float]
    halo: float = 0.0
    dot: float = 0.0

    def scaled(self, share: float) -> Look:
        return self._replace(width=share * self.width, head=share * self.head, halo=share * self.halo)


def arrows(pairs: Sequence[tuple[Point, Point]], look: Look) -> Iterator[Path]:
    """Arrows between pairs of points. All white is below all arrows, so that none breaks another."""
    is_fan = len(pairs) >= MANY and len({start for start, _ in pairs}) == 1
    look = look.scaled(SLENDER) if is_fan else look
    loops = {start for start, end in pairs if start == end}
    items = [item for start, end in pairs for item in _arrow(start, end, look, pairs, loops)]
    if look.halo:
        yield from (_widened(item, 2 * look.halo) for item in items)
    yield from items


def _arrow(
    start: Point, end: Point, look: Look, pairs: Sequence[tuple[Point, Point]], loops: set[Point]
) -> Iterator[Path]:
    if look.dot:
        yield Path(ellipse(*start, look.dot, look.dot), look.colour)
    if start == end:
        yield from _loop(start, look, _free_side(start, pairs))
        return
    begin, before = look.clear
    first, last = _between(start, end, begin, before + (LOOPED if end in loops else 0.0))
    base, _ = arrow_head(first, last, min(look.head, HEAD_SHARE * dist(first, last)))
    yield from _halves(first, base, last, look)


def _widened(item: Path, by: float) -> Path:
    """The white below a line or a fill."""
    width = item.stroke.width if item.stroke else 0.0
    return Path(item.segments, "#ffffff" if item.fill else None, Stroke("#ffffff", width + by))


def _free_side(point: Point, pairs: Sequence[tuple[Point, Point]]) -> int:
    """On which side of a point no arrow arrives: 1 is below, −1 above."""
    return 1 if any(end == point and start[1] < point[1] - 0.1 for start, end in pairs) else -1


def _loop(dot: Point, look: Look, side: int) -> Iterator[Path]:
    """An arrow from a point back to it, above it (−1) or below it (1)."""
    x, y = dot
    middle = y + side * (LOOP + look.dot / 2)
    first, last = LOOP_ENDS
    angles = [pi * (first + (2 - first - last) * step / LOOP_STEPS) for step in range(LOOP_STEPS + 1)]
    # Angle 0 points from the middle of the loop to its dot.
    points = [(x + LOOP * sin(angle), middle - side * LOOP * cos(angle)) for angle in angles]
    yield Path((("m", points[0]), *(("l", point) for point in points[1:])), stroke=Stroke(look.colour, look.width))
    (x1, y1), (x2, y2) = points[-2], points[-1]
    share = LOOP_HEAD / dist((x1, y1), (x2, y2))
    yield Path(arrow_head((x1, y1), (x2 + share * (x2 - x1), y2 + share * (y2 - y1)), LOOP_HEAD)[1], look.colour)


def _between(start: Point, end: Point, begin: float, before: float) -> tuple[Point, Point]:
    """The part of a line that is `begin` from its first point and ends `before` its last one."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    first, last = min(0.35, begin / length), min(0.4, before / length)
    return (start[0] + first * across, start[1] + first * down), (end[0] - last * across, end[1] - last * down)


def _halves(first: Point, base: Point, tip: Point, look: Look) -> Iterator[Path]:
    """The left and the right half of an arrow's shaft and head, which overlap a little."""
    across, down = tip[0] - first[0], tip[1] - first[1]
    length = hypot(across, down) or 1.0
    head = dist(base, tip)
    for side in (1, -1):
        beside = -side * down / length, side * across / length
        edge, seam = _moved(first, beside, look.width / 2), _moved(first, beside, -SEAM)
        inner = _moved(base, beside, -SEAM)
        yield Path(polygon(edge, _moved(base, beside, look.width / 2), inner, seam), look.colour)
        yield Path(polygon(tip, _moved(base, beside, SLIM * head), inner), look.colour)


def _moved(point: Point, way: Point, by: float) -> Point:
    return point[0] + by * way[0], point[1] + by * way[1]
