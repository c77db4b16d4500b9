"""Printed books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.diagnostics import Span
from pnp.graphics.drawing import Group, Item, Tag, Text
from pnp.graphics.geometry import Transform

HERE = Span("kit.yaml", 9, 5, 11)
WIDTH = 110.0


def found_in(items: Iterable[Item], kind: Any, at: Transform = Transform()) -> Iterator[tuple[Transform, Any]]:  # noqa: B008
    for item in items:
        if isinstance(item, kind):
            yield at, item
        if isinstance(item, Group):
            yield from found_in(item.items, kind, at.over(item.transform))
        elif isinstance(item, Tag):
            yield from found_in(item.items, kind, at)


def words_of(items: Iterable[Item]) -> str:
    return " ".join(text.text for _, text in found_in(items, Text))
