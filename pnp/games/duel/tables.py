"""Find the contents of a duel's printed tables by playing rounds to each possible end.

Traits are only used for the suit and rank in the head of a row.

Observe the traits of a duel's cards by playing them on the engine.

Checks compare printed words with these observations, not with the traits that the words are generated from. Only the
engine's legal actions and state changes are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.games.duel.engine import ADD, ATTACK, DEFEND, FORFEIT, GIVE_UP, GO_ON, HELD, KEEP, REACHED, SWAP, TARGET, State
from pnp.games.duel.positions import MOST_ACTIONS
from pnp.rules.game import Action
from pnp.rules.proofs import Cell

if TYPE_CHECKING:
    from pnp.games.duel.engine import Duel


FAR = 10**6
"""A target that no round reaches."""


def observe(game: Duel, deck: str, card: str) -> dict[str, Any] | None:
    """A card's colour and value as observed in play; None for cards that are not played."""
    if deck != "deck" or card not in game.kind_of:
        return None
    return {"colour": colour(game, card), "value": value(game, card)}


def colour(game: Duel, card: str) -> str | None:
    """The colour of a card: the call with which the caller attacks first if the card is turned over."""
    called = [call for call in game.calls if game.apply(game.apply(game.setup(), call), ("turn", card)).attacker == 0]
    return called[0][1] if len(called) == 1 else None


def value(game: Duel, card: str) -> int | None:
    """The value of a card: the change of the total by the defender, if it is the same up and down."""
    start = game.setup()._replace(phase=DEFEND, hidden=((), (card,)))
    up = game.apply(start._replace(target=FAR), ("defend", card)).total
    down = game.apply(start._replace(target=-FAR), ("defend", card)).total
    return up if up == -down else None


def problems(game: Duel) -> Iterator[tuple[str, str]]:
    """The reasons why the game cannot be played, each with its rule."""
    most = game.reach()
    if game.rules.target.max > most:
        yield "target", f"no player can reach {game.rules.target.max}: the highest total of a round is {most}"
    if len(game.calls) < 2:
        yield "suits", "all cards have the same colour, so there is nothing to call"


ROLES = ("attacker", "defender")


def tables(game: Duel) -> dict[str, list[list[Cell]]]:
    """The rows of each table."""
    order = [role for phase, role, _ in _walked(game, MISSED) if phase in (DEFEND, ATTACK)]
    return {
        "values": [["worth", *(_worth(game, rank) for rank in game.rules.ranks)]],
        "steps": _steps(game),
        "order": [[number, role] for number, role in enumerate(order, start=1)],
        "ends": [_end(game, REACHED), _end(game, HELD)],
        "forfeits": [_forfeit(game, exchanges) for exchanges in range(1, game.rules.hand_size)],
    }


def _worth(game: Duel, rank: str) -> Cell:
    """The value of all cards of a rank, or a list if they differ."""
    values = {value(game, card) for card in game.kinds if game.traits[card].rank == rank}
    return values.pop() if len(values) == 1 else sorted(map(str, values))


def opening(game: Duel) -> State:
    """A round before its target is announced, in which all cards are exposed and both players may swap."""
    size = game.rules.hand_size
    hands = (tuple(game.kinds[:size]), tuple(game.kinds[size : 2 * size]))
    return game.setup()._replace(phase=TARGET, exposed=hands)


MISSED: dict[str, Action] = {TARGET: ("target", str(FAR)), SWAP: KEEP, FORFEIT: GO_ON}
"""Actions, by phase, that play a round to its last card, because its target cannot be reached."""

Step = tuple[str, str, State]
"""A phase of a round, the role that acts in it, and the next state."""


def _walked(game: Duel, actions: dict[str, Action]) -> Iterator[Step]:
    """Play a round to its end. In a phase without a given action that is allowed, the first legal action is played."""
    state = opening(game)
    for _ in range(MOST_ACTIONS):
        if state.rounds:
            return
        role = ROLES[(game.actor(state) or 0) ^ state.attacker]
        phase, legal = state.phase, game.legal(state)
        action = actions.get(phase)
        state = game.apply(state, action if action and (phase == TARGET or action in legal) else legal[0])
        yield phase, role, state


def _steps(game: Duel) -> list[list[Cell]]:
    """The phases of a round in order, each with the roles that act in it."""
    roles: dict[str, list[str]] = {}
    for phase, role, _ in _walked(game, MISSED):
        acting = roles.setdefault(phase, [])
        if role not in acting:
            acting.append(role)
    return [[phase, acting] for phase, acting in roles.items()]


def _end(game: Duel, how: str) -> list[Cell]:
    """Who takes cards at an end of a round, and how many."""
    actions = dict(MISSED)
    if how == REACHED:
        first = opening(game).exposed[1][0]
        actions |= {TARGET: ("target", str(value(game, first))), DEFEND: ("defend", first)}
    *_, (_, _, end) = _walked(game, actions)
    taker = 0 if end.points[0] else 1
    return [end.last, ROLES[taker], len(end.points[taker]), end.due[1 - taker]]


def _forfeit(game: Duel, exchanges: int) -> list[Cell]:
    """The numbers of cards that an attacker loses and draws who forfeits after some exchanges."""
    state = opening(game)
    state = game.apply(game.apply(game.apply(state, ("target", str(FAR))), KEEP), KEEP)
    for number in range(1, exchanges + 1):
        state = game.apply(state, game.legal(state)[0])
        state = game.apply(state, next(action for action in game.legal(state) if action[-1] == ADD))
        choice = GIVE_UP if number == exchanges else GO_ON
        state = game.apply(state, choice) if choice in game.legal(state) else state
    return [exchanges, len(state.points[1]), state.due[0]]
