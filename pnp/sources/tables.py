"""Read a table in the confined child process: as plain data, and with its places."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import Cell, Diagnostic, Diagnostics, Span
from pnp.sources import json
from pnp.sources.grid import CellValue, Grid
from pnp.sources.yaml import Node

LIMITS = Limits(10)
"""For reading a table: the largest one takes about five seconds."""
_HINT = "save it again as CSV, with the cards only"


def read(form: str, data: bytes, file: str, sheet: Node | None, diagnostics: Diagnostics) -> Grid | None:
    """The grid of a file; None if there are errors. `form` is the name of the module that reads it."""
    wanted = [sheet.value, sheet.span] if sheet else None
    asked = {"form": form, "file": file, "sheet": wanted}
    try:
        (place, header, rows, hidden, found), _ = call("pnp.sources.tables:task", asked, data, limits=LIMITS)
    except StoppedError as error:
        diagnostics.error(Span(file, cell=Cell(start=1)), "unread-table", f"this table cannot be read: {error}", _HINT)
        return None
    diagnostics.add(
        Diagnostic(_span(span), severity, code, message, tuple(hints)) for span, severity, code, message, hints in found
    )
    if place is None:
        return None
    return Grid(_span(place), _row(header, file), tuple(_row(row, file) for row in rows), tuple(hidden))


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
    """The place, the header, the rows and the hidden ones of a table, None if there are errors, and the diagnostics."""
    diagnostics = Diagnostics()
    sheet = Node(asked["sheet"][0], _span(asked["sheet"][1])) if asked["sheet"] else None
    module = import_module(asked["form"])
    grid: Grid | None = module.read(blobs[0], asked["file"], sheet, diagnostics)
    found = [one[:5] for one in diagnostics]
    if grid is None:
        return (None, (), (), (), found), ()
    return (grid.file, _plain(grid.header), list(map(_plain, grid.rows)), grid.hidden, found), ()


def _plain(row: tuple[CellValue, ...]) -> list[Any]:
    """The entries of a row without their file."""
    return [(entry.value, entry.span[1:], *entry[2:]) for entry in row]


def _row(entries: list[Any], file: str) -> tuple[CellValue, ...]:
    return tuple(
        CellValue(value, _span([file, *span]), quoted, nested, tuple(problem), shown=shown)
        for value, span, quoted, nested, problem, shown in entries
    )


def _span(plain: Any) -> Span:
    file, line, column, width, cell = plain
    return Span(file, line, column, width, Cell(*cell))
