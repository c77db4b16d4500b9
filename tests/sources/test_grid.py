"""Cells of tables: their texts, places within them, and the limits of a table."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Cell, Diagnostics, Span
from pnp.sources import grid
from pnp.sources.grid import CellValue

FILE = Span("cards.csv")


def entry(value, line: int = 1, **more) -> CellValue:
    return CellValue(value, Span("cards.csv", line, 5, 3, Cell(f"row {line}", letter="B")), **more)


@pytest.mark.parametrize(
    ("cell", "text"),
    [(" a ", "a"), (7, "7"), (True, "true"), (False, "false"), (0.1, "0.1"), (1e20, "1e+20"), (2.0, "2")],
)
def test_the_text_of_a_cell(cell, text):
    assert entry(cell).text == text


def test_a_number_is_printed_as_its_cell_shows_it():
    assert entry(0.5, shown="50 %").text == "50 %"


def test_a_place_within_a_cell_counts_lines_spaces_and_doubled_quotes():
    cell = entry('  say "hi"\nyou', quoted=True)
    assert (cell.at(0).line, cell.at(0).column) == (1, 8)
    assert cell.at(len('say "hi')).column == 5 + 1 + len('  say "hi') + 1
    assert (cell.at(len('say "hi"\n')).line, cell.at(len('say "hi"\n')).column) == (2, 1)


def test_empty_rows_are_left_out_and_cells_have_their_headings():
    rows = [(entry("id"), entry("name")), (entry("", 2), entry(" ", 2)), (entry("a", 3), entry("Anna", 3))]
    made = grid.made(FILE, rows, Diagnostics())
    assert made is not None
    ((first, second),) = made.rows
    assert (first.span.cell.heading, second.span.cell.heading, first.span.cell.card) == ("id", "name", "Anna")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "this table is empty"),
        (
            [(entry("My game"), entry("")), tuple(entry(name, 2) for name in ("id", "name", "count"))],
            "the first row has only 'My game', and no names of columns",
        ),
        ([(entry("id"),), *[(entry("a", 2),)] * (grid.MAX_ROWS + 1)], f"more than {grid.MAX_ROWS:,} rows in one table"),
    ],
)
def test_what_is_no_table_of_cards_is_refused(rows, message):
    diagnostics = Diagnostics()
    assert grid.made(FILE, rows, diagnostics) is None
    assert [one.message for one in diagnostics] == [message]


def test_hidden_rows_are_known():
    rows = [(entry("id"),), (entry("a", 2),), (entry("b", 3),)]
    made = grid.made(FILE, rows, Diagnostics(), hidden={2})
    assert made is not None
    assert [row[0].text for row in made.visible.rows] == ["b"]
