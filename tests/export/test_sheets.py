"""Sheets of decks: their grid, their cells, and the cell that others see."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from pnp.export import PrintedSet, Settings
from pnp.export.sheets import MOST, WIDEST, contact_sheets, die_pictures, grid, pages, people_see, sheets, things
from tests.support.pictures import unlike


@given(st.integers(1, MOST))
def test_a_grid_has_a_cell_to_spare_and_is_within_the_limits(cards):
    columns, rows = grid(cards + 1)
    assert columns * rows > cards
    assert 2 <= columns <= 10
    assert 2 <= rows <= 7


def test_cells_are_the_faces_and_the_last_is_the_back(laid):
    printed = PrintedSet(laid.plan.context, Settings(dpi=50), tuple(laid.all_pieces))
    deck = printed.decks[0]
    (sheet,) = sheets(printed, deck)
    fronts = list(printed.faces([(card, "front") for card in deck.cards], 50, 0))
    (back,) = printed.faces([(deck.cards[0], "back")], 50, 0)
    w, h = fronts[0].size
    assert sheet.faces.size == (w * sheet.columns, h * sheet.rows)
    for n, front in enumerate(fronts):
        x, y = n % sheet.columns * w, n // sheet.columns * h
        assert not ImageChops.difference(sheet.faces.crop((x, y, x + w, y + h)), front).getbbox()
    last = sheet.faces.crop((sheet.faces.width - w, sheet.faces.height - h, *sheet.faces.size))
    assert not ImageChops.difference(last, back).getbbox()
    assert not sheet.unique_backs
    assert sheet.backs.size == (w, h)


def test_no_sheet_is_larger_than_tables_take_however_fine_it_is(laid):
    printed = PrintedSet(laid.plan.context, Settings(dpi=1200), tuple(laid.all_pieces))
    for deck in printed.decks:
        for sheet in sheets(printed, deck):
            assert max(sheet.faces.size) <= WIDEST


def test_contact_sheets_have_nothing_but_the_faces_and_every_back_in_its_place(laid):
    printed = PrintedSet(laid.plan.context, Settings(dpi=50), tuple(laid.all_pieces))
    deck = printed.decks[0]
    (sheet,) = contact_sheets(printed, deck)
    assert len(deck.cards) == sheet.columns * sheet.rows == 3
    for faces, side in ((sheet.faces, "front"), (sheet.backs, "back")):
        for n, image in enumerate(printed.faces([(card, side) for card in deck.cards], 50, 0)):
            x, y = n % sheet.columns * image.width, n // sheet.columns * image.height
            cell = faces.crop((x, y, x + image.width, y + image.height))
            assert not ImageChops.difference(cell, image).getbbox()


def test_cards_without_a_back_have_a_white_one(laid):
    context = laid.plan.context
    card, other = (piece for piece in laid.all_pieces if piece.id in ("moves/swerve", "moves/dodge"))
    printed = PrintedSet(context, Settings(dpi=50), (card, replace(other, back=None)))
    (sheet,) = contact_sheets(printed, printed.decks[0])
    width = sheet.backs.width // sheet.columns
    assert sheet.columns == 2
    blank = [sheet.backs.crop((n * width, 0, n * width + width, sheet.backs.height)).getcolors() for n in range(2)]
    assert [colours[0][1] == (255, 255, 255) for colours in blank] == [False, True]


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
    monkeypatch.setattr("pnp.export.sheets.WIDEST", 200)
    board = next(thing for thing in things(printed) if thing.name == "list_mat")
    assert max(board.front.size) == 200
