"""Things on a digital table: what each kind of component becomes, and what is left out."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.export import PrintedSet, Settings
from pnp.export.tabletop import die_pictures, pages, people_see, things
from tests.export.conftest import drawn

pytestmark = pytest.mark.slow


def printed(kit: str) -> PrintedSet:
    one = drawn(kit, 0.0)
    return PrintedSet(one.plan.context, Settings(dpi=60), one.pieces)


@pytest.fixture(scope="module")
def lists() -> PrintedSet:
    return printed("lists")


@pytest.mark.slow
def test_each_piece_is_a_thing_with_its_copies_or_is_left_out(lists):
    found = Counter()
    for thing in things(lists):
        found[thing.piece.id] += thing.copies
    assert lists.left_out == {
        "tournament-sheet": "a digital table has no pencil; use the program's notes",
        "tuckbox": "a digital table needs no box",
    }
    kept = [piece for piece in lists.others if piece.component not in lists.left_out]
    assert found == {piece.id: piece.copies for piece in kept if piece not in pages(lists)}


def test_shapes_follow_the_kinds_of_components(lists):
    shapes = {thing.name: thing.shape for thing in things(lists)}
    assert shapes["injury-markers_blood"] == "disc"
    assert shapes["standees_bell"] == "standee"
    assert shapes["riding-die_net"] == "die"
    assert shapes["list_1"] == shapes["body-board_mat"] == "tile"


def test_names_are_unique_and_pictures_have_the_size_of_the_thing(lists):
    found = list(things(lists))
    assert len({thing.name for thing in found}) == len(found)
    for thing in found:
        for image in filter(None, (thing.front, thing.back)):
            assert image.size == pytest.approx(tuple(mm / 25.4 * 60 for mm in thing.size), abs=1.01)


def test_clear_pictures_of_discs_are_transparent_around_them(lists):
    token = next(thing for thing in things(lists) if thing.shape == "disc")
    ((end, image),) = token.clear()
    assert end == ""
    assert image.getpixel((0, 0))[3] == 0
    tile = next(thing for thing in things(lists) if thing.shape == "tile")
    assert all(image.mode == "RGB" for _, image in tile.clear())


@pytest.mark.slow
def test_a_dial_is_a_disc_and_a_pointer():
    tilt = printed("tilt")
    dial = [thing for thing in things(tilt) if thing.piece.id == "speed-dials/gules"]
    assert [thing.shape for thing in dial] == ["disc", "cutout"]
    assert dial[0].size == (50, 50)
    assert dial[1].size.h > 2 * dial[1].size.w


def test_only_a_cube_has_pictures_of_its_faces(lists):
    cube, other = (thing for thing in things(lists) if thing.shape == "die")
    assert {image.size for image in die_pictures(lists, cube, 50).values()} == {(50, 50)}
    assert list(die_pictures(lists, cube, 50)) == [1, 2, 3, 4, 5, 6]
    assert die_pictures(lists, other, 50) == {}
    assert other.sides == 12


def test_the_cover_stands_for_the_game_or_else_the_first_card(lists):
    assert people_see(lists).id == "rulebook/1"
    cards = PrintedSet(lists.context, lists.settings, tuple(lists.decks[0].cards))
    assert people_see(cards) is lists.decks[0].cards[0]
    assert people_see(PrintedSet(lists.context, lists.settings, ())) is None


def test_no_picture_is_larger_than_tables_take(lists, monkeypatch):
    monkeypatch.setattr("pnp.export.tabletop.WIDEST", 200)
    board = next(thing for thing in things(lists) if thing.name == "list_1")
    assert max(board.front.size) == 200
