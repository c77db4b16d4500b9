"""Read cards from CSV, XLSX, ODS and JSON tables into the same nodes as from `cards.yaml`.

Each format has a module with `read`, which turns a file's bytes into a grid of entries with places, or with `sheets`,
which does so for the sheets of a workbook. CSV and XLSX have `written` too, which turns rows into the bytes of a file,
reproducibly. For all formats, `columns` reads the header of
a grid and `cards` its rows.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Cell, Diagnostic, Diagnostics, Span, did_you_mean, mistakes
from pnp.diagnostics.files import composed, is_there, leads_out, named
from pnp.kit import address, damage, languages, paths, schema
from pnp.kit.fields import within
from pnp.kit.kit_file import KitFile
from pnp.kit.model import Card, Table
from pnp.kit.tables import cards, columns, rows
from pnp.kit.tables import sheets as sheets_
from pnp.sources import Node, json, ods, xlsx
from pnp.sources import csv as csv_
from pnp.sources import tables as task
from pnp.sources.grid import Grid
from pnp.sources.workbook import WorkbookSheet
from pnp.sources.yaml import MAX_CARDS_BYTES, read_bytes

FORMS = {".csv": csv_, ".tsv": csv_, ".xlsx": xlsx, ".ods": ods, ".json": json}
"""The module of each format, by file suffix."""
WORKBOOKS = tuple(suffix for suffix, form in FORMS.items() if form.__name__ in task.WORKBOOKS)
"""The suffixes of files with sheets."""
LARGE = 500_000
"""Files of text with more bytes than this are read in the child process."""

_FILE = re.compile(r"[\w-][\w .()-]{0,79}")


class NamedTable(NamedTuple):
    """A table as named in `kit.yaml`: its file or address, its deck if it has only one, and its sheet, the keys of its
    columns, its rows, how it writes icons, and the expressions that choose and sort its rows, if given."""

    file: Node
    deck: Node | None = None
    sheet: Node | None = None
    columns: Node | None = None
    rows: Node | None = None
    icons: Node | None = None
    where: Node | None = None
    sort: Node | None = None

    @classmethod
    def of(cls, keys: dict[str, Node], deck: Node | None) -> NamedTable:
        """The table of a mapping with the keys of a `Table`."""
        return cls(keys["file"], deck, *map(keys.get, cls._fields[2:]))

    @property
    def file_name(self) -> str:
        """The name of its file, which for an address is that of the file in which it is kept."""
        name = str(self.file.value)
        return address.kept_as(str(self.deck.value) if self.deck else None) if address.is_address(name) else name


def of_kit(
    folder: Path, named: Node, diagnostics: Diagnostics, *, whole: bool, language: str = languages.FIRST
) -> Node | None:
    """The cards of a kit's tables; None if there are errors. `named` is the value of `cards` in its `kit.yaml`.

    If `whole`, each card needs a name; an overlay's tables may contain parts of cards. Texts are sorted by the alphabet
    of `language`.
    """
    if not is_valid(named, diagnostics):
        return None
    taken: set[str] = set()
    trees = []
    for table in tables_in(named):
        read = partial(_cards, folder, table, language, taken, diagnostics, whole=whole)
        trees.append(mistakes.bounded(read, None, table.file.span, "reading this table", diagnostics))
    complete = [tree for tree in trees if tree is not None]
    return _joined(complete, diagnostics) if len(complete) == len(trees) else None


def is_valid(named: Node, diagnostics: Diagnostics) -> bool:
    """Whether the value of `cards` in a `kit.yaml` is as it must be. Its errors are reported."""
    return schema.build(schema.types_of(KitFile)["cards"], named, diagnostics) is not None


def beside(tables: Node, yaml: Node, diagnostics: Diagnostics) -> Node | None:
    """The cards of tables and of a `cards.yaml` together; None if a card is in both."""
    if not isinstance(yaml.value, dict):
        return yaml  # validation reports the error
    return _joined((tables, yaml), diagnostics)


def files(named: Node) -> list[str]:
    """The file names of a kit's tables, whether or not they are valid."""
    return [table.file_name for table in tables_in(named)]


def is_file_name(name: str) -> bool:
    """Whether a table can have a file name."""
    return _FILE.fullmatch(name) is not None


def sheets_of(
    file: str, data: bytes, wanted: Node | None, diagnostics: Diagnostics, *, confined: bool = True
) -> list[WorkbookSheet]:
    """The sheets in the data of a file with a known suffix, or the `wanted` one only; none if there are errors.

    If it is `confined`, workbooks and large files are read in the child process.
    """
    suffix = Path(file).suffix.lower()
    is_far = confined and (suffix in WORKBOOKS or len(data) > LARGE)
    return (task.read if is_far else task.read_here)(FORMS[suffix].__name__, data, file, wanted, diagnostics)


def tables_in(named: Node) -> Iterator[NamedTable]:
    """The tables that the valid value of `cards` in a `kit.yaml` names."""
    keys = named.value
    if not isinstance(keys, dict):
        yield NamedTable(named)
    elif Table.is_one(keys):
        yield NamedTable.of(keys, None)
    else:
        for deck, node in keys.items():
            name = Node(deck, node.key_span)
            yield NamedTable.of(node.value, name) if isinstance(node.value, dict) else NamedTable(node, name)


def _cards(
    folder: Path, table: NamedTable, language: str, taken: set[str], diagnostics: Diagnostics, *, whole: bool
) -> Node | None:
    found = Diagnostics()
    node = _read_cards(folder, table, language, taken, found, whole=whole)
    if node is not None and found.blocks:
        _report_others(node, found, whole=whole)
    diagnostics.add(found)
    return None if found.blocks else node


def _report_others(node: Node, found: Diagnostics, *, whole: bool) -> None:
    """Report what else is wrong with the cards of a table that has errors, because they are not read any further."""
    cells, rows = {_cell(error.span) for error in found}, {_row(error.span) for error in found}
    has_all_columns = not any(error.code.endswith("-column") for error in found)
    others = Diagnostics()
    if whole:
        schema.build(dict[schema.Name, dict[schema.Id, Card]], node, others)
    for error in others:
        is_result = error.code == "missing-key" and not (has_all_columns and _row(error.span) not in rows)
        if not is_result and _cell(error.span) not in cells:
            found.add([error])
    for text, span in node.texts():
        if _cell(span) not in cells and (damaged := damage.found(text)):
            place = within(text, span, damaged.start, damaged.length)
            found.add([Diagnostic(place, "warning", "damaged-text", damaged.message, (damaged.hint,))])


def _cell(span: Span) -> tuple[str, str]:
    return span.cell.name, span.cell.letter


def _row(span: Span) -> str:
    """The number of a row, as in `row 7` or `Moves!C7`."""
    number = re.search(r"\d*$", span.cell.name)
    return number[0] if number else ""


_Table = tuple[Node, frozenset[str]]
"""The cards of a table, and their ids."""
_kept: dict[Hashable, _Table] = {}
"""Tables without faults, by all that they are read from: while a kit is edited, it is opened at every save."""
MOST_KEPT = 4


def _read_cards(
    folder: Path, table: NamedTable, language: str, taken: set[str], found: Diagnostics, *, whole: bool
) -> Node | None:
    data = _data(folder, table, found)
    if data is None:
        return None
    as_written = tuple(str(node.plain()) if node else None for node in table)
    key = (folder, data, as_written, table.deck and table.deck.span, language, whole, frozenset(taken))
    if key in _kept:
        node, ids = _kept[key]
        taken |= ids
        return node
    before = set(taken)
    read = _cards_in(folder, table, language, data, taken, found, whole=whole)
    if read is not None and not found:
        _kept[key] = read, frozenset(taken - before)
        while len(_kept) > MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
    return read


def _cards_in(
    folder: Path, table: NamedTable, language: str, data: bytes, taken: set[str], found: Diagnostics, *, whole: bool
) -> Node | None:
    """The cards in the data of a table."""
    file, confined = str(named(folder / table.file_name)), not paths.is_installed(folder)
    sheets = sheets_of(file, data, table.sheet, found, confined=confined)
    sheet = sheets_.chosen(sheets, partial(_misread, table, whole=whole), table.file.span, found)
    if sheet is None or sheet.grid is None:
        return None
    grid = sheet.grid
    is_named = table.deck is None
    header = columns.read(grid.header, found, named=is_named, whole=whole, mapping=table.columns)
    if not columns.locate_cards(header, named=is_named):
        return None
    if table.icons is not None:
        grid = damage.with_icons(grid, str(table.icons.value))
    grid = rows.visible(cards.without_total(grid, header, found), table.rows, found)
    grid = rows.in_order(rows.kept(grid, table.where, header, found), table.sort, language, header, found)
    return cards.read(grid, header, table.deck, found, taken)


def _misread(table: NamedTable, grid: Grid, *, whole: bool) -> int:
    """How much in a sheet is not as in a table of cards."""
    found = Diagnostics()
    columns.read(grid.header, found, named=table.deck is None, whole=whole, mapping=table.columns)
    return len(found) + (not grid.rows)


def _data(folder: Path, table: NamedTable, diagnostics: Diagnostics) -> bytes | None:
    """The bytes of a table; None if there are errors."""
    written, name, span = str(table.file.value), table.file_name, table.file.span
    suffix = Path(name).suffix.lower()
    path = named(folder / name)
    if address.is_address(written) and (wrong := address.problem(written)):
        diagnostics.error(span, "bad-form", wrong, "copy the address of the published CSV file from your browser")
    elif name != written and not is_there(path):
        hint = f"fetch it once: pnp check {folder.name} --fetch"
        diagnostics.error(span, "unreadable-file", f"this table was not fetched yet, so there is no {name}", hint)
    elif not is_file_name(name) or leads_out(path):
        hint = "copy the file into the kit's folder, and write its file name here"
        diagnostics.error(span, "outside-path", f"{name!r} is outside the kit's folder", hint)
    elif suffix not in FORMS:
        diagnostics.error(
            span, "unread-table", f"{name!r} is not a CSV, TSV, XLSX, ODS or JSON file", "save it as XLSX or CSV"
        )
    elif not os.path.isfile(path):  # noqa: PTH113 - False for invalid names
        names = _file_names(folder)
        hint = did_you_mean(name, names) or f"tables here: {', '.join(names) or 'none'}"
        diagnostics.error(span, "unreadable-file", f"there is no file {name!r} beside {Path(span.file).name}", hint)
    elif table.rows is not None and suffix not in WORKBOOKS:
        diagnostics.error(table.rows.span, "bad-choice", "only XLSX and ODS files have hidden rows", "leave 'rows' out")
    else:
        return read_bytes(path, Span(str(path), cell=Cell(start=1)), diagnostics, MAX_CARDS_BYTES)
    return None


def _file_names(folder: Path) -> list[str]:
    return sorted(composed(path.name) for path in folder.iterdir() if path.suffix.lower() in FORMS)


def _joined(trees: Iterable[Node], diagnostics: Diagnostics) -> Node | None:
    """Join several trees of cards; None if a card is in more than one of them."""
    first, *others = trees
    before = diagnostics.noted
    decks: dict[str, Node] = dict(first.value)
    for tree in others:
        for deck, node in tree.value.items():
            decks[deck] = _deck(deck, decks[deck], node, diagnostics) if deck in decks else node
    return Node(decks, first.span, first.key_span) if diagnostics.noted == before else None


def _deck(name: str, first: Node, second: Node, diagnostics: Diagnostics) -> Node:
    if not isinstance(second.value, dict):
        message = f"the deck {name!r} already has cards, in {_place(first)}"
        diagnostics.error(second.span, "duplicate-card", message, "write the differences card by card")
        return first
    for id_ in first.value.keys() & second.value.keys():
        message = f"there is already a card {id_!r}, in {_place(first.value[id_])}"
        hint = "remove it from the table or from cards.yaml"
        diagnostics.error(second.value[id_].key_span, "duplicate-card", message, hint)
    return Node({**first.value, **second.value}, first.span, first.key_span)


def _place(node: Node) -> str:
    """The place of a node for messages in other files."""
    there = node.key_span
    return f"{Path(there.file).name}, {there.cell.name or f'line {there.line}'}"
