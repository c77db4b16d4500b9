"""The sheet of a workbook that is read where none is named."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support.tables import book, ods, ods_row

CARDS = [["name", "count"], ["Fox", 2], ["Owl", 1]]
NOTES = [["To do", "By whom"], ["draw the owl", "Ada"]]


def read(folder, data: bytes, keys: str = "", name: str = "c.xlsx"):
    """The ids of the cards, and the diagnostics."""
    (folder / name).write_bytes(data)
    diagnostics = Diagnostics()
    named = parse(f"animals: {{file: {name}{keys}}}", "kit.yaml", diagnostics)
    node = tables.of_kit(folder, named, diagnostics, whole=True)
    return node and list(node.plain()["animals"]), list(diagnostics)


def test_the_sheet_that_fits_is_read_with_a_note(tmp_path):
    data = book(*NOTES, title="Notes", Cards=CARDS, Empty=[])
    cards, (note,) = read(tmp_path, data)
    assert cards == ["fox", "owl"]
    assert (note.severity, note.code, note.span.file) == ("note", "chosen-sheet", "kit.yaml")
    assert note.message == "the sheet 'Cards' is read, because it alone can be read as cards; the others are 'Notes'"
    assert "write 'sheet: Cards' beside 'file' in kit.yaml" in note.hints[0]
    assert read(tmp_path, data, ", sheet: Cards") == (cards, [])


def test_it_fits_by_its_mapped_columns_too(tmp_path):
    data = book(["Title", "Qty"], ["Fox", 2], title="Deck", Other=[["Title"], ["Fox"]])
    cards, (note,) = read(tmp_path, data, ", columns: {Title: name, Qty: count}")
    assert (cards, note.code) == (["fox"], "chosen-sheet")


def test_empty_sheets_are_passed_over_without_a_note(tmp_path):
    assert read(tmp_path, book(title="First", Cards=CARDS, Last=[])) == (["fox", "owl"], [])


def test_sheets_that_both_fit_are_an_error_that_names_them(tmp_path):
    cards, (found,) = read(tmp_path, book(*CARDS, title="Animals", Plants=CARDS, Notes=NOTES))
    assert cards is None
    assert (found.code, found.span.file) == ("several-sheets", "kit.yaml")
    assert found.message == "2 sheets of this workbook can be read as cards: 'Animals', 'Plants'"
    assert found.hints == ("write 'sheet: Animals' beside 'file' in kit.yaml",)


def test_if_none_fits_the_nearest_shows_what_is_wrong(tmp_path):
    cards, found = read(tmp_path, book(*NOTES, title="Notes", Cards=[["name", "cuont"], ["Fox", 2]]))
    assert cards is None
    assert {one.code: one.span.cell.name for one in found} == {"unknown-column": "Cards!B1", "chosen-sheet": ""}
    (note,) = [one.message for one in found if one.severity == "note"]
    assert "the sheet 'Cards' is read, because it is the nearest to a table of cards" in note


def test_sheets_of_ods_files_are_chosen_alike(tmp_path):
    rows = ["".join(ods_row(*row) for row in sheet) for sheet in (NOTES, CARDS)]
    cards, (note,) = read(tmp_path, ods(Notes=rows[0], Cards=rows[1]), name="c.ods")
    assert (cards, note.code) == (["fox", "owl"], "chosen-sheet")


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_a_new_kit_takes_the_sheet_with_names(tmp_path, form):
    several = {"Notes": NOTES, "My cards": CARDS}
    if form == "ods":
        data = ods(**{name: "".join(ods_row(*row) for row in sheet) for name, sheet in several.items()})
    else:
        data = book(*NOTES, title="Notes", **{"My cards": CARDS})
    (tmp_path / f"t.{form}").write_bytes(data)
    result = run("new", tmp_path / "zoo", "--table", tmp_path / f"t.{form}")
    assert result.exit_code == 0, result.output
    assert f"t.{form}: 2 cards in the sheet 'My cards'" in result.output
    assert "    sheet: My cards\n" in (tmp_path / "zoo" / "kit.yaml").read_text("utf-8")
    assert (tmp_path / "zoo" / f"t.{form}").is_file()


def test_a_new_kit_asks_for_one_of_two_sheets(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(book(*CARDS, title="Animals", Plants=CARDS))
    result = run("new", tmp_path / "zoo", "--table", tmp_path / "t.xlsx")
    assert result.exit_code == 1
    assert "2 sheets of this workbook can be read as cards: 'Animals', 'Plants'" in result.output
    assert "choose one with --sheet Animals" in result.output
    result = run("new", tmp_path / "zoo", "--table", tmp_path / "t.xlsx", "--sheet", "Plants")
    assert result.exit_code == 0, result.output
    assert "    sheet: Plants\n" in (tmp_path / "zoo" / "kit.yaml").read_text("utf-8")
