"""Choose and sort the rows of a table: those that are not hidden, those that an expression keeps, and their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Diagnostics, counted, did_you_mean
from pnp.kit import expressions
from pnp.kit.fields import Expression, ExpressionError, expression
from pnp.kit.languages import order
from pnp.kit.tables import cards
from pnp.kit.tables.columns import TableColumn, plain_count
from pnp.sources import Node
from pnp.sources.grid import CellValue, Grid, report_problems

_Row = tuple[CellValue, ...]
_UNNAMED = re.compile(r"\W+")


def visible(grid: Grid, rows: Node | None, found: Diagnostics) -> Grid:
    """The grid with the rows that are cards. Hidden rows are noted unless `kit.yaml` says what they are."""
    wanted = rows.value if rows else None
    if wanted is None and grid.hidden:
        is_one = len(grid.hidden) == 1
        message = f"{counted(len(grid.hidden), 'row')} hidden in this sheet {'is' if is_one else 'are'} printed"
        hint = "to leave them out, write 'rows: visible' beside 'file' in kit.yaml; otherwise, 'rows: all'"
        place = grid.rows[grid.hidden[0]][0].span
        found.add([Diagnostic(place, "note", "hidden-rows", message, (hint,))])
    return grid.visible if wanted == "visible" else grid


def kept(grid: Grid, where: Node | None, columns: Sequence[TableColumn], diagnostics: Diagnostics) -> Grid:
    """The grid with the rows for which an expression holds; the number of the others is noted."""
    if where is None or not grid.rows:
        return grid
    values = _values(grid, where, columns, diagnostics)
    if values is None:
        return grid
    rows = tuple(row for row, value in zip(grid.rows, values, strict=True) if _holds(value, where))
    file, gone = Path(grid.file.file).name, len(grid.rows) - len(rows)
    are = "is" if gone < 2 else "are"
    message = f"{gone or 'none'} of {counted(len(grid.rows), 'row')} of {file} {are} left out by 'where'"
    hints = () if rows else ("compare with texts in quotes, with upper and lower case as in the cells",)
    diagnostics.add([Diagnostic(where.span, "note" if rows else "error", "rows-left-out", message, hints)])
    return grid._replace(rows=rows, hidden=())


def _holds(value: Any, where: Node) -> bool:
    """Whether a condition with this value holds: that of a column alone does for a 0 too, as the `when` of a face."""
    is_zero = not isinstance(value, bool) and value == 0
    return expressions.is_true(value) or (is_zero and bool(expression(where.value).path))


def in_order(
    grid: Grid, sort: Node | None, language: str, columns: Sequence[TableColumn], diagnostics: Diagnostics
) -> Grid:
    """The grid with its rows sorted by an expression; rows with equal values keep their order."""
    values = _values(grid, sort, columns, diagnostics) if sort else None
    if values is None:
        return grid
    places = sorted(range(len(values)), key=lambda at: _rank(values[at], language))
    return grid._replace(rows=tuple(grid.rows[at] for at in places), hidden=())


def _rank(value: Any, language: str) -> tuple[Any, ...]:
    """The place of a value in the order: numbers, then texts by the language's alphabet, then lists, and what is empty
    last."""
    if value is None or value == "":
        return (3,)
    if isinstance(value, (list, tuple)):
        return 2, tuple(_rank(one, language) for one in value)
    if isinstance(value, str):
        return 1, order(value, language)
    return 0, value


# Values ------------------------------------------------------------------------------------------------------


def _values(grid: Grid, source: Node, columns: Sequence[TableColumn], diagnostics: Diagnostics) -> list[Any] | None:
    """The value of an expression for each row; None, with an error, if it cannot be read or has no value."""
    wanted, names = expression(source.value), _names(grid)
    try:
        paths = expressions.fields(wanted)
    except ExpressionError as error:
        _report(source, wanted, error, "", diagnostics)
        return None
    unknown = [path for path in paths if path not in names]
    for path in unknown:
        hints = did_you_mean(path, names), f"columns: {', '.join(names)}"
        place = wanted.span(source.value, source.span)
        diagnostics.error(place, "unknown-column", f"the table has no column {path!r}", *hints)
    if unknown:
        return None
    used = {path: names[path] for path in paths}
    before = diagnostics.noted
    report_problems((row[at] for row in grid.rows for at in used.values() if at < len(row)), diagnostics)
    if diagnostics.noted != before:
        return None
    counts = {column.at for column in columns if column.path == (cards.COUNT,)}
    values, words = [], expressions.Words.plain()
    for row in grid.rows:
        try:
            values.append(_plain(expressions.value(wanted, _field(row, used, counts), words)))
        except ExpressionError as error:
            _report(source, wanted, error, f", in {row[0].span.cell.name}", diagnostics)
            return None
    return values


def _names(grid: Grid) -> dict[str, int]:
    """The columns by their names in expressions; of those with the same name, the first."""
    names: dict[str, int] = {}
    for at, entry in enumerate(grid.header):
        names.setdefault(_name(entry.text), at)
    return {name: at for name, at in names.items() if name}


def _name(heading: str) -> str:
    """The name of a column in expressions: `Card_cost` of *Card cost*; a path such as `asides.cost` is its own name."""
    steps = [_UNNAMED.sub("_", step).strip("_") for step in heading.split(".")]
    name = ".".join(step for step in steps if step)
    return f"_{name}" if name[:1].isdigit() else name


def _field(row: _Row, used: dict[str, int], counts: Collection[int]) -> Callable[[str], Any]:
    def value(path: str) -> Any:
        at = used[path]
        return _content(row[at], is_count=at in counts) if at < len(row) else None

    return value


def _content(entry: CellValue, *, is_count: bool) -> Any:
    """The value of a cell: as it is read in a column that is not one of texts."""
    if entry.nested is not None:
        return entry.nested
    if entry.is_empty:
        return None
    if is_count and isinstance(entry.value, str):
        entry = entry._replace(value=plain_count(entry.value))
    node = cards.value(entry, Diagnostics())
    return entry.text if node is None else node.plain()


def _plain(value: Any) -> Any:
    """The value, if it has an order. Raises ExpressionError for a mapping."""
    if hasattr(value, "keys"):
        raise ExpressionError("this is a mapping", "take a value of it: traits.gain['speed']")
    return value


def _report(source: Node, wanted: Expression, error: ExpressionError, where: str, diagnostics: Diagnostics) -> None:
    place = wanted.span(source.value, source.span)
    diagnostics.error(place, "bad-expression", f"{error.message}{where}", *error.hints)
