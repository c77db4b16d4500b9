"""A table in running text that differs from the engine's.

Players look at a table before they look up a rule. `tables` in phrases.yaml names the tables by their heads. Each is
read off the finished page, cell by cell, and compared with the engine's table of that name; `box` is compared with the
printed pieces. A table with a head, with numbers or with names of cards must be declared, or it cannot be checked.

PASS: rulebook.md: `| Where you are | You score |` -> `| Where you are | YOU SCORE |`
FAIL: summary-turn.md: `| {{ rules.score_by_position[position] | default("–") }} |` -> `| 2 |`
FAIL: summary-counters.md: `| {{ answers(card.id) }} |` -> `| Dodge |`
FAIL: rulebook.md: `| {{ points(rules.score_by_position[position]) }} |` -> `| 2 points |`
FAIL: rulebook.md: `| Where you are | You score |` -> `| Where you are | Points |`
FAIL: phrases.yaml: `[Last card, Also countered by]` -> `[Last card, Also answered by]`
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import severity_of
from pnp.checks.support.pages import PrintedTable, tables
from pnp.checks.support.rows import BOX, ExpectedRows, Reader, box
from pnp.diagnostics import Diagnostic
from pnp.text.icons import without

Row = tuple[str, ...]
_LETTER = re.compile(r"[^\W\d_]")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every row that differs, every undeclared table, and every declared one that is missing."""
    if context.proof is None:
        return
    known = context.proof.tables()
    answers = {name: ExpectedRows.of(rows) for name, rows in known.items()} | {BOX: box(context)}
    declared = context.render.kit.phrasebook.tables
    by_head = {_folded(head): name for name, head in declared.items()}
    reader, printed, undeclared = Reader(context), set[str](), list[PrintedTable]()
    for table in tables(context):
        name = by_head.get(_folded(table.head), "")
        if not name and _needs_declaration(table, reader):
            undeclared.append(table)
        elif name in answers:
            printed.add(name)
            if not context.overflows(table.origin):  # its cells are cut into lines that are not printed
                yield from _compared(table, reader, name, answers[name])
    name = _only((declared.keys() & answers.keys()) - printed or known.keys() - declared.keys())
    for table in undeclared:
        if _has_new_head(context, table, declared.get(name, ())):
            printed.add(name)
            yield from _compared(table, reader, name, answers[name])
        else:
            yield from _unanswered(context, table, name)
    yield from _absent(context, set(answers), printed)


def _only(names: Collection[str]) -> str:
    """The name that an undeclared table must have, if only one is left; a placeholder otherwise."""
    return next(iter(names)) if len(names) == 1 else "NAME"


def _needs_declaration(table: PrintedTable, reader: Reader) -> bool:
    """Whether a table has words in its head, or cells that can be checked."""
    has_words = any(map(_LETTER.search, table.head))
    return has_words or any(reader.is_checkable(cell) for row in table.rows for cell in row)


def _folded(head: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(cell.lower() for cell in head)


def _has_new_head(context: CheckContext, table: PrintedTable, declared: tuple[str, ...]) -> bool:
    """Whether a template of a base prints a declared table with the columns that its overlay has: fewer, or others."""
    place, kit = table.place(table.head), context.render.kit
    if not declared or place is None or Path(place.file).parent == kit.folder:
        return False
    shared = {*_folded(declared)} & {*_folded(table.head)}
    return _folded(table.head)[:1] == _folded(declared)[:1] and len(shared) * 2 > len({*declared})


def _unanswered(context: CheckContext, table: PrintedTable, name: str) -> Iterator[Diagnostic]:
    """An error for a table without a declaration; at the kit's own file if a page of its base prints it."""
    where = table.place(table.head)
    if where:
        head = ", ".join(table.head) or "without a head"
        message = f"this table ({head}) is not declared, so it cannot be checked"
        cells = ", ".join(cell if cell.isalnum() else f'"{cell}"' for cell in table.head)
        hint = f"declare its head in phrases.yaml: 'tables: {{{name}: [{cells}]}}'"
        kit = context.render.kit
        own = Path(where.file).parent == kit.folder
        yield diagnostic(__name__, where if own else kit.origin.span, message, hint)


def _absent(context: CheckContext, known: set[str], printed: set[str]) -> Iterator[Diagnostic]:
    """Declared tables that the engine does not have, or that no component prints."""
    book = context.render.kit.phrasebook
    for name in book.tables.keys() - printed:
        if name not in known:
            message, hint = f"the engine has no table {name!r}", "tables: " + ", ".join(sorted(known))
            place = book.at("tables", name)
            yield diagnostic(__name__, place, message, hint, severity=severity_of(context, place, "error"))
        elif context.whole:
            head, place = ", ".join(book.tables[name]), book.at("tables", name)
            severity = severity_of(context, place, "error")  # a kit may remove a page of its base
            yield diagnostic(__name__, place, f"no table with the head {head} is printed", severity=severity)


def _compared(table: PrintedTable, reader: Reader, name: str, answer: ExpectedRows) -> Iterator[Diagnostic]:
    for message, row, cell in _wrong(table, reader, name, answer):
        where = table.place(row, cell)
        if where:
            yield diagnostic(__name__, where, message, f"compared with the table {name!r} of phrases.yaml")


def _wrong(table: PrintedTable, reader: Reader, name: str, answer: ExpectedRows) -> Iterator[tuple[str, Row, int]]:
    """Differences between the rows and the engine's rows, each with its row and the index of its cell."""
    found: set[Any] = set()
    for row in table.rows:
        key = reader.key(row[0], name)
        if key in found:
            yield f"the row {without(row[0])!r} is in this table twice", row, 0
        found.add(key)
        if key in answer.rows:
            for says, cell in _cells(reader, row, answer.rows[key]):
                yield f"the row {without(row[0])!r} {says}", row, cell
        elif key not in answer.unknown:
            yield f"the game has no {row[0]!r}, so this row should not be here", row, 0
    for key in () if answer.partial else answer.rows.keys() - found:
        yield f"the row for {reader.label(key)} is missing", (), 0


def _cells(reader: Reader, row: Row, wanted: tuple[Any, ...]) -> Iterator[tuple[str, int]]:
    """Cells that differ from the engine's, and further cells with statements that play contradicts, by index."""
    for index, cell in enumerate(row[1:], start=1):
        if index > len(wanted):
            yield from ((f"has {wrong!r}, which play does not confirm", index) for wrong in reader.wrong(row[0], cell))
        elif reader.read(cell) != wanted[index - 1]:
            yield f"has {cell!r}, but in play it is {reader.label(wanted[index - 1])}", index
