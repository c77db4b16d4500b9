"""Sizes, rectangles and transforms, in millimetres.

There are two coordinate systems. A *drawing* has its origin at the top left corner of the trim and y grows downwards,
as in SVG. A *sheet* has its origin at the lower left corner of the paper and y grows upwards, as in PDF and the
manifest. `pnp.pdf` converts one to the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72
MM_PER_INCH = 25.4

# Positions that differ by less, in mm, are equal.
EPSILON = 1e-6


def edges(loop: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Each item of a loop with the next one; the last with the first."""
    return pairwise((*loop, loop[0]))


class Size(NamedTuple):
    """Width and height in mm."""

    w: float
    h: float

    def turned(self) -> Size:
        """The same size after a quarter turn."""
        return Size(self.h, self.w)

    def scaled(self, share: float) -> Size:
        """A share of this size."""
        return Size(share * self.w, share * self.h)

    def fits(self, other: Size) -> bool:
        """Whether this size fits inside `other` without turning."""
        return self.w <= other.w + EPSILON and self.h <= other.h + EPSILON

    def __str__(self) -> str:
        return f"{round(self.w, 2):g} × {round(self.h, 2):g} mm"


class Rect(NamedTuple):
    """A rectangle in mm: one corner (lower left on sheets, upper left in drawings), width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def far(self) -> float:
        """The y of the side opposite the origin: the top on a sheet, the bottom in a drawing."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def size(self) -> Size:
        return Size(self.w, self.h)

    def inset(self, by: float) -> Rect:
        """This rectangle reduced by `by` mm on every side (enlarged if negative)."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def contains(self, other: Rect, slack: float = EPSILON) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.far <= self.far + slack
        )

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.far

    def overlaps(self, other: Rect, slack: float = EPSILON) -> bool:
        """Whether the two share an area; a shared edge is not enough."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.far - slack
            and other.y < self.far - slack
        )

    @staticmethod
    def about(points: Iterable[tuple[float, float]]) -> Rect:
        """The smallest rectangle that contains all points."""
        xs, ys = zip(*points, strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def union(self, other: Rect) -> Rect:
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.far, other.far) - y)


class Edges(NamedTuple):
    """A distance in mm at each side of a rectangle on a sheet."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0

    def around(self, rect: Rect) -> Rect:
        """`rect` (in sheet coordinates) grown by these distances."""
        w, h = rect.w + self.left + self.right, rect.h + self.bottom + self.top
        return Rect(rect.x - self.left, rect.y - self.bottom, w, h)


class Transform(NamedTuple):
    """An affine map (x, y) -> (a x + c y + e, b x + d y + f), with the order of SVG and PDF."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def over(self, inner: Transform) -> Transform:
        """The map that applies `inner` first and then this one."""
        a, b, c, d, e, f = self
        g, h, i, j, k, m = inner
        return Transform(
            a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, box: Rect) -> Rect:
        """The bounding rectangle of a mapped rectangle."""
        return Rect.about(self.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.far))

    def corners(self, box: Rect) -> Corners:
        """The corners of a mapped rectangle, in order."""
        x, y, right, far = box.x, box.y, box.right, box.far
        return self.apply(x, y), self.apply(right, y), self.apply(right, far), self.apply(x, far)

    def inverse(self) -> Transform:
        """The inverse of this transform; for a singular one, a transform to a single point."""
        a, b, c, d, e, f = self
        size = a * d - b * c
        if size == 0:
            return Transform(0, 0, 0, 0, 0, 0)
        return Transform(d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)

    @property
    def least_scale(self) -> float:
        """The scale in the direction in which lengths become shortest: the smaller singular value."""
        squares = self.a * self.a + self.b * self.b + self.c * self.c + self.d * self.d
        area = self.a * self.d - self.b * self.c
        return math.sqrt(max(squares - math.sqrt(max(squares * squares - 4 * area * area, 0.0)), 0.0) / 2)

    @staticmethod
    def move(x: float, y: float) -> Transform:
        return Transform(e=x, f=y)

    @staticmethod
    def scale(x: float, y: float | None = None) -> Transform:
        return Transform(a=x, d=x if y is None else y)

    @staticmethod
    def rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Transform:
        """A rotation about (x, y). Positive is clockwise in drawings (y down), anticlockwise on sheets."""
        cos, sin = _unit_circle(degrees)
        return Transform(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    @staticmethod
    def mirror(width: float) -> Transform:
        """A reflection that swaps left and right within a width."""
        return Transform(a=-1.0, e=width)


Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


def overlap(one: Corners, other: Corners, slack: float = EPSILON) -> bool:
    """Whether two rectangles, each turned in its own way, share an area more than `slack` wide.

    If they do not, there is a line along a side of one of them that separates them.
    """
    for ax, ay, bx, by in ((*a, *b) for corners in (one, other) for a, b in pairwise(corners[:3])):
        length = math.hypot(bx - ax, by - ay) or 1.0
        across, down = (ay - by) / length, (bx - ax) / length
        sides = [[x * across + y * down for x, y in corners] for corners in (one, other)]
        if max(sides[0]) < min(sides[1]) + slack or max(sides[1]) < min(sides[0]) + slack:
            return False
    return True


def _unit_circle(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact for quarter turns."""
    quarters: dict[float, tuple[float, float]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    exact = quarters.get(degrees % 360)
    if exact is not None:
        return exact
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}


class Cells(Generic[T]):
    """A grid of boxed things, to quickly find those near a box among thousands.

    Things within `reach` mm of a box are found; others may be.
    """

    def __init__(self, things: Iterable[tuple[Rect, T]], reach: float) -> None:
        kept = list(things)
        self._side = max((max(box.w, box.h) for box, _ in kept), default=0.0) + reach + EPSILON
        self._cells: dict[tuple[int, int], list[T]] = {}
        for box, thing in kept:
            self._cells.setdefault(self._cell(box), []).append(thing)

    def near(self, box: Rect) -> Iterator[T]:
        """The things near one of the boxes, including its own."""
        column, row = self._cell(box)
        for cell in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from self._cells.get(cell, ())

    def _cell(self, box: Rect) -> tuple[int, int]:
        return int(box.x // self._side), int(box.y // self._side)


_MEASURE = re.compile(r"(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?")


def measured(text: str) -> Size | None:
    """Parse a size such as `200x300mm`, `8.5 x 11 in` or `20cm×30cm`; a missing unit is the other's, or mm.

    None if the text is not a size.
    """
    match = _MEASURE.fullmatch(text.strip().lower())
    if not match:
        return None
    width, one, height, other = match.groups()
    return Size(
        round(float(width) * _UNITS[one or other or "mm"], 4), round(float(height) * _UNITS[other or one or "mm"], 4)
    )


def placed_inside(content: Size, box: Rect) -> Transform:
    """The map that scales a drawing of `content` size to fit inside `box`, centred."""
    k = min(box.w / content.w, box.h / content.h)
    x = box.x + (box.w - content.w * k) / 2
    y = box.y + (box.h - content.h * k) / 2
    return Transform(k, 0.0, 0.0, k, x, y)


def placed_over(content: Size, box: Rect, across: float, down: float) -> Transform:
    """The map that scales a drawing of `content` size to cover `box`.

    The drawing's point (`across`, `down`), in shares of its size, is as near the middle of the box as possible.
    """
    k = max(box.w / content.w, box.h / content.h)
    w, h = content.w * k, content.h * k
    x = box.x + min(0.0, max(box.w - w, box.w / 2 - across * w))
    y = box.y + min(0.0, max(box.h - h, box.h / 2 - down * h))
    return Transform(k, 0.0, 0.0, k, x, y)
