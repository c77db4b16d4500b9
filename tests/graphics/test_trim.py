"""Outlines of trims, moved outwards and inwards, and what is inside them."""

from __future__ import annotations

from math import cos, pi

import pytest

from pnp.graphics import Rect, Transform
from pnp.graphics.contour import contours
from pnp.graphics.trim import depths, holds, outline

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
        ("rectangle", Rect(3, 3, 34, 34), True),
        ("rectangle", Rect(2.9, 3, 34, 34), False),
        ("circle", Rect(8, 8, 24, 24), True),
        ("circle", Rect(7, 7, 26, 26), False),
        ("hexagon", Rect(4, 14, 32, 12), True),
        ("hexagon", Rect(4, 5, 32, 12), False),
    ],
)
def test_a_box_is_inside_with_all_its_corners(shape, part, inside):
    assert holds(shape, Rect(0, 0, 40, 40), part, inset=3) is inside
