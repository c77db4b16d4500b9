"""A kit's cards -> a file of them for other programs: a table, CSV or XLSX, or JSON.

Tables are such as a kit may name in the place of its `cards.yaml`, and the same cards come of them. Mappings in a card
get a column for each key; what such a column cannot hold, the order of keys among it, stands as a mapping in one cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.kit import schema, show, tables
from pnp.kit.model import Card
from pnp.kit.tables.cards import NULL, held, is_plain
from pnp.kit.tables.columns import DECK, ID, is_text
from pnp.kit.tables.grid import MAX_COLUMNS, Value
from pnp.kit.yaml import FORBIDDEN, Node

SHEET = "Cards"

_PLAIN_KEY = re.compile(r"[\w-]+")


def written(cards: Node, form: str, diagnostics: Diagnostics) -> bytes | None:
    """The cards of a kit that is right, as a file of that form; None with faults."""
    if form == "json":
        text = json.dumps(cards.plain(), ensure_ascii=False, indent=1)
        return f"{show.escaped(text)}\n".encode()
    before = diagnostics.noted
    rows = list(_rows(cards, diagnostics))
    made: bytes = tables.FORMS[f".{form}"].written(SHEET, rows)
    return made if diagnostics.noted == before else None


class _Keys(NamedTuple):
    """A key of cards, and the keys of the mappings there if they have columns of their own."""

    key: str
    inner: tuple[str, ...] = ()

    def names(self) -> list[str]:
        return [self.key, *(f"{self.key}.{inner}" for inner in self.inner)]


def _rows(cards: Node, diagnostics: Diagnostics) -> Iterator[list[Value | None]]:
    """The header, and a row for each card; columns with nothing in them are left out."""
    there = [(deck, id_, card) for deck, found in cards.value.items() for id_, card in found.value.items()]
    keys = [_Keys(key, _merged(card.value.get(key) for _, _, card in there)) for key in schema.keys_of(Card)]
    if sum(len(key.names()) for key in keys) > MAX_COLUMNS:
        keys = [key._replace(inner=()) for key in keys]
    rows = [{DECK: deck, ID: id_, **_row(card, keys, diagnostics)} for deck, id_, card in there]
    used = {name for row in rows for name in row}
    header = [name for name in (DECK, ID, *(name for key in keys for name in key.names())) if name in used]
    yield list(header)
    for row in rows:
        yield [row.get(name) for name in header]


def _merged(mappings: Iterator[Node | None]) -> tuple[str, ...]:
    """The keys of some mappings, in an order that is that of each of them where there is such an order."""
    before: dict[str, set[str]] = {}
    for mapping in mappings:
        keys = list(mapping.value) if mapping and isinstance(mapping.value, dict) else []
        for earlier, key in zip([None, *keys], keys, strict=False):
            before.setdefault(key, set()).update({earlier} - {None})
    found: list[str] = []
    while before:
        key = next((key for key, earlier in before.items() if not earlier & before.keys()), next(iter(before)))
        found.append(key)
        del before[key]
    return tuple(key for key in found if _PLAIN_KEY.fullmatch(key))


def _row(card: Node, keys: list[_Keys], diagnostics: Diagnostics) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key in keys:
        node = card.value.get(key.key)
        if node is None:
            continue
        if _is_apart(node, key):
            found |= {f"{key.key}.{inner}": _cell(f"{key.key}.{inner}", value, diagnostics)
                      for inner, value in node.value.items()}  # fmt: skip
        else:
            found[key.key] = _cell(key.key, node, diagnostics)
    return found


def _is_apart(node: Node, key: _Keys) -> bool:
    """Whether the columns of a mapping's keys say the same as the mapping: all of it, and in its order."""
    if not isinstance(node.value, dict) or not node.value:
        return False
    if is_text(f"{key.key}.x") and any(_lost(inner) for inner in node.value.values()):
        return False
    return [inner for inner in key.inner if inner in node.value] == list(node.value)


def _lost(node: Node) -> bool:
    """Whether there are signs in a text that tables do not take as they are."""
    return isinstance(node.value, str) and bool(FORBIDDEN.search(node.value))


def _cell(name: str, node: Node, diagnostics: Diagnostics) -> Value:
    value = node.value
    if value is None:
        return NULL
    if isinstance(value, dict | list):
        return show.flow(node)
    if is_text(name):
        if _lost(node):
            message = "there is a sign in this text that a table cannot hold"
            diagnostics.error(node.span, "bad-form", message, "take it out, or export to JSON")
        return held(str(value))
    if isinstance(value, str):
        return value if is_plain(value) else show.quoted(value)
    plain: Value = value
    return plain
