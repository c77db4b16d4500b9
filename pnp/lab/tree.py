"""The whole tree of a small game, in the text format of Gambit for games in extensive form, which OpenSpiel reads.

OpenSpiel then works on its own copy of the tree, which is a hundred times as fast as asking the engine at every node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.lab.recall import KnownState, Recall
from pnp.rules import guard
from pnp.rules.game import CHANCE, Action, Game, written


class GameTree(NamedTuple):
    """The tree of a game."""

    text: str
    """The tree in Gambit's format, `.efg`: a line for each position, each before those after it."""
    positions: int
    """The number of nodes. Positions that are reached in several ways count several times."""
    decisions: int
    """The number of information sets: what a seat may know when it has to decide."""
    began: tuple[int | None, ...]
    """The seat that began, for each end of the game in the order of the text."""


def count(game: Game[Any], most: int) -> int:
    """The number of positions in the tree of a game, or a number above `most` if there are more. Quick."""
    found, todo = 0, [game.setup()]
    while todo and found <= most:
        found += 1
        state = todo.pop()
        todo += [game.apply(state, action) for action in game.legal(state)]
    return found


def tree(game: Game[Any]) -> GameTree:
    """The tree of a game that is small enough. Raises PluginError for an engine that is stuck."""
    writer = _TreeWriter(game)
    todo, positions = [writer.recall.start()], 0
    while todo:
        positions += 1
        moment = todo.pop()
        actions = writer.add(moment)
        todo += [writer.recall.after(moment, action) for action in reversed(actions)]
    decisions = sum(len(sets) for sets in writer.sets)
    return GameTree("\n".join(writer.lines) + "\n", positions, decisions, tuple(writer.began))


class _TreeWriter:
    """Writes the lines of a tree."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.recall = game, Recall(game)
        seats = " ".join(f'"seat {seat + 1}"' for seat in range(game.players))
        self.lines = [f"EFG 2 R {_quoted(game.name)} {{ {seats} }}"]
        self.sets: list[dict[tuple[str, ...], int]] = [{} for _ in range(game.players)]
        self.began: list[int | None] = []
        self._draws = 0

    def add(self, moment: KnownState) -> tuple[Action, ...]:
        """Add the line of a position, and return the actions after it."""
        state, who = moment.state, self.game.actor(moment.state)
        if who is None:
            self.began.append(self.game.beginner(state))
            payoffs = ", ".join(str(payoff) for payoff in self.game.returns(state) or ())
            self.lines.append(f't "" {len(self.began)} "" {{ {payoffs} }}')
            return ()
        if who == CHANCE:
            actions, line = self._chance(state)
        else:
            actions = self.game.legal(state)
            sets = self.sets[who]
            labels = " ".join(_quoted(written(action)) for action in actions)
            line = f'p "" {who + 1} {sets.setdefault(moment.known[who], len(sets) + 1)} "" {{ {labels} }} 0'
        if not actions:
            raise guard.stuck(self.game, "chance" if who == CHANCE else "legal", state)
        self.lines.append(line)
        return actions

    def _chance(self, state: Any) -> tuple[tuple[Action, ...], str]:
        """The outcomes of a position of chance, and its line."""
        outcomes = self.game.chance(state)
        total, self._draws = sum(weight for _, weight in outcomes), self._draws + 1
        labels = " ".join(f"{_quoted(written(action))} {weight}/{total}" for action, weight in outcomes)
        return tuple(action for action, _ in outcomes), f'c "" {self._draws} "" {{ {labels} }} 0'


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'
