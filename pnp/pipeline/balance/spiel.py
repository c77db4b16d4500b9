"""Show an engine to OpenSpiel as one of its games, so that its solvers run on kits.

Every engine fits, because the two interfaces are alike: states, actions, chance as an actor, and what each seat sees.
An action's number is its place in the engine's list of all actions. A seat's information is all that it has seen.

This module needs the extra `solve`, so it is imported only where something is solved.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, ClassVar

import pyspiel

from pnp.pipeline.balance.store import digest
from pnp.rules.game import CHANCE, Game, written
from pnp.rules.playing import MAX_ACTIONS


def spiel_game(game: Game[Any]) -> Any:
    """An engine as a game of OpenSpiel. It is not registered there by name."""
    table, kind = _Table(game), _game_type(game)
    actions, largest = len(table.actions), max(1, game.players - 1)
    info = pyspiel.GameInfo(actions, actions, game.players, -largest, largest, 0.0, MAX_ACTIONS)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """The game of one engine. It has no attributes: OpenSpiel may lose those of Python."""

        def __init__(self, _params: Any = None) -> None:
            super().__init__(kind, info, {})

        def new_initial_state(self) -> Any:
            return SpielState(self, table)

        def make_py_observer(self, kind: Any = None, _params: Any = None) -> _Observer:
            return _Observer(all_seen=kind is not None and kind.perfect_recall)

    return SpielGame()


class _Shared:
    """A value that never changes, so copies of what contains it share it."""

    def __deepcopy__(self, _memo: Any) -> Any:
        return self


class _Table(_Shared):
    """An engine, and the numbers of its actions."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.actions = game, game.actions()
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self.view = lru_cache(maxsize=100_000)(self._view)

    def _view(self, state: Any, seat: int) -> str:
        return json.dumps(self.game.view(state, seat), sort_keys=True)

    def moment(self, state: Any, before: tuple[tuple[str, ...], ...]) -> _Moment:
        """The moment at a state. A view is added to those before it if it differs from the last."""
        views = [self.view(state, seat) for seat in range(self.game.players)]
        seen = [old if old[-1:] == (view,) else (*old, view) for old, view in zip(before, views, strict=True)]
        return _Moment(state, tuple(seen))


class _Moment(_Shared):
    """A state of the engine, and what each seat has seen until then."""

    def __init__(self, state: Any, seen: tuple[tuple[str, ...], ...]) -> None:
        self.state, self.seen = state, seen


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel has it; its methods are those of OpenSpiel."""

    def __init__(self, of: Any, table: _Table) -> None:
        super().__init__(of)
        self.table = table
        self.moment = table.moment(table.game.setup(), ((),) * table.game.players)

    def current_player(self) -> int:
        who = self.table.game.actor(self.moment.state)
        if who is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.table.numbers[action] for action in self.table.game.legal(self.moment.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.table.game.chance(self.moment.state)
        total = sum(weight for _, weight in outcomes)
        return [(self.table.numbers[action], weight / total) for action, weight in outcomes]

    def _apply_action(self, number: int) -> None:
        after = self.table.game.apply(self.moment.state, self.table.actions[number])
        self.moment = self.table.moment(after, self.moment.seen)

    def _action_to_string(self, _player: int, number: int) -> str:
        return written(self.table.actions[number])

    def is_terminal(self) -> bool:
        return self.table.game.actor(self.moment.state) is None

    def returns(self) -> list[float]:
        game = self.table.game
        return [float(payoff) for payoff in game.returns(self.moment.state) or (0,) * game.players]

    def information_state_string(self, player: int | None = None) -> str:
        return "\n".join(self.moment.seen[self.current_player() if player is None else player])

    def observation_string(self, player: int | None = None) -> str:
        return self.moment.seen[self.current_player() if player is None else player][-1]

    def __str__(self) -> str:
        return self.table.game.show(self.moment.state)


class _Observer:
    """Reports to OpenSpiel what a seat sees now, or all that it has seen, as text; there are no numbers."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def __init__(self, *, all_seen: bool) -> None:
        self._all_seen = all_seen

    def set_from(self, state: Any, player: int) -> None:
        """Set the numbers of an observation, of which there are none."""

    def string_from(self, state: Any, player: int) -> str:
        return str(state.information_state_string(player) if self._all_seen else state.observation_string(player))


def _game_type(game: Game[Any]) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"pnp_{game.name.replace('-', '_')}_{digest(game)[:12]}",
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
