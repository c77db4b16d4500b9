"""Reach positions by legal actions only: seats that hold chosen cards, and hands that are about to be revealed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from pnp.games.soaring.engine import DRAFT, DROP, PLAY
from pnp.games.soaring.observe import lowers, ranked
from pnp.rules.game import Action, step, written

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring, State


def dealt(game: Soaring, order: Iterable[str] = (), start: State | None = None) -> State:
    """The position after a deal in this order; cards that are not named are dealt after it, in the order of ids."""
    state = start or game.setup()
    wanted = iter(order)
    while state.phase == "deal":
        card = next(wanted, None)
        state = step(game, state, f"deal {card}") if card else game.apply(state, game.legal(state)[0])
    return state


def holding(game: Soaring, wanted: Sequence[Sequence[str]], start: State | None = None) -> State:
    """The position in which a round's draft is over and the seats hold these cards, and any others that are left over.

    The round is drafted twice: first with cards as they come, to see which of the dealt cards end up in which hand.
    The second time other cards are dealt in their places. Raises ValueError for cards that nobody can hold.
    """
    model = state = start or game.setup()
    ends = model
    while ends.phase != PLAY:
        ends = game.apply(ends, game.legal(ends)[0])
    places = _places(game, ends.hands, wanted)
    while model.phase != PLAY:
        action = game.legal(model)[0]
        state = game.apply(state, _same(game.legal(state), tuple(places.get(word, word) for word in action)))
        model = game.apply(model, action)
    return state


def _places(game: Soaring, hands: Sequence[Sequence[str]], wanted: Sequence[Sequence[str]]) -> dict[str, str]:
    """For each card of the first draft, the card that takes its place."""
    named = list(chain.from_iterable(wanted))
    problems = [card for card in named if card not in game.deck or named.count(card) > 1]
    if problems or len(wanted) != len(hands) or any(len(cards) > len(hands[0]) for cards in wanted):
        raise ValueError(f"{' and '.join(sorted(set(problems))) or 'so many cards'} cannot be in these hands")
    places: dict[str, str] = {}
    for hand, cards in zip(hands, wanted, strict=True):
        places |= zip(hand, cards, strict=False)
    left = [card for card in game.deck if card not in named]
    return places | dict(zip([card for card in game.deck if card not in places], left, strict=True))


def _same(legal: Sequence[Action], action: Action) -> Action:
    """The legal action with the same cards, whatever their order."""
    for other in legal:
        if _parts(other) == _parts(action):
            return other
    raise ValueError(f"{written(action)!r} is not allowed in the draft")


def _parts(action: Action) -> tuple[str, frozenset[str], frozenset[str]]:
    verb, *cards = action
    at = cards.index(DROP) if DROP in cards else len(cards)
    return verb, frozenset(cards[:at]), frozenset(cards[at + 1 :])


def about_to_reveal(game: Soaring, shown: Sequence[str], winners: Sequence[int] = (), *, low: bool = False) -> State:
    """The position before a hand in which the seats reveal these cards, after hands with these winners.

    In a `low` hand the first seat has played a Downer in the hand before. Raises ValueError if that cannot be.
    """
    state, left = _after_rounds(game, winners)
    hands = _hands(game, left, shown, low=low)
    return _played(game, holding(game, list(zip(*hands, strict=True)), state), hands[:-1])


def round_begins(game: Soaring, number: int) -> State:
    """The position in which a round begins, counted from 1, after rounds whose hands the seats won in turn."""
    state = game.setup()
    for _ in range(number - 1):
        winners = [seat % game.players for seat in range(_size(game, state))]
        state, _ = _after_rounds(game, winners, state)
    return state


def _after_rounds(game: Soaring, winners: Sequence[int], start: State | None = None) -> tuple[State, list[int]]:
    """The position after all whole rounds of hands with these winners, and the winners that are left."""
    state, left = start or game.setup(), list(winners)
    while len(left) >= (size := _size(game, state)):
        hands = _hands(game, left[:size], (), low=False)
        state = _played(game, holding(game, list(zip(*hands, strict=True)), state), hands)
        left = left[size:]
    return state, left


def _size(game: Soaring, state: State) -> int:
    """The number of hands in a round."""
    return len(holding(game, [[] for _ in range(game.players)], state).hands[0])


def passes_to(game: Soaring, start: State) -> int:
    """The seat that gets the first seat's pack in the round that begins, found by passing."""
    state = dealt(game, start=start)
    while state.phase != DRAFT:
        state = game.apply(state, game.legal(state)[0])
    pack = set(state.packs[0])
    while not any(state.passed):
        state = game.apply(state, game.legal(state)[0])
    piles = zip(state.packs, state.hands, strict=True)
    return next(seat for seat, (pack_now, hand) in enumerate(piles) if seat and pack & {*pack_now, *hand})


def _hands(game: Soaring, winners: Sequence[int], shown: Sequence[str], *, low: bool) -> list[tuple[str, ...]]:
    """The cards of each hand of a round: the winner gets the strongest card left, the others the weakest."""
    lowering = [card for card in game.deck if lowers(game, card)]
    pool = [card for card in ranked(game) if card not in (*lowering, *shown)]
    hands = []
    for winner in winners:
        best = pool.pop(0)
        hands.append(tuple(best if seat == winner else pool.pop() for seat in range(game.players)))
    if low:
        downer = next((card for card in lowering if card not in shown), None)
        if downer is None:
            raise ValueError("no Downer is left that makes this hand a low one")
        hands.append((downer, *(pool.pop() for _ in range(game.players - 1))))
    return hands + [tuple(shown)] * bool(shown)


def _played(game: Soaring, state: State, hands: Sequence[Sequence[str]]) -> State:
    for cards in hands:
        for card in cards:
            state = step(game, state, written(("play", card)))
    return state
