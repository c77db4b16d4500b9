"""Cards in the cells of a ready template."""

from __future__ import annotations

import pytest

from pnp.graphics import Size
from pnp.imposition import NoRoomError, Room, arrange, duplex, registry
from tests.support.sheets import piece


def test_backs_are_behind_their_fronts_on_the_long_edge():
    (sheet,) = arrange("template", [piece("a", Size(63, 88))], Room(Size(210, 297), 6.35), 1.25)
    printed = duplex(sheet, "long")
    (front,), (back,) = printed.front, printed.back
    assert back.rect.y + back.rect.h / 2 == pytest.approx(210 - front.rect.y - front.rect.h / 2)
    assert (back.rect.x, back.turn) == (front.rect.x, 180)


def test_a_card_that_lies_across_is_turned():
    (sheet,) = arrange("template", [piece("a", Size(50.8, 88.9))], Room(Size(297, 420), 6.35), 1.25)
    assert {placed.turn for placed in sheet.front} == {90}
    assert sheet.front[0].rect.w > sheet.front[0].rect.h


def test_nine_cards_need_two_sheets_of_eight():
    sheets = arrange("template", [piece("a", Size(63, 88), 9)], Room(Size(210, 297), 6.35), 1.25)
    assert [len(sheet.front) for sheet in sheets] == [8, 1]
    assert registry.slots("template", Size(63, 88), Room(Size(210, 297), 6.35), 1.25) == 8


def test_a_slot_may_be_skipped():
    room = Room(Size(210, 297), 6.35, skipped=frozenset({1}))
    (sheet,) = arrange("template", [piece("a", Size(63, 88), 7)], room, 1.25)
    assert min(placed.rect.x for placed in sheet.front if placed.rect.y > 100) > 60


def test_a_card_without_a_template_has_no_room():
    with pytest.raises(NoRoomError):
        arrange("template", [piece("a", Size(60, 90))], Room(Size(210, 297), 6.35), 1.25)
