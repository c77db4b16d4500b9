"""Scales of a calibration sheet: where they are, and the profile that their readings give."""

from __future__ import annotations

import pytest

from pnp.graphics.geometry import Size
from pnp.imposition import Room, measure
from pnp.imposition.printers import Profile

A4 = Room(Size(210, 297), 6.35)
LYING = Room(Size(297, 210), 6.35)


def test_scales_are_lettered_clockwise_from_the_top():
    scales = measure.stations(A4)
    assert "".join(scale.letter for scale in scales) == "ABCDEF"
    assert "".join(scale.axis for scale in scales) == "yxxyxx"
    top, right = scales[:2]
    assert (top.x, top.inward) == (105, -1)
    assert top.y > 280
    assert (right.inward, right.at(2, 0)) == (-1, (right.x, right.y + 2))
    assert "".join(scale.axis for scale in measure.stations(LYING)) == "yyxyyx"


@pytest.mark.parametrize("size", [Size(139, 297), Size(100, 148)])
def test_paper_without_room_for_scales_is_refused(size):
    with pytest.raises(ValueError, match="needs paper of 140 × 205 mm or more"):
        measure.stations(Room(size, 6.35))


@pytest.mark.parametrize("room", [A4, LYING])
def test_readings_give_back_the_errors_of_the_printer(room):
    wrong = Profile(x=0.6, y=-0.4, rotate=0.2, back_scale_x=1.002, back_scale_y=0.999)
    found = measure.solve(measure.expected(wrong, room), room)
    assert (found.x, found.y) == (pytest.approx(0.6, abs=0.07), pytest.approx(-0.4, abs=0.07))
    assert found.rotate == pytest.approx(0.2, abs=0.03)
    assert found.landscape is (room is LYING)
    assert measure.solve([0.0] * 6, room) == Profile(landscape=room is LYING)


def test_a_reading_beyond_its_scale_is_refused():
    with pytest.raises(ValueError, match=r"B is read as 2.1, but the scales end at 2$"):
        measure.solve([0, 2.1, 0, 0, 0, 0], A4)


def test_readings_that_contradict_each_other_are_refused():
    with pytest.raises(ValueError, match=r"the readings B, C, E, F contradict each other"):
        measure.solve([0, 1, -1, 0, 1, -1], A4)
