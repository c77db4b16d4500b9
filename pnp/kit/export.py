"""Export a kit's cards as CSV, XLSX or JSON.

A kit may use an exported table in place of its `cards.yaml`; it has the same cards. A mapping in a card gets a column
for each key. A mapping that columns cannot represent, such as one with its keys in another order, is written in one
cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.kit import schema, show, tables
from pnp.kit.model import Card
from pnp.kit.tables.cards import NULL, is_plain, quoted_if_needed
from pnp.kit.tables.columns import DECK, ID, is_text
from pnp.sources import Node
from pnp.sources.grid import MAX_COLUMNS, Value
from pnp.sources.yaml import FORBIDDEN

SHEET = "Cards"

_PLAIN_KEY = re.compile(r"[\w-]+")


def written(cards: Node, form: str, diagnostics: Diagnostics) -> bytes | None:
    """The cards of a valid kit as a file in a format; None if there are errors."""
    if form == "json":
        text = json.dumps(cards.plain(), ensure_ascii=False, indent=1)
        return f"{show.escaped(text)}\n".encode()
    before = diagnostics.noted
    rows = list(_rows(cards, diagnostics))
    data: bytes = tables.FORMS[f".{form}"].written(SHEET, rows)
    return data if diagnostics.noted == before else None


class _Keys(NamedTuple):
    """A key of cards, and the keys inside its mappings that get a column each."""

    key: str
    inner: tuple[str, ...] = ()

    def names(self) -> list[str]:
        return [self.key, *(f"{self.key}.{inner}" for inner in self.inner)]


def _rows(cards: Node, diagnostics: Diagnostics) -> Iterator[list[Value | None]]:
    """The header, and a row for each card, without empty columns."""
    every = [(deck, id_, card) for deck, inner in cards.value.items() for id_, card in inner.value.items()]
    keys = [_Keys(key, _merged_keys(card.value.get(key) for _, _, card in every)) for key in schema.keys_of(Card)]
    if len(_names(keys)) > MAX_COLUMNS:
        keys = [key._replace(inner=()) for key in keys]
    rows = [{DECK: deck, ID: id_, **_row(card, keys, diagnostics)} for deck, id_, card in every]
    used = set[str]().union(*rows)
    header = [name for name in (DECK, ID, *_names(keys)) if name in used]
    yield list(header)
    for row in rows:
        yield list(map(row.get, header))


def _names(keys: list[_Keys]) -> list[str]:
    """The names of the columns of keys."""
    return [name for key in keys for name in key.names()]


def _merged_keys(mappings: Iterator[Node | None]) -> tuple[str, ...]:
    """The keys of all mappings, in an order that agrees with each mapping if such an order exists."""
    before: dict[str, set[str]] = {}
    for mapping in mappings:
        keys = list(mapping.value) if mapping and isinstance(mapping.value, dict) else []
        for earlier, key in zip([None, *keys], keys, strict=False):
            before.setdefault(key, set()).update({earlier} - {None})
    ordered: list[str] = []
    while before:
        key = next((key for key, earlier in before.items() if not earlier & before.keys()), next(iter(before)))
        ordered.append(key)
        del before[key]
    return tuple(key for key in ordered if _PLAIN_KEY.fullmatch(key))


def _row(card: Node, keys: list[_Keys], diagnostics: Diagnostics) -> dict[str, Value]:
    row: dict[str, Value] = {}
    for key in keys:
        node = card.value.get(key.key)
        if node is None:
            continue
        if _fits_columns(node, key):
            names = {f"{key.key}.{inner}": value for inner, value in node.value.items()}
            row |= {name: _cell(name, value, diagnostics) for name, value in names.items()}
        else:
            row[key.key] = _cell(key.key, node, diagnostics)
    return row


def _fits_columns(node: Node, key: _Keys) -> bool:
    """Whether a column per key represents all of a mapping, in its order."""
    if not isinstance(node.value, dict) or not node.value:
        return False
    if is_text(f"{key.key}.x") and any(_is_no_cell(inner) for inner in node.value.values()):
        return False
    return [inner for inner in key.inner if inner in node.value] == list(node.value)


def _is_no_cell(node: Node) -> bool:
    """Whether a cell that is read as a text cannot represent a value: a list, or characters that are not allowed."""
    return isinstance(node.value, dict | list) or _has_forbidden(node)


def _has_forbidden(node: Node) -> bool:
    """Whether a text contains characters that tables do not allow."""
    return isinstance(node.value, str) and bool(FORBIDDEN.search(node.value))


def _cell(name: str, node: Node, diagnostics: Diagnostics) -> Value:
    value = node.value
    if value is None:
        return NULL
    if isinstance(value, dict | list):
        return show.flow(node)
    if is_text(name):
        if _has_forbidden(node):
            message = "this text contains a character that tables do not allow"
            diagnostics.error(node.span, "bad-form", message, "remove it, or export to JSON")
        return quoted_if_needed(str(value))
    if isinstance(value, str):
        return value if is_plain(value) else show.quoted(value)
    plain: Value = value
    return plain
