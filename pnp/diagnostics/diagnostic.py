"""Diagnostics and the places in files that they point at. Wrong data raises nothing; it adds a diagnostic."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MANY_WORDS = 500
"""With more known words than this, only words that differ in one letter are suggested."""
LONGEST_NAME = 40
"""Longer names of cards are cut in messages."""
LEFT_OUT = frozenset({"total-row"})
"""The codes of errors about data that is left out. The rest is whole, and is checked in the same run."""


_SPACE = re.compile(r"(?<!\\)((?:\\\\)*)\\(xa0|u202f|u2009|u200a)")
"""A space in a quotation that Python writes as an escape sequence, after escaped backslashes."""
_NAMES = {"xa0": "no-break space", "u202f": "narrow no-break space", "u2009": "thin space", "u200a": "hair space"}
_QUOTATION = re.compile(r"'[^']*'|\"[^\"]*\"")


def readable(text: str) -> str:
    """A message whose quotations have spaces for the escape sequences of special spaces, such as `\\xa0`.

    A quotation of such a space alone is its name. Spaces have names too if two quotations differ in nothing else.
    """
    if not _SPACE.search(text):
        return text
    text = re.sub(rf"(['\"]){_SPACE.pattern}\1", lambda found: _NAMES[found[3]], text)
    plain = _SPACE.sub(r"\1 ", text)
    before, after = set(_QUOTATION.findall(text)), set(_QUOTATION.findall(plain))
    return plain if len(after) == len(before) else _SPACE.sub(lambda found: f"{found[1]}‹{_NAMES[found[2]]}›", text)


class Cell(NamedTuple):
    """A table cell that a diagnostic is about."""

    name: str = ""
    """`row 7` or `Moves!C7`; empty outside tables."""
    heading: str = ""
    text: str = ""
    """The text to show if the file has no lines of text, as in XLSX."""
    start: int = 0
    """The column in `text`, counted from 1; 0 if the file has lines of text."""
    letter: str = ""
    """The letters of the column in a spreadsheet, if the name does not contain them."""
    card: str = ""
    """The name of the row's card, or its id."""

    def __str__(self) -> str:
        column = f"{self.letter} ({self.heading!r})" if self.letter else repr(self.heading)
        return f"{self.name}, column {column}" if self.heading else self.name


class Span(NamedTuple):
    """A place in a file: line and column counted from 1, width in characters, and the cell if the file is a table."""

    file: str
    line: int = 1
    column: int = 1
    width: int = 1
    cell: Cell = Cell()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def short(self) -> str:
        """The short form for messages about other files: `folder/file:line`, or `folder/file:cell` in a workbook."""
        file = Path(self.file)
        return f"{file.parent.name}/{file.name}:{self.cell.name if self.cell.start else self.line}"


class Part(NamedTuple):
    """A piece of a printed text and the place where it is written."""

    text: str
    span: Span


class CardPlace(NamedTuple):
    """A card that a diagnostic is about: its id and name, and where it is in the data."""

    id: str = ""
    name: str = ""
    span: Span = Span("")

    @property
    def place(self) -> str:
        """`cards.csv row 17`, `cards.yaml line 4` or `cards.xlsx Moves!A7`."""
        return f"{Path(self.span.file).name} {self.span.cell.name or f'line {self.span.line}'}"

    def __str__(self) -> str:
        name = self.name if len(self.name) <= LONGEST_NAME else f"{self.name[: LONGEST_NAME - 1]}…"
        return f"card {name!r} ({self.place})"


class Diagnostic(NamedTuple):
    """One error, warning or note: its place, severity (`error`, `warning` or `note`), code, message and hints.

    If its place is an element of a face, `card` may be the card on which the element is wrong.
    """

    span: Span
    severity: str
    code: str
    message: str
    hints: tuple[str, ...] = ()
    card: CardPlace = CardPlace()

    @property
    def full_message(self) -> str:
        """The message as it is shown, with the card first."""
        return readable(f"{self.card}: {self.message}" if self.card.id else self.message)

    @property
    def full_hints(self) -> tuple[str, ...]:
        """The hints as they are shown."""
        return tuple(map(readable, self.hints))


class Diagnostics:
    """The list of diagnostics found so far, so that the user sees all of them at once."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._card = CardPlace()
        self._ignored_codes: frozenset[str] = frozenset()
        self._ignored: set[Diagnostic] = set()

    def error(self, span: Span, code: str, message: str, *hints: str, on_card: bool = False) -> None:
        """Add an error. With `on_card` it is about the card that is being drawn, unless its place is there anyway."""
        card = self._card if on_card and span.file != self._card.span.file else CardPlace()
        self.add([Diagnostic(span, "error", code, message, tuple(h for h in hints if h), card)])

    def ignore(self, codes: Iterable[str]) -> None:
        """Ignore diagnostics with these codes, earlier ones too."""
        self._ignored_codes |= frozenset(codes)
        self._found = self.kept(self._found)

    def kept(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The diagnostics that are not ignored; the others are counted as ignored."""
        every = list(diagnostics)
        self._ignored.update(one for one in every if one.code in self._ignored_codes)
        return [one for one in every if one.code not in self._ignored_codes]

    @property
    def ignored(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that were ignored, each once."""
        return tuple(sorted(self._ignored))

    @contextmanager
    def drawing(self, card: CardPlace) -> Iterator[None]:
        """Errors with `on_card` that are added in this context are about `card`."""
        before, self._card = self._card, card
        try:
            yield
        finally:
            self._card = before

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were made elsewhere."""
        self._found.extend(self.kept(diagnostics) if self._ignored_codes else diagnostics)

    def since(self, noted: int) -> list[Diagnostic]:
        """Those that were added after so many."""
        return self._found[noted:]

    def replace(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Replace all diagnostics found so far."""
        self._found = self.kept(diagnostics)

    def __bool__(self) -> bool:
        return any(d.severity == "error" for d in self._found)

    @property
    def blocks(self) -> bool:
        """Whether an error leaves nothing to go on with, so that it may hide others."""
        return any(d.severity == "error" and d.code not in LEFT_OUT for d in self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Each diagnostic once, sorted by file, line and column."""
        return iter(sorted(set(self._found)))

    def __len__(self) -> int:
        return len(set(self._found))

    @property
    def noted(self) -> int:
        """The number of diagnostics added, duplicates included."""
        return len(self._found)


class DataError(Exception):
    """Data files have errors. Raised by the Python API only; inside the program errors are collected in Diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(set(diagnostics)))
        super().__init__("\n".join(f"{d.span}: {d.severity}[{d.code}]: {d.full_message}" for d in self.diagnostics))


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """A hint naming the known word closest to `word`, or an empty string."""
    by_lower = _by_lower(tuple(map(str, known)))
    wanted = str(word).lower()
    if len(by_lower) <= MANY_WORDS:
        near = difflib.get_close_matches(wanted, list(by_lower), 1, 0.6)
        return f"did you mean {by_lower[near[0]]!r}?" if near else ""
    by_variant = _by_variant(tuple(by_lower.values()))
    nearest = next((by_variant[variant] for variant in _variants(wanted) if variant in by_variant), None)
    return f"did you mean {nearest!r}?" if nearest else ""


@lru_cache(maxsize=8)
def _by_lower(known: tuple[str, ...]) -> dict[str, str]:
    return {word.lower(): word for word in known}


@lru_cache(maxsize=2)
def _by_variant(known: tuple[str, ...]) -> dict[str, str]:
    """Words by their variants. Words that differ in one letter share a variant, so no two need to be compared."""
    return {variant: word for word in reversed(known) for variant in _variants(word.lower())}


def _variants(word: str) -> list[str]:
    """A word and its variants with one letter left out; a word of more than 40 letters has no variants."""
    return [word] if len(word) > 40 else [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The message for an unknown name, with the nearest known name or all of them."""
    known = list(known)
    hint = did_you_mean(name, known)
    return f"there is no {what} {name!r}" + (f"; {hint}" if hint else f"; there are {', '.join(known)}")
