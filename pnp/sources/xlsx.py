"""Read a sheet of an XLSX workbook, and write rows as a workbook.

openpyxl reads and writes workbooks. It has no limits, so sizes are checked before. Nothing in a workbook is executed:
the value of a formula is the one that the spreadsheet program saved.
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
from pnp.diagnostics.files import composed
from pnp.sources import grid, merging, number_format, rich_text, xlsx_layout
from pnp.sources.grid import MAX_COLUMNS, MAX_ROWS, CellValue, Grid, Value
from pnp.sources.number_format import GENERAL
from pnp.sources.rich_text import FontRun
from pnp.sources.xlsx_layout import SheetLayout
from pnp.sources.yaml import FORBIDDEN, Node

MAX_UNPACKED = 60_000_000
MAX_PARTS = 500
MAX_ELEMENTS = 1_600_000
"""Half a million cells with a value each, as many as a table may have, and the texts that they share."""
MAX_STYLES = 200_000
"""Maximum number of elements in the part with styles. Spreadsheets have at most 65,490 formats of cells."""
MAX_RATIO = 200
"""Maximum ratio of a workbook's unpacked size to its file size."""
MAX_NUMBER = 1e16
"""YAML reads larger numbers as texts, and spreadsheets lose their last digits."""
LAST_ROW = 2 * MAX_ROWS
"""Allows for as many empty rows as rows with cards."""
_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_PLAIN = str | int | float | bool | None
"""The types of most values, which have no fonts."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read(data: bytes, file: str, sheet: Node | None, diagnostics: Diagnostics) -> Grid | None:
    """Read a sheet of a workbook, by default the first; None if there are errors."""
    here = Span(file, cell=Cell(start=1))
    failure = _failure(data)
    if failure:
        diagnostics.error(here, "unread-table", *failure)
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = _cells(data, sheet, here, diagnostics)
    except Exception:  # noqa: BLE001 - openpyxl raises anything for broken files
        diagnostics.error(here, "unread-table", "this workbook cannot be read", _AGAIN)
        return None
    if found is None:
        return None
    before = diagnostics.noted
    cells, layout = found
    entries = [tuple(_entry(cell, layout, here, diagnostics) for cell in row) for row in cells]
    rows = merging.repeated(entries, layout.merged)
    return grid.made(here, rows, diagnostics, layout.hidden) if diagnostics.noted == before else None


_AGAIN = "save it again as XLSX, or as CSV"
_AS_TEXT = "format the column as text, and type the value again"


def _failure(data: bytes) -> tuple[str, str] | None:
    """The message and hint for an invalid file, checked without unpacking it into memory; None if it is valid."""
    if data.startswith(_OLE):
        if _LOCKED in data:
            return "this workbook is protected by a password", "save it without one"
        return "this workbook is in the old format, XLS", _AGAIN
    if not data.startswith(_ZIP):
        return "this is not an XLSX file", _AGAIN
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _bloat(packed, len(data))
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zlib.error):
        return "this XLSX file is broken", _AGAIN


def _bloat(packed: zipfile.ZipFile, size: int) -> tuple[str, str] | None:
    """The message and hint for a file that unpacks to too much data, by its declared and its real sizes."""
    parts = packed.infolist()
    too_much = "this XLSX file is too large when unpacked", "remove everything but the cards"
    left, elements = min(MAX_UNPACKED, MAX_RATIO * size), 0
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > left:
        return too_much
    for part in parts:
        with packed.open(part) as stream:
            text = stream.read(left + 1)
        left -= len(text)
        count = text.count(b"<") - text.count(b"</")
        elements += count
        is_bloated = "style" in part.filename and count > MAX_STYLES
        if left < 0 or elements > MAX_ELEMENTS or is_bloated:
            return too_much
        if _DECLARED.search(text.replace(b"\0", b"")):
            return "this XLSX file declares entities of its own", _AGAIN
    return None


class _WorkbookCell(NamedTuple):
    """A cell of a workbook: its place, its value, and its content as written, which may be a formula."""

    sheet: str
    row: int
    column: int
    value: Any
    written: Any
    kind: str
    form: str
    """The format of a number."""

    @property
    def name(self) -> str:
        from openpyxl.utils import get_column_letter

        sheet = self.sheet if _PLAIN_NAME.fullmatch(self.sheet) else f"'{self.sheet}'"
        return f"{sheet}!{get_column_letter(self.column)}{self.row}"


def _cells(
    data: bytes, sheet: Node | None, here: Span, diagnostics: Diagnostics
) -> tuple[list[tuple[_WorkbookCell, ...]], SheetLayout] | None:
    """The cells of a sheet, and its layout. The workbook is loaded twice because openpyxl gives either formulas or
    their values."""
    import openpyxl

    both = [
        openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False, rich_text=values)
        for values in (True, False)
    ]
    name = _sheet([one.title for one in both[0].worksheets], sheet, here, diagnostics)
    if name is None:
        return None
    rows = zip(*(_rows(one[name]) for one in both), strict=True)
    found = [_row(name, number, *row) for number, row in enumerate(rows, start=1)]
    if len(found) > LAST_ROW:
        hint = "delete the empty rows below the cards, and those between them"
        diagnostics.error(here, "too-many-values", f"the sheet {name!r} has more than {LAST_ROW} rows", hint)
        return None
    return found, _layout(data, name)


def _layout(data: bytes, sheet: str) -> SheetLayout:
    from openpyxl.reader.excel import ExcelReader

    reader = ExcelReader(io.BytesIO(data), read_only=True)
    reader.read_manifest()
    reader.read_workbook()
    part = next(link.target for one, link in reader.parser.find_sheets() if one.name == sheet)
    return xlsx_layout.read(reader.archive.read(part))


def _row(sheet: str, number: int, values: Sequence[Any], written: Sequence[Any]) -> tuple[_WorkbookCell, ...]:
    both = [(value, formula) for value, formula in zip(values, written, strict=True)]
    while both and both[-1][1].value is None:
        both.pop()
    return tuple(
        _WorkbookCell(sheet, number, column, value.value, formula.value, value.data_type, _form(value))
        for column, (value, formula) in enumerate(both, start=1)
    )


def _form(cell: Any) -> str:
    """The format of a cell with a number."""
    return (cell.number_format or GENERAL) if cell.data_type == "n" and cell.value is not None else GENERAL


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
    """The rows of a sheet, up to one row and one column beyond the limits. The size that the sheet declares is
    ignored."""
    sheet.reset_dimensions()
    return itertools.islice(sheet.iter_rows(min_row=1, max_col=MAX_COLUMNS + 1), LAST_ROW + 1)


def _as_text(cell: _WorkbookCell) -> str:
    """The value of a cell; of a formula without a value, the formula."""
    if cell.value is None:
        return cell.written if isinstance(cell.written, str) else ""
    return str(cell.value)


def _entry(cell: _WorkbookCell, layout: SheetLayout, here: Span, diagnostics: Diagnostics) -> CellValue:
    """Convert a cell to an entry. Dates, errors and formulas without a value are entries with a problem."""
    words = layout.texts.get(cell.name.rpartition("!")[2], ()) if layout.texts else ()
    value, rich = _unformatted(cell.value, words) if words or not isinstance(cell.value, _PLAIN) else (cell.value, "")
    cell = cell._replace(value=value)
    shown = _as_text(cell)
    span = here._replace(
        line=cell.row, column=cell.column, cell=Cell(cell.name, "", shown.strip().partition("\n")[0], 1)
    )
    span = span._replace(width=max(1, len(span.cell.text)))
    problem = _unusable(cell)
    if problem:
        return CellValue(shown, span, problem=problem)
    if isinstance(value, str):
        text = _with_lines(value)
        strange = FORBIDDEN.search(text)
        if strange:
            hint = f"remove U+{ord(strange[0]):04X}"
            diagnostics.error(span, "unread-cell", "this cell contains a character that is not allowed", hint)
        return CellValue(text, span, shown=_with_lines(rich) if rich else "")
    look = str(value).upper() if isinstance(value, bool) else _shown(cell) or ""
    return CellValue(value if isinstance(value, bool | int | float) else "", span, shown=look)


def _with_lines(text: str) -> str:
    """A text with line ends as `\\n` and composed letters."""
    return composed(text.replace("_x000D_\n", "\n").replace("\r\n", "\n").replace("\r", "\n"))


def _unformatted(value: Any, words: tuple[FontRun, ...]) -> tuple[Any, str]:
    """The value of a cell without fonts, and a text with several fonts as Markdown too. `words` are those of a text in
    the cell itself, and not among the workbook's shared texts."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock

    if isinstance(value, CellRichText):
        value, words = (
            str(value),
            tuple(
                FontRun(part.text or "", bool(part.font.b), bool(part.font.i), _forms(part.font))
                if isinstance(part, TextBlock)
                else FontRun(part)
                for part in value
            ),
        )
    return value, rich_text.markdown(words)


def _forms(font: Any) -> tuple[str, ...]:
    return rich_text.forms(font.u, font.strike, font.vertAlign)


def _unusable(cell: _WorkbookCell) -> tuple[str, ...]:
    """The message and hint for a cell that cannot be read; nothing if it can."""
    if cell.kind == "e":
        return f"this cell has the error {cell.value}", "correct its formula, or type the value"
    if cell.kind == "d" or not isinstance(cell.value, str | bool | int | float | None):
        return "this cell is a date or a time", _AS_TEXT
    if cell.value is None and cell.written is not None and cell.kind != "str":  # "str": the value is an empty text
        return "the formula in this cell has no value", "open and save the file in a spreadsheet program"
    if isinstance(cell.value, int | float) and not abs(cell.value) < MAX_NUMBER:
        return f"the number in this cell must be less than {MAX_NUMBER:g}", "type the value"
    if _shown(cell) is None:
        return f"this number is shown in the format {cell.form!r}, which pnp does not read", _AS_TEXT
    return ()


def _shown(cell: _WorkbookCell) -> str | None:
    """What a cell shows of a number by its format; "" of other values, and None for a format that is not read."""
    is_number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
    return number_format.shown(cell.value, cell.form) if is_number and cell.form != GENERAL else ""


# Writing -----------------------------------------------------------------------------------------------------

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of all parts of a file, which makes files reproducible."""
_WHEN = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
WIDEST = 60


def written(name: str, rows: Iterable[Sequence[Value | None]]) -> bytes:
    """Write rows as an uncompressed workbook with one sheet of that name, whose first row is frozen and bold."""
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
                # The type text keeps programs from reading = as a formula or 1/2 as a date.
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
    """The same workbook without the time of writing."""
    plain = io.BytesIO()
    with zipfile.ZipFile(stream) as packed, zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as rewritten:
        for part in packed.namelist():
            info = zipfile.ZipInfo(part, _EARLIEST)
            info.create_system = 0
            data = packed.read(part)
            rewritten.writestr(info, _WHEN.sub(b"1980-01-01T00:00:00Z", data) if part == "docProps/core.xml" else data)
    return plain.getvalue()
