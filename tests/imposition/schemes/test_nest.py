"""Nests: pieces of several sizes on one sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition import NoRoomError, Room, arrange
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
