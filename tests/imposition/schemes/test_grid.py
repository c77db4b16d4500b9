"""Grids: cards per sheet, and fillers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics import Rect, Size
from pnp.imposition import NoRoomError, Room, Sheet, arrange
from pnp.imposition.registration import MACHINES
from pnp.imposition.schemes.grid import best_slots
from tests.support.sheets import A4, CARD, _law_of_sheets, papers, piece, sizes


@pytest.mark.parametrize(
    ("paper", "count", "turned"),
    [("a4", 9, 0), ("letter", 9, 0), ("a5", 4, 0), ("a3", 19, 15), ("legal", 11, 8), ("tabloid", 19, 15)],
)
def test_cards_per_sheet_of_each_paper(context, paper, count, turned):
    room = Room(context.facts.papers[paper].extent, context.facts.margin)
    slots = best_slots(CARD, room, 0)
    assert (len(slots), sum(slot.w > slot.h for slot in slots)) == (count, turned)


@pytest.mark.parametrize("turned", [False, True])
def test_upright_and_turned_rows_do_not_overlap_and_are_in_the_middle(turned):
    """On landscape paper they are columns."""
    room = Room(Size(420, 297) if turned else Size(297, 420), 6.35)
    slots = best_slots(CARD, room, 0)
    assert len(slots) == 19
    assert not any(one.overlaps(other) for one, other in combinations(slots, 2))
    block = reduce(Rect.union, slots)
    assert (block.x + block.right, block.y + block.far) == pytest.approx(room.paper)
    assert room.printable.contains(block)


def test_slots_are_counted_from_the_top_left(context):
    slots = best_slots(CARD, Room(Size(297, 420), 6.35), 0)
    assert slots == sorted(slots, key=lambda slot: (-round(slot.far, 3), slot.x))


@pytest.mark.parametrize("change", [{"piled": True}, {"machine": MACHINES["generic"]}])
def test_slots_for_one_stack_and_for_machines_are_all_alike(change):
    slots = best_slots(CARD, Room(Size(297, 420), 6.35)._replace(**change), 0)
    assert len({slot.size for slot in slots}) == 1


@given(paper=papers, size=sizes, gap=st.floats(0, 10), margin=st.floats(0, 12), count=st.integers(1, 40))
def test_a_grid_keeps_every_piece_once_apart_and_off_the_margin(paper, size, gap, margin, count):
    room = Room(paper, margin)
    try:
        sheets = arrange("grid", [piece("a", size, count)], room, gap)
    except NoRoomError:
        assert not size.fits(room.printable.size)
        assert not size.turned().fits(room.printable.size)
        return
    _law_of_sheets(sheets, room, {"a": count})


@given(scheme=st.sampled_from(["grid", "gutterfold"]), count=st.integers(1, 40), copies=st.integers(1, 3))
def test_piles_of_sheets_cut_in_one_stack_are_in_order(scheme, count, copies):
    deck = [piece(f"{number}", copies=copies) for number in range(count)]
    room = Room(A4, 6.35, skipped=frozenset({2}))
    sheets = arrange(scheme, deck, room._replace(piled=True), 0)
    piles = [[p.piece.id for sheet in sheets for p in sheet.front if p.rect == place] for place in places(sheets)]
    assert [id_ for pile in piles for id_ in pile] == [one.id for one in deck for _ in range(copies)]
    assert len(sheets) == len(arrange(scheme, deck, room, 0)), "piles need no more paper"


def places(sheets: list[Sheet]) -> list[Rect]:
    """The slots of sheets, row by row from the top left."""
    found = {placed.rect for sheet in sheets for placed in sheet.front}
    return sorted(found, key=lambda rect: (-round(rect.y, 3), rect.x))


def test_fillers_are_in_the_last_piles():
    """In sheets they would complete the one where the pieces with their back end, which is in the middle of a pile."""
    deck = [piece("a", copies=14), piece("blank", copies=0, filler=True), piece("b", copies=2)]
    sheets = arrange("grid", deck, Room(A4, 6.35, piled=True), 0)
    piles = [[p.piece.id for sheet in sheets for p in sheet.front if p.rect == place] for place in places(sheets)]
    assert [id_ for pile in piles for id_ in pile] == ["a"] * 14 + ["b"] * 2 + ["blank"] * 2


def test_fillers_take_the_slots_that_are_left_and_no_more():
    deck = [piece("a", copies=14), piece("blank", copies=0, filler=True)]
    sheets = arrange("grid", deck, Room(A4, 6.35), 0)
    assert [len(s.front) for s in sheets] == [9, 9]
    assert Counter(p.piece.id for s in sheets for p in s.front) == {"a": 14, "blank": 4}
    full = arrange("grid", [piece("a", copies=18), piece("blank", copies=0, filler=True)], Room(A4, 6.35), 0)
    assert Counter(p.piece.id for s in full for p in s.front) == {"a": 18}


@pytest.mark.parametrize(
    ("moves", "others", "sheets"),
    [
        (17, 8, ["mmmmmmmmm", "mmmmmmmmf", "oooooooof"]),
        (16, 10, ["mmmmmmmmm", "mmmmmmmoo", "oooooooof"]),
        (18, 8, ["mmmmmmmmm", "mmmmmmmmm", "oooooooof"]),
    ],
)
def test_fillers_first_complete_the_sheet_where_the_cards_with_their_back_end(moves, others, sheets):
    first = piece("m", copies=moves)
    deck = [first, piece("o", copies=others), replace(piece("f", copies=0, filler=True), back=first.back)]
    printed = arrange("grid", deck, Room(A4, 6.35), 0)
    assert ["".join(placed.piece.id for placed in sheet.front) for sheet in printed] == sheets


def test_fillers_alone_print_nothing():
    assert arrange("grid", [piece("blank", copies=0, filler=True)], Room(A4, 6.35), 0) == []
