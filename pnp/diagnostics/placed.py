"""Texts whose words keep the places where they are written, from a template to the finished page."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple, Self, SupportsIndex

from pnp.diagnostics.diagnostic import Span

_WORD = re.compile(r"\S+")


class TextSource(NamedTuple):
    """Where a text is written from its character `start` on.

    With `runs` it is written there character by character; otherwise all of it comes from one place, such as a field.
    `call` is the field that prints it, if it is written elsewhere, such as in a macro; of several, the outermost.
    """

    start: int
    span: Span
    runs: bool = True
    call: Span | None = None

    def at(self, index: int) -> Span:
        """The place of a character."""
        return self.span._replace(column=self.span.column + index - self.start) if self.runs else self.span

    def moved(self, by: int, call: Span | None = None) -> TextSource:
        """The same source of a text that has `by` more characters before it, printed by the field `call`."""
        return TextSource(self.start + by, self.span, self.runs, call or self.call)


class PlacedText(str):
    """A text with the places of its words. It is equal to the same text without them.

    Slices and `str()` keep the places. All other methods of texts return texts without them.
    """

    __slots__ = ("sources",)

    sources: tuple[TextSource, ...]
    """The sources, in the order of their starts."""

    def __new__(cls, text: str = "", sources: Iterable[TextSource] = ()) -> Self:
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
        return PlacedText(part, self._between(start, end)) if step == 1 else part

    def place(self, index: int = 0) -> Span | None:
        """The place of a character; None if it is not known."""
        before = bisect_right(self.sources, index, key=itemgetter(0))
        return self.sources[before - 1].at(index) if before else None

    def changed(self, text: str) -> PlacedText:
        """Another text made of this one. Its words keep their places if it is as long; otherwise it has one place."""
        if len(text) == len(self):
            return PlacedText(text, self.sources)
        place = self.place()
        return PlacedText(text, [TextSource(0, place, runs=False)] if place else ())

    @property
    def outermost(self) -> Span | None:
        """The place where the text begins: that of the field, if it begins with the text of a macro."""
        before = bisect_right(self.sources, 0, key=itemgetter(0))
        return self.sources[before - 1].call or self.place() if before else None

    @property
    def lines(self) -> set[tuple[str, int]]:
        """The files and lines that print it: where it is written, and where macros with parts of it are called."""
        spans = (span for source in self.sources for span in (source.span, source.call) if span)
        return {span[:2] for span in spans}

    def _between(self, start: int, end: int) -> Iterator[TextSource]:
        before = bisect_right(self.sources, start, key=itemgetter(0))
        if before:
            yield self.sources[before - 1]._replace(start=0, span=self.sources[before - 1].at(start))
        for source in self.sources[before:]:
            if source.start >= end:
                return
            yield source.moved(-start)


def joined(pieces: Iterable[str], between: str = "") -> str:
    """Join texts, with the places that they have. An empty text is the place of a field, which prints the next text."""
    texts = list(pieces)
    sources: list[TextSource] = []
    at, call = 0, None
    for text in texts:
        if isinstance(text, PlacedText):
            sources.extend(source.moved(at, call) for source in text.sources)
        call = text.place() if isinstance(text, PlacedText) and not text else None
        at += len(text) + len(between)
    whole = between.join(texts)
    return PlacedText(whole, sources) if sources else whole


def single_spaced(text: str) -> str:
    """A text with one space between words and none around it, with its places."""
    plain = " ".join(text.split())
    if plain == text:
        return text
    if not isinstance(text, PlacedText):
        return plain
    return joined((text[word.start() : word.end()] for word in _WORD.finditer(text)), " ")


def split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators, with their places."""
    parts, start = list[str](), 0
    for part in text.split(separator):
        parts.append(text[start : start + len(part)])
        start += len(part) + len(separator)
    return parts


def stripped(text: str) -> str:
    """A text without the spaces around it, with its places."""
    start = len(text) - len(text.lstrip())
    return text[start : max(start, len(text.rstrip()))]


def chief(text: str) -> Span | None:
    """The line that has most of the letters of a text, at the column where the text begins there."""
    if not isinstance(text, PlacedText):
        return None
    letters: dict[tuple[str, int], int] = {}
    plain = str.__getitem__(text, slice(None))  # slices of it need no places
    ends = [*(source.start for source in text.sources[1:]), len(text)]
    for (start, span, runs, _), end in zip(text.sources, ends, strict=True):
        count = sum(map(str.isalnum, plain[start:end])) if runs and end > start else 0
        letters[span[:2]] = letters.get(span[:2], 0) + count
    line = max(letters, key=letters.__getitem__, default=None)
    places = (span for source in text.sources for span in (source.span, source.call) if span)
    return next((span for span in places if span[:2] == line), None)
