"""Pages side by side."""

from __future__ import annotations

from pnp.graphics.geometry import Size
from pnp.imposition import Room, arrange
from tests.support.sheets import LETTER, matrix, piece


def test_pages_stand_side_by_side_in_reading_order_on_paper_that_lies():
    pages = [piece(str(n), Size(139.7, 210), backed=False) for n in range(1, 6)]
    sheets = arrange("pages", pages, Room(LETTER, 6.35), 0)
    assert [matrix(s) for s in sheets] == [[["1", "2"]], [["3", "4"]], [["5"]]]
    assert {s.paper for s in sheets} == {LETTER.turned()}


def test_pairs_of_pages_lie_as_in_the_open_book_the_last_one_beside_the_cover():
    pages = [piece(str(n), Size(139.7, 210), backed=False) for n in range(1, 7)]
    sheets = arrange("pages", pages, Room(LETTER, 6.35), 0)
    assert [matrix(s) for s in sheets] == [[["6", "1"]], [["2", "3"]], [["4", "5"]]]
    assert [p.piece.id for p in sheets[0].front] == ["1", "6"]
    three = arrange("pages", pages, Room(Size(430, 215), 6.35), 0)
    assert [matrix(s) for s in three] == [[["1", "2", "3"]], [["4", "5", "6"]]]
