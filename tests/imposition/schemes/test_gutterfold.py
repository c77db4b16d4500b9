"""Gutterfolds: fronts and backs on one side."""

from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import Rect
from pnp.imposition import NoRoomError, Room, arrange
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import papers, piece, sizes

test_is_drawn_as_reviewed = case_test("imposition/gutterfold", lines_of_sheets)


@given(paper=papers, size=sizes, gap=st.floats(0, 12), count=st.integers(1, 30))
def test_a_fold_is_clear_of_all_pieces_and_their_bleed(paper, size, gap, count):
    try:
        sheets = arrange("gutterfold", [piece("a", size, count, bleed=3)], Room(paper, 5), gap)
    except NoRoomError:
        return
    assert sum(len(sheet.front) for sheet in sheets) == count
    for sheet in sheets:
        x1, y1, x2, y2 = sheet.fold
        for placed in (*sheet.front, *sheet.back):
            box = placed.bleed.around(placed.rect)
            near = min(abs(box.x - x1), abs(box.right - x1)) if x1 == x2 else min(abs(box.y - y1), abs(box.far - y1))
            assert near >= 5 - 1e-6
            assert not box.overlaps(Rect(x1 - 1, y1 - 1, x2 - x1 + 2, y2 - y1 + 2))
