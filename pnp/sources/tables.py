"""Read a table in the confined child process: as plain data, and with its places."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import Cell, Diagnostic, Diagnostics, Span
from pnp.sources import json, ods, xlsx
from pnp.sources.grid import CellValue, Grid
from pnp.sources.node import Node
from pnp.sources.workbook import WorkbookSheet

LIMITS = Limits(10)
"""For reading a table: the largest one takes about five seconds."""
WORKBOOKS = (xlsx.__name__, ods.__name__)
"""The names of the modules of files with sheets."""
_HINT = "save it again as CSV, with the cards only"


def read(form: str, data: bytes, file: str, wanted: Node | None, diagnostics: Diagnostics) -> list[WorkbookSheet]:
    """The sheets of a file, or the `wanted` one only; none if there are errors. `form` is the name of the module that
    reads it."""
    asked = {"form": form, "file": file, "wanted": [wanted.value, wanted.span] if wanted else None}
    try:
        (sheets, found), _ = call("pnp.sources.tables:task", asked, data, limits=LIMITS)
    except StoppedError as error:
        diagnostics.error(Span(file, cell=Cell(start=1)), "unread-table", f"this table cannot be read: {error}", _HINT)
        return []
    diagnostics.add(_diagnostics(found))
    return [WorkbookSheet(name, grid and _grid(grid, file), _diagnostics(own)) for name, grid, own in sheets]


def read_here(form: str, data: bytes, file: str, wanted: Node | None, diagnostics: Diagnostics) -> list[WorkbookSheet]:
    """Like `read`, in this process. A file that is no workbook has one sheet without a name."""
    module = import_module(form)
    if form in WORKBOOKS:
        sheets: list[WorkbookSheet] = module.sheets(data, file, wanted, diagnostics)
        return sheets
    grid: Grid | None = module.read(data, file, wanted, diagnostics)
    return [] if grid is None else [WorkbookSheet("", grid)]


def only_list(data: bytes) -> str:
    """The dotted keys to the only list of objects of a JSON file, as `json.only_list` finds them."""
    try:
        found, _ = call("pnp.sources.tables:list_task", None, data, limits=LIMITS)
    except StoppedError:
        return ""  # reading it reports what is wrong
    return str(found)


def list_task(_data: object, blobs: Sequence[bytes], _note: object) -> tuple[str, Sequence[bytes]]:
    """The dotted keys to the only list of objects."""
    return json.only_list(blobs[0]), ()


def task(asked: Any, blobs: Sequence[bytes], _note: object) -> tuple[Any, Sequence[bytes]]:
    """The sheets of a file, each with its name, its table and its diagnostics, and the diagnostics of the file."""
    diagnostics = Diagnostics()
    wanted = Node(asked["wanted"][0], _span(asked["wanted"][1])) if asked["wanted"] else None
    sheets = read_here(asked["form"], blobs[0], asked["file"], wanted, diagnostics)
    plain = [(name, grid and _plain_grid(grid), [one[:5] for one in own]) for name, grid, own in sheets]
    return (plain, [one[:5] for one in diagnostics]), ()


def _plain_grid(grid: Grid) -> tuple[Any, ...]:
    """The place, the header, the rows and the hidden ones of a table."""
    return grid.file, _plain(grid.header), list(map(_plain, grid.rows)), grid.hidden


def _plain(row: tuple[CellValue, ...]) -> list[Any]:
    """The entries of a row without their file."""
    return [(entry.value, entry.span[1:], *entry[2:]) for entry in row]


def _grid(plain: Any, file: str) -> Grid:
    place, header, rows, hidden = plain
    return Grid(_span(place), _row(header, file), tuple(_row(row, file) for row in rows), tuple(hidden))


def _diagnostics(found: list[Any]) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(_span(span), severity, code, message, tuple(hints)) for span, severity, code, message, hints in found
    )


def _row(entries: list[Any], file: str) -> tuple[CellValue, ...]:
    return tuple(
        CellValue(value, _span([file, *span]), quoted, nested, tuple(problem), shown=shown)
        for value, span, quoted, nested, problem, shown in entries
    )


def _span(plain: Any) -> Span:
    file, line, column, width, cell = plain
    return Span(file, line, column, width, Cell(*cell))
