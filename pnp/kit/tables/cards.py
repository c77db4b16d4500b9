"""Turn the rows of a table into cards, by deck and then by id, as nodes with the places of their cells.

An empty cell is an absent key. Cells of text columns are used as they are. All other cells are read as YAML: `3` is a
number, `true` a boolean, `[a, b]` a list, `{gain: 1}` a mapping, and "3", in quotes, a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.diagnostics import Diagnostics, Span, files
from pnp.kit import schema
from pnp.kit.tables.columns import DECK, ID, NAME, TableColumn, from_name, from_text, is_id, plain_count, slug
from pnp.sources import Node
from pnp.sources.grid import CellValue, Grid, is_formula, moved, number, place, report_problems, shown
from pnp.sources.yaml import FORBIDDEN, MAX_CARDS_NODES, parse, typed

NULL = "null"
COUNT = "count"
PRINTED = ("words", "asides")
"""The keys with texts in which Markdown is bold and italic; names are used as they are."""
_LEAST_ADDED, _TOTALLED = 4, 2
"""The least number of rows with a row of totals without a name for it, and the most cells in that."""
_TOTAL = re.compile(
    r"(?i)(?:(?:grand |sub)?totals?|total général|totale|totaal|sum|summe|(?:ins)?gesamt|gesamtsumme|somme|suma|soma)"
    r"(?: (?:of )?(?:all )?(?:cards|karten|cartes|cartas|carte|copies))?\s*:?"
)
"""Words for totals in several languages."""
_FLOW = ("[", "{", '"', "'")
_BOOLEANS = {"TRUE": True, "FALSE": False}
"""Booleans as spreadsheets write them."""


def _check_size(grid: Grid, diagnostics: Diagnostics) -> bool:
    """Report a table that is too large to be read. Returns whether it can be."""
    if _values(grid) <= MAX_CARDS_NODES:
        return True
    message = f"more than {MAX_CARDS_NODES} values in one table"
    diagnostics.error(grid.file, "too-many-values", message, "split the table")
    return False


def read(
    grid: Grid, columns: list[TableColumn], deck: Node | None, diagnostics: Diagnostics, taken: set[str]
) -> Node | None:
    """The decks of a table. If `deck` is given, all cards are in it.

    Without a column of ids, ids are made from names. They are unique among those in `taken`, to which they are added.
    """
    nodes: dict[str, dict[str, Node]] = {deck.value: {}} if deck else {}
    places = {deck.value: deck.span} if deck else {}
    if not _check_size(grid, diagnostics):
        return None
    _check_rows(grid, diagnostics)
    used = sorted(column.at for column in columns)
    report_problems((row[at] for row in grid.rows for at in used if at < len(row)), diagnostics)
    for row in grid.rows:
        home = deck or _deck(row, columns, diagnostics)
        id_ = _id(row, columns, taken, diagnostics)
        if home is None or id_ is None:
            continue
        found = nodes.setdefault(home.value, {})
        places.setdefault(home.value, home.span)
        if id_.value in found:
            first = found[id_.value].span.cell.name
            diagnostics.error(id_.span, "duplicate-card", f"there is already a card {shown(id_.value)}, in {first}")
        found[id_.value] = Node(_keys(row, columns, diagnostics), id_.span)
    return Node({name: Node(found, places[name]) for name, found in nodes.items()}, grid.file)


def _values(grid: Grid) -> int:
    """An upper bound for the number of values in the lists and mappings of a table."""
    flows = (entry.text for row in grid.rows for entry in row if entry.text.startswith(_FLOW))
    return sum(text.count(character) for text in flows for character in "[{,:")


def _check_rows(grid: Grid, diagnostics: Diagnostics) -> None:
    """Report cells without a column name, which would not be read."""
    for at, entry in enumerate(grid.header):
        below = [row[at] for row in grid.rows if len(row) > at and not row[at].is_empty]
        if entry.is_empty and below:
            message = f"this column has no name, but contains {shown(below[0].text)}"
            hint = "name the column; a column whose name begins with '#' is ignored"
            diagnostics.error(entry.span, "unread-table", message, hint)
    for row in grid.rows:
        over = next((entry for entry in row[len(grid.header) :] if not entry.is_empty), None)
        if over:
            message = f"{shown(over.text)} is beyond the last of {len(grid.header)} columns"
            hint = "in a CSV file, a cell that contains the separator needs quotes"
            diagnostics.error(over.span, "unread-table", message, "" if over.span.cell.start else hint)


def without_total(grid: Grid, columns: list[TableColumn], diagnostics: Diagnostics) -> Grid:
    """The grid without a last row that is no card, but a total, which is reported: it has sums of the numbers above it,
    and nothing else but a name.

    If its name is a word for totals, any one sum is enough. Otherwise it must be that of the counts.
    """
    if len(grid.rows) <= 1:
        return grid
    counts = {column.at for column in columns if column.name == COUNT}
    at = _summed(grid, counts)
    if at is None:
        return grid
    total = grid.rows[-1]
    what = "counts" if at in counts else "numbers"
    message = f"this row is the sum of the {what} above, {total[at].text}, and not a card"
    first = next(entry for entry in total if not entry.is_empty)
    diagnostics.error(first.span, "total-row", message, "delete the row")
    last = len(grid.rows) - 1
    return grid._replace(rows=grid.rows[:last], hidden=tuple(row for row in grid.hidden if row < last))


def _summed(grid: Grid, counts: set[int]) -> int | None:
    """The first column whose sum makes the last row a total; None if that row is a card."""
    filled = [(at, entry) for at, entry in enumerate(grid.rows[-1]) if not entry.is_empty]
    numbers = {at: number for at, entry in filled if (number := _number(entry)) is not None}
    is_named = any(_TOTAL.fullmatch(entry.text) for _, entry in filled)
    is_like_total = is_named or (len(grid.rows) >= _LEAST_ADDED and len(filled) <= _TOTALLED)
    if len(filled) - len(numbers) > 1 or not is_like_total:
        return None
    eligible = (at for at in numbers if is_named or at in counts)
    return next((at for at in eligible if numbers[at] in _sums(grid, at)), None)


def _sums(grid: Grid, at: int) -> set[float]:
    """The sum of the numbers above the last row of a column, and that with 1 for each empty cell, as of counts."""
    above = [row[at] if at < len(row) else None for row in grid.rows[:-1]]
    empty = sum(entry is None or entry.is_empty for entry in above)
    numbers = [number for entry in above if entry and (number := _number(entry)) is not None]
    return {sum(numbers), sum(numbers) + empty} if numbers else set()


def _number(entry: CellValue) -> float | None:
    """The number in a cell; None if it has none."""
    value = typed(entry.text) if isinstance(entry.value, str) else entry.value
    return None if isinstance(value, bool | str | None) else value


def _named(row: tuple[CellValue, ...], columns: list[TableColumn], name: str, diagnostics: Diagnostics) -> Node | None:
    """The cell of a row in a column that no row may leave empty."""
    at = next(column.at for column in columns if column.name == name)
    if at < len(row) and not row[at].is_empty:
        return Node(row[at].text, row[at].span, None, row[at].text)
    first = next(entry for entry in row if not entry.is_empty)
    span = row[at].span if at < len(row) else first.span
    diagnostics.error(span, "missing-key", f"this row has no {name!r}", f"fill in the column {name!r}")
    return None


def _deck(row: tuple[CellValue, ...], columns: list[TableColumn], diagnostics: Diagnostics) -> Node | None:
    """The deck in a row. A text that is no name becomes one: `dark-woods` of *Dark Woods*."""
    named = _named(row, columns, DECK, diagnostics)
    if named is None or re.fullmatch(f"{files.NAME}|{schema.ID}", named.text):
        return named
    made = slug(named.text).replace("_", "-")
    return Node(made, named.span, None, named.text) if made[:1].isalpha() else named


def _id(
    row: tuple[CellValue, ...], columns: list[TableColumn], taken: set[str], diagnostics: Diagnostics
) -> Node | None:
    """The id of a row's card, or one made from its name if the table has no column of ids.

    A text in a column of ids that is no id becomes one, as a name does.
    """
    if any(column.name == ID for column in columns):
        named = _named(row, columns, ID, diagnostics)
        if named is None or is_id(named.text):
            return named
        return Node(from_text(named.text) or named.text, named.span, None, named.text)
    name = _named(row, columns, NAME, diagnostics)
    return name and Node(from_name(name.text, taken), name.span, None, name.text)


def _keys(row: tuple[CellValue, ...], columns: Iterable[TableColumn], diagnostics: Diagnostics) -> dict[str, Node]:
    fields: dict[str, Node] = {}
    for column in columns:
        if column.name in (DECK, ID) or column.at >= len(row) or row[column.at].is_empty:
            continue
        entry = row[column.at]
        if column.path == (COUNT,) and isinstance(entry.value, str):
            entry = entry._replace(value=plain_count(entry.value))
        node = _text(entry, column, diagnostics) if column.is_text else value(entry, diagnostics)
        if node is not None:
            _put(fields, column.path, node, diagnostics)
    return fields


def _put(fields: dict[str, Node], path: tuple[str, ...], value: Node, diagnostics: Diagnostics) -> None:
    """Put a value at its path, making mappings as needed."""
    inner = fields
    for depth, step in enumerate(path[:-1], start=1):
        cell = value.span.cell._replace(heading=".".join(path[:depth]))
        node = inner.setdefault(step, Node({}, value.span._replace(cell=cell)))
        if not isinstance(node.value, dict):
            _report_duplicate(path, node.span, value, diagnostics)
            return
        inner = node.value
    if path[-1] in inner:
        _report_duplicate(path, inner[path[-1]].span, value, diagnostics)
    inner.setdefault(path[-1], value)


def _report_duplicate(path: tuple[str, ...], first: Span, value: Node, diagnostics: Diagnostics) -> None:
    message = f"this row has {'.'.join(path)!r} twice; first in the column {first.cell.heading!r}"
    diagnostics.error(value.span, "duplicate-key", message, "leave one of the two cells empty")


# Values ------------------------------------------------------------------------------------------------------


def _text(entry: CellValue, column: TableColumn, diagnostics: Diagnostics) -> Node | None:
    """The text of a cell; None, with an error, for what is no text."""
    is_printed = column.path[0] in PRINTED
    text = entry.shown if entry.shown and is_printed else entry.text
    if entry.nested is not None:
        return _texts(entry, column, diagnostics)
    if text == NULL:
        return Node(None, entry.span, None, text)
    return Node(text[1:-1] if has_extra_quotes(text) else text, entry.span, None, text)


def _texts(entry: CellValue, column: TableColumn, diagnostics: Diagnostics) -> Node | None:
    """The items of a list as texts, or as one with commas if the key takes no list; None for what is empty."""
    items = entry.nested
    if not items:
        return None
    if entry.is_deep or not isinstance(items, list):
        what = "a list of lists or objects" if isinstance(items, list) else "an object"
        hint = 'map it to a key below traits, or ignore it: "#"'
        diagnostics.error(entry.span, "unread-cell", f"this is {what}, and its column is for texts", hint)
        return None
    words = [item if isinstance(item, str) else CellValue(item, entry.span).text for item in items if item is not None]
    if column.takes_list:
        return Node([Node(word, entry.span, None, word) for word in words], entry.span)
    return Node(", ".join(words), entry.span, None, entry.text)


def has_extra_quotes(text: str) -> bool:
    """Whether a text has quotes that are not part of it: around an empty text, `null`, a text with space at its ends,
    and a text that a spreadsheet would run as a formula.

    All other quotes are part of the text.
    """
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return False
    inner = text[1:-1]
    return inner in ("", NULL) or inner != inner.strip() or is_formula(inner) or has_extra_quotes(inner)


def quoted_if_needed(text: str) -> str:
    """A text as it is written into a cell of a text column."""
    return f'"{text}"' if has_extra_quotes(f'"{text}"') else text


def value(entry: CellValue, diagnostics: Diagnostics) -> Node | None:
    """The value of a cell, read as YAML; None if there are errors."""
    if not isinstance(entry.value, str):
        text = number(entry.value) if isinstance(entry.value, float) else str(entry.value).lower()
        return Node(entry.value, entry.span, None, text)
    if not entry.text.startswith(_FLOW):
        return Node(word(entry.text), entry.span, None, entry.text)
    inner = Diagnostics()
    node = parse(entry.text, entry.span.file, inner)
    diagnostics.add(diagnostic._replace(span=place(diagnostic.span, entry)) for diagnostic in inner)
    return moved(node, entry) if node else None


def word(text: str) -> str | int | float | bool | None:
    """The value of a cell that is not a list, a mapping or a text in quotes."""
    return _BOOLEANS[text] if text in _BOOLEANS else typed(text)


def is_plain(text: str) -> bool:
    """Whether a text can be written into a cell as it is and reads back as the same text."""
    bare = text != "" and text == text.strip() and not text.startswith(_FLOW)
    return bare and word(text) == text and not is_formula(text) and not FORBIDDEN.search(text)
