"""Drawings -> form XObjects of a file, each written once however often it is placed, and remembered between runs.

The operators of a drawing depend on more than itself: on what the file calls the forms in it and its layers, and on
the codes of letters in its subsets of fonts. What is remembered is taken only where all of these are the same again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from pnp.cache import store
from pnp.drawing import Drawing, Group, Item, Tag, Text, Use
from pnp.fingerprint import Fingerprints
from pnp.ink.objects import form, resources
from pnp.ink.stream import Book, Operators, Stream, reach

T = TypeVar("T")

_UNPRINTABLE = re.compile(r"[^A-Za-z0-9._-]")
"""What the name of a form may not have: it stands in the operators of pages, bare and in ASCII."""


class _Kept(NamedTuple):
    """The operators of a drawing, with what the file called the layers and the letters in them, and what else came of
    writing it."""

    operators: Operators
    layers: tuple[str, ...]
    codes: tuple[tuple[str, bytes], ...]
    more: Any


class Forms:
    """The forms of one file."""

    def __init__(self, book: Book, prints: Fingerprints) -> None:
        self._book, self._prints = book, prints
        self._names: dict[Drawing, str] = {}
        self.translucent: set[str] = set()

    def define(self, drawing: Drawing) -> str:
        """The name of the form that holds a drawing, written when first asked for."""
        name = self._names.get(drawing)
        if name is not None:
            return name
        operators, _ = self.operators(drawing, lambda stream: stream.items(drawing.items))
        name = self._names[drawing] = f"{len(self._names)}-{_UNPRINTABLE.sub('-', drawing.name)}"
        book = self._book
        told = resources(book.file, book.letters, book.layers, operators)
        book.file.add(form(told, operators.content, reach(drawing)), name)
        if operators.is_translucent(self.translucent):
            self.translucent.add(name)
        return name

    def operators(self, drawing: Drawing, write: Callable[[Stream], T], *more: str) -> tuple[Operators, T | Any]:
        """What writing a drawing came to, now or at another time, and what `write` gave, which comes from nothing but
        the drawing and `more`."""
        inside = list(dict.fromkeys(map(self.define, _used(drawing.items))))
        parts = (self._prints.content(drawing), self._book.inks.name, repr(more), *inside)
        found = store.known("operators", parts)
        if found is not None and self._holds(found[0]):
            kept: _Kept = found[0]
            return kept.operators, kept.more
        stream = Stream(self._book)
        came = write(stream)
        operators = stream.operators()
        # The file's images are made as they are drawn: what holds one is drawn each time.
        if set(operators.used) <= set(inside):
            store.keep("operators", parts, _Kept(operators, self._layers(operators), self._codes(operators), came))
        return operators, came

    def _holds(self, kept: _Kept) -> bool:
        """Whether layers and letters have the same names in this file; they have them from now on."""
        same = kept.layers == self._layers(kept.operators)
        return kept.codes == self._codes(kept.operators) and same

    def _layers(self, operators: Operators) -> tuple[str, ...]:
        return tuple(map(self._book.layers.key, operators.layers))

    def _codes(self, operators: Operators) -> tuple[tuple[str, bytes], ...]:
        """The names of subsets of fonts and the codes of letters in them, those of ASCII being the same in any file."""
        found = (self._book.letters.codes(role, f" {signs}") for role, signs in operators.letters)
        return tuple(part for parts in found for part in parts)


def _used(items: Iterable[Item]) -> Iterator[Drawing]:
    for item in items:
        if isinstance(item, Use):
            yield item.drawing
        elif isinstance(item, Text) and item.icon:
            yield item.icon.drawing
        elif isinstance(item, Group | Tag):
            yield from _used(item.items)
