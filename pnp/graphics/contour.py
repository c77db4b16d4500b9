"""Contours: outlines of lines and arcs of circles, as cutting machines follow them.

Coordinates are those of sheets: mm, y upwards. Bézier curves become arcs that are within `TOLERANCE` of them.

Shapes of trims: the outlines along which pieces are cut, in drawing coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan, atan2, cos, hypot, pi, sin, tan
from typing import NamedTuple

from pnp.graphics.drawing import RECTANGLE, Segment, Shape, ellipse, polygon, rectangle
from pnp.graphics.geometry import EPSILON, Rect, Transform, edges

TOLERANCE = 0.004
"""How far an arc may be from its curve, mm."""
_SAME = 0.005
"""Ends that are nearer to each other are one point, mm."""
_DEEPEST = 12

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]


class Vertex(NamedTuple):
    """A corner, and the bulge of the edge after it: the tangent of a quarter of the arc's angle, as in DXF.

    0 is a straight line; a positive bulge turns anticlockwise.
    """

    x: float
    y: float
    bulge: float = 0.0


class Contour(NamedTuple):
    """Vertices in order. The last edge of a closed contour leads back to the first vertex."""

    vertices: tuple[Vertex, ...]
    closed: bool = True

    @property
    def edges(self) -> list[tuple[Vertex, Vertex]]:
        """Each edge as its two ends; the bulge is that of the first."""
        after = (*self.vertices[1:], self.vertices[0])
        return list(zip(self.vertices, after, strict=True))[: None if self.closed else -1]

    def points(self, step: float = pi / 64) -> list[Point]:
        """The contour as a polygon, with a point at least every `step` radians of an arc."""
        found = [point for a, b in self.edges for point in _along(a, b, step)]
        return found if self.closed else [*found, self.vertices[-1][:2]]

    @property
    def bounds(self) -> Rect:
        """The bounding box, to a micrometre."""
        return Rect.about(self.points(pi / 256))

    def reversed(self) -> Contour:
        """The same line from its other end."""
        after = (*self.vertices[1:], self.vertices[0])
        if self.closed:
            turned = [Vertex(b.x, b.y, -a.bulge) for a, b in zip(self.vertices, after, strict=True)]
            return Contour(tuple(turned[::-1]))
        bulges = [0.0, *(a.bulge for a in self.vertices[:-1])]
        return Contour(
            tuple(Vertex(v.x, v.y, -bulge) for v, bulge in zip(self.vertices, bulges, strict=True))[::-1], closed=False
        )


def rounded_rectangle(box: Rect, radius: float = 0.0) -> Contour:
    """The outline of a box on a sheet, anticlockwise from its lower left corner, with corners of a radius."""
    r = max(0.0, min(radius, box.w / 2, box.h / 2))
    x, y, right, far = box.x, box.y, box.right, box.far
    if not r:
        return Contour((Vertex(x, y), Vertex(right, y), Vertex(right, far), Vertex(x, far)))
    quarter = tan(pi / 8)
    return Contour(
        (
            Vertex(x + r, y),
            Vertex(right - r, y, quarter),
            Vertex(right, y + r),
            Vertex(right, far - r, quarter),
            Vertex(right - r, far),
            Vertex(x + r, far, quarter),
            Vertex(x, far - r),
            Vertex(x, y + r, quarter),
        )
    )


def contours(segments: Iterable[Segment], transform: Transform) -> list[Contour]:
    """The contours of a path under a transform; subpaths that end where they begin are closed."""
    found: list[Contour] = []
    vertices: list[Vertex] = []
    for operator, numbers in segments:
        points = [transform.apply(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if operator == "m":
            found += _finished(vertices, closed=False)
            vertices = [Vertex(*points[0])]
        elif operator == "l":
            vertices.append(Vertex(*points[0]))
        elif operator == "c":
            start = vertices[-1]
            for bulge, end in _arcs(((start.x, start.y), points[0], points[1], points[2])):
                vertices[-1] = vertices[-1]._replace(bulge=bulge)
                vertices.append(Vertex(*end))
        else:
            found += _finished(vertices, closed=True)
            vertices = [vertices[0]._replace(bulge=0.0)]
    return [*found, *_finished(vertices, closed=False)]


def joined(parts: Iterable[Contour]) -> list[Contour]:
    """Contours with open ones joined where their ends meet."""
    waiting = list(parts)
    done = [part for part in waiting if part.closed]
    waiting = [part for part in waiting if not part.closed]
    while waiting:
        chain = _extended(waiting.pop(0), waiting)
        done.append(chain if chain.closed else _extended(chain.reversed(), waiting))
    return done


def _extended(chain: Contour, waiting: list[Contour]) -> Contour:
    """A contour with those that go on at its end, which are taken out of `waiting`."""
    while not chain.closed and (near := _next(chain, waiting)) is not None:
        index, other = near
        del waiting[index]
        (chain,) = _finished([*chain.vertices[:-1], *other.vertices], closed=False)
    return chain


def _next(chain: Contour, waiting: list[Contour]) -> tuple[int, Contour] | None:
    """The contour that goes on where a chain ends, and its index."""
    end = chain.vertices[-1]
    for index, part in enumerate(waiting):
        for way in (part, part.reversed()):
            if _is_same(way.vertices[0], end):
                return index, way
    return None


def _finished(vertices: list[Vertex], *, closed: bool) -> list[Contour]:
    """The contour of these vertices, without a last one that repeats the first; none if there is no line."""
    ends_meet = len(vertices) > 2 and _is_same(vertices[0], vertices[-1])
    kept = vertices[:-1] if ends_meet else vertices
    return [Contour(tuple(kept), closed or ends_meet)] if len(kept) > 1 else []


def _is_same(a: Vertex, b: Vertex) -> bool:
    return hypot(a.x - b.x, a.y - b.y) < _SAME


def _arcs(curve: Curve, depth: int = 0) -> Iterator[tuple[float, Point]]:
    """The arcs along a Bézier curve: each as its bulge and its end."""
    tried = [_at(curve, eighth / 8) for eighth in range(1, 8)]
    bulge = _bulge(curve[0], tried[3], curve[3])
    near = bulge is not None and all(_is_on_arc(curve[0], curve[3], bulge, point) for point in tried)
    if near or depth == _DEEPEST:
        yield bulge or 0.0, curve[3]
        return
    first, second = _halves(curve)
    yield from _arcs(first, depth + 1)
    yield from _arcs(second, depth + 1)


def _at(curve: Curve, t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    x, y = (sum(weight * point[i] for weight, point in zip(weights, curve, strict=True)) for i in (0, 1))
    return x, y


def _halves(curve: Curve) -> tuple[Curve, Curve]:
    """A curve cut in the middle, by de Casteljau's construction."""
    a, b, c, d = curve
    ab, bc, cd = _middle(a, b), _middle(b, c), _middle(c, d)
    abc, bcd = _middle(ab, bc), _middle(bc, cd)
    on = _middle(abc, bcd)
    return (a, ab, abc, on), (on, bcd, cd, d)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bulge(start: Point, on: Point, end: Point) -> float | None:
    """The bulge of the arc through three points; None if it is more than half a circle, or no arc at all."""
    ax, ay, bx, by = on[0] - start[0], on[1] - start[1], end[0] - on[0], end[1] - on[1]
    # The tangents turn by twice the angle between the two chords; a bulge is the tangent of half that angle.
    turn = atan2(ax * by - ay * bx, ax * bx + ay * by)
    if hypot(end[0] - start[0], end[1] - start[1]) < _SAME and hypot(ax, ay) > _SAME:
        return None
    return tan(turn / 2) if abs(turn) <= pi / 2 else None


def _is_on_arc(start: Point, end: Point, bulge: float, point: Point) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = hypot(dx, dy)
    if chord < _SAME:
        return hypot(point[0] - start[0], point[1] - start[1]) < _SAME
    along = (dx * (point[0] - start[0]) + dy * (point[1] - start[1])) / chord
    if not -TOLERANCE <= along <= chord + TOLERANCE:  # a curve that turns back goes past its ends
        return False
    if abs(bulge) < 1e-9:
        return abs(dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / chord < TOLERANCE
    x, y, radius = circle(start, end, bulge)
    return abs(hypot(point[0] - x, point[1] - y) - radius) < TOLERANCE


def circle(start: Point, end: Point, bulge: float) -> tuple[float, float, float]:
    """The centre and the radius of an arc."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    # From the middle of the chord to the centre, in lengths of the chord.
    away = (1 - bulge**2) / (4 * bulge)
    x, y = (start[0] + end[0]) / 2 - away * dy, (start[1] + end[1]) / 2 + away * dx
    return x, y, hypot(dx, dy) * (1 + bulge**2) / (4 * abs(bulge))


def _along(a: Vertex, b: Vertex, step: float) -> Iterator[Point]:
    """Points from the start of an edge up to its end, which is not included."""
    yield a.x, a.y
    if not a.bulge:
        return
    x, y, radius = circle((a.x, a.y), (b.x, b.y), a.bulge)
    sweep, first = 4 * atan(a.bulge), atan2(a.y - y, a.x - x)
    count = max(1, round(abs(sweep) / step + 0.5))
    for index in range(1, count):
        angle = first + sweep * index / count
        yield x + radius * cos(angle), y + radius * sin(angle)


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
    sides = list(edges(_corners(shape, box)))
    return [min(_depth(point, side) for side in sides) for point in points]


def _corners(shape: Shape, box: Rect) -> list[_Point]:
    """The corners of a hexagon, clockwise."""
    x, y, right, far = box.x, box.y, box.right, box.far
    if shape == "hexagon":
        middle, upper, lower = x + box.w / 2, y + box.h / 4, far - box.h / 4
        return [(middle, y), (right, upper), (right, lower), (middle, far), (x, lower), (x, upper)]
    middle, left_end, right_end = y + box.h / 2, x + box.w / 4, right - box.w / 4
    return [(left_end, y), (right_end, y), (right, middle), (right_end, far), (left_end, far), (x, middle)]


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
