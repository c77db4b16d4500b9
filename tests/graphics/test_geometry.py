"""The laws of sizes, rectangles, distances and transforms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import (
    EPSILON,
    MM_PER_INCH,
    MM_PER_POINT,
    POINTS_PER_MM,
    Edges,
    Rect,
    Size,
    Transform,
    overlap,
    placed_inside,
)

# Halves of whole numbers: sums and products of a few of them are exact.
numbers = st.integers(-400, 400).map(lambda n: n / 2)
lengths = st.integers(1, 800).map(lambda n: n / 2)
small = st.integers(-8, 8).map(float)
rects = st.builds(Rect, numbers, numbers, lengths, lengths)
sizes = st.builds(Size, lengths, lengths)
transforms = st.builds(Transform, small, small, small, small, small, small)
points = st.tuples(numbers, numbers)


def near(found: tuple[float, ...], wanted: tuple[float, ...]) -> None:
    assert found == pytest.approx(wanted, abs=1e-9)


def test_an_inch_is_72_points():
    near((MM_PER_INCH * POINTS_PER_MM, MM_PER_POINT * POINTS_PER_MM), (72, 1))


# Sizes


def test_a_size_is_said_in_millimetres():
    assert str(Size(63, 88)) == "63 × 88 mm"
    assert str(Size(139.7, 210.0)) == "139.7 × 210 mm"


def test_a_size_fits_another_without_turning():
    assert Size(63, 88).fits(Size(63, 88))
    assert Size(63 + EPSILON / 2, 88).fits(Size(63, 88))
    assert not Size(63.001, 88).fits(Size(63, 88))
    assert not Size(88, 63).fits(Size(63, 88))


# Rectangles


def test_a_rectangle_knows_its_sides_and_its_centre():
    rect = Rect(1, 2, 3, 5)
    assert (rect.right, rect.far, rect.centre, rect.size) == (4, 7, (2.5, 4.5), Size(3, 5))


@given(rects, numbers)
def test_inset_takes_from_every_side_and_a_negative_one_gives_it_back(rect, by):
    inner = rect.inset(by)
    assert inner.centre == rect.centre
    assert inner == Rect(rect.x + by, rect.y + by, rect.w - 2 * by, rect.h - 2 * by)
    assert inner.inset(-by) == rect


@given(rects)
def test_a_rectangle_contains_itself_and_what_is_inset_in_it(rect):
    assert rect.contains(rect)
    assert rect.contains(rect.inset(0.1))
    assert not rect.contains(rect.inset(-0.1))
    assert rect.contains(rect.inset(-0.1), slack=0.2)


def test_a_rectangle_contains_what_sticks_out_on_no_side():
    one = Rect(0, 0, 10, 10)
    assert one.contains(Rect(-EPSILON / 2, 0, 10, 10))
    out = ((-1, 2), (2, -1), (8, 2), (2, 8), (20, 20))
    assert not any(one.contains(Rect(x, y, 3, 3)) for x, y in out)


@pytest.mark.parametrize(("x", "shared"), [(10, False), (10 - EPSILON / 2, False), (9.99, True)])
def test_a_shared_edge_is_no_shared_area(x, shared):
    one, other = Rect(0, 0, 10, 10), Rect(x, 0, 5, 10)
    assert (one.overlaps(other), other.overlaps(one)) == (shared, shared)


@given(rects, rects)
def test_rectangles_overlap_where_their_common_part_has_area(one, other):
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.far, other.far) - max(one.y, other.y)
    assert one.overlaps(other) == (wide > 0 and high > 0)
    assert one.overlaps(other) == other.overlaps(one)


@given(rects, rects, rects)
def test_union_is_the_least_that_contains_both(one, other, third):
    both = one.union(other)
    assert both.contains(one)
    assert both.contains(other)
    assert (both.x, both.right) == (min(one.x, other.x), max(one.right, other.right))
    assert (both.y, both.far) == (min(one.y, other.y), max(one.far, other.far))
    assert both == other.union(one)
    assert one.union(one) == one
    assert both.union(third) == one.union(other.union(third))


def test_edges_grow_each_side_by_its_own_distance():
    assert Edges(1, 2, 3, 4).around(Rect(10, 20, 30, 40)) == Rect(9, 18, 34, 46)
    assert Edges().around(Rect(10, 20, 30, 40)) == Rect(10, 20, 30, 40)


@given(rects, lengths)
def test_even_edges_are_an_inset_outwards(rect, by):
    assert Edges(by, by, by, by).around(rect) == rect.inset(-by)


# Transforms


@given(transforms, points)
def test_applying_one_transform_over_another_applies_both(inner, point):
    outer = Transform(2, 1, -1, 3, 5, -7)
    near(outer.over(inner).apply(*point), outer.apply(*inner.apply(*point)))


@given(transforms, transforms, transforms)
def test_over_may_be_grouped_as_one_likes(a, b, c):
    assert a.over(b).over(c) == a.over(b.over(c))


@given(transforms)
def test_over_nothing_and_nothing_over_change_nothing(transform):
    assert transform.over(Transform()) == transform
    assert Transform().over(transform) == transform


@given(numbers, numbers, points)
def test_moves_add_up(x, y, point):
    assert Transform.move(x, y).apply(*point) == (point[0] + x, point[1] + y)
    assert Transform.move(x, y).over(Transform.move(-x, -y)) == Transform()


def test_scales_are_even_or_by_axis():
    assert Transform.scale(2).apply(3, 4) == (6, 8)
    assert Transform.scale(2, -1).apply(3, 4) == (6, -4)
    assert Transform.scale(2, 0).apply(3, 4) == (6, 0)


@pytest.mark.parametrize(
    ("degrees", "wanted"),
    [(0, (1, 0, 0, 1)), (90, (0, 1, -1, 0)), (180, (-1, 0, 0, -1)), (270, (0, -1, 1, 0)), (360, (1, 0, 0, 1))]
    + [(-90, (0, -1, 1, 0)), (450, (0, 1, -1, 0)), (-720, (1, 0, 0, 1))],
)
def test_quarter_turns_are_exact(degrees, wanted):
    assert Transform.rotate(degrees)[:4] == wanted
    assert Transform.rotate(degrees).apply(63, 88) == (wanted[0] * 63 + wanted[2] * 88, wanted[1] * 63 + wanted[3] * 88)


@given(st.integers(-8, 8), numbers, numbers, points)
def test_four_quarter_turns_about_a_point_are_none(turns, x, y, point):
    turn = Transform.rotate(90 * turns, x, y)
    assert turn.over(turn).over(turn).over(turn) == Transform()
    assert turn.apply(x, y) == (x, y)
    back = Transform.rotate(-90 * turns, x, y)
    assert back.apply(*turn.apply(*point)) == point


@given(st.floats(-720, 720), numbers, numbers)
def test_a_turn_about_a_point_keeps_it(degrees, x, y):
    near(Transform.rotate(degrees, x, y).apply(x, y), (x, y))


@given(st.floats(-720, 720), numbers, numbers, points, points)
def test_a_turn_keeps_distances(degrees, x, y, one, other):
    turn = Transform.rotate(degrees, x, y)
    assert math.dist(turn.apply(*one), turn.apply(*other)) == pytest.approx(math.dist(one, other), abs=1e-9)


def test_a_positive_turn_is_clockwise_where_y_grows_downwards():
    near(Transform.rotate(30).apply(1, 0), (math.cos(math.pi / 6), 0.5))


@given(st.floats(-360, 360), st.floats(-360, 360))
def test_turns_add_up(one, other):
    near(Transform.rotate(one).over(Transform.rotate(other)), Transform.rotate(one + other))


@given(lengths, points)
def test_a_mirror_exchanges_left_and_right_within_its_width(width, point):
    mirror = Transform.mirror(width)
    assert mirror.apply(*point) == (width - point[0], point[1])
    assert mirror.over(mirror) == Transform()


# Placing


@given(sizes, rects)
def test_content_is_placed_in_the_middle_as_large_as_it_fits_and_unbent(content, box):
    placed = placed_inside(content, box)
    assert placed.a == placed.d > 0
    assert (placed.b, placed.c) == (0, 0)
    left, top = placed.apply(0, 0)
    right, bottom = placed.apply(*content)
    assert box.contains(Rect(left, top, right - left, bottom - top))
    near(((left + right) / 2, (top + bottom) / 2), box.centre)
    assert right - left == pytest.approx(box.w) or bottom - top == pytest.approx(box.h)


@pytest.mark.parametrize(
    ("degrees", "away", "shared"),
    [(0, 9.9, True), (0, 10.1, False), (45, 9.9, True), (45, 14, True), (45, 15, False), (90, 9.9, True)],
)
def test_turned_rectangles_overlap_by_their_own_sides(degrees, away, shared):
    """Two labels, 30 × 10 mm: one above the other, or turned with a gap that their upright boxes do not have."""
    turn = Transform.rotate(degrees)
    label = Rect(0, 0, 30, 10)
    apart = Transform.move(0, away) if degrees < 90 else Transform.move(away, 0)
    assert overlap(turn.corners(label), apart.over(turn).corners(label)) == shared
    assert overlap(apart.over(turn).corners(label), turn.corners(label)) == shared
