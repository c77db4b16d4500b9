"""Directions on boards: the squares beside a square, and a cross hair with arrows to them."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from pnp.components.ways import BAR, MANY, SLENDER, between, is_next, leaving, ways
from pnp.graphics import Rect
from pnp.graphics.drawing import Path

START, ABOVE, BESIDE, FAR = Rect(10, 8, 10, 8), Rect(5, 0, 10, 8), Rect(20, 8, 10, 8), Rect(40, 8, 10, 8)


@pytest.mark.parametrize(("box", "found"), [(ABOVE, {"up", "any"}), (BESIDE, {"right", "any"}), (FAR, set())])
def test_squares_beside_are_next(box, found):
    assert {way for way in ("up", "down", "left", "right", "any") if is_next(START, box, way)} == found


def test_arrows_end_in_the_middle_of_their_squares():
    signs = [item for item in ways(START, [ABOVE, BESIDE], "#b03a2e") if isinstance(item, Path) and item.fill]
    assert len(signs) == 4 + 2 * 6, "the lines of the cross hair, and halves of a shaft and a head over white ones"
    tips = [item.segments[0][1] for item in signs[7::6]]
    assert tips == [pytest.approx(box.centre) for box in (ABOVE, BESIDE)]


def test_lines_are_thin_fills():
    line = next(item for item in ways(START, [], "#b03a2e") if item.fill)
    corners = [point for _, point in line.segments[:4]]
    assert min(dist(a, b) for a, b in pairwise(corners)) == pytest.approx(BAR)


def test_small_squares_have_no_room():
    assert list(ways(Rect(0, 0, 10, 4), [BESIDE], "#b03a2e")) == []


def test_a_gap_is_at_most_a_part_of_the_way():
    assert between((0, 0), (10, 0), 2, 1) == ((2, 0), (9, 0))
    assert between((0, 0), (2, 0), 2, 2) == ((0.7, 0), pytest.approx((1.2, 0)))


def test_a_line_leaves_a_box_at_its_nearer_edge():
    assert leaving((0, 0), (10, 0), (3, 2)) == 3
    assert leaving((5, 5), (5, 0), (3, 2)) == 2
    assert leaving((0, 0), (3, 4), (3, 2)) == pytest.approx(2.5), "2 down, 1.5 across"


def test_many_arrows_are_thinner():
    def halo(number):
        items = [item for item in ways(START, [BESIDE] * number, "#b03a2e") if isinstance(item, Path)]
        return max(item.stroke.width for item in items if item.stroke and item.stroke.colour == "#ffffff")

    assert halo(MANY) == pytest.approx(SLENDER * halo(1))
