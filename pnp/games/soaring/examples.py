"""Play soaring's worked examples, form by form, from positions that games reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.soaring.engine import CLOCKWISE, COUNTER_CLOCKWISE, PLAY, SIDE
from pnp.games.soaring.observe import best, standing
from pnp.games.soaring.positions import about_to_reveal, dealt, passes_to, round_begins
from pnp.games.soaring.tables import rest_chosen, together
from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import step

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring, State


def _cards(example: Example) -> list[str]:
    """The cards revealed by the moves of an example."""
    return [move.split()[1] for move in example["moves"]]


LOW, HIGH = "lowest", "highest"


def _revealed(game: Soaring, example: Example, before: State) -> State:
    """The position after the moves of an example."""
    state = before
    for move in example["moves"]:
        state = step(game, state, move)
    return state


def _hand(game: Soaring, example: Example) -> Iterator[Claim]:
    given = example.get("given", {})
    wins = given.get("wins", HIGH)
    if wins not in (LOW, HIGH):
        raise ValueError(f"the {LOW} or {HIGH} card wins a hand, not the {wins}")
    shown, low = _cards(example), bool(wins == LOW)
    engine = game.for_players(len(shown))
    before = about_to_reveal(engine, shown, low=low)
    after = _revealed(engine, example, before)
    won = [now - then for now, then in zip(after.taken, before.taken, strict=True)]
    yield ("then", "winner"), shown[won.index(1)]
    yield ("then", "next"), LOW if after.low else HIGH
    rest = [card for card in shown if card not in standing(game).apart]
    if len(rest) < len(shown):
        yield ("then", "without"), best(game, rest, low=low)


def _ranking(game: Soaring, cards: list[str]) -> list[str]:
    """Cards of a high hand from the best to the worst, found by removing the winner again and again."""
    return [best(game, cards), *_ranking(game, [c for c in cards if c != best(game, cards)])] if cards else []


def _last(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the last hand of a round that does not end the game. The seats won the hands before it in turn."""
    shown = _cards(example)
    engine = game.for_players(len(shown))
    hands = len(about_to_reveal(engine, shown).hands[0])
    after = _revealed(engine, example, about_to_reveal(engine, shown, [k % engine.players for k in range(hands - 1)]))
    yield ("then", "ranking"), _ranking(game, shown)
    yield ("then", "next"), LOW if after.low else HIGH
    yield ("then", "round"), after.rounds + 1


def _winners(counts: list[int]) -> list[int]:
    """The seats that win hands one after the other, so that each wins as many as given."""
    left = list(counts)
    found = []
    while any(left):
        for seat, count in enumerate(left):
            if count:
                found.append(seat)
                left[seat] -= 1
    return found


def _goal(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play a hand that may end the game."""
    shown, won = _cards(example), list(example["given"]["won"])
    engine = game.for_players(len(shown))
    before = about_to_reveal(engine, shown, _winners(won))
    if list(before.wins) != won:
        raise ValueError(f"the hands won are {', '.join(map(str, before.wins))} in this position")
    after = _revealed(engine, example, before)
    yield ("then", "ranking"), _ranking(game, shown)
    yield ("then", "won"), list(after.wins)
    yield ("then", "over"), engine.actor(after) is None


def _round(game: Soaring, example: Example) -> Iterator[Claim]:
    """Play the last hand of a round, which the player with more hands wins."""
    shown, taken = _cards(example), list(example["given"]["taken"])
    engine = game.for_players(len(shown))
    before = about_to_reveal(engine, shown, _winners(taken))
    after = _revealed(engine, example, before)
    if list(before.taken) != taken or after.rounds != before.rounds + 1:
        raise ValueError("the hands taken must be one less than the round has")
    yield ("then", "winner"), best(game, shown, low=before.low)
    yield ("then", "rounds"), list(after.wins)


def _deck(game: Soaring, _example: Example) -> Iterator[Claim]:
    yield ("then", "cards"), len(game.legal(game.setup()))


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
    seats = [passes_to(game, round_begins(game, number)) for number in example["given"]["rounds"]]
    yield ("then", "direction"), [CLOCKWISE if seat == 1 else COUNTER_CLOCKWISE for seat in seats]


def _draft(game: Soaring, example: Example) -> Iterator[Claim]:
    """Deal the first player's pack, and play the first choices: discard, keep, and pass the rest on."""
    engine = game.for_players(example["given"]["players"])
    state = dealt(engine, _pile(example, len(dealt(engine).packs[0])))
    for move in example["moves"]:
        state = rest_chosen(engine, step(engine, state, move))
    yield ("then", "passed"), list(state.passed[0])


def _side(game: Soaring, example: Example) -> Iterator[Claim]:
    """Deal the first player's side pile, draft, and play the picks from it."""
    engine = game.for_players(example["given"]["players"])
    state = dealt(engine)
    cards = _pile(example, len(state.side[0]))
    others = [card for card in game.deck if card not in cards]
    state = dealt(engine, [*others[: engine.players * len(state.packs[0])], *cards])
    while state.phase != SIDE:
        state = together(engine, state)
    kept, dropped = state.hands[0], state.discards[0]
    for move in example["moves"]:
        state = rest_chosen(engine, step(engine, state, move))
    yield ("then", "kept"), [card for card in state.hands[0] if card not in kept]
    yield ("then", "discarded"), [card for card in state.discards[0] if card not in dropped]


def _pile(example: Example, size: int) -> list[str]:
    """The cards that an example gives; there must be as many as the pile has."""
    cards = list(example["given"]["cards"])
    if len(set(cards)) != size or len(cards) != size:
        raise ValueError(f"a pile must have {size} different cards here")
    return cards


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
