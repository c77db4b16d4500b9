"""What workbooks of all formats have in common: which sheets are workbook_read, and where their cells are."""

from __future__ import annotations

import io
import zipfile

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import Node, workbook, xlsx
from pnp.sources import ods as ods_
from pnp.sources.workbook import Merged, SheetLayout, read
from tests.support.tables import book, ods, ods_row, plain, tree
from tests.support.tables import workbook as made_workbook
from tests.support.tables import workbook as merged_book

ROWS = {"First": [["a"], ["b"]], "Blank": [], "Last": [["c"]]}
BOOKS = {
    "xlsx": (xlsx, book(*ROWS["First"], title="First", Blank=[], Last=ROWS["Last"])),
    "ods": (ods_, ods(**{name: "".join(ods_row(*row) for row in rows) for name, rows in ROWS.items()})),
}


def workbook_read(form: str, name: str | None = None):
    module, data = BOOKS[form]
    diagnostics = Diagnostics()
    wanted = Node(name, Span("kit.yaml", 3)) if name else None
    return module.sheets(data, f"cards.{form}", wanted, diagnostics), list(diagnostics)


@pytest.mark.parametrize("form", BOOKS)
def test_all_sheets_with_cells_are_read_or_the_wanted_one(form):
    sheets, found = workbook_read(form)
    assert ([sheet.name for sheet in sheets], found) == (["First", "Last"], [])
    assert [sheet.name for sheet in workbook_read(form, "Last")[0]] == ["Last"]


@pytest.mark.parametrize("form", BOOKS)
def test_a_wanted_sheet_that_is_not_there_is_reported_where_it_is_named(form):
    sheets, (found,) = workbook_read(form, "last")
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


HEAD = ["deck", "name", "asides.suit", "asides.text"]


def test_a_value_that_is_merged_over_rows_belongs_to_each(tmp_path):
    rows = [["d", "A", "Sun", "x"], [None, "B", None, None], [None, "C", None, "y"]]
    data = merged_book(HEAD, *rows, merged=["A2:A4", "C2:C3"])
    suit = {"suit": "Sun"}
    assert plain(tmp_path, data, "cards.xlsx") == {
        "d": {
            "a": {"name": "A", "asides": {**suit, "text": "x"}},
            "b": {"name": "B", "asides": suit},
            "c": {"name": "C", "asides": {"text": "y"}},
        }
    }
    node, _ = tree(tmp_path, data, "cards.xlsx")
    assert str(node.at("d", "b", "asides", "suit").cell) == "Moves!C3, column 'asides.suit'"


def test_a_value_that_is_merged_over_columns_is_reported_at_the_next_cell(tmp_path):
    data = merged_book(HEAD, ["d", "A", "Sun and more", None], ["d", "B", "Sun", "x"], merged=["C2:D2"])
    node, diagnostics = tree(tmp_path, data, "cards.xlsx")
    assert node is None
    (found,) = diagnostics
    assert (found.code, str(found.span.cell)) == ("unread-cell", "Moves!D2, column 'asides.text'")
    assert found.message == "this cell is merged with C2"
    assert "unmerge the cells" in found.hints[0]


def test_columns_that_are_not_read_may_be_merged(tmp_path):
    data = merged_book([*HEAD[:2], "# a", "# b"], ["d", "A", "note", None], merged=["C2:D2"])
    assert plain(tmp_path, data, "cards.xlsx") == {"d": {"a": {"name": "A"}}}


def test_a_merged_heading_is_not_repeated_as_a_card(tmp_path):
    data = merged_book(HEAD, [None] * 4, ["d", "A", "Sun", "x"], merged=["A1:A2", "B1:B2", "C1:C2", "D1:D2"])
    assert list(plain(tmp_path, data, "cards.xlsx")["d"]) == ["a"]


def test_a_merged_title_is_still_a_title(tmp_path):
    data = merged_book(["My game", None, None, None], HEAD, ["d", "A", "Sun", "x"], merged=["A1:D1"])
    _, diagnostics = tree(tmp_path, data, "cards.xlsx")
    assert "the first row has only 'My game'" in next(iter(diagnostics)).message


LAID_OUT_ROWS = (["name", "count"], ["A", 1], ["B", 2], ["C", 3])


def xml(data: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")


def test_a_sheet_of_another_program_has_its_hidden_rows_and_merged_cells():
    layout = read(xml(made_workbook(*LAID_OUT_ROWS, hidden=[3], merged=["A2:B4", "D1:D2"])))
    assert layout == SheetLayout(frozenset({3}), (Merged(2, 1, 4, 2), Merged(1, 4, 2, 4)))
