"""Read cards from JSON: a list of objects or of texts, or an object whose only value is such a list.

If there are other values beside the list, `sheet` names it, with a dot between the keys of nested objects, as in
`data.cards`.

Each object is a row, and its keys name the columns. A text is a row with a name only. Lists and objects inside a row
are read as the same text in a CSV file would be. In a column of texts, the items of a list become a list of texts below
`asides`, and one text elsewhere.
Python's reader gives no places, so it only decodes the single values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Cell, Diagnostics, Span, did_you_mean
from pnp.sources import grid
from pnp.sources.grid import CellValue, Grid, Value
from pnp.sources.node import Node
from pnp.sources.yaml import FORBIDDEN, decoded, has_forbidden

MAX_NUMBER = 1e16
"""YAML reads larger numbers as texts."""
_FORM = 'write [{"name": "Storm", "count": 4}, …], ["Storm", …], or {"cards": [{…}, …]}'
_NAME = "name"
"""The column of a list of texts."""
_NAMED = "if there are others, name it in kit.yaml: 'sheet: cards', or 'sheet: data.cards'"
_SPACE = re.compile(r"[ \t\n\r]*")


def read(data: bytes, file: str, sheet: Node | None, diagnostics: Diagnostics) -> Grid | None:
    text = decoded(data, file, diagnostics)
    if text is None or has_forbidden(text, file, "unread-table", "a table", diagnostics):
        return None
    reader = _JsonReader(text, file)
    try:
        reader.read(sheet if sheet is not None and sheet.value is not None else None)
    except _UnreadableError as error:
        diagnostics.error(error.span, error.code, error.message, error.hint)
        return None
    return grid.made(Span(file), reader.grid_rows(), diagnostics)


def only_list(data: bytes) -> str:
    """The dotted keys that lead to the only list of objects among other values; empty if `read` needs none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return ""  # reading it reports what is wrong
    if not isinstance(value, dict) or len(value) == 1:
        return ""
    found = list(_lists(value))
    return found[0] if len(found) == 1 else ""


def _lists(value: dict[str, Any], before: str = "", depth: int = 3) -> Iterator[str]:
    for key, inner in value.items():
        if "." in key:
            continue  # no `sheet` can name it
        if isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            yield f"{before}{key}"
        elif isinstance(inner, dict) and depth:
            yield from _lists(inner, f"{before}{key}.", depth - 1)


class _UnreadableError(Exception):
    def __init__(self, span: Span, message: str, hint: str = "", code: str = "unread-table") -> None:
        super().__init__(message)
        self.span, self.code, self.message, self.hint = span, code, message, hint


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number in JSON")


class _JsonReader:
    """Reads the structure of the text, and keeps track of places."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self._at = text, file, 0
        self.header: dict[str, CellValue] = {}
        self.rows: list[tuple[Span, dict[str, CellValue]]] = []
        self._line, self._line_start, self._counted = 1, 0, 0
        self._decoder = json.JSONDecoder(parse_constant=_no_constant)

    def read(self, sheet: Node | None) -> None:
        """Read the list that `sheet` names, or the only one."""
        if sheet:
            for step in str(sheet.value).split("."):
                self._find(step, sheet)
            self._list()
            return  # the values after the list are of no table
        if self._next() == "{":
            self._at += 1
            self._key("")
            self._list()
            self._expect("}", "the list of cards must be the only value of this object", _NAMED)
        else:
            self._list()
        if self._next():
            raise self._error("there is text after the end of the table")

    def _find(self, wanted: str, sheet: Node) -> None:
        """Go to the value of a key of the next object."""
        if self._next() != "{":
            message = f"there is no object with the key {wanted!r} in this file"
            raise _UnreadableError(sheet.span, message, "write the keys that lead to the list", "unknown-sheet")
        known: list[str] = []
        self._at += 1
        while self._next() != "}":
            key = self._key("").text
            if key == wanted:
                return
            known.append(key)
            self._value("")
            if self._next() == ",":
                self._at += 1
        hint = did_you_mean(wanted, known) or f"keys: {', '.join(known[:10]) or 'none'}"
        raise _UnreadableError(sheet.span, f"there is no key {wanted!r} in this file", hint, "unknown-sheet")

    def grid_rows(self) -> list[tuple[CellValue, ...]]:
        """The header and the rows; a key that an object lacks is an empty cell."""
        rows = (tuple(row.get(key) or CellValue("", span) for key in self.header) for span, row in self.rows)
        return [tuple(self.header.values()), *rows]

    def _list(self) -> None:
        self._expect("[", "expected a list of cards", _FORM)
        while self._next() != "]" or self.rows:
            self.rows.append(self._object(f"object {len(self.rows) + 1}"))
            self._expect_few()
            if self._next() != ",":
                break
            self._at += 1
        self._expect("]", "expected a comma or the end of the list")

    def _expect_few(self) -> None:
        """Raise an error as soon as there are too many rows or cells: the file may have many more."""
        has_many_cells = len(self.rows) * len(self.header) > grid.MAX_CELLS
        if has_many_cells or len(self.rows) > grid.MAX_ROWS:
            message, hint = grid.TOO_MANY_CELLS if has_many_cells else grid.too_many_rows()
            raise _UnreadableError(self.rows[-1][0], message, hint, "too-many-values")

    def _object(self, name: str) -> tuple[Span, dict[str, CellValue]]:
        self._next()
        span, row = self._span(name), dict[str, CellValue]()
        if self._next() == '"':
            row[_NAME] = self._value(name)
            self.header.setdefault(_NAME, CellValue(_NAME, span))
            return span, row
        self._expect("{", "expected an object with the values of a card", _FORM)
        while self._next() != "}" or row:
            key = self._key(name)
            if key.text in row:
                raise _UnreadableError(
                    key.span, f"this object has {key.text!r} twice", "remove one of them", "duplicate-key"
                )
            self.header.setdefault(key.text, key)
            row[key.text] = self._value(name)
            if len(self.header) > grid.MAX_COLUMNS:
                message = f"more than {grid.MAX_COLUMNS} different keys in one table"
                raise _UnreadableError(key.span, message, grid.FEWER_COLUMNS, "too-many-values")
            if self._next() != ",":
                break
            self._at += 1
        self._expect("}", "expected a comma or the end of the object")
        return span, row

    def _key(self, name: str) -> CellValue:
        if self._next() != '"':
            raise self._error("expected a key in double quotes")
        key = self._value(name)
        self._expect(":", "expected a colon after the key")
        return key

    def _value(self, name: str) -> CellValue:
        """The next value, of any kind. Lists and objects are their own text."""
        self._next()
        start, span = self._at, self._span(name)
        try:
            value, self._at = self._decoder.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self._at = error.pos
            raise self._error(f"not readable as JSON: {error.msg}") from None
        except (ValueError, RecursionError):
            raise self._error("this value is too large or not JSON") from None
        written = self.text[start : self._at]
        span = span._replace(width=max(1, len(written.partition("\n")[0])))
        nested = value if isinstance(value, list | dict) else None
        return CellValue(_cell(value, written, span), span, isinstance(value, str), nested)

    def _next(self) -> str:
        """The next character that is not space; "" at the end."""
        match = _SPACE.match(self.text, self._at)
        self._at = match.end() if match else self._at
        return self.text[self._at : self._at + 1]

    def _expect(self, character: str, message: str, hint: str = "") -> None:
        if self._next() != character:
            raise self._error(message, hint)
        self._at += 1

    def _span(self, name: str = "") -> Span:
        """The place of the next character."""
        self._line += self.text.count("\n", self._counted, self._at)
        self._line_start = 1 + self.text.rfind("\n", self._counted, self._at) or self._line_start
        self._counted = self._at
        return Span(self.file, self._line, self._at - self._line_start + 1, 1, Cell(name))

    def _error(self, message: str, hint: str = "") -> _UnreadableError:
        return _UnreadableError(self._span(), message, hint)


def _cell(value: Any, written: str, span: Span) -> Value:
    """The value of a cell."""
    if isinstance(value, dict | list):
        return written
    if isinstance(value, str):
        text = value.replace("\r\n", "\n").replace("\r", "\n")
        strange = FORBIDDEN.search(text)
        if strange:
            message = "this text contains a character that is not allowed"
            raise _UnreadableError(span, message, f"remove U+{ord(strange[0]):04X}", "unread-cell")
        return text
    if isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) < MAX_NUMBER:
        message = f"the number must be less than {MAX_NUMBER:g}"
        raise _UnreadableError(span, message, "write it as a text, in quotes", "unread-cell")
    return "" if value is None else value
