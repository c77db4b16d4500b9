"""What workbooks of all formats have in common: which sheets are read, and where their cells are."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import Node, workbook, xlsx
from pnp.sources import ods as ods_
from tests.support.tables import book, ods, ods_row

ROWS = {"First": [["a"], ["b"]], "Blank": [], "Last": [["c"]]}
BOOKS = {
    "xlsx": (xlsx, book(*ROWS["First"], title="First", Blank=[], Last=ROWS["Last"])),
    "ods": (ods_, ods(**{name: "".join(ods_row(*row) for row in rows) for name, rows in ROWS.items()})),
}


def read(form: str, name: str | None = None):
    module, data = BOOKS[form]
    diagnostics = Diagnostics()
    wanted = Node(name, Span("kit.yaml", 3)) if name else None
    return module.sheets(data, f"cards.{form}", wanted, diagnostics), list(diagnostics)


@pytest.mark.parametrize("form", BOOKS)
def test_all_sheets_with_cells_are_read_or_the_wanted_one(form):
    sheets, found = read(form)
    assert ([sheet.name for sheet in sheets], found) == (["First", "Last"], [])
    assert [sheet.name for sheet in read(form, "Last")[0]] == ["Last"]


@pytest.mark.parametrize("form", BOOKS)
def test_a_wanted_sheet_that_is_not_there_is_reported_where_it_is_named(form):
    sheets, (found,) = read(form, "last")
    assert (sheets, found.code, found.span.line) == ([], "unknown-sheet", 3)
    assert found.hints == ("did you mean 'Last'?", "sheets: First, Blank, Last")


def test_a_workbook_of_empty_sheets_has_one_that_is_empty():
    (sheet,) = ods_.sheets(ods(A="", B=""), "cards.ods", None, Diagnostics())
    assert (sheet.name, sheet.grid, sheet.diagnostics[0].message) == ("A", None, "this table is empty")


def test_a_sheet_that_cannot_be_read_does_not_hide_the_others():
    broken = ods_row("a").replace('repeated="1"', 'repeated="x"')
    first, last = ods_.sheets(ods(First=broken, Last=ods_row("c")), "cards.ods", None, Diagnostics())
    assert [one.message for one in first.diagnostics] == ["the sheet 'First' cannot be read"]
    assert last.grid is not None


def test_a_place_names_its_cell_as_spreadsheets_do():
    span = workbook.place(Span("cards.ods"), "My cards", 3, 28, " Fox\nRed ")
    assert (span.line, span.column, span.width, span.cell.name, span.cell.text) == (3, 28, 3, "'My cards'!AB3", "Fox")
