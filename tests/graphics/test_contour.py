"""Contours: arcs that follow curves, and lines that become loops."""

from __future__ import annotations

from itertools import pairwise
from math import atan, cos, hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.contour import (
    TOLERANCE,
    Contour,
    Vertex,
    circle,
    contours,
    depths,
    holds,
    joined,
    outline,
    rounded_rectangle,
)
from pnp.graphics.drawing import ellipse, polygon, rounded
from pnp.graphics.geometry import Rect, Transform

UPRIGHT = Transform(1, 0, 0, -1, 0, 100)
"""From a drawing 100 mm tall to a sheet."""
points = st.tuples(st.floats(-80, 80), st.floats(-80, 80))


def area(contour: Contour) -> float:
    """The area, positive for a contour that runs anticlockwise."""
    corners = contour.points()
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def test_a_rounded_rectangle_is_as_large_as_its_box_without_its_corners():
    box = Rect(10, 20, 63, 88)
    contour = rounded_rectangle(box, 3)
    assert contour.closed
    assert contour.bounds == pytest.approx(box)
    assert area(contour) == pytest.approx(63 * 88 - (4 - pi) * 9, abs=0.05)
    assert [round(4 * atan(v.bulge) * 180 / pi) for v in contour.vertices] == [0, 90] * 4


def test_corners_are_at_most_half_a_side():
    assert area(rounded_rectangle(Rect(0, 0, 10, 10), 99)) == pytest.approx(pi * 25, abs=0.05)
    assert len(rounded_rectangle(Rect(0, 0, 10, 10)).vertices) == 4


@pytest.mark.parametrize("radius", [2, 20, 100])
def test_a_circle_of_curves_is_a_circle_of_few_arcs(radius):
    (contour,) = contours(ellipse(50, 50, radius, radius), UPRIGHT)
    assert contour.closed
    assert len(contour.vertices) <= 16
    for x, y in contour.points():
        assert hypot(x - 50, y - 50) == pytest.approx(radius, abs=0.0003 * radius + TOLERANCE)


def test_rounded_corners_in_a_drawing_become_those_on_the_sheet():
    (contour,) = contours(rounded(Rect(10, 20, 30, 40), 3, 3), UPRIGHT)
    assert contour.bounds == pytest.approx(Rect(10, 40, 30, 40))
    assert area(contour) == pytest.approx(-(30 * 40 - (4 - pi) * 9), abs=0.05)  # clockwise, as y was turned over


def distance(x: float, y: float, contour: Contour) -> float:
    """From a point to the nearest of a contour's edges, drawn as short lines."""
    corners = contour.points(pi / 360)
    whole = [*corners, corners[0]] if contour.closed else corners
    return min(beside((x, y), a, b) for a, b in pairwise(whole))


def beside(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1)
    share = min(1.0, max(0.0, along))
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


@pytest.mark.slow
@given(st.tuples(points, points, points, points))
def test_arcs_are_near_their_curve(curve):
    start, one, two, end = curve
    found = contours((("m", start), ("c", (*one, *two, *end))), Transform())
    for t in (index / 40 for index in range(41)):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x, y = (sum(w * point[i] for w, point in zip(weights, curve, strict=True)) for i in (0, 1))
        assert (
            min((distance(x, y, contour) for contour in found), default=0) < 0.05
        )  # a curve may turn back between two tries


@given(st.tuples(points, points, points), st.floats(-1, 1))
def test_the_circle_of_a_bulge_goes_through_its_ends(ends, bulge):
    start, end, _ = ends
    if hypot(end[0] - start[0], end[1] - start[1]) < 0.1 or abs(bulge) < 0.01:
        return
    x, y, radius = circle(start, end, bulge)
    assert hypot(start[0] - x, start[1] - y) == pytest.approx(radius, rel=1e-6)
    assert hypot(end[0] - x, end[1] - y) == pytest.approx(radius, rel=1e-6)


@given(st.permutations(range(6)), st.lists(st.booleans(), min_size=6, max_size=6))
def test_lines_in_any_order_and_direction_become_a_loop(order, turned):
    corners = [(0, 0), (10, 0), (14, 5), (10, 10), (0, 10), (-4, 5)]
    sides = [
        Contour((Vertex(*a), Vertex(*b)), closed=False)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    mixed = [sides[index].reversed() if turned[index] else sides[index] for index in order]
    (loop,) = joined(mixed)
    assert loop.closed
    assert abs(area(loop)) == pytest.approx(140)


def test_lines_that_do_not_meet_stay_open_and_loops_stay_as_they_are():
    (closed,) = contours(polygon((0, 0), (5, 0), (5, 5)), Transform())
    slit = Contour((Vertex(20, 20), Vertex(30, 20)), closed=False)
    assert joined([slit, closed]) == [closed, slit.reversed()]


def test_a_contour_turned_twice_is_itself():
    rounded_box = rounded_rectangle(Rect(0, 0, 20, 10), 2)
    assert area(rounded_box.reversed()) == pytest.approx(-area(rounded_box))
    assert sorted(rounded_box.reversed().reversed().vertices) == sorted(rounded_box.vertices)
    open_ = Contour((Vertex(0, 0, 0.5), Vertex(5, 0, -0.2), Vertex(5, 9)), closed=False)
    assert open_.reversed().reversed() == open_


def test_a_path_that_returns_to_its_start_is_closed():
    (contour,) = contours((("m", (0, 0)), ("l", (5, 0)), ("l", (5, 5)), ("l", (0, 0))), Transform())
    assert contour.closed
    assert len(contour.vertices) == 3


def test_a_curve_that_ends_where_it_begins_is_followed_to_the_end():
    (contour,) = contours((("m", (-1.5, 0.0)), ("c", (-1.5, 0.0, 0.0, 9.0, -1.5, 0.0))), Transform())
    assert contour.bounds.far == pytest.approx(4, abs=0.1)


REGULAR = Rect(0, 0, 60 * cos(pi / 6), 60)
"""The box of a regular hexagon with a corner at the top."""


def bounds(shape, box: Rect, by: float = 0.0) -> Rect:
    (contour,) = contours(outline(shape, box, by=by), Transform())
    return contour.bounds


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "hexagon-flat", "circle"])
def test_an_outline_fills_its_box(shape):
    box = Rect(3, 4, 50, 50)
    assert bounds(shape, box) == pytest.approx(box, abs=0.01)


def test_a_hexagon_has_a_corner_at_the_top_and_a_flat_one_a_side():
    tops = {
        shape: [x for _, point in outline(shape, Rect(0, 0, 40, 40)) if point for x, y in [point] if y == 0]
        for shape in ("hexagon", "hexagon-flat")
    }
    assert tops == {"hexagon": [20], "hexagon-flat": [10, 30]}


def test_all_sides_of_a_hexagon_move_by_the_same_distance():
    moved = bounds("hexagon", REGULAR, 3)
    assert moved.w == pytest.approx(REGULAR.w + 6)
    assert moved.h == pytest.approx(60 + 6 / cos(pi / 6))
    assert bounds("hexagon", REGULAR, -3).w == pytest.approx(REGULAR.w - 6)
    assert bounds("circle", Rect(0, 0, 40, 40), -3) == pytest.approx(Rect(3, 3, 34, 34), abs=0.01)


def test_depths_are_measured_from_the_nearest_side():
    middle = Rect(REGULAR.w / 2, 30, 0, 0)
    assert depths("hexagon", REGULAR, middle) == pytest.approx([REGULAR.w / 2] * 4)
    assert max(depths("hexagon", REGULAR, Rect(0, 0, 0, 0))) < 0, "the corner of the box is outside"
    assert depths("circle", Rect(0, 0, 40, 40), Rect(20, 5, 0, 0)) == pytest.approx([5] * 4)


@pytest.mark.parametrize(
    ("shape", "part", "inside"),
    [
        ("rectangle", Rect(3, 3, 34, 34), True), ("rectangle", Rect(2.9, 3, 34, 34), False),
        ("circle", Rect(8, 8, 24, 24), True), ("circle", Rect(7, 7, 26, 26), False),
        ("hexagon", Rect(4, 14, 32, 12), True), ("hexagon", Rect(4, 5, 32, 12), False),
    ],
)  # fmt: skip
def test_a_box_is_inside_with_all_its_corners(shape, part, inside):
    assert holds(shape, Rect(0, 0, 40, 40), part, inset=3) is inside
