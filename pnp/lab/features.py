"""Numbers that describe what a seat sees, for programs that learn.

Views are nested data of any shape, but a neural network reads a vector of fixed length. Each leaf of a view is added to
one place of the vector, which the hash of its path chooses, with a sign that the hash chooses too. This is the hashing
trick of Weinberger and others (2009): it needs no list of what a view may contain, and a few leaves share a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

SIZE = 1024
"""The length of the vector."""
LARGEST = 1e6
"""The largest number in it, with either sign."""


def features(view: Mapping[str, Any]) -> list[float]:
    """The vector of a view: numbers as they are, and 1 for each word at its path."""
    vector = [0.0] * SIZE
    for path, number in _leaves(view, ""):
        at, sign = _place(path)
        vector[at] += sign * number
    return [max(-LARGEST, min(LARGEST, number)) for number in vector]


def _leaves(value: Any, path: str) -> Iterator[tuple[str, float]]:
    """The leaves of a view with their paths. Items of a list are counted by their place in it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{number}]")
    elif isinstance(value, int | float):
        yield path, float(value)
    else:
        yield f"{path}={value}", 1.0


@lru_cache(maxsize=100_000)
def _place(path: str) -> tuple[int, int]:
    """The place of a leaf in the vector, and its sign. The same on every computer."""
    number = int.from_bytes(blake2b(path.encode(), digest_size=8).digest())
    return (number >> 1) % SIZE, 1 if number & 1 else -1
