"""Booklets: folded sheets read in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.drawing import Path, Tag, Use
from pnp.graphics.geometry import Size
from pnp.imposition import NoRoomError, Room, arrange
from pnp.imposition.schemes import booklet
from tests.support.sheets import A4, piece

PAGE = Size(139.7, 210)


def order_of(count: int) -> list[list[list[str]]]:
    """The pages of each sheet from the outside: left and right of its front, then of its back; blanks are dots."""
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, count + 1)]
    sheets = booklet.in_order(booklet.filled(pages))
    return [[[p.id if p else "." for p in pair] for pair in (four[:2], four[2:])] for four in sheets]


def test_a_booklet_is_read_in_order_when_it_is_folded():
    assert order_of(4) == [[["4", "1"], ["2", "3"]]]
    assert order_of(8) == [[["8", "1"], ["2", "7"]], [["6", "3"], ["4", "5"]]]


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


def test_inner_pages_are_moved_towards_the_fold():
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, 9)]
    sheets = arrange("booklet", pages, Room(A4, 6.35), 0)
    assert [sheet.paper for sheet in sheets] == [A4.turned()] * 2
    places = [
        [item.transform.e for item in sheet.front[0].piece.front.items if isinstance(item, Use)] for sheet in sheets
    ]
    assert places == [[0, 139.7], [booklet.CREEP, pytest.approx(139.7 - booklet.CREEP)]]


def test_a_booklet_needs_paper_for_two_pages():
    with pytest.raises(NoRoomError):
        arrange("booklet", [piece("1", PAGE, backed=False)], Room(Size(148, 210), 6.35), 0)


def fold_marks(sheet) -> list[tuple[float, float]]:
    """The marks of the fold that are not staples, from top to bottom, in mm from the paper's upper edge."""
    (placed,) = sheet.front
    paths: list[Path] = []

    def find(items) -> None:
        for item in items:
            if isinstance(item, Path) and item.stroke and item.stroke.dash:
                paths.append(item)
            elif isinstance(item, Tag):
                find(item.items)

    find(placed.piece.front.items)
    above = sheet.paper.h - placed.rect.far
    return sorted((above + path.segments[0][1][1], above + path.segments[1][1][1]) for path in paths)


@pytest.mark.parametrize(
    ("page", "paper", "marks"),
    [
        (Size(148, 210), Size(296, 210), [(0, 5), (205, 210)]),  # label and ruler are at the sides
        (Size(130, 210), Size(279.4, 215.9), [(2.95, 7.95), (207.95, 212.95)]),  # too
        (Size(139.7, 209.9), Size(279.4, 215.9), [(3, 5.55), (210.35, 212.9)]),  # before the label, at 6.35
        (Size(139.7, 207), Size(279.4, 215.9), [(9.75, 14.75), (201.15, 206.15)]),  # past it
        (Size(139.7, 150), Size(279.4, 215.9), [(32.95, 37.95), (177.95, 182.95)]),  # far from it
    ],
)
def test_marks_of_the_fold_keep_clear_of_label_and_ruler(page, paper, marks):
    pages = [piece(str(n), page, backed=False) for n in range(1, 5)]
    (sheet,) = arrange("booklet", pages, Room(paper, 6.35), 0)
    assert [edge for mark in fold_marks(sheet) for edge in mark] == pytest.approx([e for m in marks for e in m])
