"""Shapes of trims: the outlines along which pieces are cut, in drawing coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from pnp.graphics.drawing import RECTANGLE, Segment, Shape, ellipse, polygon, rectangle
from pnp.graphics.geometry import EPSILON, Rect

TURNED: dict[Shape, Shape] = {"hexagon": "hexagon-flat", "hexagon-flat": "hexagon"}
"""Shapes that a quarter turn changes."""

_Point = tuple[float, float]


def outline(shape: Shape, box: Rect, radius: float = 0.0, by: float = 0.0) -> tuple[Segment, ...]:
    """The outline of a shape in a box, with every side moved outwards `by` mm, or inwards if it is negative.

    `radius` is that of a rectangle's corners.
    """
    if shape == "circle":
        return ellipse(box.x + box.w / 2, box.y + box.h / 2, box.w / 2 + by, box.h / 2 + by)
    if shape == RECTANGLE:
        return rectangle(box.inset(-by), max(0.0, radius + by) if radius else 0.0)
    return polygon(*_moved(_corners(shape, box), by))


def holds(shape: Shape, box: Rect, part: Rect, inset: float = 0.0) -> bool:
    """Whether a rectangle is inside the shape in a box, everywhere at least `inset` mm from its outline."""
    if shape == RECTANGLE:
        return box.inset(inset).contains(part)
    return min(depths(shape, box, part)) >= inset - EPSILON


def depths(shape: Shape, box: Rect, part: Rect) -> list[float]:
    """How far each corner of a rectangle is inside the outline of a hexagon or a circle, in mm; negative outside."""
    return depths_of(shape, box, [(x, y) for x in (part.x, part.right) for y in (part.y, part.far)])


def depths_of(shape: Shape, box: Rect, points: Iterable[_Point]) -> list[float]:
    """How far each point is inside the outline of a hexagon or a circle, in mm; negative outside."""
    if shape == "circle":
        x, y = box.centre
        return [box.w / 2 - hypot(a - x, b - y) for a, b in points]
    sides = list(_sides(_corners(shape, box)))
    return [min(_depth(point, side) for side in sides) for point in points]


def _corners(shape: Shape, box: Rect) -> list[_Point]:
    """The corners of a hexagon, clockwise."""
    x, y, right, far = box.x, box.y, box.right, box.far
    if shape == "hexagon":
        middle, upper, lower = x + box.w / 2, y + box.h / 4, far - box.h / 4
        return [(middle, y), (right, upper), (right, lower), (middle, far), (x, lower), (x, upper)]
    middle, left_end, right_end = y + box.h / 2, x + box.w / 4, right - box.w / 4
    return [(left_end, y), (right_end, y), (right, middle), (right_end, far), (left_end, far), (x, middle)]


def _sides(corners: list[_Point]) -> Iterator[tuple[_Point, _Point]]:
    return zip(corners, [*corners[1:], corners[0]], strict=True)


def _depth(point: _Point, side: tuple[_Point, _Point]) -> float:
    """How far a point is inside a side of a polygon whose corners are clockwise, mm."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / hypot(bx - ax, by - ay)


def _moved(corners: list[_Point], by: float) -> list[_Point]:
    """The corners of a convex polygon, clockwise, with every side moved outwards."""
    before = [corners[-1], *corners[:-1]]
    after = [*corners[1:], corners[0]]
    return [_moved_corner(a, b, c, by) for a, b, c in zip(before, corners, after, strict=True)]


def _moved_corner(before: _Point, corner: _Point, after: _Point, by: float) -> _Point:
    """A corner after both of its sides moved outwards."""
    (ux, uy), (vx, vy) = _direction(before, corner), _direction(corner, after)
    # Outward normals of a clockwise polygon, with y downwards: (uy, -ux) and (vy, -vx).
    share = by / (1 + ux * vx + uy * vy)
    return corner[0] + share * (uy + vy), corner[1] - share * (ux + vx)


def _direction(start: _Point, end: _Point) -> _Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
