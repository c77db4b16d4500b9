"""Texts whose words keep the places where they are written, from a template to the finished page."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple, SupportsIndex

from pnp.diagnostics.diagnostic import Span

_WORD = re.compile(r"\S+")


class Source(NamedTuple):
    """Where a text is written from an index on.

    With `runs` it is written there character by character; otherwise all of it comes from one place, such as a field.
    """

    index: int
    span: Span
    runs: bool = True

    def at(self, index: int) -> Span:
        """The place of a character."""
        return self.span._replace(column=self.span.column + index - self.index) if self.runs else self.span

    def moved(self, by: int) -> Source:
        """The same source of a text that has `by` more characters before it."""
        return self if by == 0 else Source(self.index + by, self.span, self.runs)


class Placed(str):
    """A text with the places of its words. It is equal to the same text without them.

    Slices and `str()` keep the places. All other methods of texts return texts without them.
    """

    sources: tuple[Source, ...]
    """The sources, in the order of their indices."""

    def __new__(cls, text: str = "", sources: Iterable[Source] = ()) -> Placed:
        placed = super().__new__(cls, text)
        placed.sources = tuple(sources)
        return placed

    def __str__(self) -> str:
        return self

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        part = super().__getitem__(key)
        if not isinstance(key, slice):
            return part
        start, end, step = key.indices(len(self))
        return Placed(part, self._between(start, end)) if step == 1 else part

    def place(self, index: int = 0) -> Span | None:
        """The place of a character; None if it is not known."""
        before = bisect_right(self.sources, index, key=itemgetter(0))
        return self.sources[before - 1].at(index) if before else None

    def changed(self, text: str) -> Placed:
        """Another text made of this one. Its words keep their places if it is as long; otherwise it has one place."""
        if len(text) == len(self):
            return Placed(text, self.sources)
        place = self.place()
        return Placed(text, [Source(0, place, runs=False)] if place else ())

    def _between(self, start: int, end: int) -> Iterator[Source]:
        before = bisect_right(self.sources, start, key=itemgetter(0))
        if before:
            first = self.sources[before - 1]
            yield Source(0, first.at(start), first.runs)
        for source in self.sources[before:]:
            if source.index >= end:
                return
            yield source.moved(-start)


def place_of(text: str, index: int = 0) -> Span | None:
    """The place of a character of a text, if it has one."""
    return text.place(index) if isinstance(text, Placed) else None


def joined(pieces: Iterable[str], between: str = "") -> str:
    """Join texts, with the places that they have. Empty texts give their places to what follows."""
    texts = list(pieces)
    sources: list[Source] = []
    at = 0
    for text in texts:
        if isinstance(text, Placed):
            sources.extend(source.moved(at) for source in text.sources)
        at += len(text) + len(between)
    whole = between.join(texts)
    return Placed(whole, sources) if sources else whole


def single_spaced(text: str) -> str:
    """A text with one space between words and none around it, with its places."""
    plain = " ".join(text.split())
    if plain == text:
        return text
    if not isinstance(text, Placed):
        return plain
    return joined((text[word.start() : word.end()] for word in _WORD.finditer(text)), " ")


def stripped(text: str) -> str:
    """A text without the spaces around it, with its places."""
    start = len(text) - len(text.lstrip())
    return text[start : max(start, len(text.rstrip()))]


def plain(value: Any) -> Any:
    """A value without the places of its texts, for data that is written to a file."""
    return "".join(value) if isinstance(value, Placed) else value
