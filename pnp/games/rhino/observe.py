"""Observe the traits of rhino's cards by playing them on the engine.

Checks compare printed words with these observations, not with the traits that the words are generated from. Each card
is tried in every position and on every card. Only the engine's legal actions and state changes are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from pnp.games.rhino.data import ANY
from pnp.games.rhino.engine import COUNTER, DISCARD, MOVE, PASS, State, less, more
from pnp.rules.shared import changed

if TYPE_CHECKING:
    from pnp.games.rhino.engine import Rhino


def observe(game: Rhino, deck: str, card: str) -> dict[str, Any] | None:
    """A card's traits as observed in play; None for cards of other decks."""
    if deck == "rhinos" and card in game.rhino_names:
        return _rhino(game, game.rhino_names.index(card))
    if deck != "moves" or card not in game.kind_of:
        return None
    places = [name for name in game.rules.positions if game.allows(trial(game, card, name), ("play", card))]
    answers = [top for top in game.kinds if game.allows(_answering(game, card, top), ("counter", card))]
    effect = _effect(game, card, places) if places else None
    move = {"positions": _any_or(places, game.rules.positions), "effect": effect} if effect else None
    return {"move": move, "counters": _any_or(answers, game.kinds)}


def _any_or(names: list[str], every: Sequence[str]) -> list[str] | str:
    return ANY if len(names) == len(every) else names


def trial(game: Rhino, card: str, place: str) -> State:
    """The first rider's turn at a position, with only this card in hand and all others in the pile."""
    kind = game.kind_of[card]
    step = game.rules.positions.index(place) + game.low
    hand, pile = more(game.empty, kind), less(game.deck, kind) if game.deck[kind] else game.deck
    start = game.setup()
    return changed(start, phase=MOVE, riders=(0, 1), hands=(hand, game.empty), pile=pile, step=step)


def _answering(game: Rhino, card: str, top: str) -> State:
    """The second rider's response, with only one card in hand, to another card."""
    hand = more(game.empty, game.kind_of[card])
    start = trial(game, top, game.rules.start_position)
    return changed(start, phase=COUNTER, hands=(game.empty, hand), stack=(game.kind_of[top],))


def _effect(game: Rhino, card: str, places: list[str]) -> dict[str, Any] | None:
    """The effect of a card that is not countered: points, draws, and steps on the ladder."""
    before = [trial(game, card, place) for place in places]
    after = [game.apply(game.apply(state, ("play", card)), PASS) for state in before]
    if any(b.scores != a.scores for b, a in zip(before, after, strict=True)):
        return {"score": True}
    ends, draw = {game.position(state, 0) for state in after}, _draw(after)
    if len(ends) == 1 and (len(places) > 1 or draw):
        return {"reset": ends.pop(), **draw}
    gains = [(a.step < game.high, a.step - b.step) for b, a in zip(before, after, strict=True)]
    return {"gain": max(gains)[1]}  # at the end of the ladder a step may be cut short


def _draw(after: list[State]) -> dict[str, int]:
    due = {state.due for state in after}
    return {"draw": due.pop()} if due != {0} else {}


def tiles(game: Rhino, card: str) -> dict[str, int | bool]:
    """For each position: False if the card may not be played there, else its points, or True if it scores none."""
    found: dict[str, int | bool] = {}
    for place in game.rules.positions:
        state = trial(game, card, place)
        if not game.allows(state, ("play", card)):
            found[place] = False
        else:
            found[place] = game.apply(game.apply(state, ("play", card)), PASS).scores[0] or True
    return found


def problems(game: Rhino) -> Iterator[tuple[str | tuple[str, str], str]]:
    """Report if two hands cannot be dealt, if no points can be scored, and moves that can never be played: the rule or
    card, and the reason."""
    needed = game.players * max(rhino.top_speed for rhino in game.rhinos)
    if sum(game.deck) < needed:
        yield "", f"{sum(game.deck)} move cards are too few to deal {needed}"
    there = [kind for kind in game.kinds if game.deck[game.kind_of[kind]]]
    seen = {kind: tiles(game, kind) for kind in there}
    reached = _reached(game, seen)
    if not _worth(seen) & reached:
        yield "score_by_position", "no card scores in any position that play can reach"
    for kind in there:
        if game.effects[game.kind_of[kind]] and not any(seen[kind][place] is not False for place in reached):
            yield ("moves", kind), "this move can never be played: play reaches no position for it"


def _reached(game: Rhino, seen: Mapping[str, dict[str, int | bool]]) -> set[str]:
    """The positions that play can reach by cards."""
    reached = {game.rules.start_position}
    for _ in game.rules.positions:
        reached |= {end for kind, tile in seen.items() for end in _ends(game, kind, tile, reached)}
    return reached


def _worth(seen: Mapping[str, dict[str, int | bool]]) -> set[str]:
    """The positions in which some card scores."""
    tiles_of_all = chain.from_iterable(tile.items() for tile in seen.values())
    return {place for place, points in tiles_of_all if not isinstance(points, bool) and points > 0}


def _ends(game: Rhino, kind: str, seen: dict[str, int | bool], reached: set[str]) -> Iterator[str]:
    """The positions of either rider to which a card leads from reached positions."""
    for place in reached:
        if seen[place] is not False:
            after = game.apply(game.apply(trial(game, kind, place), ("play", kind)), PASS)
            yield game.position(after, 0)
            yield game.position(after, 1)


def dealt(game: Rhino, rhino: int) -> State:
    """A bout after the deal in which the first seat rides this rhino."""
    state = game.setup()
    for name in (game.rhino_names[rhino], game.rhino_names[rhino - 1]):
        state = game.apply(state, ("ride", name))
    while state.phase != MOVE:
        state = game.apply(state, game.legal(state)[0])
    return state


def _rhino(game: Rhino, rhino: int) -> dict[str, int]:
    """A rhino's traits, from the cards that its rider may discard, draws with an empty hand, and is dealt."""
    start = dealt(game, rhino)
    discarding = changed(start, phase=DISCARD, active=0)
    empty = changed(discarding, hands=(game.empty, start.hands[1]), pile=game.deck)
    return {
        "brains": max(len(action) - 1 for action in game.legal(discarding)),
        "strength": game.apply(empty, ("keep",)).due,
        "top_speed": sum(start.hands[0]),
    }
