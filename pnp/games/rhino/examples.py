"""Play rhino's worked examples, form by form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.rhino.engine import COUNTER, DISCARD, DRAW, MOVE, OVER, State
from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import step
from pnp.rules.shared import changed

if TYPE_CHECKING:
    from pnp.games.rhino.engine import Rhino


def _table(game: Rhino, example: Example, seat: int = 0, cards: tuple[str, ...] = ()) -> State:
    """A turn in which the active rider has the cards to play, the other rider the counters, and the pile the rest."""
    given = example.get("given", {})
    moves = [move.split() for move in example.get("moves", [])]
    hands: list[list[str]] = [[], []]
    for index, (_, card) in enumerate(moves):
        hands[(seat + index) % 2].append(card)
    hands[0].extend(cards)
    counts = tuple(tuple(hand.count(kind) for kind in game.kinds) for hand in hands)
    position = given.get("position", game.rules.start_position)
    place = game.rules.positions.index(game.rules.start_position if position == "any" else position)
    start = game.setup()
    return changed(
        start, phase=MOVE, riders=(0, 1), hands=counts, active=seat, step=place + game.low,
        scores=tuple(given.get("score", (0, 0))),
    )  # fmt: skip


def _played(game: Rhino, state: State, example: Example) -> State:
    for move in example["moves"]:
        state = step(game, state, move)
    return step(game, state, "pass")


def _answers(game: Rhino, example: Example) -> Iterator[Claim]:
    top = example["given"]["top"]
    all_cards = tuple(1 for _ in game.kinds)
    trial = changed(_table(game, {}), phase=COUNTER, stack=(game.kind_of[top],), hands=(game.empty, all_cards))
    able = {action[1] for action in game.legal(trial) if action[0] == "counter"}
    yield ("then", "counters"), able
    if "not_counters" in example["then"]:  # only some of those that do not, so that a new card need not be listed
        yield ("then", "not_counters"), (set(game.kinds) - able) & set(example["then"]["not_counters"])


def _playable(game: Rhino, example: Example) -> Iterator[Claim]:
    card = example["given"]["card"]
    moves = [f"play {card}"]
    states = {place: _table(game, {"given": {"position": place}, "moves": moves}) for place in game.rules.positions}
    yield ("then", "positions"), {place for place, state in states.items() if game.allows(state, ("play", card))}


def _gain(game: Rhino, example: Example) -> Iterator[Claim]:
    before = _table(game, example)
    after = _played(game, before, example)
    yield ("then", "position"), game.position(after, 0)
    if "lost" in example["then"]:
        effect = game.effects[game.kind_of[example["moves"][0].split()[1]]]
        yield ("then", "lost"), (effect.gain or 0) - (after.step - before.step) if effect else 0


def _surplus(game: Rhino, example: Example) -> Iterator[Claim]:
    before = _table(game, example)
    after = _played(game, before, example)
    yield ("then", "position"), game.position(after, 0)
    yield ("then", "surplus"), "lost" if after.step == before.step else "kept"


def _lose(game: Rhino, example: Example) -> Iterator[Claim]:
    state = _played(game, _table(game, example, seat=1), example)
    yield ("then", "position"), game.position(state, 0)
    yield ("then", "opponent_position"), game.position(state, 1)


def _score(game: Rhino, example: Example) -> Iterator[Claim]:
    state = _played(game, _table(game, example), example)
    yield ("then", "score"), state.scores
    yield ("then", "winner"), "active" if state.phase == OVER else None


def _burst(game: Rhino, example: Example) -> Iterator[Claim]:
    held = example["given"]["hand"]
    if not 1 <= held <= sum(game.deck):
        raise ValueError(f"a hand cannot have {held} cards")
    blank = game.kinds[-2]
    for position in game.rules.positions if example["given"]["position"] == "any" else [example["given"]["position"]]:
        one = {**example, "given": {**example["given"], "position": position}}
        state = _played(game, _table(game, one, cards=(blank,) * (held - 1)), one)
        drawn = state.due if state.phase == DRAW else 0
        yield ("then", "position"), game.position(state, 0)
        yield ("then", "hand"), sum(state.hands[0]) + drawn
        yield ("then", "drawn"), drawn


def _chain(game: Rhino, example: Example) -> Iterator[Claim]:
    before = _table(game, example)
    after = _played(game, before, example)
    yield ("then", "applies"), (after.scores, after.step) != (before.scores, before.step)


def _limit(game: Rhino, example: Example) -> Iterator[Claim]:
    """Whether the last card may be played after the moves before it, or in a turn that has had its score cards."""
    scored = game.rules.score_cards_per_turn if example.get("given", {}).get("scored_this_turn") else 0
    best = {"position": game.rules.positions[-1]}
    state = changed(_table(game, {**example, "given": best}), scored=scored)
    *earlier, last = example["moves"]
    if earlier:
        state = _played(game, state, {**example, "moves": earlier})
    yield ("then", "legal"), game.allows(state, tuple(last.split()))


def _rider(game: Rhino, given: Mapping[str, Any]) -> int:
    """A rhino with the numbers of an example, or the first one if none has them."""
    wanted = {key: given[key] for key in _STATS if key in given}
    alike = (k for k, r in enumerate(game.rhinos) if all(getattr(r, key) == value for key, value in wanted.items()))
    return next(alike, 0)


_STATS = ("brains", "strength", "top_speed")


def _draws(game: Rhino, example: Example) -> Iterator[Claim]:
    k = _rider(game, example["given"])
    rhino = game.rhinos[k]
    yield ("given", "strength"), rhino.strength
    yield ("given", "top_speed"), rhino.top_speed
    due = []
    for held in example["given"]["hands"]:
        if not 0 <= held <= rhino.top_speed:
            raise ValueError(f"a hand cannot have {held} cards")
        hand = (held, *game.empty[1:])
        state = changed(_table(game, {}), phase=DISCARD, riders=(k, k), hands=(hand, game.empty), pile=game.deck)
        due.append(game.apply(state, ("keep",)).due)
    yield ("then", "draws"), due


def _discards(game: Rhino, example: Example) -> Iterator[Claim]:
    k = _rider(game, example["given"])
    yield ("given", "brains"), game.rhinos[k].brains
    hands = (tuple(1 for _ in game.kinds), game.empty)
    state = changed(_table(game, {}), phase=DISCARD, riders=(k, k), hands=hands)
    sizes = [len(action) - 1 if action[0] == "discard" else 0 for action in game.legal(state)]
    yield ("then", "max_discard"), max(sizes)
    yield ("then", "min_discard"), min(sizes)


FORMS: Forms = {
    "answers": _answers,
    "playable": _playable,
    "gain": _gain,
    "surplus": _surplus,
    "lose": _lose,
    "score": _score,
    "burst": _burst,
    "chain": _chain,
    "limit": _limit,
    "draws": _draws,
    "discards": _discards,
}
