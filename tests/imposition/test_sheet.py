"""Sheets: the pin law, slots and bleeds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import Rect, Size
from pnp.imposition import NoRoomError, Placed, Room, arrange, duplex
from pnp.imposition.registry import schemes
from tests.support.sheets import A4, CARD, _matrix, matrix, papers, piece, sizes, through


@given(
    paper=papers,
    mix=st.lists(st.tuples(sizes, st.integers(1, 5), st.booleans()), min_size=1, max_size=4),
    scheme=st.sampled_from(sorted(schemes())),
    flip=st.sampled_from(["long", "short"]),
    gap=st.floats(0, 12),
)
def test_a_pin_through_any_front_comes_out_in_its_own_back_and_up_stays_up(paper, mix, scheme, flip, gap):
    pieces = [piece(f"p{i}", s, n, backed=b, bleed=3) for i, (s, n, b) in enumerate(mix)]
    try:
        sheets = arrange(scheme, pieces, Room(paper, 5), gap)
    except NoRoomError:
        return
    for sheet in (duplex(sheet, flip) for sheet in sheets):
        assert len(sheet.back) == sum(1 for p in sheet.front if p.piece.back)
        for front in (p for p in sheet.front if p.piece.back):
            (back,) = [b for b in sheet.back if (b.piece, b.copy) == (front.piece, front.copy)]
            assert back.drawing is front.piece.back
            # Any point of the card, measured in the card, not only its middle.
            w, h = front.piece.size
            for u, v in ((w / 2, h / 2), (w / 2, 0), (0.0, 0.0)):
                pin = through(sheet, *front.transform().apply(u, v), flip)
                out = back.transform().apply(w - u, v)
                assert math.dist(pin, out) < 1e-6


def test_the_long_edge_of_a_portrait_sheet_mirrors_columns():
    pieces = [piece(c) for c in "abcdefghi"]
    (sheet,) = arrange("grid", pieces, Room(A4, 6.35), 0)
    assert matrix(sheet) == [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]
    assert _matrix(duplex(sheet, "long").back) == [["c", "b", "a"], ["f", "e", "d"], ["i", "h", "g"]]
    assert {p.turn for p in duplex(sheet, "long").back} == {0}


def test_the_short_edge_of_a_portrait_sheet_mirrors_rows_and_turns_the_backs():
    (sheet,) = arrange("grid", [piece(c) for c in "abcdefghi"], Room(A4, 6.35), 0)
    back = duplex(sheet, "short").back
    assert _matrix(back) == [["g", "h", "i"], ["d", "e", "f"], ["a", "b", "c"]]
    assert {p.turn for p in back} == {180}


def test_odd_slots_stay_empty_on_both_sides():
    (sheet,) = arrange("grid", [piece(c) for c in "abcd"], Room(A4, 6.35), 0)
    assert _matrix(duplex(sheet, "long").back) == [["c", "b", "a"], ["d"]]
    (lonely,) = [p for p in duplex(sheet, "long").back if p.piece.id == "d"]
    assert lonely.rect.right == pytest.approx(210 - 10.5)


def test_pieces_without_backs_leave_no_hole_to_fill():
    (sheet,) = arrange("grid", [piece("a"), piece("b", backed=False), piece("c")], Room(A4, 6.35), 0)
    assert [p.piece.id for p in duplex(sheet, "long").back] == ["a", "c"]


def test_a_piece_larger_than_the_paper_is_refused_by_name():
    with pytest.raises(NoRoomError) as error:
        arrange("grid", [piece("giant", Size(300, 300))], Room(A4, 6.35), 0)
    assert error.value.piece.id == "giant"
    assert error.value.area == pytest.approx((197.3, 284.3))


# Bleed -------------------------------------------------------------------------------------------------------


def test_bleed_is_full_on_outer_edges_and_none_where_cards_touch():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "abcdefghi"], Room(A4, 6.35), 0)
    by_id = {p.piece.id: p.spare for p in sheet.front}
    assert by_id["a"] == (3, 0, 0, 3)
    assert by_id["e"] == (0, 0, 0, 0)
    assert by_id["i"] == (0, 3, 3, 0)


def test_bleed_goes_half_way_into_a_gap():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "ab"], Room(A4, 6.35), 4)
    a, b = sheet.front
    assert (a.spare.left, a.spare.right) == (3, 2)
    assert (b.spare.left, b.spare.right) == (2, 3)


def test_a_face_without_bleed_has_none_though_its_back_has():
    (sheet,) = arrange("grid", [piece("a", bleed=3)], Room(A4, 6.35), 0)
    assert sheet.front[0].bleed == (0, 0, 0, 0)
    assert duplex(sheet, "long").back[0].bleed == (3, 3, 3, 3)


def test_bleeds_of_a_back_are_those_of_its_front_mirrored():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "abcdefghi"], Room(A4, 6.35), 0)
    backs = {p.piece.id: p.bleed for p in duplex(sheet, "long").back}
    assert backs["a"] == (0, 0, 3, 3)
    assert {p.piece.id: p.bleed for p in duplex(sheet, "short").back}["a"] == (3, 3, 0, 0)


def test_a_turned_card_maps_its_corners_onto_its_rectangle():
    for turn in (0, 90, 180, 270):
        size = CARD if turn in (0, 180) else CARD.turned()
        placed = Placed(piece("a"), 1, "front", Rect(10, 20, *size), turn)
        corners = [placed.transform().apply(u, v) for u in (0, CARD.w) for v in (0, CARD.h)]
        assert {(round(x, 6), round(y, 6)) for x, y in corners} == {
            (x, y) for x in (10, 10 + size.w) for y in (20, 20 + size.h)
        }
