"""The edges, area and thickness of filled paths."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple

from pnp.graphics.compositing import Outline, Point
from pnp.graphics.drawing import Segment
from pnp.graphics.geometry import edges

NEAR = 0.001
"""The distance of a point just inside a side, as a part of the side's length."""


class Edge(NamedTuple):
    """A line or curve of an outline: its start, its segment, its midpoint, and the outward normal there."""

    start: Point
    segment: Segment
    half: Point
    out: Point

    def beside(self, distance: float) -> Point:
        """The point at a distance outside the midpoint."""
        return self.half[0] + distance * self.out[0], self.half[1] + distance * self.out[1]

    @property
    def end(self) -> Point:
        return self.segment[1][-2], self.segment[1][-1]

    @property
    def length(self) -> float:
        """Its length, or that of a curve's two halves as straight lines."""
        return dist(self.start, self.half) + dist(self.half, self.end)


class FilledShape:
    """The measures of a filled outline, in its own coordinates."""

    def __init__(self, segments: tuple[Segment, ...], *, even_odd: bool = False) -> None:
        self._outline = Outline(segments, even_odd=even_odd)
        self._parts = [_Subpath(subpath) for subpath in _subpaths(segments)]

    @property
    def middle(self) -> Point:
        return self._outline.bounds.centre

    @cached_property
    def area(self) -> float:
        """The filled area, without holes."""
        return abs(sum(-part.area if self._is_hole(part) else part.area for part in self._parts))

    @cached_property
    def thickness(self) -> float:
        """Twice the area by the perimeter: about the width of a line, and half the diameter of a disc."""
        length = sum(dist(a, b) for part in self._parts for a, b in edges(part.polygon))
        return 2 * self.area / length if length else 0.0

    @cached_property
    def edges(self) -> list[Edge]:
        return [edge for part in self._parts for edge in part.edges(outwards=not self._is_hole(part))]

    @property
    def rounded(self) -> bool:
        """Whether it is a rectangle with round corners: four lines, and a curve at each corner."""
        return sorted(edge.segment[0] for edge in self.edges) == ["c"] * 4 + ["l"] * 4

    def _is_hole(self, part: _Subpath) -> bool:
        """Whether the inside of a subpath is unpainted. Its direction does not tell: neighbours may differ."""
        return len(self._parts) > 1 and not self._outline.holds(*part.inner)


class _Subpath:
    """A subpath, closed as for filling."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self._segments = segments
        self.polygon = next(iter(Outline(segments).polygons), [(0.0, 0.0)])
        self._signed = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(self.polygon)) / 2

    @property
    def area(self) -> float:
        return abs(self._signed)

    @property
    def inner(self) -> Point:
        """A point just inside the longest side."""
        (x1, y1), (x2, y2) = max(edges(self.polygon), key=lambda side: dist(*side))
        step = NEAR if self._signed > 0 else -NEAR
        return (x1 + x2) / 2 - step * (y2 - y1), (y1 + y2) / 2 + step * (x2 - x1)

    def edges(self, *, outwards: bool) -> Iterator[Edge]:
        return _edges(self._segments, 1.0 if (self._signed > 0) == outwards else -1.0)


def _subpaths(segments: tuple[Segment, ...]) -> Iterator[tuple[Segment, ...]]:
    """The parts of a path. Each begins with a move."""
    starts = [index for index, (operator, _) in enumerate(segments) if operator == "m"]
    yield from (segments[start:end] for start, end in pairwise((*starts, len(segments))))


def _edges(segments: tuple[Segment, ...], turn: float) -> Iterator[Edge]:
    """The edges of all subpaths, with open ones closed, as for filling."""
    start = here = (0.0, 0.0)
    for operator, numbers in (*segments, ("m", (0.0, 0.0))):
        if operator in ("m", "h"):
            if here != start:
                yield _edge(here, ("l", start), turn)
            start = here = start if operator == "h" else (numbers[0], numbers[1])
        else:
            yield _edge(here, (operator, numbers), turn)
            here = (numbers[-2], numbers[-1])


def _edge(start: Point, segment: Segment, turn: float) -> Edge:
    x0, y0 = start
    if segment[0] == "l":
        x3, y3 = segment[1]
        half, along = ((x0 + x3) / 2, (y0 + y3) / 2), (x3 - x0, y3 - y0)
    else:
        x1, y1, x2, y2, x3, y3 = segment[1]
        half = ((x0 + 3 * (x1 + x2) + x3) / 8, (y0 + 3 * (y1 + y2) + y3) / 8)
        along = (x3 + x2 - x1 - x0, y3 + y2 - y1 - y0)
    length = hypot(*along) or 1.0
    return Edge(start, segment, half, (turn * along[1] / length, -turn * along[0] / length))


def joined(edges: list[Edge]) -> tuple[Segment, ...]:
    """Edges as a path, with successive edges connected."""
    segments: list[Segment] = []
    here: Point | None = None
    for edge in edges:
        if edge.start != here:
            segments.append(("m", edge.start))
        segments.append(edge.segment)
        here = edge.end
    return tuple(segments)


def first(segments: tuple[Segment, ...]) -> Point:
    """The midpoint of an outline's first edge."""
    found = next(_edges(segments, 1.0), None)
    return found.half if found else (0.0, 0.0)
