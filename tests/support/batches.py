"""Try many changes of a kit at once, which takes as long as one, and fewer of them where something is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def problems(items: Sequence[T], find: Callable[[Sequence[T]], Sequence[Any]]) -> list[tuple[T, Sequence[Any]]]:
    """The items in which something is found when they are tried alone, each with what is found.

    `find` tries several items together. Where that finds something, or they cannot be combined (AssertionError), each
    half is tried.
    """
    if len(items) == 1:
        found = find(items)
        return [(items[0], found)] if found else []
    try:
        if not find(items):
            return []
    except AssertionError:
        pass
    half = len(items) // 2
    return problems(items[:half], find) + problems(items[half:], find)


def silent(items: Sequence[T], find: Callable[[Sequence[T]], Sequence[T]]) -> list[T]:
    """The items that are not found, even alone.

    `find` tries several items together and returns those that are not found. These are tried again without the others,
    and in halves where none is found or they cannot be combined (AssertionError).
    """
    try:
        left = list(find(items))
    except AssertionError:
        left = list(items)
    if not left or len(items) == 1:
        return left
    if len(left) < len(items):
        return silent(left, find)
    half = len(items) // 2
    return silent(items[:half], find) + silent(items[half:], find)


def batches(items: Sequence[T], group: Callable[[T], str], size: int, named: Callable[[T], str] = str) -> list[Any]:
    """Parameters of a test: items of the same group, in evenly filled batches of up to `size`.

    Their ids have the names of their items, if `named` is given.
    """
    found = []
    for name in dict.fromkeys(map(group, items)):
        mine = [item for item in items if group(item) == name]
        count = -(-len(mine) // size)
        for at in range(count):
            names = [named(item) for item in mine[at::count]] if named is not str else []
            found.append(pytest.param(mine[at::count], id="-".join([name, str(at + 1), *names])))
    return found
