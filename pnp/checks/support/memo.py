"""Memoised work of the checks: what several checks need is done once for each kit or game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

_KNOWN: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memo(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make()`, computed once for as long as its owner exists: a render or a game."""
    known = _KNOWN.setdefault(owner, {})
    if key not in known:
        known[key] = make()
    found: T = known[key]
    return found
