"""A duel engine -> what each card is seen to do, and the tables that its texts print, by trying it.

Words that are printed are held against this, not against the traits that wrote them: cards are turned over and played,
rounds are walked through to each of their ends, and only what the engine allows and changes is looked at. Traits say
no more here than which suit and rank a row of a table is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.rules import Action, Cell
from pnp.rules.duel.engine import ADD, ATTACK, DEFEND, FORFEIT, GIVE_UP, GO_ON, HELD, KEEP, REACHED, SWAP, TARGET, State

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel

FAR = 10**6
"""A target that no round comes near."""
ATTACKER, DEFENDER = "attacker", "defender"
ROLES = (ATTACKER, DEFENDER)


def observed(game: Duel, deck: str, card: str) -> dict[str, Any] | None:
    """A card's colour and value as play shows them; None for cards that are not played."""
    if deck != "deck" or card not in game.kind_of:
        return None
    return {"colour": colour(game, card), "value": value(game, card)}


def colour(game: Duel, card: str) -> str | None:
    """The colour that has to be called for the caller to attack first when this card is turned over."""
    called = [call for call in game.calls if game.apply(game.apply(game.setup(), call), ("turn", card)).attacker == 0]
    return called[0][1] if len(called) == 1 else None


def value(game: Duel, card: str) -> int | None:
    """How far a defender's card moves the total, if it goes as far up as down."""
    start = game.setup()._replace(phase=DEFEND, hidden=((), (card,)))
    up = game.apply(start._replace(target=FAR), ("defend", card)).total
    down = game.apply(start._replace(target=-FAR), ("defend", card)).total
    return up if up == -down else None


def lacks(game: Duel) -> Iterator[tuple[str, str]]:
    """Why the game is none: the rule that asks for more than the deck has, or none, and what is missing."""
    most = game.reach()
    if game.rules.target.max > most:
        yield "target", f"nobody can reach {game.rules.target.max}: the cards of a round come to {most} at most"
    if len(game.calls) < 2:
        yield "suits", "all cards are of one colour, so that there is nothing to call"


# Tables ---------------------------------------------------------------------------------------------------


def tables(game: Duel) -> dict[str, list[list[Cell]]]:
    """Rows by table."""
    order = [role for phase, role, _ in _walked(game, MISSED) if phase in (DEFEND, ATTACK)]
    return {
        "values": [["worth", *(_worth(game, rank) for rank in game.rules.ranks)]],
        "steps": _steps(game),
        "order": [[number, role] for number, role in enumerate(order, start=1)],
        "ends": [_end(game, REACHED), _end(game, HELD)],
        "forfeits": [_forfeit(game, exchanges) for exchanges in range(1, game.rules.hand_size)],
    }


def _worth(game: Duel, rank: str) -> Cell:
    """What all cards of a rank are worth, or a list if they differ."""
    found = {value(game, card) for card in game.kinds if game.traits[card].rank == rank}
    return found.pop() if len(found) == 1 else sorted(map(str, found))


def opening(game: Duel) -> State:
    """A target is due, and both players have laid open a whole hand, so that both may swap."""
    size = game.rules.hand_size
    hands = (tuple(game.kinds[:size]), tuple(game.kinds[size : 2 * size]))
    return game.setup()._replace(phase=TARGET, exposed=hands)


MISSED: dict[str, Action] = {TARGET: ("target", str(FAR)), SWAP: KEEP, FORFEIT: GO_ON}
"""What leads a round to its last card and past a target too far away."""

Step = tuple[str, str, State]
"""A phase of a round, the role that acts in it, and the state it leads to."""


def _walked(game: Duel, actions: dict[str, Action]) -> Iterator[Step]:
    """A round from its target to its end; what is not given by phase is the first action that is allowed."""
    state = opening(game)
    while state.rounds == 0:
        role = ROLES[(game.actor(state) or 0) ^ state.attacker]
        phase, action = state.phase, actions.get(state.phase) or game.legal(state)[0]
        state = game.apply(state, action)
        yield phase, role, state


def _steps(game: Duel) -> list[list[Cell]]:
    """The phases of a round in their order, each with the roles that act in it."""
    roles: dict[str, list[str]] = {}
    for phase, role, _ in _walked(game, MISSED):
        acting = roles.setdefault(phase, [])
        if role not in acting:
            acting.append(role)
    return [[phase, acting] for phase, acting in roles.items()]


def _end(game: Duel, how: str) -> list[Cell]:
    """Who takes cards when a round ends so, and how many."""
    actions = dict(MISSED)
    if how == REACHED:
        first = opening(game).exposed[1][0]
        actions |= {TARGET: ("target", str(value(game, first))), DEFEND: ("defend", first)}
    *_, (_, _, end) = _walked(game, actions)
    if end.last != how:
        raise ValueError(f"the round ended otherwise: {end.last}")
    taker = 0 if end.points[0] else 1
    return [how, ROLES[taker], len(end.points[taker]), end.due[1 - taker]]


def _forfeit(game: Duel, exchanges: int) -> list[Cell]:
    """How many cards an attacker loses who forfeits after some exchanges, and draws."""
    state = opening(game)
    state = game.apply(game.apply(game.apply(state, ("target", str(FAR))), KEEP), KEEP)
    for number in range(1, exchanges + 1):
        state = game.apply(state, game.legal(state)[0])
        state = game.apply(state, next(action for action in game.legal(state) if action[2] == ADD))
        state = game.apply(state, GIVE_UP if number == exchanges else GO_ON)
    return [exchanges, len(state.points[1]), state.due[0]]
