"""A kit that a program has changed: its values must be such as files may have.

What a program gives is not read from files, so nothing else would refuse a number for a name, or a count of -1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from pnp.diagnostics import Diagnostics, Span
from pnp.kit.kit_file import KitFile
from pnp.kit.model import Card, Component, Kit
from pnp.kit.record import Record
from pnp.kit.schema import build, types_of
from pnp.sources import Node

HINT = "a program gave this kit"
_OF_FILE = (
    "title", "tagline", "engine", "edition", "language", "players", "minutes", "ages", "palette", "recolour", "fonts",
    "rasterise", "sizes", "icons", "floors",
)  # fmt: skip
"""The values of `kit.yaml` that a kit has as the file may have them."""


def sound(kit: Kit, diagnostics: Diagnostics) -> Kit | None:
    """The kit, or None after reporting each value that no file may have, at the place of the file's own."""
    found = Diagnostics()
    for name in _OF_FILE:
        value = getattr(kit, name)
        if value is not None:
            build(types_of(KitFile)[name], _node(value, kit.at(name)), found)
    for kind, record, span in _records(kit):
        if isinstance(record, kind):
            build(type(record), _node(record, span), found)
        else:
            found.error(span, "wrong-type", f"expected a {kind.__name__}, found {type(record).__name__}")
    diagnostics.add(one._replace(hints=(*one.hints, HINT)) for one in found)
    return None if found else kit


def _records(kit: Kit) -> Iterator[tuple[type[Record], Any, Span]]:
    """What kinds of records the kit must have, those that it has, and where these are written."""
    for cards in kit.cards.values():
        yield from ((Card, card, _place(card, kit)) for card in cards.values())
    yield from ((Component, component, _place(component, kit)) for component in kit.components.values())


def _place(record: Any, kit: Kit) -> Span:
    return record.origin.span if isinstance(record, Record) else kit.origin.span


def _node(value: Any, span: Span) -> Node:
    """A value as a file would have it."""
    if isinstance(value, Node):
        return value
    if isinstance(value, Record):
        return Node({key: _node(inner, value.at(key)) for key, inner in _keys(value)}, span)
    if isinstance(value, Mapping):
        return Node({key: _node(inner, span) for key, inner in value.items()}, span)
    if isinstance(value, (tuple, list)):
        return Node([_node(inner, span) for inner in value], span)
    return Node(value, span, text=str(value))


def _keys(record: Record) -> Iterator[tuple[str, Any]]:
    """The keys of a record, without those that a file would leave out, and their values."""
    for field in fields(record):
        usual = field.default if field.default_factory is MISSING else field.default_factory()
        value = getattr(record, field.name)
        if field.name != "origin" and value is not usual and value != usual:
            yield field.name, value
