"""Play whole games by a policy or at random, and read logs.

Play the moves of an example from the setup, and keep what each seat sees after each of them.

Pictures of play are drawn from this. An example of the form `play` lists the moves of the players; chance is drawn by
the example's seed, unless the next move is an outcome of chance itself. A player who may pass does so unless the next
move is theirs, so that an example need not list what a rule of an overlay lets players decline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random  # noqa: TID251 - the caller seeds it; engines themselves only list outcomes
from typing import Any, TypeVar

from pnp.diagnostics import Diagnostics
from pnp.kit.plugins import PluginError
from pnp.rules import guard, loading
from pnp.rules.game import CHANCE, Action, Game, Outcomes, PlayersError, read, step

S = TypeVar("S")
Policy = Callable[[Game[Any], Any, tuple[Action, ...], Random], Action]
MAX_ACTIONS = 100_000
"""The maximum number of actions of a game, outcomes of chance included; a longer one is said never to end."""


def at_random(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes a random legal action, with equal probabilities."""
    return legal[int(rng.random() * len(legal))]


def play(game: Game[S], rng: Random, policy: Policy = at_random, log: list[Action] | None = None) -> S:
    """Play a whole game by one policy for all seats, and return its last state. Actions are added to `log`.

    Raises PluginError if no action is possible and the game has not ended, and for a game that never ends.
    """
    state = game.setup()
    actor, legal, apply, chance = game.actor, game.legal, game.apply, game.chance
    left = MAX_ACTIONS
    while (who := actor(state)) is not None:
        left -= 1
        if left < 0:
            raise guard.endless(game, state, MAX_ACTIONS)
        if who == CHANCE:
            outcomes = chance(state)
            if not outcomes:
                raise guard.stuck(game, "chance", state)
            action = drawn(outcomes, rng)
        else:
            actions = legal(state)
            if not actions:
                raise guard.stuck(game, "legal", state)
            action = policy(game, state, actions, rng)
        if log is not None:
            log.append(action)
        state = apply(state, action)
    return state


def drawn(outcomes: Outcomes, rng: Random) -> Action:
    """A random outcome of chance, by weight."""
    left = rng.random() * sum([weight for _, weight in outcomes])
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    return outcomes[-1][0]


class Evenly:
    """Draws one of the outcomes drawn least often, so that single cards come as often as others.

    Without it, about a hundred games are needed to see such a card in each position.
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
    game: Game[S], seed: str, draw: Callable[[Outcomes, Random], Action] = drawn, start: S | None = None
) -> Iterator[tuple[S, Action, S]]:
    """The transitions of a random game by seed: each state, the action taken, and the next state.

    `draw` draws the outcomes of chance. The game begins at `start`, by default with the setup. It stops if no action is
    possible, which may happen with wrong data.
    """
    rng = Random(seed)  # noqa: S311 - not for security
    state = game.setup() if start is None else start
    actor, legal, apply = game.actor, game.legal, game.apply
    while (who := actor(state)) is not None:
        if who != CHANCE and not 0 <= who < game.players:
            raise IndexError(f"`actor` returned {who}, but seats are 0 to {game.players - 1}")
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


def read_log(text: str) -> list[tuple[int, str]]:
    """The actions of a log with their line numbers. Empty lines and lines that begin with # are skipped."""
    numbered = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in numbered if line.strip() and not line.lstrip().startswith("#")]


NOT_PLAYED = "this cannot be set up or played: "
"""The beginning of messages about worked examples whose position or moves are impossible."""
PLAY = "play"
"""The form of such examples, which every game has."""
PASS: Action = ("pass",)
"""The action that all games call so."""
MOST_MOVES = 400
MOST_CHANCE = 1000
"""How often chance may act in succession."""

Step = dict[str, Any]
"""What there is before the first move, or after one: `move`, the `seat` that made it (from 1), and `views`, all that
each seat sees; `you` is the first of them, and `was` is what the first seat saw before the move."""


def steps(game: Game[Any], example: Mapping[str, Any]) -> list[Step]:
    """The step before the first move of an example, and one after each move.

    Raises RefusalError for a move that is not legal, and ValueError or TypeError for data that is no such example.
    """
    given, moves = example.get("given", {}), example.get("moves", [])
    if len(moves) > MOST_MOVES:
        raise ValueError(f"it has {len(moves)} moves, at most {MOST_MOVES} are played")
    return list(_steps(for_players(game, given.get("players")), moves, Random(given.get("seed", 1))))  # noqa: S311


def steps_or_none(game: Game[Any] | None, example: Mapping[str, Any]) -> list[Step]:
    """The steps of an example; none if it is of another form, or if it cannot be played, which a check reports."""
    if game is None or example.get("form") != PLAY:
        return []
    try:
        return list(guard.ask(game, "a worked example", lambda: steps(game, example)))
    except PluginError:
        return []


def _steps(game: Game[Any], moves: list[str], rng: Random) -> Iterator[Step]:
    state = _after_chance(game, game.setup(), moves[:1], rng)
    last = _step(game, state, "", None)
    yield last
    for number, move in enumerate(moves, start=1):
        seat = game.actor(state)
        state = _after_chance(game, step(game, state, move), moves[number : number + 1], rng)
        last = {**_step(game, state, move, seat), "was": last["you"]}
        yield last


def _step(game: Game[Any], state: Any, move: str, seat: int | None) -> Step:
    views = [dict(game.view(state, one)) for one in range(game.players)]
    moved = None if seat in (None, CHANCE) else int(seat or 0) + 1
    return {"move": move, "seat": moved, "views": views, "you": views[0], "was": views[0]}


def _after_chance(game: Game[Any], state: Any, following: list[str], rng: Random) -> Any:
    """The state when a player has to act, or when chance acts and the next move is one of its outcomes."""
    for _ in range(MOST_CHANCE):
        if any(game.allows(state, read(move)) for move in following):
            return state
        if game.actor(state) == CHANCE:
            state = game.apply(state, drawn(game.chance(state), rng))
        elif following and game.allows(state, PASS):
            state = game.apply(state, PASS)
        else:
            return state
    raise ValueError(f"chance acts more than {MOST_CHANCE} times in succession")


def for_players(game: Game[Any], players: object) -> Game[Any]:
    """The game for a number of players. Raises ValueError if it is not for that number."""
    if players is None or players == game.players or game.source is None:
        return game
    if not isinstance(players, int):
        raise ValueError(f"the number of players cannot be {players!r}")
    source = game.source
    try:
        other = loading.make(source.engine, source.rules, source.cards, Diagnostics(), players, source.own)
    except PlayersError as error:
        raise ValueError(str(error)) from error
    return other or game
