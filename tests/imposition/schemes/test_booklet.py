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


def places(sheet) -> list[float]:
    """The left edges of the pages on a sheet's front, mm from the paper's left edge."""
    (placed,) = sheet.front
    return [placed.rect.x + item.transform.e for item in placed.piece.front.items if isinstance(item, Use)]


@pytest.mark.parametrize("paper", [A4.turned(), Size(279.4, 215.9), Size(420, 297)])
def test_pages_are_in_the_middle_of_their_half_and_inner_ones_nearer_to_the_fold(paper):
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, 13)]
    sheets = arrange("booklet", pages, Room(paper, 6.35, creep=0.25), 0)
    assert [sheet.paper for sheet in sheets] == [paper] * 3
    edge = (paper.w / 2 - PAGE.w) / 2
    for sheet, creep in zip(sheets, (0, 0.25, 0.5), strict=True):
        assert places(sheet) == pytest.approx([edge + creep, paper.w / 2 + edge - creep])


def test_copies_of_a_booklet_follow_one_another():
    pages = [piece(str(n), PAGE, backed=False, copies=2) for n in range(1, 9)]
    sheets = arrange("booklet", pages, Room(A4.turned(), 6.35), 0)
    assert [(sheet.front[0].piece.id[-7:], sheet.front[0].copy) for sheet in sheets] == [
        ("sheet-1", 1),
        ("sheet-2", 1),
        ("sheet-1", 2),
        ("sheet-2", 2),
    ]


def test_a_booklet_needs_paper_for_two_pages():
    with pytest.raises(NoRoomError):
        arrange("booklet", [piece("1", PAGE, backed=False)], Room(Size(148, 210), 6.35), 0)


def fold_lines(sheet) -> list[tuple[float, float, float]]:
    """The marks of the fold: their distance from it, and their upper and lower ends, mm from the page's upper edge."""
    (placed,) = sheet.front
    paths: list[Path] = []

    def find(items) -> None:
        for item in items:
            if isinstance(item, Path) and item.stroke:
                paths.append(item)
            elif isinstance(item, Tag):
                find(item.items)

    find(placed.piece.front.items)
    ends = ([segment[1] for segment in path.segments] for path in paths)
    return sorted((placed.rect.x + x - sheet.paper.w / 2, y, end) for (x, y), (_, end) in ends)


def test_the_fold_is_marked_at_its_ends_and_staples_on_the_outermost_sheet():
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, 9)]
    outer, inner = arrange("booklet", pages, Room(A4, 6.35), 0)
    staples = [(0, 46.5, 58.5), (0, 151.5, 163.5)]
    marks = [(0, 0, 5), (0, 205, 210)]
    for sheet, expected in ((outer, sorted(marks + staples)), (inner, marks)):
        assert [number for mark in fold_lines(sheet) for number in mark] == pytest.approx(
            [number for mark in expected for number in mark]
        )
