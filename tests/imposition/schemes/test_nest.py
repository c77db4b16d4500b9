"""Nests: pieces of several sizes on one sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics import Piece
from pnp.graphics.geometry import Edges, Rect, Size
from pnp.imposition import NoRoomError, Room, arrange, fill_up
from pnp.imposition.schemes import nest
from pnp.imposition.sheet import STRIP_ROOM
from tests.support.sheets import _law_of_sheets, papers, piece, sizes


@given(
    paper=papers,
    mix=st.lists(st.tuples(sizes, st.integers(1, 4)), min_size=1, max_size=6),
    gap=st.floats(0, 10),
)
def test_a_nest_keeps_every_piece_once_apart_and_off_the_margin(paper, mix, gap):
    pieces = [piece(str(i), size, n, backed=False) for i, (size, n) in enumerate(mix)]
    room = Room(paper, 5)
    if not all(s.fits(room.printable.size) or s.turned().fits(room.printable.size) for s, _ in mix):
        with pytest.raises(NoRoomError):
            arrange("nest", pieces, room, gap)
        return
    sheets = arrange("nest", pieces, room, gap)
    _law_of_sheets(sheets, room, {p.id: p.copies for p in pieces})
    for sheet in sheets:
        for a in sheet.front:
            near = a.rect.inset(-gap / 2 + 1e-6)
            assert not any(near.overlaps(b.rect.inset(-gap / 2 + 1e-6)) for b in sheet.front if b is not a)


def test_many_small_pieces_stay_together_in_rows():
    marker = replace(piece("marker", Size(13, 13), 17, backed=False), outlined=True)
    board = piece("board", Size(150, 100), 1, backed=False)
    room = Room(Size(210, 297), 5)
    (sheet,) = arrange("nest", [board, marker], room, 8)
    _law_of_sheets([sheet], room, {"board": 1, "marker": 17})
    markers = [placed.rect for placed in sheet.front if placed.piece.size == marker.size]
    xs, ys = sorted({round(rect.x, 6) for rect in markers}), sorted({round(rect.y, 6) for rect in markers})
    assert len(xs) * len(ys) - len(markers) < max(len(xs), len(ys))
    assert {round(b - a, 6) for lines in (xs, ys) for a, b in pairwise(lines)} == {13 + nest.LEAST_GAP}


def test_square_pieces_stay_upright_in_a_turned_block():
    token, slip = piece("token", Size(15, 15), 3, backed=False), piece("slip", Size(15, 9), 3, backed=False)
    for one, turn in ((token, 0), (slip, 90)):
        block = nest._PieceRows(((one, 1), (one, 2), (one, 3)), 1, 2.0)
        assert {placed[3] for placed in block.placed(Rect(0, 0, *block.size.turned()), 90)} == {turn}


def test_begun_sheets_are_filled_up_before_new_ones_are_begun():
    room = Room(Size(210, 297), 5)
    (begun,) = arrange("grid", [piece("card", Size(63, 88), 3, backed=False)], room, 0)
    tokens = [piece("token", Size(20, 20), 12, backed=False)]
    (filled,) = fill_up([begun], tokens, room, 8)
    assert filled.front[:3] == begun.front
    assert sorted(placed.copy for placed in filled.front[3:]) == list(range(1, 13))
    for token in filled.front[3:]:
        others = [placed for placed in filled.front if placed is not token]
        assert not any(token.rect.inset(-7.99).overlaps(placed.rect) for placed in others)
    too_many = [piece("token", Size(20, 20), 90, backed=False)]
    assert len(fill_up([begun], too_many, room, 8)) > 1


def tokens(size: float, copies: int, bleed: float) -> Piece:
    token = piece("token", Size(size, size), copies, backed=False, outlined=True)
    return replace(token, front=replace(token.front, bleed=bleed))


def test_bleeds_have_room_beside_the_label_and_the_ruler():
    (sheet,) = arrange("nest", [tokens(20, 60, 1.5)], Room(Size(210, 297), 5), 8)
    assert len(sheet.front) == 60
    assert {placed.bleed for placed in sheet.front} == {Edges(1.5, 1.5, 1.5, 1.5)}


def test_bleeds_are_cut_off_if_they_would_take_another_sheet():
    high = 210 - 2 * (5 + STRIP_ROOM)
    (sheet,) = arrange("nest", [tokens((high - 2 * 8) / 3, 9, 3)], Room(Size(210, 210), 5), 8)
    assert len(sheet.front) == 9
    assert min(min(placed.bleed) for placed in sheet.front) < 3


def test_what_fills_up_a_sheet_leaves_room_for_the_label_at_its_sides():
    letter = Size(215.9, 279.4)
    room = Room(letter, 5)
    (begun,) = arrange("grid", [piece("card", Size(63, 88), 2, backed=False)], room, 0)
    sides = [piece("token", Size(20, 20), 30, backed=False)]
    (filled, *_) = fill_up([begun], sides, room, 8)
    above = letter.h - max(placed.rect.far for placed in filled.front[:2])
    added = [placed.rect for placed in filled.front[2:]]
    assert above < 8
    assert min(rect.x for rect in added) >= 8
    assert max(rect.right for rect in added) <= letter.w - 8


def test_pieces_take_the_slots_of_fillers_but_one_of_each_stays():
    room = Room(Size(210, 297), 5)
    card = Size(63, 88)
    deck = [piece("card", card, 5, backed=False), piece("blank", card, 0, backed=False, filler=True)]
    (begun,) = arrange("grid", deck, room, 0)
    assert len(begun.front) == 9
    tokens = [piece("token", Size(25, 25), 4, backed=False)]
    assert len(fill_up([begun], tokens, room, 8)) == 2
    (filled,) = fill_up([begun], tokens, room, 8, over_fillers=True)
    placed = [(one.piece.id, one.copy) for one in filled.front]
    assert [one for one in placed if one[0] == "token"] == [("token", n) for n in range(1, 5)]
    assert [one for one in placed if one[0] == "card"] == [("card", n) for n in range(1, 6)]
    blanks = [copy for id_, copy in placed if id_ == "blank"]
    assert blanks == list(range(1, len(blanks) + 1))
    assert 1 <= len(blanks) <= 3
    rects = [one.rect.inset(1e-6) for one in filled.front]
    assert not any(a.overlaps(b) for n, a in enumerate(rects) for b in rects[:n])


def test_the_order_that_needs_the_fewest_sheets_is_used():
    """The tallest first leaves the wide pieces without room beside the tall one."""
    room = Room(Size(110, 116), 5)
    mix = [piece(str(n), size, 1, backed=False) for n, size in enumerate([Size(40, 100), Size(60, 50), Size(60, 50)])]
    assert len(arrange("nest", mix, room, 0)) == 1


def test_full_sheets_are_not_tried_for_each_piece(monkeypatch):
    """12,000 pieces as large as a sheet took minutes when each was tried on all sheets before it."""
    tried = 0
    put = nest._Page.put

    def counted(*arguments):
        nonlocal tried
        tried += 1
        return put(*arguments)

    monkeypatch.setattr(nest._Page, "put", counted)
    sheets = nest.arrange([piece("large", Size(150, 200), 1000, backed=False)], Room(Size(210, 297), 5), 0)
    assert len(sheets) == 1000
    assert tried <= 4 * 1000
