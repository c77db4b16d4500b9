"""Things on a digital table: what each kind of component becomes, and what is left out."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.export import PrintedSet
from pnp.export.tabletop import die_pictures, pages, people_see, things
from tests.support.pictures import unlike


def test_each_piece_is_a_thing_with_its_copies_or_is_left_out(printed):
    found = Counter()
    for thing in things(printed):
        if not thing.name.endswith("-pointer"):
            found[thing.piece.id] += thing.copies
    assert printed.left_out == {
        "bracket": "a digital table has no pencil; use the program's notes",
        "tuckbox": "a digital table needs no box",
    }
    kept = [piece for piece in printed.others if piece.component not in printed.left_out]
    assert found == {piece.id: piece.copies for piece in kept if piece not in pages(printed)}


def test_shapes_follow_the_kinds_of_components(printed):
    shapes = {thing.name: thing.shape for thing in things(printed)}
    assert shapes["injury-markers_black"] == "disc"
    assert shapes["standees_stomper"] == "standee"
    assert shapes["riding-die_net"] == "die"
    assert shapes["list_mat"] == shapes["score-track_white"] == "tile"


def test_both_sides_of_a_standee_are_upright(printed):
    thing = next(thing for thing in things(printed) if thing.name == "foldies_stomper")
    label = (0, round(0.77 * thing.front.height), thing.front.width, thing.front.height)
    front, back, turned = (one.crop(label) for one in (thing.front, thing.back, thing.back.rotate(180)))
    assert unlike(front, back) < unlike(front, turned)


def test_names_are_unique_and_pictures_have_the_size_of_the_thing(printed):
    found = list(things(printed))
    assert len({thing.name for thing in found}) == len(found)
    for thing in found:
        for image in filter(None, (thing.front, thing.back)):
            assert image.size == pytest.approx(tuple(mm / 25.4 * 60 for mm in thing.size), abs=1.01)


def test_clear_pictures_of_discs_are_transparent_around_them(printed):
    token = next(thing for thing in things(printed) if thing.shape == "disc")
    ((end, image),) = token.clear()
    assert end == ""
    assert image.getpixel((0, 0))[3] == 0
    tile = next(thing for thing in things(printed) if thing.shape == "tile")
    assert all(image.mode == "RGB" for _, image in tile.clear())


def test_a_dial_is_a_disc_and_a_pointer(printed):
    dial = [thing for thing in things(printed) if thing.piece.id == "speed-dials/black"]
    assert [thing.shape for thing in dial] == ["disc", "cutout"]
    assert dial[0].size == (50, 50)
    assert dial[1].size.h > 2 * dial[1].size.w


def test_only_a_cube_has_pictures_of_its_faces(printed):
    cube, other = (thing for thing in things(printed) if thing.shape == "die")
    assert {image.size for image in die_pictures(printed, cube, 50).values()} == {(50, 50)}
    assert list(die_pictures(printed, cube, 50)) == [1, 2, 3, 4, 5, 6]
    assert die_pictures(printed, other, 50) == {}
    assert other.sides == 12


def test_the_cover_stands_for_the_game_or_else_the_first_card(printed):
    assert people_see(printed).id == "rulebook/1"
    cards = PrintedSet(printed.context, printed.settings, tuple(printed.decks[0].cards))
    assert people_see(cards) is printed.decks[0].cards[0]
    assert people_see(PrintedSet(printed.context, printed.settings, ())) is None


def test_no_picture_is_larger_than_tables_take(printed, monkeypatch):
    monkeypatch.setattr("pnp.export.tabletop.WIDEST", 200)
    board = next(thing for thing in things(printed) if thing.name == "list_mat")
    assert max(board.front.size) == 200
