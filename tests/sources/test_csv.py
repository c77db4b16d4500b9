"""CSV: separators, quotes, the places of cells, and what is written."""

from __future__ import annotations

import csv as standard
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.sources import csv


def read(text: str, diagnostics: Diagnostics | None = None):
    return csv.read(text.encode(), "cards.csv", None, Diagnostics() if diagnostics is None else diagnostics)


@pytest.mark.parametrize("separator", list(csv.SEPARATORS))
def test_the_most_frequent_separator_of_the_first_line_parts_the_cells(separator):
    grid = read(f'id{separator}"a;b,c"{separator}n\nx{separator}1{separator}2\n')
    assert grid is not None
    assert [entry.text for entry in grid.header] == ["id", "a;b,c", "n"]
    assert [entry.text for entry in grid.rows[0]] == ["x", "1", "2"]


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;"])
def test_a_first_line_for_excel_gives_the_separator_and_is_no_row(first):
    grid = read(f"{first}\r\nid,a,b;n\r\nx;1\r\n")
    assert grid is not None
    assert [entry.text for entry in grid.header] == ["id,a,b", "n"]
    assert [(entry.text, str(entry.span), entry.span.cell.name) for entry in grid.rows[0]] == [
        ("x", "cards.csv:3:1", "row 3"),
        ("1", "cards.csv:3:3", "row 3"),
    ]
    assert csv.with_cell(f"{first}\nid,a,b;n\nx;1\n", 3, 2, "2") == f"{first}\nid,a,b;n\nx;2\n"


def test_cells_have_their_line_column_and_letter():
    grid = read('id,text\na,"one\ntwo"\nb,three\n')
    assert grid is not None
    (_, first), (_, second) = grid.rows
    assert (first.span.line, first.span.column, first.span.cell.letter) == (2, 3, "B")
    assert (second.span.line, second.span.column, second.text) == (4, 3, "three")


@given(st.lists(st.lists(st.text("aé,;\t\" '", max_size=5), min_size=2, max_size=2), min_size=1, max_size=4))
def test_what_is_written_is_what_others_read(rows):
    data = csv.written("cards", rows).decode("utf-8-sig")
    assert [row for row in standard.reader(io.StringIO(data, newline="")) if row] == rows


LETTERS = st.text(st.sampled_from('ab,"\n é'))


@given(st.lists(st.tuples(LETTERS, LETTERS), min_size=1, max_size=4), LETTERS)
def test_a_changed_cell_is_read_as_it_was_written(rows, value):
    text = "".join(",".join(f'"{doubled(cell)}"' for cell in row) + "\n" for row in rows)
    after = csv.with_cell(text, len(rows), 2, value)
    expected = [*map(list, rows[:-1]), [rows[-1][0], value]]
    assert list(standard.reader(io.StringIO(after, newline=""))) == expected


def doubled(text: str) -> str:
    return text.replace('"', '""')
