"""What checks find by looking -> the same, looked for once: in this run, or in an earlier one.

A look is a function of some fonts and a drawing: what it finds comes from nothing else. All looks at a drawing are
remembered together, by all that the drawing holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pnp import checks
from pnp.bench import Bench
from pnp.cache import store
from pnp.drawing import Drawing
from pnp.text import Fonts

T = TypeVar("T")
Find = Callable[[Fonts, Drawing], Iterable[T]]
Look = Callable[[Bench, Drawing], tuple[T, ...]]

_ONCE: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()
_LOOKS: dict[str, Find[Any]] = {}


def once(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` makes, made once as long as its owner is there: a bench, a game, a drawing."""
    known = _ONCE.setdefault(owner, {})
    if key not in known:
        known[key] = make()
    found: T = known[key]
    return found


def look(find: Find[T]) -> Look[T]:
    """A look made of what finds something on a drawing: plain values, that tell of places and hold no items."""
    name = f"{find.__module__}.{find.__name__}"
    _LOOKS[name] = find

    def found(bench: Bench, drawing: Drawing) -> tuple[T, ...]:
        return once(bench, drawing, lambda: _found(bench, drawing)).get(name, ())

    return found


def _found(bench: Bench, drawing: Drawing) -> dict[str, tuple[Any, ...]]:
    """What all looks find on a drawing; those that find nothing are left out."""
    checks.checks()  # with them come all looks

    def make() -> dict[str, tuple[Any, ...]]:
        looks = ((name, tuple(find(bench.fonts, drawing))) for name, find in _LOOKS.items())
        return {name: values for name, values in looks if values}

    return store.recalled("looks", (bench.prints.content(drawing),), make) if store.is_open() else make()
