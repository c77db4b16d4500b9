"""Derive evidence about the traits of cards from one transition of a rhino bout.

Only certain evidence counts: a move to the top of the ladder may have lost steps, and the limit of the hand may have
reduced a draw, so these show nothing. Evidence comes from states, actions and legality, never from traits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.games.rhino.engine import COUNTER, DEAL, DISCARD, DRAW, MOVE, PASS, State
from pnp.games.rhino.observe import dealt
from pnp.rules.game import Action
from pnp.rules.proofs import Evidence

if TYPE_CHECKING:
    from pnp.games.rhino.engine import Rhino

WHERE = ("move", "positions")
ANSWERS = ("counters",)


def evidence(game: Rhino, before: State, action: Action, after: State) -> Iterable[Evidence]:
    """Evidence from the state before an action and from what the action changed."""
    look = _LOOKS.get(before[0])
    return look(game, before, action, after) if look else ()


def _where(game: Rhino, before: State, _action: Action, _after: State) -> Iterator[Evidence]:
    """Which cards of the active hand may be played here, unless the limit on score cards may be the reason."""
    if before.scored < game.rules.score_cards_per_turn and game.low <= _place(before) <= game.high:
        place = game.position(before, before.active)
        yield from _allowed(game, before, before.active, "play", WHERE, place)


def _answers(game: Rhino, before: State, action: Action, after: State) -> Iterator[Evidence]:
    """Which cards of the responding hand may counter the top card, and the effect of a move that is not countered."""
    stack = before.stack
    yield from _allowed(game, before, before.active ^ (len(stack) & 1), "counter", ANSWERS, game.kinds[stack[-1]])
    if action == PASS and len(stack) % 2:
        for name, value in _effect(game, before, after):
            yield Evidence("moves", game.kinds[stack[0]], ("move", "effect", name), value)


def _allowed(game: Rhino, state: State, seat: int, verb: str, path: tuple[str, ...], value: str) -> Iterator[Evidence]:
    """For each card of a hand, whether its use is legal, as evidence that its trait lists a value."""
    legal = game.legal(state)
    for card, count in zip(game.kinds, state.hands[seat], strict=True):
        if count:
            yield Evidence("moves", card, path, value, (verb, card) in legal)


def _effect(game: Rhino, before: State, after: State) -> Iterator[tuple[str, str | int | bool | None]]:
    """The effect of a move: a score, a reset (and draws) or a gain, by the change of points, cards and positions."""
    place, end = _place(before), _place(after)
    if after.scores != before.scores:
        yield from (("score", True), ("gain", None), ("reset", None))
    elif after.phase == DRAW:
        yield from (("reset", game.position(after, after.active)), ("gain", None), ("score", None))
        if sum(after.hands[after.active]) + after.due < _dealt(game, after.riders[after.active]):
            yield "draw", after.due
    elif any(before.pile) or any(before.discards):  # a reset without any card to draw looks like a gain
        if end != place:
            yield "score", None
        if end < game.high:
            yield "gain", end - place


def _place(state: State) -> int:
    """The active rider's place on the ladder."""
    return -state.step if state.active else state.step


def _discards(game: Rhino, before: State, _action: Action, after: State) -> Iterator[Evidence]:
    """The limit of discards, if the hand has more cards, and the number of draws, if the hand has room for more."""
    seat = before.active
    rhino, most = before.riders[seat], max(map(len, game.legal(before))) - 1
    if sum(before.hands[seat]) > most:
        yield Evidence("rhinos", game.rhino_names[rhino], ("brains",), most)
    if after.phase == DRAW and sum(after.hands[seat]) + after.due < _dealt(game, rhino):
        yield Evidence("rhinos", game.rhino_names[rhino], ("strength",), after.due)


def _deal(game: Rhino, _before: State, _action: Action, after: State) -> Iterator[Evidence]:
    """The number of cards dealt, when the deal is over."""
    if after.phase == MOVE and any(after.pile):
        for rhino, hand in zip(after.riders, after.hands, strict=True):
            yield Evidence("rhinos", game.rhino_names[rhino], ("top_speed",), sum(hand))


@lru_cache(64)
def _dealt(game: Rhino, rhino: int) -> int:
    """The number of cards dealt to the rider of a rhino: a full hand."""
    return sum(dealt(game, rhino).hands[0])


_LOOKS: dict[str, Callable[[Rhino, State, Action, State], Iterable[Evidence]]] = {
    DEAL: _deal,
    MOVE: _where,
    COUNTER: _answers,
    DISCARD: _discards,
}
