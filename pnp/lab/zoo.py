"""Show an engine to PettingZoo as an environment in which agents act in turn (AEC), so that learners run on kits.

Agents are called `player_0`, `player_1` and so on. The environment draws the outcomes of chance itself, from the seed
of `reset`, until an agent has to act. An agent observes its own view as numbers, never the state, and a mask of its
legal actions. An action's number is its place in the engine's list of all actions. Rewards come at the end: the
payoffs.

This module needs the extra `solve`, so it is imported only where it is used.
"""

from __future__ import annotations

from random import Random  # noqa: TID251 - the caller seeds it
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ImportError("PettingZoo is not installed: pip install -e '.[solve]' in your clone of pnp") from error

from pnp.lab.features import LARGEST, SIZE, features
from pnp.rules import guard
from pnp.rules.game import CHANCE, Game, written
from pnp.rules.playing import MAX_ACTIONS, drawn


class KitEnv(AECEnv):  # type: ignore[misc]
    """One engine as an environment of PettingZoo; its methods are those of PettingZoo.

    A game of more than `MAX_ACTIONS` actions is cut off: all agents are truncated.
    """

    metadata = {"name": "pnp_v1", "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012 - PettingZoo's

    def __init__(self, game: Game[Any], render_mode: str | None = "ansi") -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.actions = game.actions()
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        size = len(self.actions)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observations(size) for agent in self.possible_agents}
        self._rng: Random | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None or self._rng is None:
            self._rng = Random(seed)  # noqa: S311 - not for security
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._left = MAX_ACTIONS
        self._go_on(self.game.setup())

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.actions):
            raise ValueError(f"{action} is not an action: they are 0 to {len(self.actions) - 1}")
        chosen = self.actions[action]
        if not self.game.allows(self._state, chosen):
            raise ValueError(
                f"action {action}, {written(chosen)!r}, is not legal; see 'action_mask' of the observation"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._left -= 1
        self._go_on(self.game.apply(self._state, chosen))

    def _go_on(self, state: Any) -> None:
        """Draw the outcomes of chance until an agent has to act, or the game ends."""
        game = self.game
        while (who := game.actor(state)) == CHANCE and self._left > 0:
            outcomes = game.chance(state)
            if not outcomes:
                raise guard.stuck(game, "chance", state)
            state, self._left = game.apply(state, drawn(outcomes, self._rng or Random(0))), self._left - 1  # noqa: S311
        self._state = state
        if who is None:
            payoffs = game.returns(state) or (0,) * game.players
            self.rewards = {agent: float(payoff) for agent, payoff in zip(self.agents, payoffs, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._left <= 0:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[who]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        seat, state = self.possible_agents.index(agent), self._state
        mask = np.zeros(len(self.actions), np.int8)
        if self.game.actor(state) == seat:
            mask[[self._numbers[action] for action in self.game.legal(state)]] = 1
        numbers = np.array(features(self.game.view(state, seat)), np.float32)
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str:
        """The position as text, including hidden information."""
        return self.game.show(self._state)

    def close(self) -> None:
        """Nothing is open."""


def _observations(actions: int) -> Any:
    view = spaces.Box(-LARGEST, LARGEST, (SIZE,), np.float32)
    return spaces.Dict({"observation": view, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
