"""Memoised work of the checks: what several checks need is done once for each kit, game or drawing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pnp.bench import Bench
from pnp.drawing import Drawing
from pnp.text import Fonts

T = TypeVar("T")
Find = Callable[[Fonts, Drawing], Iterable[T]]

_KNOWN: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memo(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make()`, computed once for as long as its owner exists: a bench, a game, a drawing."""
    known = _KNOWN.setdefault(owner, {})
    if key not in known:
        known[key] = make()
    found: T = known[key]
    return found


def memo_by_drawing(find: Find[T]) -> Callable[[Bench, Drawing], tuple[T, ...]]:
    """Memoise a function that finds things on a drawing."""

    def found(bench: Bench, drawing: Drawing) -> tuple[T, ...]:
        return memo(bench, (find, drawing), lambda: tuple(find(bench.fonts, drawing)))

    return found
