"""Game data -> an engine that plays by them: frozen states, legal actions, chance, outcomes.

Each module in this folder is one game's engine: `game(rules, cards, faults)` builds a `Game` from a kit's
`rules.yaml` and the traits of its cards, and notes a fault for what it cannot play by. Engines read traits, never
printed words, and hold no number of their own that the data could hold.

An action is a tuple of words, written with spaces: `play lunge`, `counter dodge`, `pass`. Randomness enters only
through chance, an actor like any other, whose outcomes are actions too: so a log alone replays a game. Choices
that players make at once in secret are made one after the other, and a view hides them until they are shown.

The record for `rules.yaml` is called `Rules` and is in the engine's module or in `_NAME_data` beside it. `TRAITS` there
are the records for the traits of cards, by deck.

An engine may offer two methods more, for the checks that compare printed things with it:

    tracks() -> dict[str, list[str | int]]   what is on a track, by the rule its steps come from
    boards() -> dict[str, Board]             the squares of boards, and which of them touch

The modules `_NAME_…` answer for the checks. They try what the engine allows and does, and read neither traits nor
printed words.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from random import Random  # noqa: TID251 - seeded by whoever plays; engines themselves only list outcomes
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pnp.diagnostics import DataError, Faults, Span
from pnp.kit.model import Card, Kit
from pnp.kit.yaml import Node

if TYPE_CHECKING:
    from pnp.rules.simulation import Report

CHANCE = -1
"""The actor whose actions are outcomes of chance."""

Action = tuple[str, ...]
Outcomes = tuple[tuple[Action, int], ...]
Cards = Mapping[str, Mapping[str, Card]]
S = TypeVar("S")


class Outcome(NamedTuple):
    """How a game ended: the kind of ending, the seats that won (none in a draw), and each seat's points."""

    ending: str
    winners: tuple[int, ...]
    points: tuple[int, ...]


class Sight(NamedTuple):
    """What a transition of play showed of the trait at `path` of a card.

    `among` None: the trait was seen to be `value` (None: to be missing). True or False: `value` was seen to be, or
    not to be, among the ids that stand there.
    """

    deck: str
    card: str
    path: tuple[str, ...]
    value: str | int | bool | None
    among: bool | None = None


class Board(NamedTuple):
    """A board as play knows it: its squares in reading order, the squares that touch each of them, and named areas
    (`zone`, `start`, `centre`) with the squares that lie in them or, for a line, on either side of it.

    The squares of a list are `1.7`: the seventh square of the first lane, the lane furthest from the reader.
    """

    squares: tuple[str, ...]
    neighbours: Mapping[str, frozenset[str]]
    areas: Mapping[str, frozenset[str]] = {}


Cell = int | str | list[str] | None
"""A cell of a table: a number, an id, ids, or nothing."""


class Source(NamedTuple):
    """What an engine is made from, so that another process can make the same one: engines cache, and no cache can be
    sent there."""

    engine: str
    rules: Node
    cards: Cards
    players: int | None


class Game(Protocol[S]):
    """The base of every engine. States are hashable values; no method changes one."""

    source: Source | None = None
    """None for an engine that `make` did not make."""

    name: str
    players: int
    endings: frozenset[str]
    unit: str
    """What a game's length is counted in: turns, rounds, passes."""
    verbs: frozenset[str]
    """The words that actions begin with."""

    def setup(self) -> S:
        """The state before anything has happened; chance may have to act first."""

    def actor(self, state: S) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""

    def legal(self, state: S) -> tuple[Action, ...]:
        """What the actor may do, sorted, each once. For chance: its possible outcomes. Empty when over."""

    def allows(self, state: S, action: Action) -> bool:
        """Whether an action is legal."""
        return action in self.legal(state)

    def chance(self, state: S) -> Outcomes:
        """The outcomes of chance with their weights, where chance is the actor."""

    def apply(self, state: S, action: Action) -> S:
        """The state after a legal action. Whether it is legal is the caller's to know."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it goes on."""

    def view(self, state: S, seat: int) -> Mapping[str, Any]:
        """All that a seat may know, as plain data: its own secrets, never another's."""

    def length(self, state: S) -> int:
        """How long the game has lasted, in `unit`."""

    def show(self, state: S) -> str:
        """The position in a line or a few, for people; it tells secrets."""

    # For the checks

    def observed(self, deck: str, card: str) -> Mapping[str, Any] | None:
        """A card's traits as play shows them; None for a card that is not played."""
        found: Mapping[str, Any] | None = self._module("observe").observed(self, deck, card)
        return found

    def witnessed(self, before: S, action: Action, after: S) -> Iterable[Sight]:
        """What one transition shows of the traits of cards."""
        found: Iterable[Sight] = self._module("evidence").witnessed(self, before, action, after)
        return found

    def lacks(self) -> list[tuple[str | tuple[str, str], str]]:
        """What the data lack to be played to an end: the rule or card that needs it (or ""), and what is missing."""
        return []

    def tables(self) -> dict[str, list[list[Cell]]]:
        """The rows of the tables that this game's texts print, by their names in phrases.yaml."""
        found: dict[str, list[list[Cell]]] = self._module("tables").tables(self)
        return found

    def wrong_in_example(self, example: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
        """Where a worked example is not what play shows: paths into it, and what is wrong there."""
        from pnp.rules import examples

        return list(examples.wrong(self, example, self._module("examples").FORMS))

    def _module(self, name: str) -> Any:
        """A module of the game's package, imported only here because it imports the engine."""
        return importlib.import_module(f"{__name__}.{self.name}.{name}")


class PlayersError(ValueError):
    """A game is not for as many players as were asked for."""


class RefusalError(ValueError):
    """An action that was not taken; the message shows the position. One of the three below."""


class UnreadableError(RefusalError):
    """The text is no action of this game at all."""


class IllegalError(RefusalError):
    """It is an action of the game, but not allowed here; the message lists what is."""


class GameOverError(RefusalError):
    """The game has ended; nothing is allowed any more."""


@cache
def names() -> list[str]:
    """The engines that are here."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load(kit: Kit, players: int | None = None) -> Game[Any]:
    """The engine of a kit. `players` is for games of several sizes.

    Raises DataError where no engine plays the kit or its data are wrong, PlayersError where the game is not for so
    many.
    """
    faults = Faults()
    game = None
    if kit.engine in names():
        game = make(kit.engine, kit.rules, kit.cards, faults, players)
    else:
        no_engine(kit.engine, kit.at("engine"), faults)
    if game is None:
        raise DataError(faults)
    return game


def no_engine(name: str | None, span: Span, faults: Faults) -> None:
    """Note the fault that no engine has this name, or that a kit names none."""
    if name is None:
        faults.error(span, "unknown-engine", "no engine plays this kit", "name one: 'engine: …'")
    else:
        faults.error(span, "unknown-engine", f"there is no engine {name!r}", "engines: " + ", ".join(names()))


def simulate(
    game: Game[Any],
    games: int = 1000,
    seed: int = 1,
    policy: str = "random",
    step: Callable[[int], None] = lambda _games: None,
) -> Report:
    """Play many games; the same seed plays the same ones. `policy` is how all seats choose: `random` or `eager`.

    `step` is called after each batch with its number of games. Raises ValueError for other policies and fewer games
    than one. From `simulation.PARALLEL_FROM` games on, processes share the work.
    """
    from pnp.rules import simulation  # only here because it imports multiprocessing, which checks and builds do not use

    return simulation.run(game, games, seed, policy, step)


def make(engine: str, rules: Node, cards: Cards, faults: Faults, players: int | None = None) -> Game[Any] | None:
    """An engine playing by a kit's data, or None with faults at what it cannot play by.

    `players` is for games of several sizes. Raises PlayersError where the game is not for so many.
    """
    module = importlib.import_module(f"{__name__}.{engine}.engine")
    game: Game[Any] | None = module.game(rules, cards, faults, players)
    if game and players not in (None, game.players):
        raise PlayersError(f"{engine} is a game for {game.players}, not for {players}")
    if game:
        game.source = Source(engine, rules, cards, players)
    return game


def written(action: Action) -> str:
    return " ".join(action)


def read(text: str) -> Action:
    return tuple(text.split())


def step(game: Game[S], state: S, text: str) -> S:
    """The state after an action given as text. Raises UnreadableError, IllegalError or GameOverError."""
    action = read(text)
    here = f"in this position:\n{game.show(state)}"
    if game.actor(state) is None:
        raise GameOverError(f"the game is over, {text!r} comes too late {here}")
    if game.allows(state, action):
        return game.apply(state, action)
    legal = game.legal(state)
    if not action or action[0] not in game.verbs:
        raise UnreadableError(f"{text!r} is no action; actions begin with {', '.join(sorted(game.verbs))}; {here}")
    listed = ", ".join(written(a) for a in legal[:12]) + (", …" if len(legal) > 12 else "")
    raise IllegalError(f"{text!r} is not allowed; allowed: {listed}; {here}")


Policy = Callable[[Game[Any], Any, tuple[Action, ...], Random], Action]


def at_random(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes any legal action, each as likely as the others."""
    return legal[int(rng.random() * len(legal))]


def play(game: Game[S], rng: Random, policy: Policy = at_random, log: list[Action] | None = None) -> S:
    """A whole game by one policy for all seats; the actions are added to `log` if there is one."""
    state = game.setup()
    actor, legal, apply, chance = game.actor, game.legal, game.apply, game.chance
    while (who := actor(state)) is not None:
        action = drawn(chance(state), rng) if who == CHANCE else policy(game, state, legal(state), rng)
        if log is not None:
            log.append(action)
        state = apply(state, action)
    return state


def drawn(outcomes: Outcomes, rng: Random) -> Action:
    """One outcome of chance, by weight."""
    left = rng.random() * sum([weight for _, weight in outcomes])
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    return outcomes[-1][0]


class Evenly:
    """Draws one of the outcomes that it drew least often: a card of which there is only one comes as often as others.

    It would take a hundred games, else, to see such a card in each position.
    """

    def __init__(self) -> None:
        self._drawn: Counter[Action] = Counter()

    def __call__(self, outcomes: Outcomes, rng: Random) -> Action:
        least = min(self._drawn[action] for action, _ in outcomes)
        rare = [action for action, _ in outcomes if self._drawn[action] == least]
        action = rare[int(rng.random() * len(rare))]
        self._drawn[action] += 1
        return action


def transitions(
    game: Game[S], seed: str, draw: Callable[[Outcomes, Random], Action] = drawn
) -> Iterator[tuple[S, Action, S]]:
    """A random game, the same one for the same seed: each state, what was done in it, and the state it led to.

    Chance is left to `draw`. It stops where nothing can be done: data may be such that a game never comes to an end, or
    to its beginning.
    """
    rng = Random(seed)  # noqa: S311 - games are no secrets
    state = game.setup()
    actor, legal, apply = game.actor, game.legal, game.apply
    while (who := actor(state)) is not None:
        if who == CHANCE:
            outcomes = game.chance(state)
            action = draw(outcomes, rng) if outcomes else None
        else:
            actions = legal(state)
            action = at_random(game, state, actions, rng) if actions else None
        if action is None:
            return
        after = apply(state, action)
        yield state, action, after
        state = after
