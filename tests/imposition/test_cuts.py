"""Cut marks: corners, lines and dots, none of them on a piece."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from pnp.graphics.drawing import Drawing, Path
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Placed, Room, arrange
from pnp.imposition.cuts import DOT, MARK, PEN, ROUNDED, Keep, MarkPen, cut_marks
from tests.support import sheets

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


def test_one_piece_has_two_marks_at_each_corner():
    assert len(ends("corner", placed(1))) == 8


def test_between_nine_pieces_are_crosses_at_the_four_inner_corners_only():
    front = placed(9)
    xs, ys = (
        {round(v, 4) for p in front for v in (p.rect.x, p.rect.right)},
        {round(v, 4) for p in front for v in (p.rect.y, p.rect.far)},
    )
    middle = {(x, round(297 - y, 4)) for x in sorted(xs)[1:3] for y in sorted(ys)[1:3]}
    arms = [end for end in ends("corner", front) if end[:2] in middle]
    assert {end[:2] for end in arms} == middle
    assert len(arms) == 16
    assert {round(abs(x2 - x1) + abs(y2 - y1), 4) for x1, y1, x2, y2 in arms} == {ROUNDED}
    assert len(ends("corner", front)) == 16 + 16  # and those outside the block


def test_marks_that_a_printer_would_lose_begin_at_the_trim():
    letter = Size(215.9, 279.4)
    (sheet,) = arrange("grid", [sheets.piece("a", copies=9)], Room(letter, 6.35), 0)
    front, top = sheet.front, min(p.rect.y for p in sheet.front)
    assert 7 < top < 8  # all but 0.3 mm of a mark is too near the edge
    more = set(ends("corner", front, Keep(letter, 3, 3, margin=6.35))) - set(ends("corner", front, Keep(letter, 3, 3)))
    xs = {round(x, 4) for p in front for x in (p.rect.x, p.rect.right)}
    y, far = round(top, 4), round(letter.h - top, 4)
    assert more == {(x, far, x, far + ROUNDED) for x in xs} | {(x, y, x, y - ROUNDED) for x in xs}
    backs = tuple(replace(p, side="back") for p in front)
    with_margin, without = Keep(letter, 3, 3, margin=6.35), Keep(letter, 3, 3)
    assert ends("corner", backs, with_margin) == ends("corner", backs, without)


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


def test_pieces_apart_have_marks_of_their_own_and_no_crosses():
    piece = sheets.piece("a", copies=4, backed=False)
    (sheet,) = arrange("grid", [piece], Room(PAPER, 8.0), 10)
    assert len(ends("corner", sheet.front)) == 4 * 8


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


def test_a_mark_ends_before_what_must_stay_clear():
    front = placed(1)
    x, top = front[0].rect.x, front[0].rect.far
    (whole,) = [one for one in ends("corner", front) if one[0] == one[2] == x and one[1] < 297 - top]
    assert abs(whole[3] - whole[1]) == pytest.approx(3)
    for room, length in ((2.5, 1.5), (1.9, 0.9)):
        clear = Rect(x - 5, top + room, 10, 2)
        (mark,) = [
            one
            for one in ends("corner", front, KEEP._replace(clear=(clear,)))
            if one[0] == one[2] == x and one[1] < 297 - top
        ]
        assert abs(mark[3] - mark[1]) == pytest.approx(length)
        assert min(mark[1], mark[3]) == pytest.approx(297 - top - room)


@pytest.mark.parametrize(("count", "corners"), [(1, 4), (2, 6), (9, 16)])
def test_there_is_one_dot_on_each_corner_however_many_pieces_meet(count, corners):
    dots = cut_marks("dots", placed(count), KEEP)
    assert len(dots) == corners
    assert all(isinstance(dot, Path) and dot.fill and dot.stroke for dot in dots)


def test_no_marks_are_wanted():
    assert cut_marks("none", placed(1), KEEP) == []


@pytest.mark.parametrize("style", ["corner", "lines", "dots"])
def test_marks_have_the_colour_and_the_width_of_their_pen(style):
    pen = MarkPen("#00aacc", 0.4)
    found = cut_marks(style, placed(9), KEEP._replace(pen=pen))
    if style == "dots":
        assert {(dot.fill, dot.stroke) for dot in found} == {("#00aacc", pen.casing)}
    else:
        on_cards = pen._replace(width=MARK.width)  # more would be left when corners are rounded
        beside = {pen.casing} if style == "lines" else set()
        assert {mark.stroke for mark in found} == {pen.stroke, on_cards.stroke, on_cards.casing, *beside}
    usual = {mark.stroke for mark in cut_marks("corner", placed(9), KEEP)}
    assert usual == {MARK, PEN.casing}
    assert (PEN.casing.colour, PEN.casing.width) == ("#ffffff", 0.35)


def test_marks_beside_edges_touch_no_piece_however_wide_they_are():
    for mark in cut_marks("lines", placed(1), KEEP._replace(pen=MarkPen("#000000", 0.8))):
        (_, (x1, y1)), (_, (x2, y2)) = mark.segments
        wide, high = (0.4, 0.0) if x1 == x2 else (0.0, 0.4)
        box = Rect(min(x1, x2) - wide, 297 - max(y1, y2) - high, abs(x2 - x1) + 2 * wide, abs(y2 - y1) + 2 * high)
        assert not box.overlaps(placed(1)[0].rect, 0.01)


@pytest.mark.parametrize("length", [1.5, 3.0, 5.0])
def test_short_marks_are_as_long_as_wanted_where_there_is_room(length):
    marks = cut_marks("corner", placed(1), KEEP._replace(pen=PEN._replace(length=length)))
    lengths = [abs(b[1][0] - a[1][0]) + abs(b[1][1] - a[1][1]) for a, b in (mark.segments for mark in marks)]
    assert max(lengths) == pytest.approx(length, abs=0.01)
