"""One transition of a rhino bout -> what it shows of the traits of cards.

Only what is certain is told. A step to the top of the ladder may have lost steps, a draw may have been cut short by
the limit of the hand: then nothing is said. Looked at are states, actions and what the engine allows; never traits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pnp.rules import Action, Sight
from pnp.rules.rhino import COUNTER, DEAL, DISCARD, DRAW, MOVE, PASS, State

if TYPE_CHECKING:
    from pnp.rules.rhino import Rhino

WHERE = ("move", "positions")
ANSWERS = ("counters",)


def witnessed(game: Rhino, before: State, action: Action, after: State) -> Iterable[Sight]:
    """What was seen in the state before the action, and in what the action changed."""
    look = _LOOKS.get(before[0])
    return look(game, before, action, after) if look else ()


def _where(game: Rhino, before: State, _action: Action, _after: State) -> Iterable[Sight]:
    """Which cards of the active hand may be played here, unless the limit on score cards may be what forbids it."""
    if before.scored >= game.rules.score_cards_per_turn or not game.low <= _place(before) <= game.high:
        return ()
    sights = _among(game, WHERE, game.position(before, before.active))
    legal, actions, hand = game.legal(before), game.play_actions, before.hands[before.active]
    return [sights[kind][actions[kind] in legal] for kind, count in enumerate(hand) if count]


def _answers(game: Rhino, before: State, action: Action, after: State) -> Iterable[Sight]:
    """Which cards of the responding hand may be laid on the top of the pile; and what a move does that stands."""
    stack = before.stack
    sights = _among(game, ANSWERS, game.kinds[stack[-1]])
    legal, actions, hand = game.legal(before), game.counter_actions, before.hands[before.active ^ (len(stack) & 1)]
    found = [sights[kind][actions[kind] in legal] for kind, count in enumerate(hand) if count]
    if action == PASS and len(stack) % 2:
        card = game.kinds[stack[0]]
        found += [Sight("moves", card, ("move", "effect", name), value) for name, value in _effect(game, before, after)]
    return found


def _among(game: Rhino, path: tuple[str, ...], value: str) -> list[tuple[Sight, Sight]]:
    """For each kind of card, the sight of a value that is not among those at a path, and the sight of one that is."""
    found = game.sights.get((path, value))
    if found is None:
        found = game.sights[path, value] = [
            (Sight("moves", card, path, value, False), Sight("moves", card, path, value, True))  # noqa: FBT003
            for card in game.kinds
        ]
    return found


def _effect(game: Rhino, before: State, after: State) -> Iterator[tuple[str, str | int | bool | None]]:
    """What came of a move. It scores, or resets (and draws), or gains; which of them, points and cards show."""
    place, end = _place(before), _place(after)
    if after.scores != before.scores:
        yield from (("score", True), ("gain", None), ("reset", None))
    elif after.phase == DRAW:
        yield from (("reset", game.position(after, after.active)), ("gain", None), ("score", None))
        if sum(after.hands[after.active]) + after.due < _dealt(game, after.riders[after.active]):
            yield "draw", after.due
    else:
        if end != place:
            yield "score", None
        if end < game.high:
            yield "gain", end - place


def _place(state: State) -> int:
    """The active rider's place on the ladder."""
    return -state.step if state.active else state.step


def _discards(game: Rhino, before: State, _action: Action, after: State) -> Iterator[Sight]:
    """How many cards may be discarded, if there were more to discard; and drawn, if there was room for more."""
    seat = before.active
    rhino, most = before.riders[seat], max(map(len, game.legal(before))) - 1
    if sum(before.hands[seat]) > most:
        yield Sight("rhinos", game.rhino_names[rhino], ("brains",), most)
    if after.phase == DRAW and sum(after.hands[seat]) + after.due < _dealt(game, rhino):
        yield Sight("rhinos", game.rhino_names[rhino], ("strength",), after.due)


def _deal(game: Rhino, _before: State, _action: Action, after: State) -> Iterator[Sight]:
    """How many cards were dealt, when all are."""
    if after.phase == MOVE and any(after.pile):
        for rhino, hand in zip(after.riders, after.hands, strict=True):
            yield Sight("rhinos", game.rhino_names[rhino], ("top_speed",), sum(hand))


def _dealt(game: Rhino, rhino: int) -> int:
    """How many cards the rider of a rhino is dealt, which is as many as the hand may hold; found by a deal."""
    if rhino not in game.dealt:
        state = game.setup()
        for name in (game.rhino_names[rhino], game.rhino_names[rhino - 1]):
            state = game.apply(state, ("ride", name))
        while state.phase != MOVE:
            state = game.apply(state, game.legal(state)[0])
        game.dealt[rhino] = sum(state.hands[0])
    return game.dealt[rhino]


_LOOKS: dict[str, Callable[[Rhino, State, Action, State], Iterable[Sight]]] = {
    DEAL: _deal,
    MOVE: _where,
    COUNTER: _answers,
    DISCARD: _discards,
}
