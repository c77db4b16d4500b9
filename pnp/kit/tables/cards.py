"""The rows of a table -> cards by deck, then by id, as nodes that know their cells.

An empty cell is a key that is not there. A text is taken as it stands. What else there may be is read as YAML reads it:
`3` is a number, `true` a yes, `[a, b]` a list, `{gain: 1}` a mapping, and "3", in quotes, a text.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.diagnostics import Diagnostics, Span
from pnp.kit.tables.columns import DECK, ID, Column
from pnp.kit.tables.grid import Entry, Grid, is_run, moved, number, place, shown
from pnp.kit.yaml import FORBIDDEN, MAX_NODES, Node, parse, typed

NULL = "null"
_FLOW = ("[", "{", '"', "'")
_SAID = {"TRUE": True, "FALSE": False}
"""What spreadsheets make of a yes and a no."""


def read(grid: Grid, columns: list[Column], deck: Node | None, diagnostics: Diagnostics) -> Node | None:
    """The decks of a table; all its cards in one, if its deck is named elsewhere."""
    made: dict[str, dict[str, Node]] = {deck.value: {}} if deck else {}
    places = {deck.value: deck.span} if deck else {}
    if _values(grid) > MAX_NODES:
        diagnostics.error(grid.file, "too-many-values", f"more than {MAX_NODES} values in one table", "split the table")
        return None
    _check_rows(grid, diagnostics)
    for row in grid.rows:
        home = deck or _named(row, columns, DECK, diagnostics)
        id_ = _named(row, columns, ID, diagnostics)
        if home is None or id_ is None:
            continue
        found = made.setdefault(home.value, {})
        places.setdefault(home.value, home.span)
        if id_.value in found:
            first = found[id_.value].span.cell.name
            diagnostics.error(id_.span, "duplicate-card", f"{shown(id_.value)} is a card already, in {first}")
        found[id_.value] = Node(_keys(row, columns, diagnostics), id_.span)
    decks = {name: Node(found, places[name]) for name, found in made.items()}
    return Node(decks, grid.file)


def _values(grid: Grid) -> int:
    """How many values there are at the most in the lists and mappings of a table."""
    flows = (entry.text for row in grid.rows for entry in row if entry.text.startswith(_FLOW))
    return sum(text.count(sign) for text in flows for sign in "[{,:")


def _check_rows(grid: Grid, diagnostics: Diagnostics) -> None:
    """What stands below no name at all is told of: somebody may think that it is read."""
    for at, entry in enumerate(grid.header):
        below = [row[at] for row in grid.rows if len(row) > at and not row[at].is_empty]
        if entry.is_empty and below:
            hint = "name the column; '#' and something is a remark that nobody reads"
            diagnostics.error(
                entry.span, "unread-table", f"this column has no name, and {shown(below[0].text)} in it", hint
            )
    for row in grid.rows:
        over = next((entry for entry in row[len(grid.header) :] if not entry.is_empty), None)
        if over:
            message = f"{shown(over.text)} stands behind the last of {len(grid.header)} columns"
            hint = "in a CSV file, a cell with the sign in it that parts cells needs quotes"
            diagnostics.error(over.span, "unread-table", message, "" if over.span.cell.start else hint)


def _named(row: tuple[Entry, ...], columns: list[Column], name: str, diagnostics: Diagnostics) -> Node | None:
    """What a row says in a column in which every row must say something."""
    at = next(column.at for column in columns if column.name == name)
    if at < len(row) and not row[at].is_empty:
        return Node(row[at].text, row[at].span, None, row[at].text)
    first = next(entry for entry in row if not entry.is_empty)
    span = row[at].span if at < len(row) else first.span
    diagnostics.error(
        span, "missing-key", f"this row says nothing in the column {name!r}", f"fill in the {name} of the card"
    )
    return None


def _keys(row: tuple[Entry, ...], columns: Iterable[Column], diagnostics: Diagnostics) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for column in columns:
        if column.name in (DECK, ID) or column.at >= len(row) or row[column.at].is_empty:
            continue
        entry = row[column.at]
        value = _text(entry) if column.is_text else _value(entry, diagnostics)
        if value is not None:
            _put(found, column.path, value, diagnostics)
    return found


def _put(found: dict[str, Node], path: tuple[str, ...], value: Node, diagnostics: Diagnostics) -> None:
    """Put a value where its path leads, through mappings that are made on the way."""
    inner = found
    for depth, step in enumerate(path[:-1], start=1):
        cell = value.span.cell._replace(heading=".".join(path[:depth]))
        node = inner.setdefault(step, Node({}, value.span._replace(cell=cell)))
        if not isinstance(node.value, dict):
            _told_twice(path, node.span, value, diagnostics)
            return
        inner = node.value
    if path[-1] in inner:
        _told_twice(path, inner[path[-1]].span, value, diagnostics)
    inner.setdefault(path[-1], value)


def _told_twice(path: tuple[str, ...], first: Span, value: Node, diagnostics: Diagnostics) -> None:
    message = f"{'.'.join(path)!r} is told twice in this row; first in the column {first.cell.heading!r}"
    diagnostics.error(value.span, "duplicate-key", message, "leave one of the two cells empty")


# Values ------------------------------------------------------------------------------------------------------


def _text(entry: Entry) -> Node:
    text = entry.text
    if text == NULL:
        return Node(None, entry.span, None, text)
    return Node(text[1:-1] if is_held(text) else text, entry.span, None, text)


def is_held(text: str) -> bool:
    """Whether a text is in quotes that only hold it: nothing, `null`, and space at its ends would else be lost, and
    what begins like a formula be run.

    Any other quotes are the text's own.
    """
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return False
    inner = text[1:-1]
    return inner in ("", NULL) or inner != inner.strip() or is_run(inner) or is_held(inner)


def held(text: str) -> str:
    """A text as it is written into a cell of a column of texts."""
    return f'"{text}"' if is_held(f'"{text}"') else text


def _value(entry: Entry, diagnostics: Diagnostics) -> Node | None:
    """What a cell says, as YAML has it; None with faults."""
    if not isinstance(entry.value, str):
        text = number(entry.value) if isinstance(entry.value, float) else entry.text
        return Node(entry.value, entry.span, None, text)
    if not entry.text.startswith(_FLOW):
        return Node(word(entry.text), entry.span, None, entry.text)
    inner = Diagnostics()
    node = parse(entry.text, entry.span.file, inner)
    diagnostics.add(diagnostic._replace(span=place(diagnostic.span, entry)) for diagnostic in inner)
    return moved(node, entry) if node else None


def word(text: str) -> str | int | float | bool | None:
    """What a text is that does not begin like a list, a mapping or a text in quotes."""
    return _SAID[text] if text in _SAID else typed(text)


def is_plain(text: str) -> bool:
    """Whether a text may be written into a cell as it is, and is the same text when it is read there."""
    bare = text != "" and text == text.strip() and not text.startswith(_FLOW)
    return bare and word(text) == text and not is_run(text) and not FORBIDDEN.search(text)
