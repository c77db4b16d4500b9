"""Numbers that describe what a seat sees, for programs that learn.

Views are nested data of any shape, but a neural network reads a vector of fixed length. Each leaf of a view is added to
one place of the vector, which the hash of its path chooses, with a sign that the hash chooses too. This is the hashing
trick of Weinberger and others (2009): it needs no list of what a view may contain, and a few leaves share a place.

States together with what each seat knows: all that it has seen and done until then.

Solvers need players who forget nothing. The view of a seat alone is not enough: the same position may be reached in
several ways, and a player remembers the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from pnp.rules.game import Action, Game, written

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


Known = tuple[str, ...]
"""What a seat has seen and done, the last at the end."""


class KnownState(NamedTuple):
    """A state of an engine, and what each seat knows."""

    state: Any
    known: tuple[Known, ...]

    def __deepcopy__(self, _memo: Any) -> KnownState:
        return self  # nothing in it ever changes


class Recall:
    """An engine, the numbers of its actions, and the memory of its seats."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.actions = game, game.actions()
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self.view = lru_cache(maxsize=100_000)(self._view)

    def _view(self, state: Any, seat: int) -> str:
        return json.dumps(self.game.view(state, seat), sort_keys=True)

    def start(self) -> KnownState:
        """The moment before the first action. Seats that see the same still know who they are."""
        state = self.game.setup()
        return KnownState(state, tuple((f"seat {s + 1}", self.view(state, s)) for s in range(self.game.players)))

    def after(self, moment: KnownState, action: Action) -> KnownState:
        """The moment after an action. Each seat remembers its own actions, and its view where that changes."""
        state, who = moment.state, self.game.actor(moment.state)
        after, known = self.game.apply(state, action), []
        for seat, before in enumerate(moment.known):
            done = (*before, f"> {written(action)}") if seat == who else before
            view = self.view(after, seat)
            known.append(done if view == self.view(state, seat) else (*done, view))
        return KnownState(after, tuple(known))
