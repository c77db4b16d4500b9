"""States together with what each seat knows: all that it has seen and done until then.

Solvers need players who forget nothing. The view of a seat alone is not enough: the same position may be reached in
several ways, and a player remembers the way.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.rules.game import Action, Game, written

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
