"""Read the sheets of an XLSX workbook, and write rows as a workbook.

openpyxl reads and writes workbooks. It has no limits, so sizes are checked before.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import rich_text, workbook
from pnp.sources.grid import MAX_COLUMNS, CellValue, Value
from pnp.sources.node import Node
from pnp.sources.rich_text import FontRun
from pnp.sources.workbook import LAST_ROW, SheetLayout, SheetRows, WorkbookSheet

_PLAIN = str | int | float | bool | None
"""The types of most values, which have no fonts."""


def sheets(data: bytes, file: str, wanted: Node | None, diagnostics: Diagnostics) -> list[WorkbookSheet]:
    """The sheets with cells of a workbook, or the `wanted` one only; none if the workbook has errors."""
    return workbook.sheets(_XlsxBook, data, file, wanted, diagnostics)


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


class _XlsxBook:
    """An XLSX workbook. It is opened twice because openpyxl gives either formulas or their values."""

    FORM: ClassVar[str] = "XLSX"
    PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, data: bytes) -> None:
        import openpyxl

        self._data = data
        self._books = [
            openpyxl.load_workbook(
                io.BytesIO(data), read_only=True, data_only=values, keep_links=False, rich_text=values
            )
            for values in (True, False)
        ]
        self.names = [one.title for one in self._books[0].worksheets]

    def sheet(self, name: str, here: Span, diagnostics: Diagnostics) -> SheetRows:
        both = zip(*(_rows(one[name]) for one in self._books), strict=True)
        rows = [_row(name, number, *row) for number, row in enumerate(both, start=1)]
        layout = _layout(self._data, name)
        entries = (tuple(_entry(cell, layout, here, diagnostics) for cell in row) for row in rows)
        return SheetRows(len(rows), entries, layout.merged, layout.hidden)


def _layout(data: bytes, sheet: str) -> SheetLayout:
    from openpyxl.reader.excel import ExcelReader

    reader = ExcelReader(io.BytesIO(data), read_only=True)
    reader.read_manifest()
    reader.read_workbook()
    part = next(link.target for one, link in reader.parser.find_sheets() if one.name == sheet)
    return workbook.read(reader.archive.read(part))


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
    span = workbook.place(here, cell.sheet, cell.row, cell.column, _as_text(cell))
    words = layout.texts.get(span.cell.name.rpartition("!")[2], ()) if layout.texts else ()
    value, rich = _unformatted(cell.value, words) if words or not isinstance(cell.value, _PLAIN) else (cell.value, "")
    cell = cell._replace(value=value)
    problem = _unusable(cell)
    if problem:
        return CellValue(_as_text(cell), span, problem=problem)
    if isinstance(value, str):
        return workbook.with_text(value, rich, span, diagnostics)
    look = str(value).upper() if isinstance(value, bool) else _shown(cell) or ""
    return CellValue(value if isinstance(value, bool | int | float) else "", span, shown=look)


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
        return workbook.error_in(cell.value)
    if cell.kind == "d" or not isinstance(cell.value, str | bool | int | float | None):
        return workbook.DATE, workbook.AS_TEXT
    if cell.value is None and cell.written is not None and cell.kind != "str":  # "str": the value is an empty text
        return workbook.NO_VALUE
    if large := workbook.too_large(cell.value):
        return large
    if _shown(cell) is None:
        return f"this number is shown in the format {cell.form!r}, which pnp does not read", workbook.AS_TEXT
    return ()


def _shown(cell: _WorkbookCell) -> str | None:
    """What a cell shows of a number by its format; "" of other values, and None for a format that is not read."""
    is_number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
    return shown(cell.value, cell.form) if is_number and cell.form != GENERAL else ""


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


# Numbers as cells show them -----------------------------------------------------------------------------------

# A format of a cell has up to four sections, for positive numbers, negative numbers, zero and texts. Decimals have a
# point and thousands a comma, as in the format itself; spreadsheet programs replace these by the characters of the
# user's country.

GENERAL, _TEXT = "General", "@"
MAX_FORMAT = 255
"""The most characters of a format in spreadsheet programs."""
_DIGITS = 300
"""The precision of calculation: more than a format has places."""
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<condition>[<>=][^\]]*)\]|\[[^\]]*\]'
    r"|(?P<space>_.)|\*.|(?P<fraction>(?:[#0?]+ +)?[#0?]+ *\/ *(?:[#0?]+|[1-9][0-9]*))"
    r"|(?P<scientific>[#0?]*(?:\.[#0?]*)?E[+-]0+)|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+)"
    rf"|(?P<general>{GENERAL})|(?P<percent>%)|;|(?P<letter>[A-Za-z@\"])|(?P<literal>.)",
    re.DOTALL,
)
_PLACES = ("fraction", "scientific", "digits", "general")
"""The parts of a format that a number replaces."""


class _FormatPart(NamedTuple):
    kind: str
    text: str


@lru_cache(maxsize=1024)
def shown(value: float, form: str) -> str | None:
    """A number as a cell with this format shows it; None if the format hides it or is not read here, as of dates."""
    with localcontext(prec=_DIGITS):
        # A number that was typed before its cell was formatted as text stays a number, and looks as before.
        return _as_shown(value, GENERAL if form == _TEXT else form) or None


def _as_shown(value: float, form: str) -> str:
    sections = _sections(form)
    at = _section(value, len(sections))
    parts = sections[at]
    places = [part for part in parts if part.kind in _PLACES]
    if any(part.kind in ("letter", "condition") for part in parts) or len(places) > 1:
        return ""
    amount = Decimal(f"{value:.15g}") * 100 ** sum(part.kind == "percent" for part in parts)
    text = "".join(_written(part, abs(amount)) for part in parts).strip()
    is_zero = bool(places) and not re.search("[1-9]", _written(places[0], abs(amount)))
    return f"-{text}" if value < 0 and at == 0 and not is_zero else text


@lru_cache(maxsize=64)
def _sections(form: str) -> list[list[_FormatPart]]:
    if len(form) > MAX_FORMAT:
        return [[_FormatPart("letter", form)]]
    sections: list[list[_FormatPart]] = [[]]
    for match in _TOKEN.finditer(form):
        kind = match.lastgroup or ""
        if match[0] == ";":
            sections.append([])
        elif kind:
            sections[-1].append(_FormatPart(kind, match[kind]))
    return sections


def _section(value: float, count: int) -> int:
    """The index of the section for a value. The fourth section is for texts."""
    if value < 0 and count > 1:
        return 1
    return 2 if value == 0 and count > 2 else 0


def _written(part: _FormatPart, amount: Decimal) -> str:
    """What a part of a format writes for an amount that is not negative."""
    if part.kind == "digits":
        return _digits(part.text, amount)
    if part.kind == "fraction":
        return _fraction(part.text, amount)
    if part.kind == "scientific":
        return _scientific(part.text, amount)
    return {"space": " ", "general": f"{amount.normalize():f}"}.get(part.kind, part.text)


def _digits(form: str, amount: Decimal) -> str:
    scaled = form.rstrip(",")
    amount /= 1000 ** (len(form) - len(scaled))
    whole, _, decimals = scaled.partition(".")
    rounded = amount.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole and before:
        before = f"{int(before):0{len(before) + (len(before) - 1) // 3},}"
    least = decimals.rfind("0") + 1
    after = after[:least] + after[least:].rstrip("0")
    return f"{before}.{after}" if after else before


def _fraction(form: str, amount: Decimal) -> str:
    above, _, below = form.partition("/")
    below = below.strip()
    if below.isdigit() and below.strip("0"):
        exact = Fraction(round(amount * int(below)), int(below))
    else:
        exact = Fraction(amount).limit_denominator(10 ** len(below) - 1)
    if " " not in above.strip():
        return f"{exact.numerator}/{exact.denominator}"
    whole, rest = divmod(exact.numerator, exact.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{exact.denominator}" if whole else f"{rest}/{exact.denominator}"


def _scientific(form: str, amount: Decimal) -> str:
    digits, _, power = form.partition("E")
    mantissa, _, exponent = f"{amount:.{len(digits.partition('.')[2])}E}".partition("E")
    sign = "-" if exponent.startswith("-") else power[0].replace("-", "")
    return f"{mantissa}E{sign}{exponent.lstrip('+-').rjust(len(power) - 1, '0')}"
