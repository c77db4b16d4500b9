"""Directions on a board of squares: which squares are next to a square, and a cross hair with arrows to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot, inf

from pnp.components.elements.line import SLIM, arrow_head
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.drawing import polygon, ring

Point = tuple[float, float]

WAYS = ("up", "down", "left", "right", "any")
BAR = 0.6
"""The thickness of the lines of a cross hair, mm."""
HAIR_RING, HAIR_END = 1.6, 2.5
"""The radius of a cross hair's ring, and how far its lines reach, mm."""
WAY, WAY_HEAD = 1.3, 3.6
"""The thickness of arrows from a cross hair and the length of their heads, mm."""
MANY, SLENDER = 4, 0.6
"""From how many arrows on they are thinner, so that the square in their middle is seen, and their share of the full
size."""
SEAM = 0.03
"""How far the halves of an arrow overlap, mm."""
WAY_HALO = 0.4
"""How far the white below these arrows reaches beyond them, mm."""


def is_next(start: Rect, box: Rect, way: str) -> bool:
    """Whether a square is next to another in a direction; `any` includes corners."""
    across, down = round(box.x - start.x, 6), round(box.y - start.y, 6)
    beside = abs(across) <= round(start.w, 6) and abs(down) <= round(start.h, 6)
    above = abs(across) < round(start.w, 6)
    return beside and {
        "left": across < 0 and not down,
        "right": across > 0 and not down,
        "up": down < 0 and above,
        "down": down > 0 and above,
    }.get(way, True)


def between(start: Point, end: Point, begin: float, before: float) -> tuple[Point, Point]:
    """The part of a line between the middles of two squares that leaves them free: `begin` from the first, and ending
    `before` the last."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    first, last = min(0.35, begin / length), min(0.4, before / length)
    return (start[0] + first * across, start[1] + first * down), (end[0] - last * across, end[1] - last * down)


def leaving(start: Point, end: Point, half: tuple[float, float]) -> float:
    """How far from a point, in mm, a line to another leaves a box around it; `half` is half its width and height."""
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    length = hypot(across, down)
    return min(half[0] * length / across if across else inf, half[1] * length / down if down else inf)


def ways(start: Rect, there: Iterable[Rect], pen: str) -> Iterator[Item]:
    """A cross hair in a square, if it is large enough, and arrows from there into other squares.

    Their lines are thin fills, which stay dark if little ink is used; thick arrows are of two halves, and thinner if
    they are `MANY`.
    """
    if min(start.w, start.h) < 2 * HAIR_END:
        return
    x, y = start.centre
    yield ring(x, y, HAIR_RING - BAR / 2, HAIR_RING + BAR / 2, pen)
    inner = HAIR_RING - 1.0
    for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield _shaft((x + inner * across, y + inner * down), (x + HAIR_END * across, y + HAIR_END * down), pen)
    ends = [box.centre for box in there]
    share = SLENDER if len(ends) >= MANY else 1.0
    for end in ends:
        first, last = between((x, y), end, HAIR_END + 0.5, 0.0)
        base, head = arrow_head(first, last, share * WAY_HEAD)
        yield _shaft(first, base, "#ffffff", share * (WAY + 2 * WAY_HALO))
        yield Path(head, "#ffffff", Stroke("#ffffff", 2 * share * WAY_HALO))
        yield from _halves(first, base, (x, y), end, pen, share)


def _halves(first: Point, base: Point, start: Point, tip: Point, pen: str, share: float) -> Iterator[Item]:
    """The left and the right half of an arrow's shaft and head, which overlap a little. `share`: of their full size."""
    across, down = tip[0] - start[0], tip[1] - start[1]
    length = hypot(across, down) or 1.0
    for side in (1, -1):
        beside = -side * down / length, side * across / length
        edge, seam = _moved(first, beside, share * WAY / 2), _moved(first, beside, -SEAM)
        yield Path(polygon(edge, _moved(base, beside, share * WAY / 2), _moved(base, beside, -SEAM), seam), pen)
        yield Path(polygon(tip, _moved(base, beside, share * SLIM * WAY_HEAD), _moved(base, beside, -SEAM)), pen)


def _moved(point: Point, way: Point, by: float) -> Point:
    return point[0] + by * way[0], point[1] + by * way[1]


def _shaft(first: Point, last: Point, pen: str, width: float = BAR) -> Path:
    """A line as a fill."""
    across, down = last[0] - first[0], last[1] - first[1]
    share = width / 2 / (hypot(across, down) or 1.0)
    x, y = -share * down, share * across
    corners = ((first[0] + x, first[1] + y), (last[0] + x, last[1] + y))
    return Path(polygon(*corners, (last[0] - x, last[1] - y), (first[0] - x, first[1] - y)), pen)
