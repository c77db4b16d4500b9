"""Read values of damaged and foreign PDF files: what has the wrong type or is missing becomes a default."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pypdf.generic import ArrayObject, NameObject, NullObject

MAX_ITEMS = 1000
"""The most values of an array that are read."""


def tried(read: Callable[[], Any], default: Any = None) -> Any:
    """What `read` returns, or the default: damaged files make the libraries raise errors of any kind."""
    try:
        return read()
    except Exception:  # noqa: BLE001 - see above
        return default


def item(holder: Any, *path: Any) -> Any:
    """The value at a path of keys and indexes, or None."""
    if path:
        return item(tried(lambda: holder[path[0]].get_object()), *path[1:])
    return None if isinstance(holder, NullObject) else holder


def items(holder: Any, *path: Any) -> list[Any]:
    """The first values of the array at a path."""
    number = item(holder, *path)
    return (
        [item(number, index) for index in range(min(len(number), MAX_ITEMS))] if isinstance(number, ArrayObject) else []
    )


def number(value: Any) -> float:
    """A finite number; 0 for anything else."""
    plain = tried(lambda: float(value), 0.0) if isinstance(value, int | float) else 0.0
    return plain if math.isfinite(plain) else 0.0


def text(value: Any) -> str:
    """Text, or a name without its slash, made safe to show: one line without control characters."""
    found = str(value)[isinstance(value, NameObject) :][:200] if isinstance(value, str) else ""
    return " ".join("".join(character if character.isprintable() else " " for character in found).split())
