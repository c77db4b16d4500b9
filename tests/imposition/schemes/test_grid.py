"""Grids: cards per sheet, and fillers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics import Rect
from pnp.imposition import NoRoomError, Room, Sheet, arrange
from pnp.imposition.schemes.grid import best_slots
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import A4, CARD, _law_of_sheets, papers, piece, sizes

test_is_drawn_as_reviewed = case_test("imposition/grid", lines_of_sheets)


@pytest.mark.parametrize(
    ("paper", "count", "turned"),
    [("a4", 9, 0), ("letter", 9, 0), ("a5", 4, 0), ("a3", 19, 15), ("legal", 11, 8), ("tabloid", 19, 15)],
)
def test_cards_per_sheet_of_each_paper(context, paper, count, turned):
    room = Room(context.facts.papers[paper].extent, context.facts.margin)
    slots = best_slots(CARD, room, 0)
    assert (len(slots), sum(slot.w > slot.h for slot in slots)) == (count, turned)


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
