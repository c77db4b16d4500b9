"""Cut marks: corners, lines and dots, none of them on a piece."""

from __future__ import annotations

import pytest

from pnp.graphics.drawing import Path
from pnp.graphics.geometry import Size
from pnp.imposition import Room, arrange
from pnp.imposition.cuts import Keep, cut_marks
from tests.support import sheets

PAPER = Size(210, 297)
KEEP = Keep(PAPER, 8, 8)


def placed(count: int):
    piece = sheets.piece("a", copies=count, backed=False)
    (sheet,) = arrange("grid", [piece], Room(PAPER, 8.0), 0)
    return sheet.front


def test_one_piece_has_two_marks_at_each_corner():
    assert len(cut_marks("corner", placed(1), KEEP)) == 8


def test_lines_run_over_the_whole_sheet_but_not_over_pieces():
    assert len(cut_marks("lines", placed(1), KEEP)) == 8
    assert len(cut_marks("lines", placed(9), KEEP)) == 16


@pytest.mark.parametrize(("count", "corners"), [(1, 4), (2, 6), (9, 16)])
def test_there_is_one_dot_on_each_corner_however_many_pieces_meet(count, corners):
    dots = cut_marks("dots", placed(count), KEEP)
    assert len(dots) == corners
    assert all(isinstance(dot, Path) and dot.fill and dot.stroke for dot in dots)


def test_no_marks_are_wanted():
    assert cut_marks("none", placed(1), KEEP) == []
