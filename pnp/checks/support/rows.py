"""Read cells of printed tables as numbers and ids, and compare them with an engine's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pnp import components
from pnp.checks import CheckContext
from pnp.checks.support.answers import observed
from pnp.checks.support.printed import statements
from pnp.kit.phrases import holds
from pnp.rules.proofs import Cell
from pnp.text.icons import NAMED

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
            counts[spec.title.lower()] = (spec.copies if pages else sum(piece.copies for piece in pieces),)
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
