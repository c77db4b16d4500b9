"""A workbook of Excel's form -> a grid of one of its sheets; and rows -> such a workbook.

openpyxl reads and writes them, and is imported for nothing else. It builds all that it is given, so how much that is
is counted before. Nothing of a workbook is run: of a formula the value is read that a spreadsheet program worked out.
"""

from __future__ import annotations

import io
import itertools
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import Cell, Diagnostics, Span, did_you_mean
from pnp.kit.tables import grid
from pnp.kit.tables.grid import MAX_COLUMNS, MAX_ROWS, Entry, Grid, Value
from pnp.kit.yaml import FORBIDDEN, Node

MAX_UNPACKED = 10_000_000
MAX_PARTS = 500
MAX_ELEMENTS = 200_000
MAX_RATIO = 200
"""How many times as large as its file a workbook may be when it is unpacked."""
MAX_NUMBER = 1e16
"""YAML reads larger ones as texts, and spreadsheets have not kept their last digits."""
LAST_ROW = 2 * MAX_ROWS
"""With empty rows, of which there may be as many."""
_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read(data: bytes, file: str, sheet: Node | None, diagnostics: Diagnostics) -> Grid | None:
    """A sheet of a workbook, the first if none is named; None with faults."""
    here = Span(file, cell=Cell(start=1))
    failure = _failure(data)
    if failure:
        diagnostics.error(here, "unread-table", *failure)
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cells = _cells(data, sheet, here, diagnostics)
    except Exception:  # noqa: BLE001 - broken files make openpyxl raise whatever there is
        diagnostics.error(here, "unread-table", "this is no workbook that can be read", _AGAIN)
        return None
    if cells is None:
        return None
    before = diagnostics.noted
    rows = [tuple(_entry(cell, here, diagnostics) for cell in row) for row in cells]
    return grid.made(here, rows, diagnostics) if diagnostics.noted == before else None


_AGAIN = "save it again as XLSX, or as CSV"


def _failure(data: bytes) -> tuple[str, str] | None:
    """What is wrong with a file as a whole, and what may help; nothing of it is kept in memory for that."""
    if data.startswith(_OLE):
        if _LOCKED in data:
            return "this workbook is protected by a password", "save it without one"
        return "this is a workbook of the old form, XLS", _AGAIN
    if not data.startswith(_ZIP):
        return "this is no XLSX file", _AGAIN
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _bloat(packed, len(data))
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zlib.error):
        return "this XLSX file is broken", _AGAIN


def _bloat(packed: zipfile.ZipFile, size: int) -> tuple[str, str] | None:
    """Whether a file unpacks to more than anybody types, by what it says of itself and by what it really is."""
    parts = packed.infolist()
    too_much = "this XLSX file unpacks to more than tables of cards need", "take out what is not cards"
    left, elements = min(MAX_UNPACKED, MAX_RATIO * size), 0
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > left:
        return too_much
    for part in parts:
        with packed.open(part) as stream:
            text = stream.read(left + 1)
        left -= len(text)
        elements += text.count(b"<") - text.count(b"</")
        if left < 0 or elements > MAX_ELEMENTS:
            return too_much
        if _DECLARED.search(text.replace(b"\0", b"")):
            return "this XLSX file declares entities of its own", _AGAIN
    return None


class _Cell(NamedTuple):
    """A cell as the workbook has it: where, what its value is, and what is written there, a formula maybe."""

    sheet: str
    row: int
    column: int
    value: Any
    written: Any
    kind: str

    @property
    def name(self) -> str:
        from openpyxl.utils import get_column_letter

        sheet = self.sheet if _PLAIN_NAME.fullmatch(self.sheet) else f"'{self.sheet}'"
        return f"{sheet}!{get_column_letter(self.column)}{self.row}"


def _cells(data: bytes, sheet: Node | None, here: Span, diagnostics: Diagnostics) -> list[tuple[_Cell, ...]] | None:
    """The cells of a sheet: values of formulas and formulas side by side, because openpyxl tells one or the other."""
    import openpyxl

    both = [
        openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
        for values in (True, False)
    ]
    name = _sheet([one.title for one in both[0].worksheets], sheet, here, diagnostics)
    if name is None:
        return None
    rows = zip(*(_rows(one[name]) for one in both), strict=True)
    found = [_row(name, number, *row) for number, row in enumerate(rows, start=1)]
    if len(found) > LAST_ROW:
        hint = "delete the empty rows below the cards, and those between them"
        diagnostics.error(here, "too-many-values", f"the sheet {name!r} goes on below row {LAST_ROW}", hint)
        return None
    return found


def _row(sheet: str, number: int, values: Sequence[Any], written: Sequence[Any]) -> tuple[_Cell, ...]:
    both = [(value, formula) for value, formula in zip(values, written, strict=True)]
    while both and both[-1][1].value is None:
        both.pop()
    return tuple(
        _Cell(sheet, number, column, value.value, formula.value, value.data_type)
        for column, (value, formula) in enumerate(both, start=1)
    )


def _sheet(there: list[str], wanted: Node | None, here: Span, diagnostics: Diagnostics) -> str | None:
    if wanted is None or wanted.value is None:
        if not there:
            diagnostics.error(here, "unread-table", "this workbook has no sheet with cells", _AGAIN)
        return there[0] if there else None
    if wanted.value in there:
        return str(wanted.value)
    known = f"sheets: {', '.join(there)}"
    message = f"there is no sheet {wanted.value!r} in this workbook"
    diagnostics.error(wanted.span, "unknown-sheet", message, did_you_mean(wanted.value, there), known)
    return None


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a sheet, one and a column more than are read; a sheet's own word on its size is not taken."""
    sheet.reset_dimensions()
    return itertools.islice(sheet.iter_rows(min_row=1, max_col=MAX_COLUMNS + 1), LAST_ROW + 1)


def _entry(cell: _Cell, here: Span, diagnostics: Diagnostics) -> Entry:
    """What a cell says. Dates, errors and formulas that nobody worked out say nothing of use, and are told of."""
    value = cell.value
    shown = str(cell.written if value is None and isinstance(cell.written, str) else "" if value is None else value)
    span = here._replace(
        line=cell.row, column=cell.column, cell=Cell(cell.name, "", shown.strip().partition("\n")[0], 1)
    )
    span = span._replace(width=max(1, len(span.cell.text)))
    message, hint = _unusable(cell)
    if message:
        diagnostics.error(span, "unread-cell", message, hint)
    if isinstance(value, str):
        text = value.replace("_x000D_\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
        strange = FORBIDDEN.search(text)
        if strange:
            hint = f"take U+{ord(strange[0]):04X} out"
            diagnostics.error(span, "unread-cell", "there is a character in this cell that is not allowed", hint)
        return Entry(text, span)
    return Entry(value if isinstance(value, bool | int | float) else "", span)


def _unusable(cell: _Cell) -> tuple[str, str]:
    """Why a cell cannot be read, and what may help; empty texts if it can."""
    if cell.kind == "e":
        return f"this cell is an error, {cell.value}", "correct its formula, or type the value"
    if cell.kind == "d" or not isinstance(cell.value, str | bool | int | float | None):
        return "this cell is a date or a time", "format the column as text, and type the value again"
    if cell.value is None and cell.written is not None and cell.kind != "str":  # a text, but an empty one
        return "this cell is a formula that nobody worked out", "open and save the file in a spreadsheet program"
    if isinstance(cell.value, int | float) and not abs(cell.value) < MAX_NUMBER:
        return "this cell is no number that can be used", "type the value"
    return "", ""


# Writing -----------------------------------------------------------------------------------------------------

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of everything in a file that is to be the same whenever it is written."""
_WHEN = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
WIDEST = 60


def written(name: str, rows: Iterable[Sequence[Value | None]]) -> bytes:
    """Rows as a workbook with one sheet of that name, its first row fixed and bold. Nothing in it is packed."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    sheet.title = name
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value is None:
                continue
            cell = sheet.cell(number, column, value)
            if isinstance(value, str):
                # Texts are texts, so that no program takes = for a formula or 1/2 for a date.
                cell.data_type, cell.number_format = "s", "@"
            if number == 1:
                cell.font = Font(bold=True)
    for cells in sheet.columns:
        widest = max(len(str(cell.value)) for cell in cells if cell.value is not None)
        sheet.column_dimensions[cells[0].column_letter].width = min(WIDEST, widest + 2)
    stream = io.BytesIO()
    book.save(stream)
    return _timeless(stream)


def _timeless(stream: io.BytesIO) -> bytes:
    """The same workbook without the time at which it was written."""
    plain = io.BytesIO()
    with zipfile.ZipFile(stream) as packed, zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as made:
        for part in packed.namelist():
            info = zipfile.ZipInfo(part, _EARLIEST)
            info.create_system = 0
            data = packed.read(part)
            made.writestr(info, _WHEN.sub(b"1980-01-01T00:00:00Z", data) if part == "docProps/core.xml" else data)
    return plain.getvalue()
