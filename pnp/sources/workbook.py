"""What workbooks of all formats have in common: the limits of their files, their cells, and the choice of a sheet.

A format gives a `Book`, which has the rows of the sheets. Nothing in a workbook is executed: the value of a formula is
the one that the spreadsheet program saved.

What openpyxl does not report of a sheet when it reads row by row: hidden rows, merged cells, and the fonts of texts
in the cells themselves.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol
from xml.etree import ElementTree as ET
from xml.parsers import expat

from pnp.diagnostics import Cell, Diagnostic, Diagnostics, Span, counted, did_you_mean
from pnp.diagnostics.files import composed
from pnp.sources import grid, rich_text
from pnp.sources.grid import MAX_CELLS, MAX_ROWS, CellValue, Grid
from pnp.sources.node import Node
from pnp.sources.rich_text import FontRun
from pnp.sources.yaml import FORBIDDEN

_TOKENS = re.compile(rb"\bhidden=|mergeCell\b|\brPr\b")
_FONT = b"rPr"
_FALSE = ("0", "false")


class Merged(NamedTuple):
    """A range of merged cells, by its first and last rows and columns, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int


class SheetLayout(NamedTuple):
    """The numbers of the hidden rows of a sheet, its merged ranges of cells, and the texts in several fonts that are in
    the sheet itself, by the names of their cells."""

    hidden: frozenset[int] = frozenset()
    merged: tuple[Merged, ...] = ()
    texts: Mapping[str, tuple[FontRun, ...]] = MappingProxyType({})


def read(xml: bytes) -> SheetLayout:
    """The layout in the XML of a sheet, whose size and entities were checked. Most sheets need no parsing."""
    tokens = {match[0] for match in _TOKENS.finditer(xml.replace(b"\0", b""))}
    hidden, merged = _layout_rows(xml) if tokens - {_FONT} else (frozenset[int](), ())
    return SheetLayout(hidden, merged, _texts(xml) if _FONT in tokens else {})


def _layout_rows(xml: bytes) -> tuple[frozenset[int], tuple[Merged, ...]]:
    """The hidden rows and the merged ranges. Expat reads half a million cells in a fifth of the time of ElementTree."""
    hidden, merged, number = set(), list[Merged](), 0

    def start(tag: str, keys: dict[str, str]) -> None:
        nonlocal number
        name = tag.rpartition(":")[2]
        if name == "row":
            number = int(keys.get("r") or number + 1)
            if keys.get("hidden", "0") not in _FALSE:
                hidden.add(number)
        elif name == "mergeCell":
            merged.extend(_ranges(keys.get("ref", "")))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(xml, True)  # noqa: FBT003 - of the library
    return frozenset(hidden), tuple(merged)


def _texts(xml: bytes) -> dict[str, tuple[FontRun, ...]]:
    """The texts in several fonts that are in the sheet itself, by the names of their cells."""
    texts: dict[str, tuple[FontRun, ...]] = {}
    for _, element in ET.iterparse(io.BytesIO(xml)):  # noqa: S314 - without entities
        if _name(element) == "c" and element.get("t") == "inlineStr":
            texts[element.get("r", "")] = tuple(_words(run) for run in element.iter() if _name(run) == "r")
        elif _name(element) == "row":
            element.clear()
    return {cell: words for cell, words in texts.items() if words}


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _words(run: ET.Element) -> FontRun:
    inner = {_name(one): one for one in run.iter()}
    bold, italic = (key in inner and inner[key].get("val", "1") not in _FALSE for key in "bi")
    struck = "strike" in inner and inner["strike"].get("val", "1") not in _FALSE
    underline = inner["u"].get("val", "single") if "u" in inner else None
    raised = inner["vertAlign"].get("val") if "vertAlign" in inner else None
    forms = rich_text.forms(underline, struck, raised)
    return FontRun((inner["t"].text or "") if "t" in inner else "", bold, italic, forms)


def _ranges(ref: str) -> Iterator[Merged]:
    from openpyxl.utils import range_boundaries

    left, top, right, bottom = range_boundaries(ref)
    if None not in (left, top, right, bottom):
        yield Merged(top, left, bottom, right)


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
DATE = "this cell is a date or a time"
NO_VALUE = "the formula in this cell has no value", "open and save the file in a spreadsheet program"
AS_TEXT = "format the column as text, and type the value again"
_PROTECTED = "this workbook is protected by a password", "save it without one"
_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_ENCRYPTED = b"<manifest:encryption-data"
_DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SheetRows(NamedTuple):
    """The rows of a sheet from the first on, empty ones too, its merged ranges, and the numbers of its hidden rows."""

    length: int
    """The number of its rows; `LAST_ROW` + 1 if there are more than that."""
    rows: Iterable[tuple[CellValue, ...]]
    merged: Sequence[Merged] = ()
    hidden: frozenset[int] = frozenset()


class Book(Protocol):
    """An open workbook, of a file whose size was checked."""

    FORM: ClassVar[str]
    """The name of its format."""
    PARTS: ClassVar[tuple[str, ...]]
    """The files in it that are read; empty for all. The first must be there."""

    def __init__(self, data: bytes) -> None: ...

    @property
    def names(self) -> Sequence[str]:
        """The names of its sheets."""
        ...

    def sheet(self, name: str, here: Span, diagnostics: Diagnostics) -> SheetRows:
        """Read a sheet; what is wrong with its cells is reported when the rows are taken."""
        ...


class WorkbookSheet(NamedTuple):
    """A sheet of a workbook: its table, None if it has errors, and its diagnostics."""

    name: str
    grid: Grid | None
    diagnostics: tuple[Diagnostic, ...] = ()


def sheets(
    kind: type[Book], data: bytes, file: str, wanted: Node | None, diagnostics: Diagnostics
) -> list[WorkbookSheet]:
    """The sheets with cells of a workbook, or the `wanted` one only; none if the workbook has errors."""
    here, again = Span(file, cell=Cell(start=1)), _again(kind.FORM)
    failure = _failure(data, kind.FORM, kind.PARTS)
    if failure:
        diagnostics.error(here, "unread-table", *failure)
        return []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = kind(data)
        except Exception:  # noqa: BLE001 - openpyxl raises anything for broken files
            diagnostics.error(here, "unread-table", "this workbook cannot be read", again)
            return []
        names = _names(book.names, wanted, here, again, diagnostics)
        found = [(name, *_rows(book, name, here, again)) for name in names]
    diagnostics.add(_pictures(data, here))
    read = [_sheet(name, rows, here, own) for name, rows, own in found]
    return [one for one, filled in read if filled] or [one for one, _ in read[:1]]


def _pictures(data: bytes, here: Span) -> Iterator[Diagnostic]:
    """A warning if a workbook has pictures, in its cells or over them. Only words are read."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        number = sum(name.startswith(_PICTURES) and not name.endswith("/") for name in packed.namelist())
    if number:
        message = f"this workbook has {counted(number, 'picture')}, which {'is' if number == 1 else 'are'} not read"
        hint = "save each as a file beside kit.yaml, and name the file in the column 'art'"
        yield Diagnostic(here, "warning", "unread-cell", message, (hint,))


_PICTURES = ("xl/media/", "Pictures/")
"""The folders of pictures in XLSX and ODS workbooks."""


def _rows(book: Book, name: str, here: Span, again: str) -> tuple[SheetRows, Diagnostics]:
    own = Diagnostics()
    try:
        return book.sheet(name, here, own), own
    except Exception:  # noqa: BLE001 - as above
        own.error(here, "unread-table", f"the sheet {name!r} cannot be read", again)
        return SheetRows(0, ()), own


def _names(
    there: Sequence[str], wanted: Node | None, here: Span, again: str, diagnostics: Diagnostics
) -> Sequence[str]:
    if wanted is None or wanted.value is None:
        if not there:
            diagnostics.error(here, "unread-table", "this workbook has no sheet with cells", again)
        return there
    if wanted.value in there:
        return [str(wanted.value)]
    known = f"sheets: {', '.join(there)}"
    message = f"there is no sheet {wanted.value!r} in this workbook"
    diagnostics.error(wanted.span, "unknown-sheet", message, did_you_mean(wanted.value, there), known)
    return []


def _sheet(name: str, found: SheetRows, here: Span, diagnostics: Diagnostics) -> tuple[WorkbookSheet, bool]:
    """A sheet, and whether it has cells."""
    if found.length > LAST_ROW:
        hint = "delete the empty rows below the cards, and those between them"
        diagnostics.error(here, "too-many-values", f"the sheet {name!r} has more than {LAST_ROW} rows", hint)
    rows = [] if diagnostics else repeated(list(found.rows), found.merged)
    filled = bool(diagnostics) or any(not entry.is_empty for row in rows for entry in row)
    table = None if diagnostics else grid.made(here, rows, diagnostics, found.hidden)
    return WorkbookSheet(name, table, tuple(diagnostics)), filled


# Files -------------------------------------------------------------------------------------------------------


def _again(form: str) -> str:
    return f"save it again as {form}, or as CSV"


def _failure(data: bytes, form: str, parts: Sequence[str]) -> tuple[str, str] | None:
    """The message and hint for an invalid file, checked without unpacking it into memory; None if it is valid."""
    if data.startswith(_OLE):
        if _LOCKED in data:
            return _PROTECTED
        return "this workbook is in the old format, XLS", _again(form)
    if not data.startswith(_ZIP):
        return f"this is not an {form} file", _again(form)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _bloat(packed, len(data), form, parts)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zlib.error):
        return f"this {form} file is broken", _again(form)


def _unsafe(text: bytes, form: str) -> tuple[str, str] | None:
    """The message and hint for a part that cannot or must not be read."""
    if _ENCRYPTED in text:
        return _PROTECTED
    if _DECLARED.search(text.replace(b"\0", b"")):
        return f"this {form} file declares entities of its own", _again(form)
    return None


def _bloat(packed: zipfile.ZipFile, size: int, form: str, names: Sequence[str]) -> tuple[str, str] | None:
    """The message and hint for a file that unpacks to too much data, by its declared and its real sizes."""
    parts = [part for part in packed.infolist() if not names or part.filename in names]
    too_much = f"this {form} file is too large when unpacked", "remove everything but the cards"
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
        if unsafe := _unsafe(text, form):
            return unsafe
    if names and names[0] not in packed.namelist():
        return f"this {form} file has no {names[0]}", _again(form)
    return None


# Cells -------------------------------------------------------------------------------------------------------


def place(here: Span, sheet: str, row: int, column: int, text: str) -> Span:
    """The place of a cell with a text."""
    from openpyxl.utils import get_column_letter

    named = sheet if _PLAIN_NAME.fullmatch(sheet) else f"'{sheet}'"
    cell = Cell(f"{named}!{get_column_letter(column)}{row}", "", text.strip().partition("\n")[0], 1)
    return Span(here.file, row, column, max(1, len(cell.text)), cell)


def with_text(text: str, rich: str, span: Span, diagnostics: Diagnostics) -> CellValue:
    """A cell with a text, and with the same as Markdown if it has words in several fonts."""
    text = _with_lines(text)
    strange = FORBIDDEN.search(text)
    if strange:
        hint = f"remove U+{ord(strange[0]):04X}"
        diagnostics.error(span, "unread-cell", "this cell contains a character that is not allowed", hint)
    return CellValue(text, span, shown=_with_lines(rich) if rich else "")


def _with_lines(text: str) -> str:
    """A text with line ends as `\\n` and composed letters."""
    return composed(text.replace("_x000D_\n", "\n").replace("\r\n", "\n").replace("\r", "\n"))


def error_in(text: str) -> tuple[str, str]:
    """The message and hint for a cell whose formula has an error."""
    return f"this cell has the error {text}", "correct its formula, or type the value"


def too_large(value: object) -> tuple[str, ...]:
    """The message and hint for a number with more digits than are kept; nothing for any other value."""
    if isinstance(value, int | float) and not abs(value) < MAX_NUMBER:
        return f"the number in this cell must be less than {MAX_NUMBER:g}", "type the value"
    return ()


# Merged cells -------------------------------------------------------------------------------------------------

# Only the first cell of a merged range has a value. Below it, the value is repeated: a range over several rows
# belongs to all of them. Beside it, the value is of no use: it is not clear to which column it belongs.

_HINT = "unmerge the cells, and type the value into the column that it is for; delete the row if it is a heading"


def repeated(rows: Sequence[tuple[CellValue, ...]], merged: Sequence[Merged]) -> list[tuple[CellValue, ...]]:
    """The rows of a sheet with the values of merged cells below the first row of names repeated in each row, and with a
    problem in the first cell at the right of a value that is merged over columns."""
    filled = [list(row) for row in rows]
    header = next((at for at, row in enumerate(rows, start=1) if not all(entry.is_empty for entry in row)), 0)
    left = MAX_CELLS
    for area in merged:
        first = _entry(filled, area.top, area.left)
        if area.top <= header or first is None or first.is_empty:
            continue
        for row in range(area.top, min(area.bottom, len(filled), area.top + left) + 1):
            left -= 1
            _put(filled[row - 1], area.left, first._replace(span=_at(first, row, area.left)))
            if area.right > area.left:
                problem = f"this cell is merged with {first.span.cell.name.rpartition('!')[2]}", _HINT
                _put(filled[row - 1], area.left + 1, CellValue("", _at(first, row, area.left + 1), problem=problem))
    return [tuple(row) for row in filled]


def _entry(rows: list[list[CellValue]], row: int, column: int) -> CellValue | None:
    there = rows[row - 1] if row <= len(rows) else []
    return there[column - 1] if column <= len(there) else None


def _put(row: list[CellValue], column: int, entry: CellValue) -> None:
    """Put an entry into a row, which may be shorter."""
    row.extend(CellValue("", _at(entry, entry.span.line, missing)) for missing in range(len(row) + 1, column))
    row[column - 1 : column] = [entry]


def _at(entry: CellValue, row: int, column: int) -> Span:
    """The place of an entry in another row or column of its sheet."""
    from openpyxl.utils import get_column_letter

    sheet = entry.span.cell.name.rpartition("!")[0]
    cell = entry.span.cell._replace(name=f"{sheet}!{get_column_letter(column)}{row}")
    return entry.span._replace(line=row, column=column, cell=cell)
