"""The tables that a kit names, CSV or XLSX -> one tree of cards, as a `cards.yaml` that says the same would be read.

Each form of table has a file here that offers `read`, a file's bytes -> a grid of entries with places, and `written`,
rows -> the bytes of a file, the same ones each time. What a grid means is the same for all of them: `columns` reads its
header, `cards` its rows.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Cell, Diagnostics, Span, did_you_mean
from pnp.diagnostics.files import leads_out
from pnp.kit import schema
from pnp.kit.model import KitFile
from pnp.kit.tables import cards, columns, xlsx
from pnp.kit.tables import csv as csv_
from pnp.kit.tables.grid import Grid
from pnp.kit.yaml import Node, read_bytes

FORMS = {".csv": csv_, ".xlsx": xlsx}
"""What reads and writes a table, by how the name of its file ends."""
MAX_BYTES = 5_000_000

_FILE = re.compile(r"[\w-][\w .()-]{0,79}")


class _Named(NamedTuple):
    """A table as `kit.yaml` names it: where its file is named and which sheet of it, if one is; its deck, if it has
    only one."""

    file: Node
    sheet: Node | None = None
    deck: Node | None = None


def of_kit(folder: Path, said: Node, diagnostics: Diagnostics, *, whole: bool) -> Node | None:
    """The cards of the tables that a kit in that folder names, `said` being what it says; None with faults.

    Cards that are `whole` need a name; those of an overlay may be parts of cards.
    """
    if schema.build(schema.types_of(KitFile)["cards"], said, diagnostics) is None:
        return None
    found = [_cards(folder, table, diagnostics, whole=whole) for table in _named(said)]
    trees = [tree for tree in found if tree is not None]
    return _joined(trees, diagnostics) if len(trees) == len(found) else None


def beside(tables: Node, yaml: Node, diagnostics: Diagnostics) -> Node | None:
    """The cards of tables and those that a `cards.yaml` has besides; None where one is in both."""
    if not isinstance(yaml.value, dict):
        return yaml  # what is wrong with it is told when it is built
    return _joined((tables, yaml), diagnostics)


def files(said: Node) -> list[str]:
    """The names of the files that a kit names as tables, right or wrong."""
    return [str(table.file.value) for table in _named(said)]


def _named(said: Node) -> Iterator[_Named]:
    if not isinstance(said.value, dict):
        yield _Named(said)
        return
    for deck, node in said.value.items():
        name = Node(deck, node.key_span)
        if isinstance(node.value, dict):
            yield _Named(node.value["file"], node.value.get("sheet"), name)
        else:
            yield _Named(node, None, name)


def _cards(folder: Path, table: _Named, diagnostics: Diagnostics, *, whole: bool) -> Node | None:
    before = diagnostics.noted
    grid = _grid(folder, table, diagnostics)
    if grid is None:
        return None
    found = columns.read(grid.header, diagnostics, named=table.deck is None, whole=whole) if grid.header else []
    node = cards.read(grid, found, table.deck, diagnostics) if diagnostics.noted == before else None
    return node if diagnostics.noted == before else None


def _grid(folder: Path, table: _Named, diagnostics: Diagnostics) -> Grid | None:
    """What stands in a table's file; None, with faults, if there is no such table in the kit's folder."""
    name, span = str(table.file.value), table.file.span
    suffix = Path(name).suffix.lower()
    path = folder / name
    if not _FILE.fullmatch(name) or leads_out(path):
        hint = "copy the file into the kit's folder, and name it as it is called there"
        diagnostics.error(span, "outside-path", f"{name!r} leads out of the kit", hint)
    elif suffix not in FORMS:
        diagnostics.error(span, "unread-table", f"{name!r} is no CSV or XLSX file", "save the table as one of them")
    elif not os.path.isfile(path):  # noqa: PTH113 - False for any name that the system does not take
        hint = did_you_mean(name, _tables(folder)) or f"tables here: {', '.join(_tables(folder)) or 'none'}"
        diagnostics.error(span, "unreadable-file", f"there is no file {name!r} beside {Path(span.file).name}", hint)
    else:
        data = read_bytes(path, Span(str(path), cell=Cell(start=1)), diagnostics, MAX_BYTES)
        return None if data is None else FORMS[suffix].read(data, str(path), table.sheet, diagnostics)
    return None


def _tables(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix.lower() in FORMS)


def _joined(trees: Iterable[Node], diagnostics: Diagnostics) -> Node | None:
    """Several trees of cards as one; a card may be in one of them only."""
    first, *others = trees
    before = diagnostics.noted
    made: dict[str, Node] = dict(first.value)
    for tree in others:
        for deck, node in tree.value.items():
            made[deck] = _deck(deck, made[deck], node, diagnostics) if deck in made else node
    return Node(made, first.span, first.key_span) if diagnostics.noted == before else None


def _deck(name: str, first: Node, second: Node, diagnostics: Diagnostics) -> Node:
    if not isinstance(second.value, dict):
        message = f"the deck {name!r} is told of already, in {_place(first)}"
        diagnostics.error(second.span, "duplicate-card", message, "say what is other card by card")
        return first
    for id_ in first.value.keys() & second.value.keys():
        message = f"{id_!r} is a card already, in {_place(first.value[id_])}"
        hint = "a card is in a table or in cards.yaml: take it out of one of them"
        diagnostics.error(second.value[id_].key_span, "duplicate-card", message, hint)
    return Node({**first.value, **second.value}, first.span, first.key_span)


def _place(node: Node) -> str:
    """Where a node is, as messages in other files say it."""
    there = node.key_span
    return f"{Path(there.file).name}, {there.cell.name or f'line {there.line}'}"
