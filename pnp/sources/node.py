"""A value of a data file with the place where it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from pnp.diagnostics import Span


class Node:
    """A value with its place. `value` is a dict of nodes by key, a list of nodes, or a scalar; `text` is a scalar as
    written.

    `span` is the place of the value and `key_span` that of its key (or the value's place if it has no key).
    """

    __slots__ = ("key_span", "span", "text", "value")

    def __init__(self, value: Any, span: Span, key_span: Span | None = None, text: str = "") -> None:
        self.value = value
        self.span = span
        self.key_span = key_span or span
        self.text = text

    def spans(self) -> Iterator[Span]:
        """The places of the key, the value, and all nodes inside it."""
        yield from (self.key_span, self.span)
        if isinstance(self.value, dict | list):
            for inner in self.value.values() if isinstance(self.value, dict) else self.value:
                yield from inner.spans()

    def texts(self) -> Iterator[tuple[str, Span]]:
        """Each text that it is or that is inside it, with its place."""
        if isinstance(self.value, str):
            yield self.value, self.span
        elif isinstance(self.value, dict | list):
            for inner in self.value.values() if isinstance(self.value, dict) else self.value:
                yield from inner.texts()

    def moved(self, file: str) -> Node:
        """The same node in another file."""
        return self._elsewhere(lambda span: Span(file, *span[1:]))

    def lowered(self, by: int) -> Node:
        """The same node so many lines lower."""
        return self._elsewhere(lambda span: span._replace(line=span.line + by))

    def _elsewhere(self, place: Callable[[Span], Span]) -> Node:
        """The same node with all of its places changed."""
        value = self.value
        if isinstance(value, dict):
            value = {key: inner._elsewhere(place) for key, inner in value.items()}
        elif isinstance(value, list):
            value = [inner._elsewhere(place) for inner in value]
        return Node(value, place(self.span), place(self.key_span), self.text)

    def replaced(self, value: Any) -> Node:
        """The same node with another value."""
        return Node(value, self.span, self.key_span, self.text)

    def plain(self) -> Any:
        """The value as plain data: dicts, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def at(self, *path: str | int) -> Span:
        """The place of the value at a path of keys and indexes, or of the nearest value above it."""
        node = self
        for step in path:
            inner = node.value
            if isinstance(inner, dict):
                child = inner.get(step)
            elif isinstance(inner, list) and isinstance(step, int) and 0 <= step < len(inner):
                child = inner[step]
            else:
                child = None
            if child is None:
                break
            node = child
        return node.span


def dotted(value: Any, before: str = "") -> Iterator[str]:
    """The dotted paths of all values in a mapping, of nodes or of plain data, and in the mappings inside it."""
    value = value.value if isinstance(value, Node) else value
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        yield f"{before}{key}"
        yield from dotted(inner, f"{before}{key}.")


def put(mapping: MutableMapping[str, Any], path: Sequence[str], value: Any) -> None:
    """Set a value of nested mappings of plain data; None removes it."""
    *above, last = path
    for key in above:
        mapping = mapping.setdefault(key, {})
    if value is None:
        mapping.pop(last, None)
    else:
        mapping[last] = value


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The scalars in mappings and lists of plain data, with their paths."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value
