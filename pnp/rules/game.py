"""The interface of an engine: states, actions, chance, views and outcomes.

An action is a tuple of words, written with spaces: `play lunge`, `counter dodge`, `pass`. Chance is an actor like any
other, and its outcomes are actions too, so a log of actions alone replays a game. Secret simultaneous choices are made
one after the other; views hide them until all are made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random  # noqa: TID251 - the caller seeds it; engines themselves only list outcomes
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.diagnostics import Span
from pnp.kit import Card
from pnp.kit.trust import PythonFiles
from pnp.sources import Node

CHANCE = -1
"""The actor whose actions are outcomes of chance."""

Action = tuple[str, ...]
Outcomes = tuple[tuple[Action, int], ...]
"""Outcomes of chance with their weights."""
Cards = Mapping[str, Mapping[str, Card]]
"""Cards by deck and id."""
S = TypeVar("S")


class Outcome(NamedTuple):
    """How a game ended: the kind of ending, the seats that won (none in a draw), and the points of each seat."""

    ending: str
    winners: tuple[int, ...]
    points: tuple[int, ...]


class Source(NamedTuple):
    """The data from which an engine is made, to make the same engine in another process: engines cannot be pickled."""

    engine: str
    rules: Node
    cards: Cards
    players: int | None
    own: PythonFiles | None = None
    """The Python files of an engine in a kit's folder."""
    span: Span = Span("kit.yaml")
    """Where the kit names its engine."""


class Game(ABC, Generic[S]):
    """The base class of every engine. States are hashable values, and no method changes one.

    An engine that lacks one of the abstract methods cannot be instantiated.
    """

    source: Source | None = None
    """None for an engine that `make` did not make."""

    name: str
    """The name of the package that contains the engine."""
    players: int
    endings: frozenset[str]
    unit: str
    """The unit of the length of a game: turns, rounds, hands or jousts."""
    verbs: frozenset[str]
    """The words that actions begin with."""
    table_verbs: frozenset[str] = frozenset()
    """Those of them whose actions name no cards from a hand, though their words may be ids of cards: `parry down`."""

    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """All possible actions with this kit's data, including those of chance, sorted, each once."""

    @abstractmethod
    def setup(self) -> S:
        """The state at the start. Chance may have to act first."""

    @abstractmethod
    def actor(self, state: S) -> int | None:
        """The seat that acts next, CHANCE, or None after the end."""

    @abstractmethod
    def legal(self, state: S) -> tuple[Action, ...]:
        """The legal actions, sorted, each once; for chance, its outcomes. Empty at the end."""

    def allows(self, state: S, action: Action) -> bool:
        """Whether an action is legal."""
        return action in self.legal(state)

    @abstractmethod
    def chance(self, state: S) -> Outcomes:
        """The outcomes of chance with their weights. Empty if chance does not act."""

    @abstractmethod
    def apply(self, state: S, action: Action) -> S:
        """The state after a legal action. The caller checks that it is legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None until it has."""

    def returns(self, state: S) -> tuple[int, ...] | None:
        """The payoff of each seat; None until the game has ended.

        Payoffs add up to zero: with `w` winners among `n` seats, each winner gets `n - w` and each loser `-w`. So two
        players get +1 and -1, one winner of four gets +3 and the others -1, and in a draw everyone gets 0. Points only
        matter for who wins.
        """
        outcome = self.outcome(state)
        if outcome is None:
            return None
        won = len(outcome.winners)
        lost = self.players - won if won else 0
        return tuple(lost if seat in outcome.winners else -won for seat in range(self.players))

    @abstractmethod
    def view(self, state: S, seat: int) -> Mapping[str, Any]:
        """All information that a seat has, as plain data, without other seats' secrets."""

    @abstractmethod
    def resample(self, state: S, seat: int, rng: Random) -> S:
        """A random state that looks the same to a seat, with the information hidden from it dealt again.

        The new state agrees with everything that the seat has seen, in earlier states too, and has the same cards. It
        depends only on what the seat knows and on `rng`, so that a policy cannot see more through it.
        """

    @abstractmethod
    def length(self, state: S) -> int:
        """How long the game has lasted, in `unit`."""

    @abstractmethod
    def show(self, state: S) -> str:
        """The position as a few lines of text, including hidden information."""

    # What `pnp balance` reports beyond wins, for engines that have it ------------------------------------------

    def beginner(self, _state: S) -> int | None:
        """The seat that took the first turn of the game; None before that is decided, and if no seat begins.

        No seat begins if all act at the same time, or only chance does.
        """
        return None

    def hand(self, _state: S, _seat: int) -> tuple[str, ...] | None:
        """The ids of the cards that a seat holds, each once, in any order; None if the engine does not report it."""
        return None

    def standings(self, _state: S) -> tuple[int, ...] | None:
        """The points of each seat so far, of which more are better; None if the engine does not report it."""
        return None


class PlayersError(ValueError):
    """A game cannot be played by this number of players."""


class RefusalError(ValueError):
    """An action given as text is refused. The message shows the position and, for `illegal-action`, the legal actions.

    `code` is `unreadable-action` for a text that is no action of this game, `illegal-action` for one that is not legal
    in this position, or `gameover-action` after the end. `text` is the action.
    """

    def __init__(self, code: str, message: str, text: str) -> None:
        super().__init__(message)
        self.code, self.text = code, text


def written(action: Action) -> str:
    """Convert an action to text."""
    return " ".join(action)


def read(text: str) -> Action:
    """Convert a text to an action."""
    return tuple(text.split())


def step(game: Game[S], state: S, text: str) -> S:
    """Apply an action given as text. Raises RefusalError."""
    action = read(text)
    here = f"in this position:\n{game.show(state)}"
    if game.actor(state) is None:
        raise RefusalError("gameover-action", f"the game is over, so {text!r} is not allowed {here}", text)
    if game.allows(state, action):
        return game.apply(state, action)
    legal = game.legal(state)
    if not action or action[0] not in game.verbs:
        verbs = ", ".join(sorted(game.verbs))
        message = f"{text!r} is not an action; actions begin with {verbs}; {here}"
        raise RefusalError("unreadable-action", message, text)
    listed = ", ".join(written(a) for a in legal[:12]) + (", …" if len(legal) > 12 else "")
    raise RefusalError("illegal-action", f"{text!r} is not allowed; allowed: {listed}; {here}", text)
