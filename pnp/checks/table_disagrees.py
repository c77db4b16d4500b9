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
from typing import Any, NamedTuple

from pnp import components
from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import severity_of
from pnp.checks.support.film import observed
from pnp.checks.support.printed import PrintedTable, statements, tables
from pnp.diagnostics import Diagnostic
from pnp.graphics.drawing import total
from pnp.kit import Kit
from pnp.kit.phrases import holds
from pnp.rules.proofs import Cell
from pnp.text.icons import NAMED, without

Row = tuple[str, ...]
_HEADS = "phrases.yaml tables."
"""The beginning of the keys that heads of tables have in a work file."""
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
        name = by_head.get(_folded(table.head)) or _half_translated(context.render.kit, table.head)
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


def _half_translated(kit: Kit, head: Row) -> str:
    """The declared table with this head in which some cells are not translated yet; empty if there is none."""
    sources = {context: source for context, source in kit.work.entries if context.startswith(_HEADS)}

    def fits(name: str, cell: str, declared: str, place: int) -> bool:
        return cell.lower() in (declared.lower(), sources.get(f"{_HEADS}{name}.{place}", declared).lower())

    for name, declared in kit.phrasebook.tables.items() if sources else ():
        cells = zip(head, declared, range(1, len(head) + 1), strict=False)
        if len(head) == len(declared) and all(fits(name, *each) for each in cells):
            return name
    return ""


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
        if where.file.endswith(".po") and name in kit.phrasebook.tables:
            hint = f"translate the entries '{_HEADS}{name}' with the same words"
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


# Cells --------------------------------------------------------------------------------------------------------

# Cells of printed tables are read as numbers and ids, and compared with those of an engine's tables.

BOX = "box"
"""The table of contents of the box: the number of each component by title, and of each card by name."""

NO_BREAK = "\u00a0"
"""The space that keeps the words of a name on one line; names in tables may have it."""

_NUMBER = re.compile(r"(\d+)(?:\s[^\W\d]+|st|nd|rd|th|er|e|\.)?")
"""A number, alone or with a unit; or a place, as English, French and German write it: 1st, 1er, 1."""

_COLON = re.compile(r"\s?: ")
_ICON = re.compile(r":([a-z][\w-]*):(?: (.+))?")
_NOTHING = ("", "–", "—", "-")


class ExpectedRows(NamedTuple):
    """The rows that a table must have, by their first cells. A partial table may leave rows out.

    `unknown` are rows that cannot be checked, because their components are not part of this build.
    """

    rows: dict[Any, tuple[Any, ...]]
    partial: bool = False
    unknown: frozenset[Any] = frozenset()

    @classmethod
    def of(cls, rows: list[list[Cell]]) -> ExpectedRows:
        return cls({plain(first): tuple(map(plain, rest)) for first, *rest in rows})


def plain(cell: Any) -> Any:
    """A cell in normal form: ids sorted, a list of one as that one, an empty list as None."""
    if not isinstance(cell, list):
        return cell
    return tuple(sorted(cell)) if len(cell) > 1 else next(iter(cell), None)


def box(context: CheckContext) -> ExpectedRows:
    """The number of each component and of each card, by name in lower case."""
    counts: dict[Any, tuple[Any, ...]] = {}
    unknown = set()
    for deck, id_, card in context.cards():
        piece = context.piece(deck, id_)
        if piece:
            counts[card.name.lower()] = (piece.copies,)
    for id_, spec in context.render.kit.components.items():
        pieces = context.pieces.get(id_)
        if pieces is None:
            unknown.add(spec.title.lower())
        else:
            pages = components.kind(spec.kind).SCHEME == "pages"
            counts[spec.title.lower()] = (spec.copies if pages else total(pieces),)
    unknown |= {card.name.lower() for deck, _, card in context.cards() if deck not in context.pieces}
    return ExpectedRows(counts, partial=True, unknown=frozenset(unknown - counts.keys()))


def _sentences(cell: str) -> list[str]:
    """The sentences of a cell, separated by colons. Colons around the name of an icon do not count."""
    hidden = NAMED.sub(lambda icon: icon[0].replace(":", "\0"), cell)
    return [part.replace("\0", ":") for part in _COLON.split(hidden)]


class Reader:
    """Reads cells with the names of a kit: labels of ids, and names and short names of cards."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        self._cards = {id_: (deck, card) for deck, id_, card in context.cards()}
        names = {card.name for _, card in self._cards.values()}
        short = {
            id_: card.aside_texts["short"] for id_, (_, card) in self._cards.items() if "short" in card.aside_texts
        }
        book = context.render.kit.phrasebook
        say = context.render.say
        joints = {book.between, *book.last.values(), ", ", f" {say('and')} ", f" {say('or')} "}
        self._joints = re.compile("|".join(map(re.escape, sorted(joints - {""}))))
        self._ids = {name.lower(): id_ for id_, name in [*short.items(), *reversed(book.names.items())]}
        listed = "|".join(map(re.escape, sorted(names | set(short.values()))))
        self._named = re.compile(rf"\d|\b(?:{listed})\b" if listed else r"\d")

    def key(self, cell: str, table: str) -> Any:
        """The key of a row: its first cell."""
        return cell.lower() if table == BOX else self.read(cell)

    def read(self, cell: str) -> Any:
        """The value of a cell: a number, an id, several ids, None for a dash, or the text.

        The unit of a number is ignored, and so is the ending of a place such as 1st.
        """
        cell = cell.replace(NO_BREAK, " ")
        if cell in _NOTHING:
            return None
        icon = _ICON.fullmatch(cell)
        if icon:
            return self._pictured(cell, icon[1], icon[2])
        number = _NUMBER.fullmatch(cell)
        if number:
            return int(number[1])
        id_ = self._ids.get(cell.lower())
        if id_ is not None:
            return id_
        ids = [self._item(word) for word in self._joints.split(cell)]
        return cell if None in ids else plain(ids)

    def _item(self, word: str) -> str | None:
        """The id of one name of a list, which may have an icon before it."""
        icon = _ICON.fullmatch(word)
        if icon is None or icon[2] is None:
            return self._ids.get(word.lower())
        id_ = self._ids.get(icon[2].lower())
        return None if icon[1] in self._ids.values() and icon[1] != id_ else id_

    def _pictured(self, cell: str, name: str, words: str | None) -> Any:
        """The value of a cell with an icon. An icon named after an id stands for that id only, alone or beside it."""
        value = name if words is None else self.read(words)
        return cell if name in self._ids.values() and name != value else value

    def label(self, value: Any) -> str:
        """A value as a table prints it."""
        if isinstance(value, tuple):
            return ", ".join(map(self.label, value))
        return "nothing" if value is None else self._context.render.kit.phrasebook.names.get(str(value), str(value))

    def is_checkable(self, text: str) -> bool:
        """Whether a text contains a number or a card's name and so needs to be checked."""
        return bool(self._named.search(text.replace(NO_BREAK, " ")))

    def wrong(self, first: str, cell: str) -> Iterator[str]:
        """The sentences of a cell that contradict the card in the row's first cell, or cannot be checked."""
        deck, card = self._cards.get(str(self.read(first)), ("", None))
        seen = observed(self._context, deck, str(self.read(first))) if card else None
        for sentence in _sentences(cell):
            read = statements(self._context, sentence)
            if seen is not None and read:
                if not any(holds(statement.traits, seen) for statement in read):
                    yield sentence
            elif self.is_checkable(sentence):
                yield sentence
