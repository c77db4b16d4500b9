"""Positions of a duel that are reached by legal actions only. Cards that chance draws are chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from pnp.games.duel.engine import GIVE_UP, GO_ON, KEEP, State
from pnp.rules.game import CHANCE, Action, step

if TYPE_CHECKING:
    from pnp.games.duel.engine import Duel

Hands = tuple[list[str], list[str]]
"""The cards of the first and of the second seat."""


def drawn(game: Duel, state: State, cards: Iterable[str] = (), kept: Collection[str] = ()) -> State:
    """The state after both players have drawn: these cards in order, then the first others, without those in `kept`."""
    wanted = iter(cards)
    while game.actor(state) == CHANCE:
        card = next(wanted, None) or next(action[1] for action in game.legal(state) if action[1] not in kept)
        state = step(game, state, f"draw {card}")
    return state


def dealt(game: Duel, hands: Hands, attacker: int = 0, kept: Collection[str] = ()) -> State:
    """The first announcement, by the seat `attacker`, with these hands. Raises ValueError if they cannot be dealt."""
    held = [*hands[0], *hands[1]]
    if len(set(held)) != len(held):
        raise ValueError("a card is in two places")
    start = game.setup()
    for call in game.legal(start):
        called = game.apply(start, call)
        for turn in reversed(game.legal(called)):
            if turn[1] not in {*held, *kept}:
                state = drawn(game, game.apply(called, turn), held, kept)
                if game.actor(state) == attacker:
                    return _with_hands(game, state, hands)
    raise ValueError(f"no call makes player {attacker + 1} attack first")


def _with_hands(game: Duel, state: State, hands: Hands) -> State:
    """The state, if both seats hide just these cards."""
    for seat, hand in enumerate(hands):
        if hand and game.view(state, seat)["hidden"] != sorted(hand):
            raise ValueError(f"{', '.join(hand)}: not a full hand")
    return state


def held(game: Duel, state: State) -> State:
    """The state after a round in which the attacker misses the highest target."""
    return _finished(game, state, GO_ON)


def forfeited(game: Duel, state: State) -> State:
    """The state after a round that the attacker forfeits as soon as possible."""
    return _finished(game, state, GIVE_UP)


def slowest(game: Duel) -> State:
    """The end of a game in which every attacker forfeits as soon as possible."""
    state = dealt(game, ([], []))
    for _ in range(MOST_ROUNDS):
        if game.actor(state) is None:
            return state
        state = drawn(game, forfeited(game, state))
    raise ValueError(f"a game has not ended after {MOST_ROUNDS} rounds")


MOST_ROUNDS, MOST_ACTIONS = 200, 60
"""Bounds for a game and for a round, which only wrong rules exceed."""


def _finished(game: Duel, state: State, choice: Action) -> State:
    rounds = game.length(state)
    for _ in range(MOST_ACTIONS):
        if game.length(state) > rounds:
            return state
        state = game.apply(state, _missing(game.legal(state), choice))
    raise ValueError(f"a round has not ended after {MOST_ACTIONS} actions")


def _missing(legal: tuple[Action, ...], choice: Action) -> Action:
    """An action that does not hit the highest target."""
    if choice in legal:
        return choice
    if legal[0][0] == "target":
        return max(legal, key=lambda action: int(action[1]))
    # The last way to count a card of an attack is to subtract it.
    return KEEP if KEEP in legal else legal[-1]


def announced(game: Duel, state: State, target: Action) -> State:
    """The state after a target is announced and nobody swaps."""
    state = game.apply(state, target)
    for _ in range(game.players):
        state = game.apply(state, KEEP) if KEEP in game.legal(state) else state
    return state


def hit(game: Duel, state: State) -> State:
    """The state after a round in which the first card of the defender hits the target."""
    rounds = game.length(state)
    for target in game.legal(state):
        before = announced(game, state, target)
        for action in game.legal(before):
            after = game.apply(before, action)
            if game.length(after) > rounds:
                return after
    raise ValueError("no card of the defender hits a target")


def after_hits(game: Duel, hands: Hands, rounds: int) -> State:
    """The announcement after an even number of such rounds. All cards of both hands are hidden.

    The seats lose their hands by turns, so they draw these hands in the last two rounds.
    """
    kept = {*hands[0], *hands[1]}
    state = dealt(game, ([], []), kept=kept) if rounds else dealt(game, hands)
    for number in range(rounds):
        final = number - (rounds - 2)
        state = drawn(game, hit(game, state), hands[1 - final] if final >= 0 else (), kept)
    return _with_hands(game, state, hands) if game.actor(state) == 0 else state
