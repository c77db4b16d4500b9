"""Read and write CSV (RFC 4180), with commas, semicolons or tabs as separators.

A first line `sep=;`, which tells Excel the separator, is no row of the table.
Python's reader is not used because it does not give the places of cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from pnp.diagnostics import Cell, Diagnostics, Span
from pnp.sources import grid
from pnp.sources.grid import CellValue, Grid, Value
from pnp.sources.node import Node
from pnp.sources.yaml import decoded, has_forbidden

SEPARATORS = ",;\t"

_FOR_EXCEL = re.compile(rf'"?sep=([{SEPARATORS}])"?\n', re.IGNORECASE)
"""A first line with the separator, for Excel."""
_BARE = {separator: re.compile(rf"[^{separator}\n]*") for separator in SEPARATORS}


def read(data: bytes, file: str, sheet: Node | None, diagnostics: Diagnostics) -> Grid | None:
    if sheet is not None and sheet.value is not None:
        diagnostics.error(sheet.span, "unknown-sheet", "a CSV file has no sheets", "leave 'sheet' out")
        return None
    text = decoded(data, file, diagnostics)
    if text is None:
        return None
    if has_forbidden(text, file, "unread-table", "a table", diagnostics):
        return None
    reader = _CsvReader(text, file, diagnostics)
    rows = list(reader.rows())
    return None if reader.broken else grid.made(Span(file), rows, diagnostics)


class _CsvReader:
    """Reads a text cell by cell, and keeps track of line and column."""

    def __init__(self, text: str, file: str, diagnostics: Diagnostics) -> None:
        self.text = text
        self.file = file
        self.diagnostics = diagnostics
        self.separator = _separator(text)
        self.broken = False
        self._at = 0
        self._line, self._line_start = 1, 0

    def rows(self) -> Iterator[tuple[CellValue, ...]]:
        """The rows of the text, up to an error."""
        number = cells = 0
        if first := _FOR_EXCEL.match(self.text):
            number, self._at = 1, first.end()
            self._line, self._line_start = 2, self._at
            yield (CellValue("", Span(self.file, 1, 1, 1, Cell("row 1", letter=letters(1)))),)
        while self._at < len(self.text) and not self.broken:
            number += 1
            row = tuple(self._row(number))
            cells += len(row)
            if cells > grid.MAX_CELLS:
                self._diagnostic(row[-1].span, "too-many-values", *grid.TOO_MANY_CELLS)
            yield row

    def _row(self, number: int) -> Iterator[CellValue]:
        column = 0
        while not self.broken:
            column += 1
            yield self._entry(number, column)
            if self._at >= len(self.text):
                return
            character = self.text[self._at]
            self._at += 1
            if character == "\n":
                self._line, self._line_start = self._line + 1, self._at
                return
            if self._at >= len(self.text):  # after a separator at the very end, there is one more cell, which is empty
                yield self._entry(number, column + 1)
                return

    def _entry(self, row: int, number: int) -> CellValue:
        cell = Cell(f"row {row}", letter=letters(number))
        start, line, column = self._at, self._line, self._at - self._line_start + 1
        quoted = self.text.startswith('"', start)
        value = self._quoted(Span(self.file, line, column, 1, cell)) if quoted else self._bare()
        written = self.text[start : self._at]
        width = max(1, len(written)) if "\n" not in written else 1
        return CellValue(value, Span(self.file, line, column, width, cell), quoted)

    def _bare(self) -> str:
        match = _BARE[self.separator].match(self.text, self._at)
        value = match[0] if match else ""
        self._at += len(value)
        return value

    def _quoted(self, span: Span) -> str:
        """A cell in quotes; quotes inside it are doubled."""
        end = self._at + 1
        while (end := self.text.find('"', end)) >= 0 and self.text.startswith('""', end):
            end += 2
        if end < 0:
            self._diagnostic(
                span, "unread-table", "the closing quote is missing", 'double the quotes inside a cell: ""'
            )
            return ""
        value = self.text[self._at + 1 : end].replace('""', '"')
        self._at = end + 1
        self._line += value.count("\n")
        if "\n" in value:
            self._line_start = self.text.rfind("\n", 0, end) + 1
        if self._at < len(self.text) and self.text[self._at] not in (self.separator, "\n"):
            here = span._replace(line=self._line, column=self._at - self._line_start + 1)
            message = "there is text between the closing quote and the end of this cell"
            self._diagnostic(here, "unread-table", message, 'double the quotes inside a cell: ""')
        return value

    def _diagnostic(self, span: Span, code: str, message: str, hint: str = "") -> None:
        self.broken = True
        self.diagnostics.error(span, code, message, hint)


def with_cell(text: str, row: int, column: int, value: str) -> str:
    """A CSV text, with line ends as `\\n`, in which a cell has another value; rows and columns are counted from 1.

    All other text stays. A row that is too short gets more cells. Raises ValueError if the text is no table, or has
    no such row.
    """
    reader, cells = _row_of(text, row)
    cell = cells[min(column, len(cells)) - 1]
    start, end = _extent(text, cell, reader.separator)
    missing = column - len(cells)
    if missing > 0:
        return text[:end] + reader.separator * missing + _written(value) + text[end:]
    return text[:start] + _written(value, quoted=cell.quoted) + text[end:]


def with_cell_below(text: str, row: int, name: str, value: str) -> str:
    """A CSV text with a value in a row, in the column of this name; if there is none, the table gets it as its last.

    Raises ValueError.
    """
    reader = _CsvReader(text, "", Diagnostics())
    rows = [tuple(cells) for cells in reader.rows()]
    head = next((number for number, cells in enumerate(rows, start=1) if any(cell.text for cell in cells)), 0)
    if reader.broken or not 0 < head < row:
        raise ValueError("this table has no row with the names of its columns")
    names = [cell.text for cell in rows[head - 1]]
    if name not in names:
        names.append(name)
        text = with_cell(text, head, len(names), name)
    return with_cell(text, row, names.index(name) + 1, value)


def with_row_again(text: str, row: int, cells: Mapping[int, str]) -> str:
    """A CSV text in which a row is there once more, below it, with other values in some columns. Raises ValueError."""
    reader, old = _row_of(text, row)
    start, end = _extent(text, old[0], reader.separator)[0], _extent(text, old[-1], reader.separator)[1]
    again = text[start:end]
    for column, value in cells.items():
        again = with_cell(again, 1, column, value)
    return f"{text[:end]}\n{again}{text[end:]}"


def without_row(text: str, row: int) -> str:
    """A CSV text without a row. Raises ValueError."""
    reader, cells = _row_of(text, row)
    start, end = _extent(text, cells[0], reader.separator)[0], _extent(text, cells[-1], reader.separator)[1]
    return text[:start] + text[end + 1 :]


def _row_of(text: str, row: int) -> tuple[_CsvReader, tuple[CellValue, ...]]:
    """The cells of a row, and their reader. Raises ValueError if there is none."""
    reader = _CsvReader(text, "", Diagnostics())
    rows = [tuple(cells) for cells in reader.rows()]
    if reader.broken or not 0 < row <= len(rows):
        raise ValueError("this table has no such row")
    return reader, rows[row - 1]


def _extent(text: str, cell: CellValue, separator: str) -> tuple[int, int]:
    """Where a cell begins and ends in its text."""
    start = 0
    for _ in range(cell.span.line - 1):
        start = text.index("\n", start) + 1
    start += cell.span.column - 1
    match = _QUOTED.match(text, start) if cell.quoted else _BARE[separator].match(text, start)
    return start, match.end() if match else start


_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def column_of(name: str) -> int:
    """The column with these letters in a spreadsheet, counted from 1."""
    return reduce(lambda number, letter: 26 * number + ord(letter) - ord("A") + 1, name, 0)


def letters(column: int) -> str:
    """The letters of a column in a spreadsheet, counted from 1: A, B, …, Z, AA."""
    found = ""
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def _separator(text: str) -> str:
    """The separator: the one that is given for Excel, or is most frequent in the first line that is not empty."""
    if given := _FOR_EXCEL.match(text):
        return given[1]
    header = next((line for line in text.split("\n") if line.strip()), "")
    bare = re.sub(r'"(?:[^"]|"")*"', "", header)
    return max(SEPARATORS, key=bare.count)


def written(_name: str, rows: Iterable[Sequence[Value | None]]) -> bytes:
    """Write rows as CSV in UTF-8 with a byte order mark, by which spreadsheets recognise UTF-8."""
    lines = (",".join("" if value is None else _written(value) for value in row) for row in rows)
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8-sig")


def _written(value: Value, *, quoted: bool = False) -> str:
    """A value as it is written in a cell, in quotes if it had them or needs them."""
    if isinstance(value, float):
        return grid.number(value)
    if not isinstance(value, str):
        return str(value).lower()
    plain = not quoted and value == value.strip() and not re.search(r'[,;\t"\n]', value)
    return value if plain else '"' + value.replace('"', '""') + '"'
