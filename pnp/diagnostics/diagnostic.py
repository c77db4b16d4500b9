"""Places in files, and what is wrong there, as values: nothing raises for wrong data."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MANY_WORDS = 500
"""Among more words than this, only those that differ in one letter are taken for what was meant."""


class Cell(NamedTuple):
    """Which cell of a table a place is in, as people name it, and under which heading."""

    name: str = ""
    """`row 7` or `Moves!C7`; empty where there is no table."""
    heading: str = ""
    text: str = ""
    """What to show of it where the file itself has no lines that could be shown."""
    start: int = 0
    """Where in that text the place begins, from 1; 0 where the file has lines."""

    def __str__(self) -> str:
        return f"{self.name}, column {self.heading!r}" if self.heading else self.name


class Span(NamedTuple):
    """A place in a file: line and column count from 1, width in characters; in a table, its cell besides."""

    file: str
    line: int = 1
    column: int = 1
    width: int = 1
    cell: Cell = Cell()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def short(self) -> str:
        """As what is said elsewhere names it: the kit's folder, the file, the line, or in a workbook the cell."""
        file = Path(self.file)
        return f"{file.parent.name}/{file.name}:{self.cell.name if self.cell.start else self.line}"


class Part(NamedTuple):
    """What a printed text is made of, or some of it, and where that is written."""

    text: str
    span: Span


class Diagnostic(NamedTuple):
    """One fault: where, how bad (`error`, `warning` or `note`), its code, what is wrong, what may help."""

    span: Span
    severity: str
    code: str
    message: str
    hints: tuple[str, ...] = ()


class Diagnostics:
    """Faults found so far. Stages add to it and go on, so that a reader sees all of them at once."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def error(self, span: Span, code: str, message: str, *hints: str) -> None:
        self._found.append(Diagnostic(span, "error", code, message, tuple(h for h in hints if h)))

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Take in faults that were found as values."""
        self._found.extend(found)

    def __bool__(self) -> bool:
        return any(d.severity == "error" for d in self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Each fault once, in the order of files, lines and columns."""
        return iter(sorted(set(self._found)))

    def __len__(self) -> int:
        return len(set(self._found))

    @property
    def noted(self) -> int:
        """How often a fault was noted, the same one again counting again."""
        return len(self._found)


class DataError(Exception):
    """The data are wrong. For callers in Python; inside the program faults are values."""

    def __init__(self, found: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(set(found)))
        super().__init__("\n".join(f"{d.span}: {d.severity}[{d.code}]: {d.message}" for d in self.diagnostics))


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """A hint naming the known word closest to `word`, or an empty string."""
    by_lower = _by_lower(tuple(map(str, known)))
    wanted = str(word).lower()
    if len(by_lower) <= MANY_WORDS:
        near = difflib.get_close_matches(wanted, list(by_lower), 1, 0.6)
        return f"did you mean {by_lower[near[0]]!r}?" if near else ""
    nearly = _one_off(tuple(by_lower.values()))
    found = next((nearly[form] for form in _forms(wanted) if form in nearly), None)
    return f"did you mean {found!r}?" if found else ""


@lru_cache(maxsize=8)
def _by_lower(known: tuple[str, ...]) -> dict[str, str]:
    return {word.lower(): word for word in known}


@lru_cache(maxsize=2)
def _one_off(known: tuple[str, ...]) -> dict[str, str]:
    """Words by their forms. Words that differ in one letter share a form, so no two need to be compared."""
    return {form: word for word in reversed(known) for form in _forms(word.lower())}


def _forms(word: str) -> list[str]:
    """A word, and the word without any one of its letters; long words alone."""
    return [word] if len(word) > 40 else [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
