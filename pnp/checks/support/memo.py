"""Memoise work that several checks share, per kit or game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

_KNOWN: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memo(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """Memoise make() under a key as long as `owner`, a render context or a game, exists."""
    known = _KNOWN.setdefault(owner, {})
    if key not in known:
        known[key] = make()
    value: T = known[key]
    return value
