"""Fill in the cells of a workbook that are merged with others.

Only the first cell of a merged range has a value. Below it, the value is repeated: a range over several rows belongs to
all of them. Beside it, the value is of no use: it is not clear to which column it belongs.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Span
from pnp.sources.grid import MAX_CELLS, CellValue
from pnp.sources.xlsx_layout import Merged

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
