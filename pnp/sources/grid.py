"""The cells of a table, in any file format, with their places."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.sources.node import Node

MAX_ROWS, MAX_COLUMNS = 25_000, 200
"""As many rows as a kit may have cards."""
MAX_CELLS = 500_000
TOO_MANY_CELLS = (f"more than {MAX_CELLS:,} cells in one table", "split the table by deck into several files")
FEWER_COLUMNS = "put columns that the cards do not need into another file"
MAX_TEXT = 20_000
SHOWN = 40
_HEADINGS = 3
"""The least number of names of columns below a title."""
_FORMULAS = tuple("=+-@＝＋－＠")
"""Characters that begin a formula in spreadsheets, including the full-width ones."""

Value = str | int | float | bool


class CellValue(NamedTuple):
    """A cell: a text or, in a workbook, also a number or a boolean."""

    value: Value
    span: Span
    quoted: bool = False
    """Whether the cell is in quotes in a CSV file, with those inside doubled."""
    nested: list[Any] | dict[str, Any] | None = None
    """The list or object of a JSON file whose text is the value."""
    problem: tuple[str, ...] = ()
    """Why the cell cannot be read, and a hint; an error if its column is used."""
    shown: str = ""
    """What the cell of a workbook shows, if not just its value: a number in its format, or a text with Markdown for its
    bold and italic words."""

    @property
    def is_deep(self) -> bool:
        """Whether it is an object, or a list of lists or objects."""
        return isinstance(self.nested, dict) or any(isinstance(item, list | dict) for item in self.nested or ())

    @property
    def text(self) -> str:
        """The value as a text, without surrounding space; a number as its cell shows it."""
        if self.shown and not isinstance(self.value, str):
            return self.shown
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return f"{self.value:.15g}" if isinstance(self.value, float) else str(self.value).strip()

    @property
    def is_empty(self) -> bool:
        return self.text == ""

    def at(self, offset: int, width: int = 1) -> Span:
        """The place of `width` characters of the text, from an offset."""
        whole = str(self.value)
        offset += len(whole) - len(whole.lstrip())
        before = whole[:offset]
        line, column = before.count("\n"), offset - before.rfind("\n") - 1
        cell = self.span.cell
        if cell.start:
            shown = whole.split("\n")[line]
            return self.span._replace(width=width, cell=cell._replace(text=shown, start=column + 1))
        column += before.rpartition("\n")[2].count('"') if self.quoted else 0
        first = self.span.column + self.quoted if not line else 1
        return self.span._replace(line=self.span.line + line, column=first + column, width=width)


def number(value: float) -> str:
    """A float as YAML: always with a decimal point, so that it is not read as a text or a whole number."""
    digits, exponent_mark, exponent = repr(value).partition("e")
    return f"{digits}{'' if '.' in digits else '.0'}{exponent_mark}{exponent}"


class Grid(NamedTuple):
    """A table: its header and its other rows, which may be shorter. Empty rows are left out."""

    file: Span
    """The place of the file."""
    header: tuple[CellValue, ...]
    rows: tuple[tuple[CellValue, ...], ...]
    hidden: tuple[int, ...] = ()
    """The indexes of the rows that a workbook hides or filters out."""

    @property
    def visible(self) -> Grid:
        """The table without its hidden rows."""
        return self._replace(
            rows=tuple(row for at, row in enumerate(self.rows) if at not in frozenset(self.hidden)), hidden=()
        )


def too_many_rows() -> tuple[str, str]:
    """The message and hint for a table with too many rows."""
    hint = "make one row of equal cards, with a count, or split the cards into several kits"
    return f"more than {MAX_ROWS:,} rows in one table", hint


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may run a text in a CSV file as a formula."""
    return text.lstrip().startswith(_FORMULAS)


def made(
    file: Span, rows: list[tuple[CellValue, ...]], diagnostics: Diagnostics, hidden: Container[int] = ()
) -> Grid | None:
    """Make a grid from rows; None, with an error, if there are none or too many. `hidden` are the lines of rows that a
    workbook hides."""
    filled = [row for row in rows if not all(entry.is_empty for entry in row)]
    problem = _problem(file, filled)
    if problem:
        diagnostics.error(*problem)
        return None
    header, *others = filled
    long = [entry for row in filled for entry in row if len(str(entry.value)) > MAX_TEXT]
    for entry in long:  # a missing closing quote makes the rest of the file one cell
        message = f"this cell has more than {MAX_TEXT} characters"
        diagnostics.error(entry.span, "unread-cell", message, "check for a missing closing quote before it")
    if long:
        return None
    indexes = tuple(at for at, row in enumerate(others) if row[0].span.line in hidden)
    return Grid(file, header, tuple(_headed(row, header) for row in others), indexes)


def _problem(file: Span, rows: list[tuple[CellValue, ...]]) -> tuple[Span, str, str, str] | None:
    """What is wrong with the rows of a table as a whole: its place, code, message and hint."""
    if not rows:
        return file, "unread-table", "this table is empty", "name the columns in the first row: deck, id, name, …"
    header, *others = rows
    if _is_title(header, others):
        title = next(entry for entry in header if not entry.is_empty)
        message = f"the first row has only {shown(title.text)}, and no names of columns"
        row = others[0][0].span.line
        return title.span, "unread-table", message, f"delete the rows above those names, as in row {row}"
    if len(others) > MAX_ROWS:
        return others[MAX_ROWS][0].span, "too-many-values", *too_many_rows()
    if wide := next((row for row in rows if len(row) > MAX_COLUMNS), None):
        return wide[MAX_COLUMNS].span, "too-many-values", f"more than {MAX_COLUMNS} columns in one table", FEWER_COLUMNS
    return None


def _is_title(header: tuple[CellValue, ...], others: list[tuple[CellValue, ...]]) -> bool:
    """Whether the first row is a title above the names of columns: one cell above a row of three or more."""
    filled = [sum(not entry.is_empty for entry in row) for row in (header, *others[:1])]
    return filled[0] == 1 and filled[-1] >= _HEADINGS


def report_problems(entries: Iterable[CellValue], diagnostics: Diagnostics) -> None:
    """Report the entries that cannot be read."""
    for entry in entries:
        if entry.problem:
            diagnostics.error(entry.span, "unread-cell", *entry.problem)


def shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…")


def _headed(row: tuple[CellValue, ...], header: tuple[CellValue, ...]) -> tuple[CellValue, ...]:
    """A row with the headings of its columns and the name of its card in the places of its entries."""
    names = [entry.text for entry in header] + [""] * max(0, len(row) - len(header))
    texts = {name: entry.text for entry, name in zip(row, names, strict=False)}
    card = texts.get("name") or texts.get("id") or ""
    return tuple(
        entry._replace(span=entry.span._replace(cell=entry.span.cell._replace(heading=name, card=card)))
        for entry, name in zip(row, names, strict=False)
    )


def moved(node: Node, entry: CellValue) -> Node:
    """A tree that was parsed from an entry's text, with places in the table."""
    value = node.value
    if isinstance(value, dict):
        value = {key: moved(inner, entry) for key, inner in value.items()}
    elif isinstance(value, list):
        value = [moved(inner, entry) for inner in value]
    return Node(value, place(node.span, entry), place(node.key_span, entry), node.text)


def place(span: Span, entry: CellValue) -> Span:
    """Convert a place in an entry's text to a place in the table."""
    lines = entry.text.split("\n")[: span.line - 1]
    return entry.at(sum(len(line) + 1 for line in lines) + span.column - 1, span.width)
