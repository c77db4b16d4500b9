"""Play duel's worked examples, form by form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.rules.duel.engine import FORFEIT, REACHED, SUBTRACT, SWAP, TARGET, State
from pnp.rules.duel.observe import value
from pnp.rules.duel.tables import ROLES
from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import CHANCE, step
from pnp.rules.playing import transitions

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel

GAMES = 12
"""The number of random games that must stay within the bounds."""


# Hands ----------------------------------------------------------------------------------------------------


def _hand(game: Duel, cards: list[str]) -> tuple[str, ...]:
    missing = [card for card in cards if card not in game.kind_of]
    if missing or len(cards) != game.rules.hand_size:
        raise ValueError(f"{', '.join(missing or cards)}: unknown cards, or not a full hand")
    return tuple(sorted(cards))


def _dealt(game: Duel, given: Mapping[str, Any]) -> State:
    """The first round with these hands, all hidden; any other cards are the players' points."""
    hands = (_hand(game, given["attacker"]), _hand(game, given["defender"]))
    held = {*hands[0], *hands[1]}
    if len(held) != 2 * game.rules.hand_size:
        raise ValueError("a card is in two places")
    others = [card for card in game.kinds if card not in held]
    first, second = given.get("points", (0, 0))
    points = (tuple(others[:first]), tuple(others[first : first + second]))
    gone = {*held, others[-1], *points[0], *points[1]}
    pile = tuple(count - (card in gone) for card, count in zip(game.kinds, game.deck, strict=True))
    return game.setup()._replace(phase=TARGET, aside=others[-1], pile=pile, hidden=hands, points=points)


def _drawn(game: Duel, state: State) -> State:
    """The state after both players have drawn, with the first cards of the deck."""
    while game.actor(state) == CHANCE:
        state = game.apply(state, game.chance(state)[0][0])
    return state


# The forms ------------------------------------------------------------------------------------------------


def _values(game: Duel, example: Example) -> Iterator[Claim]:
    for rank in example["then"]["values"]:
        values = {value(game, card) for card in game.kinds if game.traits[card].rank == rank}
        yield ("then", "values", rank), values.pop() if len(values) == 1 else None


def _deal(game: Duel, _example: Example) -> Iterator[Claim]:
    state = game.setup()
    state = _drawn(game, game.apply(state, game.legal(state)[0]))
    yield ("then", "deck"), sum(game.deck)
    yield ("then", "hands"), [len(hand) for hand in state.hidden]
    yield ("then", "aside"), len([state.aside])
    yield ("then", "deck_after_setup"), game.left(state)


def _call(game: Duel, example: Example) -> Iterator[Claim]:
    given = example["given"]
    state = step(game, game.setup(), f"call {given['call']}")
    state = game.apply(state, ("turn", given["turned"]))
    yield ("then", "colour"), given["call"] if state.attacker == 0 else _other(game, given["call"])
    yield ("then", "attacker"), ("caller", "other")[state.attacker]


def _other(game: Duel, called: str) -> str:
    return next(colour for _, colour in game.calls if colour != called)


def _swap(game: Duel, example: Example) -> Iterator[Claim]:
    given = example["given"]
    state = _dealt(game, {"attacker": given["exposed"], "defender": _rest(game, given["exposed"])})
    state = state._replace(exposed=(state.hidden[0], ()), hidden=((), state.hidden[1]))
    before = step(game, state, f"target {game.rules.target.max}")
    state = before
    for move in example["moves"]:
        state = step(game, state, move)
    after = _drawn(game, state)
    yield ("then", "exposed"), set(after.exposed[0])
    yield ("then", "under"), set(after.under)
    yield ("then", "hidden"), len(after.hidden[0])
    yield ("then", "deck"), game.left(after)
    yield ("then", "again"), game.actor(after) == 0 and after.phase == SWAP


def _rest(game: Duel, cards: list[str]) -> list[str]:
    return [card for card in game.kinds if card not in cards][: game.rules.hand_size]


def _bounds(game: Duel, _example: Example) -> Iterator[Claim]:
    """The maximum length of a game and the minimum deck, as computed and as confirmed by random games."""
    spent = 2 * (game.rules.win_points - 1) + game.rules.hand_size
    lowest = game.left(_drawn(game, game.apply(game.setup(), game.legal(game.setup())[0]))) - spent
    cards = sum(game.deck)
    rounds, left, total = game.longest(), lowest, cards
    for number in range(GAMES):
        for _, _, state in transitions(game, f"bounds/{number}"):
            rounds, left = max(rounds, state.rounds), min(left, game.left(state))
            total = total if _everywhere(game, state) == cards else _everywhere(game, state)
    yield ("then", "rounds_at_most"), rounds
    yield ("then", "deck_at_least"), left
    yield ("then", "cards"), total


def _everywhere(game: Duel, state: State) -> int:
    piles = (*state.hidden, *state.exposed, *state.played, *state.points)
    return game.left(state) + bool(state.aside) + sum(map(len, piles))


# A round --------------------------------------------------------------------------------------------------


def _round(game: Duel, example: Example) -> Iterator[Claim]:
    """The totals card by card and, if the round ends, its result."""
    given = example["given"]
    start = _dealt(game, given)
    state = step(game, start, f"target {given['target']}")
    totals = []
    for move in example["moves"]:
        if state.phase == FORFEIT and move != FORFEIT:
            state = step(game, state, "continue")
        before, state = state, step(game, state, move)
        if move != FORFEIT:
            totals.append(_total(game, before, move, state))
    yield ("then", "totals"), totals
    if state.rounds == start.rounds:
        return
    yield from _ended(game, start, state)
    if state.last != REACHED:
        yield ("then", "missed_by"), abs(given["target"] - totals[-1])
    yield from _optional(game, example["then"], state)


def _total(game: Duel, before: State, move: str, after: State) -> int:
    """The total after a move, even if the round has ended."""
    if after.rounds == before.rounds:
        return after.total
    if after.last == REACHED:
        return before.target or 0
    _, card, *sign = move.split()
    moved = value(game, card) or 0
    return before.total + (-moved if sign == [SUBTRACT] else moved)


def _ended(game: Duel, start: State, end: State) -> Iterator[Claim]:
    taker = 0 if len(end.points[0]) > len(start.points[0]) else 1
    yield ("then", "ends"), end.last
    yield ("then", "taker"), ROLES[taker]
    yield ("then", "taken"), set(end.points[taker]) - set(start.points[taker])
    yield ("then", "points"), [len(points) for points in end.points]
    yield ("then", "unplayed"), {card for hand in end.hidden for card in hand}
    yield ("then", "exposed"), {card for hand in end.exposed for card in hand}
    yield ("then", "over"), game.outcome(end) is not None


def _optional(game: Duel, then: Mapping[str, Any], end: State) -> Iterator[Claim]:
    """Optional claims about the state after both players have drawn."""
    drawn = _drawn(game, end)
    found = {
        "attacker_hidden": len(drawn.hidden[0]),
        "attacker_exposed": len(drawn.exposed[0]),
        "defender_hidden": len(drawn.hidden[1]),
        "defender_exposed": len(drawn.exposed[1]),
        "deck": game.left(drawn),
        "next_attacker": ROLES[drawn.attacker],
    }
    yield from ((("then", key), seen) for key, seen in found.items() if key in then)


FORMS: Forms = {
    "values": _values,
    "deal": _deal,
    "call": _call,
    "swap": _swap,
    "round": _round,
    "bounds": _bounds,
}
