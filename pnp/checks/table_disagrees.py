"""A table in running text that says something else than the engine does.

Players look up a table sooner than a rule. `tables` in phrases.yaml names the tables by their heads; each is read
off the finished page, cell by cell, and held against what the engine answers for that name. `box` is answered by
the pieces that are printed. A table with numbers or cards in it that is not declared is proved by nobody.

PASS: rulebook.md: `| Card | Copies | Move | Counters |` -> `| Card | COPIES | Move | Counters |`
FAIL: summary-turn.md: `| {{ rules.score_by_position[position] | default("–") }} |` -> `| 2 |`
FAIL: rulebook.md: `| **{{ card.name }}** | {{ answers(card.id) }} |` -> `| **{{ card.name }}** | Dodge |`
FAIL: rulebook.md: `| {{ card.words.counters }} |` -> `| Any card |`
FAIL: rulebook.md: `| {{ total("rhinos") }} | your rhino` -> `| 5 | your rhino`
FAIL: rulebook.md: `| Card | Copies | Move | Counters |` -> `| Card | Number | Move | Counters |`
FAIL: phrases.yaml: `[Played, Countered by]` -> `[Played, Answered by]`
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from pnp.checks import Desk, fault
from pnp.checks._answers import answer
from pnp.checks._pages import Table, tables
from pnp.checks._rows import BOX, Answer, Reader, box
from pnp.checks._templates import Line, lines_of_table, place_of_row
from pnp.icons import without
from pnp.rules import Cell
from pnp.source import Diagnostic


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for every row that differs, every table that nobody answers for, and every one that is not there."""
    ask = getattr(desk.game, "tables", None)
    if desk.game is None or ask is None:
        return
    known: dict[str, list[list[Cell]]] = answer(desk.game, "tables", ask)
    answers = {name: Answer.of(rows) for name, rows in known.items()} | {BOX: box(desk)}
    declared = desk.bench.kit.phrasebook.tables
    by_head = {_folded(head): name for name, head in declared.items()}
    reader, printed = Reader(desk), set[str]()
    for table in tables(desk):
        name = by_head.get(_folded(table.head), "")
        if not name and any(reader.speaks(cell) for row in table.rows for cell in row):
            yield from _unanswered(desk, table)
        elif name in answers:
            printed.add(name)
            yield from _held(_Held(desk, table, reader, name), answers[name])
    yield from _absent(desk, set(answers), printed)


def _folded(head: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(cell.lower() for cell in head)


def _unanswered(desk: Desk, table: Table) -> Iterator[Diagnostic]:
    where = place_of_row(lines_of_table(desk, table.origin, table.head)[:1], table.head, table.origin)
    if where:
        head = ", ".join(table.head) or "without a head"
        message = f"no engine table answers for this table ({head})"
        yield fault(__name__, where, message, "declare it in phrases.yaml under tables, by its head")


def _absent(desk: Desk, known: set[str], printed: set[str]) -> Iterator[Diagnostic]:
    """Declared tables that the engine does not know, or that no component prints."""
    book = desk.bench.kit.phrasebook
    for name in book.tables.keys() - printed:
        if name not in known:
            message, hint = f"the engine has no table {name!r}", "tables: " + ", ".join(sorted(known))
            yield fault(__name__, book.at("tables", name), message, hint)
        elif desk.whole:
            head = ", ".join(book.tables[name])
            yield fault(__name__, book.at("tables", name), f"no table with the head {head} is printed")


class _Held:
    """A printed table that is held against an answer."""

    def __init__(self, desk: Desk, table: Table, reader: Reader, name: str) -> None:
        self.desk, self.table, self.reader, self.name = desk, table, reader, name

    @cached_property
    def lines(self) -> list[Line]:
        return lines_of_table(self.desk, self.table.origin, self.table.head)

    def fault(self, message: str, row: tuple[str, ...] = ()) -> Iterator[Diagnostic]:
        where = place_of_row(self.lines, row, self.table.origin)
        if where:
            yield fault(__name__, where, message, f"the table {self.name!r} of phrases.yaml")


def _held(held: _Held, answer: Answer) -> Iterator[Diagnostic]:
    """Every row is one of the engine's, and every one of the engine's is there."""
    found: set[Any] = set()
    for row in held.table.rows:
        key = held.reader.key(row[0], held.name)
        if key in found:
            yield from held.fault(f"the row {without(row[0])!r} stands here twice", row)
        found.add(key)
        if key in answer.rows:
            yield from _cells(held, row, answer.rows[key])
        elif key not in answer.unknown:
            yield from held.fault(f"there is no {row[0]!r} in play for this table to have a row of", row)
    for key in () if answer.partial else answer.rows.keys() - found:
        yield from held.fault(f"the row for {held.reader.said(key)} is missing")


def _cells(held: _Held, row: tuple[str, ...], wanted: tuple[Any, ...]) -> Iterator[Diagnostic]:
    """The cells that are answered for are the same; those beyond them say nothing that is not so."""
    for cell, value in zip(row[1:], wanted, strict=False):
        if held.reader.read(cell) != value:
            said = f"the row {without(row[0])!r} says {cell!r}"
            yield from held.fault(f"{said}, in play it is {held.reader.said(value)}", row)
    for cell in row[1 + len(wanted) :]:
        for wrong in held.reader.wrong(row[0], cell):
            yield from held.fault(f"the row {without(row[0])!r} says {wrong!r}, which play does not show", row)
