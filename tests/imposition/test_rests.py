"""Sheets that are not full: their pieces share sheets if that saves some, and what stays keeps its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Room, Sheet, arrange, duplex, has_strips
from pnp.imposition.rests import GAP, joined
from tests.support.sheets import A4, CARD, piece, sizes

ROOM = Room(A4, 6.35)
SMALL = Size(44, 63)


def last_sheets(*mix: tuple[Size, int]) -> list[Sheet]:
    """The last sheet of each size."""
    return [arrange("grid", [piece(str(n), size, copies)], ROOM, 0)[-1] for n, (size, copies) in enumerate(mix)]


def names(sheet: Sheet) -> list[tuple[str, int]]:
    return sorted((placed.piece.id, placed.copy) for placed in sheet.front)


def test_the_smallest_rest_goes_to_another_sheet_and_nothing_else_moves():
    cards, small = last_sheets((CARD, 13), (SMALL, 2))
    first, second = joined([cards, small], ROOM)
    assert second is None
    assert first is not None
    assert names(first) == [("0", 10), ("0", 11), ("0", 12), ("0", 13), ("1", 1), ("1", 2)]
    assert [placed.rect for placed in first.front[:4]] == [placed.rect for placed in cards.front]
    assert {placed.piece for placed in first.front} == {*cards.pieces, *small.pieces}, "in its own number of copies"


def test_sheets_stay_as_they_are_if_none_is_saved():
    full = last_sheets((CARD, 9), (Size(100, 140), 3))
    assert joined(full, ROOM) == full
    assert joined(full[:1], ROOM) == full[:1]
    assert joined([], ROOM) == []


@given(st.lists(st.tuples(sizes, st.integers(1, 12)), min_size=1, max_size=5))
def test_every_piece_is_there_once_apart_from_other_sizes_and_before_its_own_back(mix):
    rests = last_sheets(*mix)
    found = [sheet for sheet in joined(rests, ROOM) if sheet]
    assert len(found) <= len(rests)
    assert sorted(name for sheet in found for name in names(sheet)) == sorted(n for one in rests for n in names(one))
    for sheet in found:
        for one in sheet.front:
            around = one.rect.inset(-GAP + 1e-6)
            others = (other for other in sheet.front if other.piece.size != one.piece.size)
            assert not any(around.overlaps(other.rect) for other in others)
            assert not any(one.rect.overlaps(other.rect, 1e-6) for other in sheet.front if other is not one)
            assert ROOM.printable.contains(Rect(*one.rect).inset(1e-6))
    _law_of_backs([duplex(sheet, "long") for sheet in found])
    if all(_has_label(sheet) for sheet in rests):
        assert all(_has_label(sheet) for sheet in found)


def _has_label(sheet: Sheet) -> bool:
    return has_strips([placed.rect for placed in sheet.front], ROOM)


def _law_of_backs(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        for front, back in zip(sheet.front, sheet.back, strict=True):
            assert front.piece is back.piece
            assert abs(front.rect.x + front.rect.w + back.rect.x - A4.w) < 1e-6
            assert abs(front.rect.y - back.rect.y) < 1e-6
