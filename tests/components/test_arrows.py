"""Arrows between points."""

from __future__ import annotations

import pytest

from pnp.components.arrows import HEAD_SHARE, LOOPED, MANY, SLENDER, Look, arrows
from pnp.graphics import Path, Rect

RED = "#ff0000"
THIN = Look(RED, 0.4, 2.0, (0.0, 2.0))


def about(items: list[Path]) -> Rect:
    return Rect.about(
        numbers[i : i + 2] for item in items for _, numbers in item.segments for i in range(0, len(numbers), 2)
    )


def test_an_arrow_is_of_two_halves_that_keep_clear_of_both_points():
    items = list(arrows([((0, 0), (20, 0))], THIN._replace(clear=(3, 2))))
    assert [item.fill for item in items] == [RED] * 4, "two halves of a shaft and of a head"
    assert not any(item.stroke for item in items)
    box = about(items)
    assert (box.x, box.right) == pytest.approx((3, 18))
    assert box.y == pytest.approx(-box.far), "as wide on both sides"
    shafts = about(items[::2])
    assert (shafts.y, shafts.far, shafts.right) == pytest.approx((-0.2, 0.2, 16)), "a head is 2 mm long"


def test_a_slanting_arrow_is_on_the_line_between_its_points():
    box = about(list(arrows([((0, 0), (12, 16))], THIN._replace(clear=(5, 5)))))
    assert (box.x, box.y) == pytest.approx((3, 4), abs=0.4)
    assert (box.right, box.far) == pytest.approx((9, 12), abs=0.4)


def test_the_head_of_a_short_arrow_leaves_room_for_its_shaft():
    items = list(arrows([((0, 0), (3, 0))], THIN._replace(clear=(0, 0))))
    assert about(items[::2]).right == pytest.approx(3 - HEAD_SHARE * 3)


def test_all_white_is_below_all_arrows_and_wider():
    pairs = [((0, 0), (20, 0)), ((20, 0), (40, 0))]
    plain = list(arrows(pairs, THIN))
    items = list(arrows(pairs, THIN._replace(halo=0.4)))
    below, above = items[: len(plain)], items[len(plain) :]
    assert above == plain
    assert [item.segments for item in below] == [item.segments for item in plain]
    assert {(item.fill, item.stroke.colour, item.stroke.width) for item in below if item.stroke} == {
        ("#ffffff", "#ffffff", 0.8)
    }


def test_a_point_that_leads_to_itself_has_a_loop_on_the_side_where_no_arrow_arrives():
    look = THIN._replace(dot=0.8)
    for start, is_above in (((0, 15), True), ((0, -15), False), ((15, 5), True)):
        items = list(arrows([(start, (0, 5)), ((0, 5), (0, 5))], look))
        (line,) = (item for item in items if item.stroke)
        assert line.stroke.width == 0.4
        box = about([line])
        assert (box.far < 5) is is_above
        assert (box.y > 5) is not is_above


def test_an_arrow_ends_before_a_loop():
    end = {
        n: about(list(arrows([((0, 0), (20, 0)), *more], THIN))[:4]).right
        for n, more in enumerate([[], [((20, 0), (20, 0))]])
    }
    assert end[0] - end[1] == pytest.approx(LOOPED)


def test_each_arrow_may_begin_at_a_dot():
    dot, *_ = arrows([((5, 6), (20, 6))], THIN._replace(dot=0.8))
    assert about([dot]) == pytest.approx((4.2, 5.2, 1.6, 1.6))


def test_many_arrows_from_one_point_are_thinner():
    ends = [(20, y) for y in range(MANY)]
    fan = about(list(arrows([((0, 0), end) for end in ends], THIN))[:1]).h
    assert fan == pytest.approx(SLENDER * about(list(arrows([((0, 0), ends[0])], THIN))[:1]).h, abs=0.02)
