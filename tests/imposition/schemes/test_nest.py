"""Nests: pieces of several sizes on one sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics import Piece
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import NoRoomError, Room, arrange
from pnp.imposition.schemes import nest
from pnp.imposition.sheet import STRIP_ROOM
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import _law_of_sheets, papers, piece, sizes

test_is_drawn_as_reviewed = case_test("imposition/nest", lines_of_sheets)


@given(paper=papers, mix=st.lists(st.tuples(sizes, st.integers(1, 4)), min_size=1, max_size=6), gap=st.floats(0, 10))
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


def test_square_pieces_stay_upright_in_a_turned_block():
    token, slip = piece("token", Size(15, 15), 3, backed=False), piece("slip", Size(15, 9), 3, backed=False)
    for one, turn in ((token, 0), (slip, 90)):
        block = nest._PieceRows(((one, 1), (one, 2), (one, 3)), 1, 2.0)
        assert {placed[3] for placed in block.placed(Rect(0, 0, *block.size.turned()), 90)} == {turn}


def tokens(size: float, copies: int, bleed: float) -> Piece:
    token = piece("token", Size(size, size), copies, backed=False, outlined=True)
    return replace(token, front=replace(token.front, bleed=bleed))


def test_bleeds_are_cut_off_if_they_would_take_another_sheet():
    high = 210 - 2 * (5 + STRIP_ROOM)
    (sheet,) = arrange("nest", [tokens((high - 2 * 8) / 3, 9, 3)], Room(Size(210, 210), 5), 8)
    assert len(sheet.front) == 9
    assert min(min(placed.bleed) for placed in sheet.front) < 3


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
