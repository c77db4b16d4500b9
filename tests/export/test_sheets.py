"""Sheets of decks: their grid, their cells, and the cell that others see."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from pnp.export import PrintedSet, Settings
from pnp.export.sheets import MOST, WIDEST, contact_sheets, grid, sheets


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
