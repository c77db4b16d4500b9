"""Pieces in the middle of labels."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Size
from pnp.graphics.geometry import Edges
from pnp.imposition import NoRoomError, Room, arrange, registry
from pnp.kit import schema
from pnp.kit.print_facts import LabelSheet
from pnp.sources.yaml import parse
from tests.support.sheets import A4, piece

TEXT = "{rows: 3, columns: 2, size: [80, 60], first: [20, 30], pitch: [90, 60]}"


@pytest.fixture(scope="module")
def room() -> Room:
    """A4 with labels of 80 × 60 mm, 10 mm apart from side to side and touching one another above and below."""
    labels = schema.build(LabelSheet, parse(TEXT, "papers.yaml", Diagnostics()), Diagnostics())
    return Room(A4, 6.35, labels=labels)


def test_pieces_are_in_the_middle_of_labels_in_rows_from_the_top_left(room):
    first, second = arrange("labels", [piece("a", Size(70, 50), 7)], room, 0)
    assert [placed.rect[:2] for placed in first.front] == [
        (25, 212), (115, 212), (25, 152), (115, 152), (25, 92), (115, 92)
    ]  # fmt: skip
    assert [placed.rect for placed in second.front] == [Rect(25, 212, 70, 50)]


@pytest.mark.parametrize(("size", "turn"), [(Size(80, 60), 0), (Size(50, 60), 0), (Size(60, 80), 90)])
def test_a_piece_is_turned_if_it_only_fits_so(room, size, turn):
    (sheet,) = arrange("labels", [piece("a", size)], room, 0)
    (placed,) = sheet.front
    assert placed.turn == turn
    assert Rect(20, 207, 80, 60).contains(placed.rect)


@pytest.mark.parametrize("size", [Size(81, 50), Size(70, 70)])
def test_a_piece_larger_than_a_label_has_no_room(room, size):
    with pytest.raises(NoRoomError):
        arrange("labels", [piece("a", size)], room, 0)
    assert registry.slots("labels", size, room, 0) == 0


def test_used_labels_are_skipped(room):
    (sheet,) = arrange("labels", [piece("a", Size(70, 50), 2)], room._replace(skipped=frozenset({1, 3})), 0)
    assert [placed.rect[:2] for placed in sheet.front] == [(115, 212), (115, 152)]


def test_ink_ends_half_way_to_the_next_label_even_if_that_is_empty(room):
    (sheet,) = arrange("labels", [piece("a", Size(80, 60), 1, bleed=9)], room, 0)
    assert sheet.front[0].spare == Edges(9, 0, 5, 9)
