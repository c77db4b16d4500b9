"""Play soaring's worked examples, form by form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import step
from pnp.rules.soaring.engine import DISCARD, PLAY, SIDE, State
from pnp.rules.soaring.observe import best, standing
from pnp.rules.soaring.tables import dealt, rest_chosen, together

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring


def _cards(example: Example) -> list[str]:
    """The cards revealed by the moves of an example."""
    return [move.split()[1] for move in example["moves"]]


def _facing(game: Soaring, hands: list[list[str]], **more: Any) -> State:
    """All seats before they play, with these hands; all other cards are set aside."""
    held = tuple(tuple(sorted(hand)) for hand in hands)
    unknown = [card for hand in held for card in hand if card not in game.deck]
    if unknown or len({card for hand in held for card in hand}) != sum(map(len, held)):
        raise ValueError(f"{', '.join(unknown) or 'a card twice'} is not in the deck")
    deck = tuple(card for card in game.deck if not any(card in hand for hand in held))
    return game.setup()._replace(phase=PLAY, hands=held, deck=deck, **more)


def _revealed(game: Soaring, example: Example, *, spare: int = 1, **more: Any) -> tuple[Soaring, State]:
    """A hand with one player per move, after which each has `spare` cards left."""
    shown = _cards(example)
    engine = game.for_players(len(shown))
    free = iter([card for card in game.deck if card not in shown])
    state = _facing(engine, [[card, *(next(free) for _ in range(spare))] for card in shown], **more)
    for move in example["moves"]:
        state = step(engine, state, move)
    return engine, state


LOW, HIGH = "lowest", "highest"


def _is_low(given: Mapping[str, Any]) -> bool:
    wins = given.get("wins", HIGH)
    if wins not in (LOW, HIGH):
        raise ValueError(f"the {LOW} or {HIGH} card wins a hand, not the {wins}")
    return bool(wins == LOW)


def _hand(game: Soaring, example: Example) -> Iterator[Claim]:
    _, state = _revealed(game, example, low=_is_low(example.get("given", {})))
    yield ("then", "winner"), _cards(example)[state.taken.index(1)]
    yield ("then", "next"), LOW if state.low else HIGH
    apart = standing(game).apart
    rest = [card for card in _cards(example) if card not in apart]
    if len(rest) < len(example["moves"]):
        yield ("then", "without"), best(game, rest, low=_is_low(example.get("given", {})))


def _ranking(game: Soaring, cards: list[str]) -> list[str]:
    """Cards of a high hand from the best to the worst, found by removing the winner again and again."""
    return [best(game, cards), *_ranking(game, [c for c in cards if c != best(game, cards)])] if cards else []


def _last(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the last hand of a round that does not end the game."""
    _, state = _revealed(game, example, spare=0)
    yield ("then", "ranking"), _ranking(game, _cards(example))
    yield ("then", "next"), LOW if state.low else HIGH
    yield ("then", "round"), state.rounds + 1


def _goal(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play a hand that may end the game, though cards are left."""
    wins = tuple(example["given"]["won"])
    engine, state = _revealed(game, example, wins=wins)
    if len(wins) != engine.players or max(wins) >= engine.table.win.number:
        raise ValueError("one count per player is needed, all below the goal")
    yield ("then", "ranking"), _ranking(game, _cards(example))
    yield ("then", "won"), list(state.wins)
    yield ("then", "over"), engine.actor(state) is None


def _round(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the last hand of a round, which the player with more hands wins."""
    taken = tuple(example["given"]["taken"])
    engine, state = _revealed(game, example, spare=0, taken=taken)
    if len(taken) != engine.players or sum(taken) != engine.table.final_hand - 1:
        raise ValueError("the hands taken must add up to one less than the round has")
    shown = state.tables[-1]
    yield ("then", "winner"), shown[engine.winner(shown)]
    yield ("then", "rounds"), list(state.wins)


def _deck(game: Soaring, _example: Example) -> Iterator[Claim]:
    yield ("then", "cards"), len(game.deck)


def _hands(game: Soaring, example: Example) -> Iterator[Claim]:
    held = []
    for number in example["given"]["players"]:
        engine = game.for_players(number)
        state = dealt(engine)
        while state.phase != PLAY:
            state = together(engine, state)
        held.append(len(state.hands[0]))
    yield ("then", "held"), held


def _passing(game: Soaring, example: Example) -> Iterator[Claim]:
    yield ("then", "direction"), [game.direction(number) for number in example["given"]["rounds"]]


def _packed(game: Soaring, example: Example, phase: str, pile: str) -> tuple[Soaring, State]:
    """A step of the draft in which the first player's pile is given; other piles consist of other cards."""
    engine = game.for_players(example["given"]["players"])
    mine = tuple(sorted(example["given"]["cards"]))
    free = [card for card in game.deck if card not in mine]
    start = dealt(engine)
    size = len(getattr(start, pile)[0])
    if len(set(mine)) != size or len(free) != len(game.deck) - size:
        raise ValueError(f"a pile must have {size} different cards here")
    others = [tuple(sorted(free[size * k : size * (k + 1)])) for k in range(engine.players - 1)]
    piles: dict[str, Any] = {pile: (mine, *others)}
    return engine, start._replace(phase=phase, **piles)


def _draft(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the first choices after a deal: discard, keep, and pass the rest on."""
    engine, state = _packed(game, example, DISCARD, "packs")
    for move in example["moves"]:
        state = rest_chosen(engine, step(engine, state, move))
    yield ("then", "passed"), list(state.passed[0])


def _side(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the picks from a side pile."""
    engine, state = _packed(game, example, SIDE, "side")
    state = state._replace(packs=((),) * engine.players)
    for move in example["moves"]:
        state = rest_chosen(engine, step(engine, state, move))
    yield ("then", "kept"), list(state.hands[0])
    yield ("then", "discarded"), list(state.discards[0])


FORMS: Forms = {
    "deck": _deck,
    "hand": _hand,
    "last": _last,
    "goal": _goal,
    "round": _round,
    "hands": _hands,
    "passing": _passing,
    "draft": _draft,
    "side": _side,
}
