"""Booklets: folded sheets read in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import Size
from pnp.imposition import Room, arrange
from pnp.imposition.schemes import booklet
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import A4, piece

test_is_drawn_as_reviewed = case_test("imposition/booklet", lines_of_sheets)

PAGE = Size(139.7, 210)


def order_of(count: int, *, right_to_left: bool = False) -> list[list[list[str]]]:
    """The pages of each sheet from the outside: left and right of its front, then of its back; blanks are dots."""
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, count + 1)]
    sheets = booklet.in_order(booklet.filled(pages), right_to_left=right_to_left)
    return [[[p.id if p else "." for p in pair] for pair in (four[:2], four[2:])] for four in sheets]


def test_a_booklet_is_read_in_order_when_it_is_folded():
    assert order_of(4) == [[["4", "1"], ["2", "3"]]]
    assert order_of(8) == [[["8", "1"], ["2", "7"]], [["6", "3"], ["4", "5"]]]


def test_a_book_that_is_read_from_right_to_left_has_its_cover_at_the_left_of_the_fold():
    assert order_of(8, right_to_left=True) == [[["1", "8"], ["7", "2"]], [["3", "6"], ["5", "4"]]]


@given(count=st.integers(1, 60))
def test_a_book_from_right_to_left_is_the_other_one_with_the_halves_of_each_side_exchanged(count):
    mirrored = [[side[::-1] for side in sheet] for sheet in order_of(count)]
    assert order_of(count, right_to_left=True) == mirrored


def test_blank_pages_stand_inside_the_cover_and_at_the_end():
    assert order_of(7) == [[["7", "1"], [".", "6"]], [["5", "2"], ["3", "4"]]]
    assert order_of(6) == [[[".", "1"], [".", "6"]], [["5", "2"], ["3", "4"]]]
    assert order_of(5) == [[[".", "1"], [".", "."]], [["5", "2"], ["3", "4"]]]


@given(count=st.integers(1, 60))
def test_every_page_of_a_booklet_is_there_once_and_leaves_turn_in_order(count):
    sheets = order_of(count)
    page_sides = [list(sheet) for sheet in sheets]
    read = [front[1] + "," + back[0] for front, back in page_sides] + [
        back[1] + "," + front[0] for front, back in reversed(page_sides)
    ]
    numbers = [n for side_of_sheet in read for n in side_of_sheet.split(",") if n != "."]
    assert numbers == [str(n) for n in range(1, count + 1)]


def test_copies_of_a_booklet_follow_one_another():
    pages = [piece(str(n), PAGE, backed=False, copies=2) for n in range(1, 9)]
    sheets = arrange("booklet", pages, Room(A4.turned(), 6.35), 0)
    assert [(sheet.front[0].piece.id[-7:], sheet.front[0].copy) for sheet in sheets] == [
        ("sheet-1", 1), ("sheet-2", 1), ("sheet-1", 2), ("sheet-2", 2),
    ]  # fmt: skip
