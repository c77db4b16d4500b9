"""Read the sheets of an ODS workbook, as LibreOffice writes them: XML in a zip file.

What a cell shows is in the file, so no formats of numbers are read. Rows and cells that are alike are written once,
with a number of times, which is not believed beyond the limits of a table.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple
from xml.etree import ElementTree as ET

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import rich_text, workbook
from pnp.sources.grid import MAX_CELLS, MAX_COLUMNS, TOO_MANY_CELLS, CellValue, Value
from pnp.sources.node import Node
from pnp.sources.rich_text import FontRun
from pnp.sources.workbook import LAST_ROW, Merged, SheetRows, WorkbookSheet

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE, TABLE, TEXT = (f"{{{_NAMES}:{name}:1.0}}" for name in ("office", "table", "text"))
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_STYLE, _FONT = f"{{{_NAMES}:style:1.0}}", f"{{{_NAMES}:xsl-fo-compatible:1.0}}"
_ASIDE = (f"{OFFICE}annotation", f"{TEXT}note", f"{TEXT}ruby-text")
"""Elements in a paragraph that are not printed in its line."""
_SPACE = re.compile(r"[ \t\r\n]+")
_BOLD = ("bold", "600", "700", "800", "900")
_NONE = ("", "none")
MAX_PARENTS = 30
"""How many styles may inherit from each other; those of spreadsheets are two or three."""
MAX_SPACES = 1_000
"""The most spaces in one place, which are written as a number."""

_Keys = Mapping[str, str]


class Styles:
    """The styles of a workbook, by the roots of its files."""

    def __init__(self, roots: Iterable[ET.Element]) -> None:
        self._styles = {
            (style.get(f"{_STYLE}family", ""), style.get(f"{_STYLE}name", "")): style
            for root in roots
            for style in root.iter(f"{_STYLE}style")
        }

    def read(self, paragraphs: Sequence[ET.Element], style: str) -> tuple[str, str]:
        """The text of a cell with this style, and the same as Markdown if its words are in several fonts."""
        if not any(len(paragraph) for paragraph in paragraphs):
            return "\n".join(_SPACE.sub(" ", paragraph.text or "") for paragraph in paragraphs), ""
        base, runs = self._keys("table-cell", style), list[FontRun]()
        for number, paragraph in enumerate(paragraphs):
            runs += [FontRun("\n")] * (number > 0)
            runs += self._runs(paragraph, base)
        return "".join(run.text for run in runs), rich_text.markdown(runs)

    def _runs(self, element: ET.Element, keys: _Keys) -> Iterator[FontRun]:
        """The parts of an element with the fonts of their styles."""
        yield _run(_SPACE.sub(" ", element.text or ""), keys)
        for inner in element:
            if inner.tag == f"{TEXT}s":
                yield _run(" " * min(int(inner.get(f"{TEXT}c", "1")), MAX_SPACES), keys)
            elif inner.tag in (f"{TEXT}tab", f"{TEXT}line-break"):
                yield _run("\n" if inner.tag.endswith("break") else "\t", keys)
            elif inner.tag not in _ASIDE:
                style = inner.get(f"{TEXT}style-name", "") if inner.tag == f"{TEXT}span" else ""
                yield from self._runs(inner, {**keys, **self._keys("text", style)} if style else keys)
            yield _run(_SPACE.sub(" ", inner.tail or ""), keys)

    def _keys(self, family: str, name: str) -> _Keys:
        """The keys of a style's font, with those that it inherits."""
        keys: dict[str, str] = {}
        for _ in range(MAX_PARENTS):
            style = self._styles.get((family, name))
            if style is None:
                break
            font = style.find(f"{_STYLE}text-properties")
            keys = {**(font.attrib if font is not None else {}), **keys}
            name = style.get(f"{_STYLE}parent-style-name", "")
        return keys


def _run(text: str, keys: _Keys) -> FontRun:
    struck = any(keys.get(f"{_STYLE}text-line-through-{key}", "") not in _NONE for key in ("style", "type"))
    underline = keys.get(f"{_STYLE}text-underline-style", "")
    bold, italic = keys.get(f"{_FONT}font-weight", ""), keys.get(f"{_FONT}font-style", "")
    forms = rich_text.forms(underline, struck, _height(keys.get(f"{_STYLE}text-position", "")))
    return FontRun(text, bold in _BOLD, italic in ("italic", "oblique"), forms)


def _height(position: str) -> str:
    """Whether letters are raised or lowered, by a position such as `super 58%` or `-33% 58%`."""
    first = position.partition(" ")[0]
    if first in ("super", "sub"):
        return f"{first}script"
    percent = first.removesuffix("%")
    return "" if percent.strip("-0.") == "" else "subscript" if percent.startswith("-") else "superscript"


_CONTENT, _STYLES = "content.xml", "styles.xml"
_ROW, _CELL, _COVERED = f"{TABLE}table-row", f"{TABLE}table-cell", f"{TABLE}covered-table-cell"
_GROUPS = (f"{TABLE}table-row-group", f"{TABLE}table-header-rows", f"{TABLE}table-rows")
_NUMBERS, _DATES = ("float", "percentage", "currency"), ("date", "time")
_ERROR = re.compile(r"#[A-Z0-9/_]+[!?]|#N/A|Err:[0-9]+")
"""The errors of formulas, in files that do not mark them as errors."""


def sheets(data: bytes, file: str, wanted: Node | None, diagnostics: Diagnostics) -> list[WorkbookSheet]:
    """The sheets with cells of a workbook, or the `wanted` one only; none if the workbook has errors."""
    return workbook.sheets(_OdsBook, data, file, wanted, diagnostics)


class _OdsCell(NamedTuple):
    """A cell: its value, its text, the same as Markdown if it has several fonts, why it cannot be read, and how many
    rows and columns it is merged over."""

    value: Value
    text: str
    rich: str
    problem: tuple[str, ...]
    spanned: tuple[int, int]


class _OdsBook:
    """An ODS workbook."""

    FORM: ClassVar[str] = "ODS"
    PARTS: ClassVar[tuple[str, ...]] = (_CONTENT, _STYLES, "META-INF/manifest.xml")

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = [packed.read(name) for name in (_STYLES, _CONTENT) if name in packed.namelist()]
        roots = [ET.fromstring(part) for part in parts]  # noqa: S314 - without entities
        self._styles = Styles(roots)
        tables = roots[-1].iterfind(f"{OFFICE}body/{OFFICE}spreadsheet/{TABLE}table")
        self._tables = {table.get(f"{TABLE}name", ""): table for table in tables}
        self.names = list(self._tables)

    def sheet(self, name: str, here: Span, diagnostics: Diagnostics) -> SheetRows:
        rows, hidden, merged = list[tuple[_OdsCell | None, ...]](), set[int](), list[Merged]()
        columns, blank, left = _columns(self._tables[name]), 0, MAX_CELLS
        for element, is_hidden in _rows(self._tables[name]):
            cells, times = self._cells(element, columns), _times(element, "number-rows-repeated")
            if not cells:
                blank += times
                continue
            rows += [()] * min(blank, LAST_ROW + 1 - len(rows))
            first, blank = len(rows) + 1, 0
            rows += [cells] * min(times, LAST_ROW + 1 - len(rows), left // len(cells) + 1)
            left -= len(cells) * (len(rows) + 1 - first)
            merged += _merged(cells, first)
            if is_hidden:
                hidden.update(range(first, len(rows) + 1))
            if left < 0:
                diagnostics.error(here, "too-many-values", *TOO_MANY_CELLS)
            if left < 0 or len(rows) > LAST_ROW:
                break
        entries = (
            tuple(_entry(cell, workbook.place(here, name, row, at, cell.text if cell else ""), diagnostics)
                  for at, cell in enumerate(cells, start=1))
            for row, cells in enumerate(rows, start=1)
        )  # fmt: skip
        return SheetRows(len(rows), entries, merged, frozenset(hidden))

    def _cells(self, row: ET.Element, columns: list[str]) -> tuple[_OdsCell | None, ...]:
        """The cells of a row up to the last that is not empty, and to one beyond the limit."""
        cells, blank, usual = list[_OdsCell | None](), 0, row.get(f"{TABLE}default-cell-style-name", "")
        for element in row:
            if element.tag not in (_CELL, _COVERED):
                continue
            at, times = len(cells) + blank, _times(element, "number-columns-repeated")
            style = element.get(f"{TABLE}style-name") or usual or (columns[at] if at < len(columns) else "")
            cell = self._cell(element, style) if element.tag == _CELL else None
            if cell is None:
                blank += times
                continue
            room = MAX_COLUMNS + 1 - len(cells)
            if room == 0:
                break
            blank = min(blank, room - 1)
            cells += [*[None] * blank, *[cell] * min(times, room - blank)]
            blank = 0
        return tuple(cells)

    def _cell(self, element: ET.Element, style: str) -> _OdsCell | None:
        """A cell; None for an empty one."""
        kind, formula = element.get(f"{OFFICE}value-type"), element.get(f"{TABLE}formula")
        paragraphs = [inner for inner in element if inner.tag == f"{TEXT}p"]
        text, rich = self._styles.read(paragraphs, style)
        text = text or element.get(f"{OFFICE}string-value", "")
        spanned = _times(element, "number-rows-spanned"), _times(element, "number-columns-spanned")
        if not (kind or formula or text) and spanned == (1, 1):
            return None
        value, problem = _value(element, text)
        if isinstance(value, bool):
            text = str(value).upper()
        return _OdsCell(value, text, rich, problem, spanned)


def _value(element: ET.Element, text: str) -> tuple[Value, tuple[str, ...]]:
    """The value of a cell with a text, and its problem."""
    kind, formula = element.get(f"{OFFICE}value-type"), element.get(f"{TABLE}formula")
    if element.get(f"{CALC}value-type") == "error" or (formula and _ERROR.fullmatch(text)):
        return text, workbook.error_in(text)
    if kind in _DATES:
        return text, (workbook.DATE, workbook.AS_TEXT)
    if kind in _NUMBERS:
        value = _number(element.get(f"{OFFICE}value", ""))
        return value, workbook.too_large(value)
    if kind == "boolean":
        return element.get(f"{OFFICE}boolean-value") == "true", ()
    return text, workbook.NO_VALUE if formula and not kind and not text else ()


def _number(text: str) -> int | float:
    """A number, as a whole one if it is. Raises ValueError for what is none."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < workbook.MAX_NUMBER else value


def _times(element: ET.Element, key: str) -> int:
    """How many rows or columns an element stands for."""
    return max(1, int(element.get(f"{TABLE}{key}", "1")))


def _columns(table: ET.Element) -> list[str]:
    """The usual styles of the cells of each column."""
    styles: list[str] = []
    for column in table.iter(f"{TABLE}table-column"):
        times = min(_times(column, "number-columns-repeated"), MAX_COLUMNS + 1 - len(styles))
        styles += [column.get(f"{TABLE}default-cell-style-name", "")] * times
    return styles


def _rows(element: ET.Element, *, hidden: bool = False) -> Iterator[tuple[ET.Element, bool]]:
    """The rows of a sheet, also those in groups, and whether each is hidden, by hand, by a filter or with its group."""
    for inner in element:
        if inner.tag == _ROW:
            yield inner, hidden or inner.get(f"{TABLE}visibility", "visible") != "visible"
        elif inner.tag in _GROUPS:
            yield from _rows(inner, hidden=hidden or inner.get(f"{TABLE}display") == "false")


def _merged(cells: tuple[_OdsCell | None, ...], row: int) -> Iterator[Merged]:
    for column, cell in enumerate(cells, start=1):
        if cell and cell.spanned != (1, 1):
            yield Merged(row, column, row + cell.spanned[0] - 1, column + cell.spanned[1] - 1)


def _entry(cell: _OdsCell | None, span: Span, diagnostics: Diagnostics) -> CellValue:
    if cell is None:
        return CellValue("", span)
    if cell.problem:
        return CellValue(cell.text, span, problem=cell.problem)
    entry = workbook.with_text(cell.text, cell.rich, span, diagnostics)
    return entry if isinstance(cell.value, str) else CellValue(cell.value, span, shown=str(entry.value))
