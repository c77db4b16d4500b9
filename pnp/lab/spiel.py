"""Show an engine to OpenSpiel as one of its games, so that its solvers and learners run on kits.

Every engine fits, because the two interfaces are alike: states, actions, chance as an actor, and what each seat sees.
Engines list the outcomes of chance with their weights, so nodes of chance are explicit. An action's number is its place
in the engine's list of all actions. The information of a seat is all that it has seen and done.

This module needs the extra `solve`, so it is imported only where it is used.
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError("OpenSpiel is not installed: pip install -e '.[solve]' in your clone of pnp") from error

from pnp.lab.features import SIZE, Recall, features
from pnp.rules.game import CHANCE, Game, written
from pnp.rules.playing import MAX_ACTIONS

_GAMES: dict[str, Recall] = {}
"""The games of this process by their names in OpenSpiel, which refuses a second game of a name."""


def spiel_game(game: Game[Any]) -> Any:
    """An engine as a game of OpenSpiel, a `pyspiel.Game`.

    In this process, `pyspiel.load_game` finds it by its `get_type().short_name`.
    """
    name = f"pnp_{game.name.replace('-', '_')}_{len(_GAMES) + 1}"
    recall, kind = _GAMES.setdefault(name, Recall(game)), _game_type(game, name)
    actions, largest = len(recall.actions), max(1, game.players - 1)
    info = pyspiel.GameInfo(actions, actions, game.players, -largest, largest, 0.0, MAX_ACTIONS)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """The game of one engine. It has no attributes: OpenSpiel may lose those of Python."""

        def __init__(self, _params: Any = None) -> None:
            super().__init__(kind, info, {})

        def new_initial_state(self) -> Any:
            return SpielState(self, name)

        def make_py_observer(self, kind: Any = None, _params: Any = None) -> _Observer:
            return _Observer(all_seen=kind is not None and kind.perfect_recall)

    pyspiel.register_game(kind, SpielGame)
    return SpielGame()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel has it; its methods are those of OpenSpiel."""

    def __init__(self, of: Any, name: str) -> None:
        super().__init__(of)
        self.name, self.moment = name, _GAMES[name].start()

    @property
    def recall(self) -> Recall:
        """The engine. It is no attribute, because OpenSpiel pickles those, and an engine cannot be pickled."""
        return _GAMES[self.name]

    def current_player(self) -> int:
        who = self.recall.game.actor(self.moment.state)
        if who is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.recall.numbers[action] for action in self.recall.game.legal(self.moment.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.recall.game.chance(self.moment.state)
        total = sum(weight for _, weight in outcomes)
        return [(self.recall.numbers[action], weight / total) for action, weight in outcomes]

    def _apply_action(self, number: int) -> None:
        self.moment = self.recall.after(self.moment, self.recall.actions[number])

    def _action_to_string(self, _player: int, number: int) -> str:
        return written(self.recall.actions[number])

    def is_terminal(self) -> bool:
        return self.recall.game.actor(self.moment.state) is None

    def returns(self) -> list[float]:
        game = self.recall.game
        return [float(payoff) for payoff in game.returns(self.moment.state) or (0,) * game.players]

    def information_state_string(self, player: int | None = None) -> str:
        return "\n".join(self.moment.known[self.current_player() if player is None else player])

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"seat {seat + 1}\n{self.recall.view(self.moment.state, seat)}"

    def __str__(self) -> str:
        return self.recall.game.show(self.moment.state)


class _Observer:
    """Reports to OpenSpiel what a seat sees now, as numbers and as text, or all that it has seen, as text only."""

    def __init__(self, *, all_seen: bool) -> None:
        self._all_seen = all_seen
        self.tensor = None if all_seen else np.zeros(SIZE, np.float32)
        self.dict = {} if all_seen else {"view": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Set the numbers of the observation."""
        if self.tensor is not None:
            self.tensor[:] = features(state.recall.game.view(state.moment.state, player))

    def string_from(self, state: Any, player: int) -> str:
        return str(state.information_state_string(player) if self._all_seen else state.observation_string(player))


def _game_type(game: Game[Any], name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
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
        provides_observation_tensor=True,
        parameter_specification={},
    )
