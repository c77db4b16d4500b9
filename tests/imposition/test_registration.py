"""Registration marks: at their documented places, of allowed sizes, and with room for cards."""

from typing import get_args

import pytest

from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Room
from pnp.imposition.registration import CRICUT, INSET, LEAST_SIDE, LINE, MACHINES, SILHOUETTE
from pnp.imposition.schemes.grid import best_slots
from pnp.pipeline.option_table import CommandLine, Cutter, rows
from tests.support.cutting import documented
from tests.support.sheets import A4, CARD, LETTER


def test_the_machines_are_those_that_can_be_chosen():
    assert tuple(MACHINES) == get_args(Cutter)
    assert {machine.name for machine in MACHINES.values()} == set(MACHINES)


@pytest.mark.parametrize("paper", [A4, LETTER, Size(297, 210)])
@pytest.mark.parametrize("name", [name for name in MACHINES if not MACHINES[name].by_template])
def test_marks_keep_the_corners_that_are_documented(name, paper):
    keeps = [Rect(box.x, paper.h - box.far, box.w, box.h) for box in MACHINES[name].keep_outs(paper)]
    wanted = [mark.keep for mark in documented(name, *paper)]
    assert len(keeps) == len(wanted)
    for one, other in zip(sorted(keeps), sorted(wanted), strict=True):
        assert one == pytest.approx(other)


@pytest.mark.parametrize("name", MACHINES)
def test_marks_are_inside_their_corners(name):
    for _, mark in MACHINES[name].marks:
        rings = [Rect(-outer, -outer, 2 * outer, 2 * outer) for _, outer in mark.rings]
        assert all(mark.keep.contains(box) for box in (*mark.boxes, *rings))


def test_lines_are_no_thicker_than_the_program_allows():
    assert LINE <= 0.99


@pytest.mark.parametrize(
    ("name", "cards"), [("silhouette", 8), ("cameo-5-alpha", 8), ("generic", 8), ("scanncut", 6), ("cricut", 4)]
)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_cards_on_a_sheet(name, cards, paper):
    room = Room(paper, 6.35).for_machine(MACHINES[name], 2)
    assert len(best_slots(CARD, room, 2)) == cards


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_marks_of_a_sheet_feeder_leave_room_for_six_cards(paper):
    room = Room(paper, 6.35).for_machine(SILHOUETTE.inset_by(15.9), 2)
    assert len(best_slots(CARD, room, 2)) == 6


def test_the_option_has_the_limits_and_the_machines_of_the_marks():
    option = rows(CommandLine)["inset"]
    assert option.limits == (INSET, 30)
    movable = [name for name, machine in MACHINES.items() if machine.movable]
    assert f"--cutter {' or '.join(movable)}:" in option.help


def test_everything_for_cricut_is_in_a_box_in_the_middle():
    frame = CRICUT.frame(A4, 6.35)
    assert frame == pytest.approx(Rect((210 - 171.45) / 2, (297 - 234.95) / 2, 171.45, 234.95))
    assert frame.contains(CRICUT.area(A4))
    assert CRICUT.items(A4) == []


def test_corners_do_not_meet_on_the_smallest_paper():
    for machine in MACHINES.values():
        boxes = machine.keep_outs(Size(LEAST_SIDE, LEAST_SIDE))
        assert not any(one.overlaps(other) for one in boxes for other in boxes if one is not other)


def test_the_room_of_a_machine_has_the_gap_for_bleed():
    assert Room(A4, 6.35).for_machine(SILHOUETTE, 2).most_bleed == 1
    assert Room(A4, 6.35).for_machine(SILHOUETTE, 0.5).most_bleed == 0.25
    assert Room(A4, 6.35).for_machine(SILHOUETTE, 9).most_bleed == 1
