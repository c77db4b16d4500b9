"""The cards of a deck as a table: a row for each card, a column for each value, and where each cell is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp.components.kinds import deck
from pnp.diagnostics import Span
from pnp.kit import Card, Kit, yaml_edit
from pnp.kit.tables.columns import from_name
from pnp.sources import Node, csv
from pnp.sources.node import put
from pnp.sources.yaml import CARDS_FILE
from pnp.studio.edits import RefusedEditError
from pnp.studio.opened import is_in

NAME, COUNT = "name", "count"
TEXTS = (".csv", ".tsv")
"""The suffixes of tables that are text, and so can be edited here."""
_NUMBERED = re.compile(r"(?P<stem>.+)_(?P<number>[2-9]|[1-9]\d)")
"""The id of a card that is another one once more."""
_ASIDE = re.compile(r"\basides\.[a-z_][a-z0-9_]*")


class CellChange(NamedTuple):
    """Another value for a cell: the card, the column, the value that the page shows, and the new one."""

    card: str
    column: str
    shown: Any
    value: Any


Change = tuple[Path, Callable[[str], str]]
"""A file, and what makes its new text from the old one."""


def deck_of(kit: Kit, component: str) -> str | None:
    """The deck that a component prints; None if it prints no cards."""
    spec = kit.components.get(component)
    name = deck.deck_of(component, spec) if isinstance(spec, deck.Spec) else None
    return name if name in kit.cards else None


CellFaults = Mapping[tuple[str, int, int], tuple[str, str]]
"""The severity and the message of what is wrong, by the place: file, line and column."""


NO_FAULTS: CellFaults = {}


def table(kit: Kit, name: str, folder: Path, faults: CellFaults = NO_FAULTS) -> dict[str, Any]:
    """A deck for the page, with what is wrong in its cells. `folder` is that of the user's own kit."""
    columns: dict[str, None] = {NAME: None, COUNT: None}
    rows = []
    for id_, card in kit.cards[name].items():
        values = dict(_values(card))
        cells = {path: node.plain() for path, node in values.items()}
        wrong = {path: faults[node.span[:3]] for path, node in values.items() if node.span[:3] in faults}
        columns |= dict.fromkeys(cells)
        rows.append({"id": id_, "cells": {NAME: card.name, COUNT: card.count} | cells, "wrong": wrong})
    columns |= dict.fromkeys(_printed(kit, name))
    return {
        "deck": name,
        "columns": list(columns),
        "rows": rows,
        "total": kit.totals[name],
        "why": _locked(kit, name, folder),
    }


def _printed(kit: Kit, name: str) -> Iterator[str]:
    """The asides that the faces of a deck print, unless its cards are in a workbook, which is not edited here."""
    files = {Path(card.origin.span.file).suffix.lower() for card in kit.cards[name].values()}
    if not files <= {".yaml", *TEXTS}:
        return
    for component, spec in kit.components.items():
        if isinstance(spec, deck.Spec) and deck_of(kit, component) == name:
            face = kit.facebook.faces.get(spec.face or "")
            yield from _ASIDE.findall(str(face.origin.plain())) if face else ()


def _values(card: Card) -> Iterator[tuple[str, Node]]:
    """The values of a card that are no mappings, by their keys joined with points."""
    open_ = [("", card.origin)]
    while open_:
        path, node = open_.pop(0)
        if isinstance(node.value, dict):
            open_ = [(f"{path}.{key}" if path else key, inner) for key, inner in node.value.items()] + open_
        else:
            yield path, node


def _locked(kit: Kit, name: str, folder: Path) -> str:
    """Why the cells of a deck cannot be changed here; empty if they can."""
    files = {Path(card.origin.span.file) for card in kit.cards[name].values()}
    others = [file.name for file in files if file.suffix.lower() not in (".yaml", *TEXTS) and is_in(str(file), folder)]
    return f"{others[0]} is edited in its own program: save it there, and it is shown here" if others else ""


def changes(kit: Kit, name: str, folder: Path, wanted: list[CellChange]) -> list[Change]:
    """What writes these cells. Raises RefusedEditError if a cell shows another value, or cannot be changed."""
    if why := _locked(kit, name, folder):
        raise RefusedEditError(why)
    return [_change(kit, name, folder, one) for one in wanted]


def _change(kit: Kit, name: str, folder: Path, one: CellChange) -> Change:
    card = kit.cards[name].get(one.card)
    if card is None:
        raise RefusedEditError(f"there is no card {one.card!r} any more")
    node = dict(_values(card)).get(one.column)
    shown = node.plain() if node else {NAME: card.name, COUNT: card.count}.get(one.column)
    if shown != one.shown:
        raise RefusedEditError(f"{one.column} of {card.name} was saved since the page showed it")
    span = (node or card.origin).span
    file = Path(span.file)
    if not is_in(span.file, folder):
        path = (name, one.card, *one.column.split("."))
        return folder / CARDS_FILE, partial(yaml_edit.changed, path=path, value=one.value)
    if file.suffix.lower() in TEXTS:
        value = "" if one.value is None else str(one.value)
        column = _known_column(kit, name, one.column)
        if column is None and _ASIDE.fullmatch(one.column):
            return file, partial(csv.with_cell_below, row=_row(span), name=one.column, value=value)
        return file, partial(csv.with_cell, row=_row(span), column=_column(kit, name, one.column), value=value)
    return file, partial(_with_value, at=card.origin.span, path=one.column.split("."), value=one.value)


def _with_value(text: str, *, at: Span, path: list[str], value: Any) -> str:
    """The text of a YAML file with a value of the card that is at a place."""
    above = yaml_edit.path_at(text, at.line, at.column, at.file)
    if above is None:
        raise ValueError("it was saved since the page showed it")
    return yaml_edit.changed(text, (*above, *path), yaml_edit.REMOVED if value is None else value)


def _row(span: Span) -> int:
    found = re.search(r"(\d+)$", span.cell.name)
    if found is None:
        raise RefusedEditError("this cell is in no row")
    return int(found[1])


def _column(kit: Kit, name: str, path: str) -> int:
    """The column of a value in a CSV file, from 1. Raises RefusedEditError."""
    column = _known_column(kit, name, path)
    if column is None:
        raise RefusedEditError(f"the table has no column for {path!r}: add it in the file first")
    return column


def _known_column(kit: Kit, name: str, path: str) -> int | None:
    """The column of a value in a CSV file, from 1, by the cards that have one; None if no card has."""
    for card in kit.cards[name].values():
        for key, node in _values(card):
            if key == path and node.span.cell.letter:
                return csv.column_of(node.span.cell.letter)
    return None


def copied(kit: Kit, name: str, folder: Path, id_: str) -> list[Change]:
    """What writes a card once more, under another id and name. Raises RefusedEditError."""
    card = _known(kit, name, folder, id_)
    found = _NUMBERED.fullmatch(id_)
    stem = found["stem"] if found else id_
    title = card.name.removesuffix(f" {found['number']}") if found else card.name
    names = {one.name for one in kit.cards[name].values()}
    number = next(
        number
        for number in range(2, 10_000)
        if f"{stem}_{number}" not in kit.numbers[name] and f"{title} {number}" not in names
    )
    return [_copy(kit, name, folder, card, f"{stem}_{number}", {NAME: f"{title} {number}"})]


def added(kit: Kit, name: str, folder: Path, id_: str, rows: Sequence[Mapping[str, Any]]) -> list[Change]:
    """What writes new cards below a card, as copies of it with other values. Raises RefusedEditError."""
    card = _known(kit, name, folder, id_)
    if nameless := sum(not one.get(NAME) for one in rows):
        raise RefusedEditError(f"a new card needs a name, which {nameless} of {len(rows)} new rows lack")
    taken = set(kit.numbers[name])
    wanted = [(from_name(str(one[NAME]), taken), one) for one in rows]
    made = [_copy(kit, name, folder, card, new, values) for new, values in wanted]
    return made[::-1] if made and made[0][0].suffix.lower() in TEXTS else made


def _known(kit: Kit, name: str, folder: Path, id_: str) -> Card:
    """A card of a deck that can be edited here. Raises RefusedEditError."""
    if why := _locked(kit, name, folder):
        raise RefusedEditError(why)
    card = kit.cards[name].get(id_)
    if card is None:
        raise RefusedEditError(f"there is no card {id_!r} any more")
    return card


def _copy(kit: Kit, name: str, folder: Path, card: Card, id_: str, values: Mapping[str, Any]) -> Change:
    """What writes a card under another id with other values; a row of a CSV file is written below the old one."""
    span, key = card.origin.span, card.origin.key_span.cell.letter
    if Path(span.file).suffix.lower() in TEXTS and is_in(span.file, folder):
        cells = {_column(kit, name, path): "" if value is None else str(value) for path, value in values.items()}
        if key and csv.column_of(key) not in cells:
            cells[csv.column_of(key)] = id_
        return Path(span.file), partial(csv.with_row_again, row=_row(span), cells=cells)
    plain = card.origin.plain()
    for path, value in values.items():
        put(plain, path.split("."), value)
    file = Path(span.file) if is_in(span.file, folder) else folder / CARDS_FILE
    return file, partial(yaml_edit.changed, path=(name, id_), value=plain)


def deleted(kit: Kit, name: str, folder: Path, id_: str) -> list[Change]:
    """What removes a card; a card of a base is said to be none. Raises RefusedEditError."""
    span = _known(kit, name, folder, id_).origin.span
    if not is_in(span.file, folder):
        return [(folder / CARDS_FILE, partial(yaml_edit.changed, path=(name, id_), value=None))]
    if Path(span.file).suffix.lower() in TEXTS:
        return [(Path(span.file), partial(csv.without_row, row=_row(span)))]
    return [(Path(span.file), partial(_without_card, at=span))]


def _without_card(text: str, *, at: Span) -> str:
    above = yaml_edit.path_at(text, at.line, at.column, at.file)
    if above is None:
        raise ValueError("it was saved since the page showed it")
    return yaml_edit.changed(text, above, yaml_edit.REMOVED)
