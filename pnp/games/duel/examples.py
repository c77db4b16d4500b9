"""Play duel's worked examples, form by form, from positions that legal actions reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.duel import positions
from pnp.games.duel.engine import FORFEIT, GO_ON, KEEP, REACHED, SUBTRACT, State
from pnp.games.duel.tables import ROLES
from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import step
from pnp.rules.playing import transitions

if TYPE_CHECKING:
    from pnp.games.duel.engine import Duel

GAMES = 12
"""The number of random games that must stay within the bounds."""


def _announced(game: Duel, state: State, target: object) -> State:
    """The state after a target is announced and nobody swaps. Raises IllegalError if it is not allowed."""
    step(game, state, f"target {target}")
    return positions.announced(game, state, ("target", str(target)))


def _seen(game: Duel, state: State, seat: int = 0) -> Mapping[str, Any]:
    """What a seat sees."""
    return game.view(state, seat)


# The forms ------------------------------------------------------------------------------------------------


def _values(game: Duel, example: Example) -> Iterator[Claim]:
    for rank in example["then"]["values"]:
        found = {_worth(game, card) for card in game.kinds if game.traits[card].rank == rank}
        yield ("then", "values", rank), found.pop() if len(found) == 1 else None


def _worth(game: Duel, card: str) -> int:
    """The total that a defender makes with a card, as the first of a round with the highest target."""
    size = len(_seen(game, positions.dealt(game, ([], [])))["hidden"])
    others = [other for other in game.kinds if other != card]
    state = positions.dealt(game, (others[:size], [card, *others[size : 2 * size - 1]]))
    highest = max(int(action[1]) for action in game.legal(state))
    return int(_seen(game, step(game, _announced(game, state, highest), f"defend {card}"))["total"])


def _deal(game: Duel, _example: Example) -> Iterator[Claim]:
    state = positions.dealt(game, ([], []))
    yield ("then", "deck"), game.left(game.setup())
    yield ("then", "hands"), list(_seen(game, state)["cards_hidden"])
    yield ("then", "aside"), _everywhere(game, state) - _without_aside(game, state)
    yield ("then", "deck_after_setup"), game.left(state)


def _call(game: Duel, example: Example) -> Iterator[Claim]:
    given = example["given"]
    state = step(game, step(game, game.setup(), f"call {given['call']}"), f"turn {given['turned']}")
    caller_attacks = game.actor(positions.drawn(game, state)) == 0
    yield ("then", "colour"), given["call"] if caller_attacks else _other(game, given["call"])
    yield ("then", "attacker"), "caller" if caller_attacks else "other"


def _other(game: Duel, called: str) -> str:
    return next(colour for _, colour in game.legal(game.setup()) if colour != called)


def _swap(game: Duel, example: Example) -> Iterator[Claim]:
    """The second round: its attacker has won the first one as defender, with the given cards."""
    first = positions.dealt(game, (example["given"]["exposed"], []), attacker=1)
    state = positions.drawn(game, positions.held(game, first))
    state = step(game, state, f"target {max(int(action[1]) for action in game.legal(state))}")
    for move in example["moves"]:
        state = step(game, state, move)
    after = positions.drawn(game, state)
    seen = _seen(game, after)
    yield ("then", "exposed"), set(seen["exposed"][0])
    yield ("then", "under"), set(seen["under_the_deck"])
    yield ("then", "hidden"), len(seen["hidden"])
    yield ("then", "deck"), seen["deck"]
    yield ("then", "again"), game.actor(after) == 0 and KEEP in game.legal(after)


def _bounds(game: Duel, _example: Example) -> Iterator[Claim]:
    """The most rounds and the smallest deck: of a game with as few points a round as possible, and of random games."""
    slowest = positions.slowest(game)
    rounds, left = game.length(slowest), game.left(slowest)
    totals = {_everywhere(game, slowest)}
    for number in range(GAMES):
        for _, _, state in transitions(game, f"bounds/{number}"):
            rounds, left = max(rounds, game.length(state)), min(left, game.left(state))
            totals.add(_everywhere(game, state))
    yield ("then", "rounds_at_most"), rounds
    yield ("then", "deck_at_least"), left
    yield ("then", "cards"), totals.pop() if len(totals) == 1 else sorted(totals)


def _everywhere(game: Duel, state: State) -> int:
    """The number of cards in all places."""
    return _without_aside(game, state) + (1 if _seen(game, state)["aside"] else 0)


def _without_aside(game: Duel, state: State) -> int:
    seen = _seen(game, state)
    piles = (*seen["exposed"], *seen["played"], *seen["points"])
    return game.left(state) + int(sum(seen["cards_hidden"])) + sum(map(len, piles))


# A round --------------------------------------------------------------------------------------------------


def _round(game: Duel, example: Example) -> Iterator[Claim]:
    """The totals card by card and, if the round ends, its result."""
    given = example["given"]
    start = _before_round(game, given)
    state = _announced(game, start, given["target"])
    totals = []
    for move in example["moves"]:
        if GO_ON in game.legal(state) and move != FORFEIT:
            state = game.apply(state, GO_ON)
        before, state = state, step(game, state, move)
        if move != FORFEIT:
            totals.append(_total(game, before, move, state))
    yield ("then", "totals"), totals
    if game.length(state) == game.length(start):
        return
    yield from _ended(game, start, state)
    if _seen(game, state)["last"] != REACHED:
        yield ("then", "missed_by"), abs(given["target"] - totals[-1])
    yield from _optional(game, example["then"], state)


def _before_round(game: Duel, given: Mapping[str, Any]) -> State:
    """The announcement by the first seat, with these hands and points."""
    points = list(given.get("points", (0, 0)))
    hands = (given["attacker"], given["defender"])
    state = positions.after_hits(game, hands, 0)
    for rounds in range(2, positions.MOST_ROUNDS, 2):
        if [len(cards) for cards in _seen(game, state)["points"]] == points:
            return state
        try:
            state = positions.after_hits(game, hands, rounds)
        except ValueError:  # the game is over
            break
    raise ValueError(f"{points[0]} and {points[1]} points cannot come before a round in which all cards are hidden")


def _total(game: Duel, before: State, move: str, after: State) -> int:
    """The total after a move, even if the round has ended."""
    if game.length(after) == game.length(before):
        return int(_seen(game, after)["total"])
    if _seen(game, after)["last"] == REACHED:
        return int(_seen(game, before)["target"])
    _, card, *sign = move.split()
    return int(_seen(game, before)["total"]) + (-1 if sign == [SUBTRACT] else 1) * _worth(game, card)


def _ended(game: Duel, start: State, end: State) -> Iterator[Claim]:
    before, after = _seen(game, start)["points"], _seen(game, end)["points"]
    taker = 0 if len(after[0]) > len(before[0]) else 1
    yield ("then", "ends"), _seen(game, end)["last"]
    yield ("then", "taker"), ROLES[taker]
    yield ("then", "taken"), set(after[taker]) - set(before[taker])
    yield ("then", "points"), [len(points) for points in after]
    yield ("then", "unplayed"), {card for seat in (0, 1) for card in _seen(game, end, seat)["hidden"]}
    yield ("then", "exposed"), {card for hand in _seen(game, end)["exposed"] for card in hand}
    yield ("then", "over"), game.actor(end) is None


def _optional(game: Duel, then: Mapping[str, Any], end: State) -> Iterator[Claim]:
    """Optional claims about the state after both players have drawn."""
    drawn = positions.drawn(game, end)
    seen = _seen(game, drawn)
    found = {
        "attacker_hidden": seen["cards_hidden"][0],
        "attacker_exposed": len(seen["exposed"][0]),
        "defender_hidden": seen["cards_hidden"][1],
        "defender_exposed": len(seen["exposed"][1]),
        "deck": seen["deck"],
        "next_attacker": ROLES[game.actor(drawn) or 0],
    }
    yield from ((("then", key), value) for key, value in found.items() if key in then)


FORMS: Forms = {
    "values": _values,
    "deal": _deal,
    "call": _call,
    "swap": _swap,
    "round": _round,
    "bounds": _bounds,
}
