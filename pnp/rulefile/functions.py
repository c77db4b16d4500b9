"""The functions that expressions of rule files may call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.rulefile.work import Work

MOST_LISTED = 8
"""The number of names that the message about a missing one shows."""


class MissingError(LookupError):
    """A name, a key or a place in a list that is looked for, and is not there."""

    def __init__(self, wanted: object, known: Iterable[object]) -> None:
        names = [str(one) for one in known]
        listed = ", ".join(names[:MOST_LISTED]) + (", …" if len(names) > MOST_LISTED else "")
        others = did_you_mean(wanted, names) or (f"there is {listed}" if names else "there is nothing")
        super().__init__(f"there is no {wanted!r} here; {others}")


def distinct(values: Iterable[Any]) -> list[Any]:
    """Values in their order, each once."""
    return list({repr(value): value for value in values}.values())


def the(values: Iterable[Any]) -> Any:
    """The value that all have. A list if there are several, `unseen` if there is none."""
    found = distinct(values)
    return found[0] if len(found) == 1 else found or "unseen"


def groups(pairs: Iterable[tuple[Any, Any]]) -> list[list[Any]]:
    """The distinct values of each key."""
    return [distinct(values) for values in _grouped(pairs).values()]


def by_key(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """The value that all pairs with a key have, by key: for each number of players, or in each round."""
    return {key: the(values) for key, values in sorted(_grouped(pairs).items())}


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def count(values: Iterable[Any], value: Any) -> int:
    """How often a value is in a list."""
    return list(values).count(value)


def index(values: Iterable[Any], value: Any) -> int:
    """The place of a value in a list, from 0."""
    return list(values).index(value)


def flat(lists: Iterable[Iterable[Any]]) -> list[Any]:
    """All items of some lists."""
    return [item for one in lists for item in one]


def field(state: Any, name: str) -> Any:
    """The field of a state that has this name."""
    fields = getattr(type(state), "_fields", ())
    if name not in fields:
        raise MissingError(name, fields)
    return getattr(state, name)


_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(len, sum, min, max, all, any, sorted, set, list, tuple, abs, int, str, range, zip),
    *(distinct, the, groups, by_key, count, index, flat, field),
)
NAMES = frozenset(("joined", *(function.__name__ for function in _FUNCTIONS)))


def counted(work: Work) -> dict[str, Callable[..., Any]]:
    """The functions by their names. They count the items that they are given."""
    return {"joined": work.joined, **{function.__name__: work.counting(function) for function in _FUNCTIONS}}
