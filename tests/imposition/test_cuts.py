"""Cut marks: corners, lines and dots, none of them on a piece."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from pnp.graphics.drawing import Drawing
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Placed, Room, arrange
from pnp.imposition.cuts import DOT, MARK, ROUNDED, Keep, cut_marks
from tests.support import sheets
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets

test_is_drawn_as_reviewed = case_test("imposition/cuts", lines_of_sheets)

PAPER = Size(210, 297)
KEEP = Keep(PAPER, 8, 8)


def placed(count: int):
    piece = sheets.piece("a", copies=count, backed=False)
    (sheet,) = arrange("grid", [piece], Room(PAPER, 8.0), 0)
    return sheet.front


def ends(style: str, front, keep: Keep = KEEP) -> list[tuple[float, float, float, float]]:
    """The black marks, each from its one end to the other."""
    marks = [mark for mark in cut_marks(style, front, keep) if mark.stroke == MARK]
    return [(*mark.segments[0][1], *mark.segments[1][1]) for mark in marks]


def ink(x1: float, y1: float, x2: float, y2: float) -> Rect:
    """What a mark covers, in sheet coordinates: half of its width to both sides, and nothing past its ends."""
    across, along = (MARK.width, 0.0) if x1 == x2 else (0.0, MARK.width)
    x, y = min(x1, x2) - across / 2, 297 - max(y1, y2) - along / 2
    return Rect(x, y, abs(x2 - x1) + across, abs(y2 - y1) + along)


def test_arms_between_rows_that_are_cut_in_different_places_are_along_cuts_only():
    """A row cut at 40 and 80, below it one cut at 80, below that one cut at 40."""
    rows = [(230, (40, 40, 40)), (160, (80, 40)), (90, (40, 80))]
    front = []
    for y, widths in rows:
        for n, width in enumerate(widths):
            piece = replace(sheets.piece("a", copies=1, backed=False), size=Size(width, 70))
            front.append(Placed(piece, 0, "front", Rect(45 + sum(widths[:n]), y - 45, width, 70)))
    upright = {end[:2]: set() for end in ends("corner", tuple(front)) if 45 < end[0] < 165}
    for x1, y1, x2, y2 in ends("corner", tuple(front)):
        if x1 == x2 and (x1, y1) in upright and abs(y2 - y1) == ROUNDED:
            upright[x1, y1].add("up" if y2 < y1 else "down")
    seams = {(x, round(297 - y, 4)): upright[x, round(297 - y, 4)] for x in (85, 125) for y in (115, 185)}
    assert seams == {(85, 112): {"up"}, (125, 112): {"up", "down"}, (85, 182): {"down"}, (125, 182): {"up"}}


def test_a_corner_rounded_by_three_millimetres_takes_all_ink_of_crosses_and_dots():
    def lost(along: float) -> float:
        """How much of an edge a punch takes, at a distance from the corner."""
        return 3 - sqrt(9 - (3 - along) ** 2)

    assert lost(ROUNDED) >= MARK.width / 2
    assert lost(DOT) >= DOT


def test_lines_run_over_the_whole_sheet_and_leave_no_ink_on_pieces():
    one = ends("lines", placed(1))
    assert len(one) == 8 + 4  # beyond the piece, and along its edges
    for x1, y1, x2, y2 in ends("lines", placed(9)):
        inked = ink(x1, y1, x2, y2)
        on_pieces = any(inked.overlaps(p.rect, 1e-3) for p in placed(9))
        assert not on_pieces or abs(x2 - x1) + abs(y2 - y1) == pytest.approx(ROUNDED)  # the arm of a cross


def test_lines_run_over_the_bleed_between_pieces():
    piece = replace(sheets.piece("a", copies=9), size=Size(50, 70))
    piece = replace(piece, front=Drawing("f", piece.size, (), 3.0), back=None)
    (sheet,) = arrange("grid", [piece], Room(PAPER, 8.0, piled=True), 8)
    front = sheet.front
    assert all(p.bleed.left == 3 for p in front)
    x = round(front[0].rect.right, 4)
    upright = sorted(
        (min(y1, y2), max(y1, y2)) for x1, y1, x2, y2 in ends("lines", front) if abs(x1 - x) < 0.1 > abs(x2 - x)
    )
    covered = 8.0
    for start, end in upright:
        assert start <= covered + 0.1, "a gap in the line"
        covered = max(covered, end)
    assert covered == pytest.approx(289)


def test_nothing_touches_what_must_stay_clear():
    front = placed(9)
    clear = Rect(front[0].rect.x - 1, 289 - 3, 2, 3)
    for style in ("lines", "corner"):
        for x1, y1, x2, y2 in ends(style, front, KEEP._replace(clear=(clear,))):
            inked = ink(x1, y1, x2, y2)
            assert not inked.overlaps(clear)
    assert any(
        Rect(x1, 297 - max(y1, y2), 0, abs(y2 - y1)).inset(-0.05).overlaps(clear)
        for x1, y1, x2, y2 in ends("lines", front)
    ), "it was in the way"
