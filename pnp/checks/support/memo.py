"""Memoise work that several checks share, per kit."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from pnp.components.context import RenderContext

T = TypeVar("T")


def memo(owner: RenderContext, key: Hashable, make: Callable[[], T]) -> T:
    """Memoise make() under a key as long as `owner` exists; values may hold their owner, and end with it."""
    known = owner.known_by_checks
    if key not in known:
        known[key] = make()
    value: T = known[key]
    return value
