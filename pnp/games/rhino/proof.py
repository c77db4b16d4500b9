"""The proof of `rhino`, by which checks compare its kits with play.

It has the meanings of the phrases, finds the contents of printed tables and tracks by trying the engine, and observes
the traits of cards by playing them. Checks compare printed words with these observations, not with the traits that the
words are generated from. Each card is tried in every position and on every card. Only the engine's legal actions and
state changes are used. `scenes` are positions of a bout that random play reaches too seldom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from pnp.games.rhino.data import ANY
from pnp.games.rhino.engine import COUNTER, DISCARD, MOVE, OVER, PASS, Rhino, State, less, more
from pnp.games.rhino.examples import FORMS
from pnp.rules.proofs import Cell, Meaning, PhraseWords, Proof, WordsError, meaning, of_game
from pnp.rules.shared import changed


def scenes(game: Rhino) -> Iterator[State]:
    """The end of a pile, a full hand of each card in each position, and long stacks."""
    start = game.setup()
    each = tuple(1 for _ in game.kinds)
    for step in range(game.low, game.high + 1):
        for scores in ((0, 0), (game.rules.target_score - 1, 0)):
            yield changed(start, phase=MOVE, riders=(0, 1), hands=(each, each), step=step, scores=scores)
    few = tuple(1 if k < 1 else 0 for k in range(len(game.kinds)))
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(game.empty, few), pile=few, discards=each)
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(few, each), pile=game.empty, discards=each)


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
        reached |= {end for kind, tile in seen.items() for end in _ends_of_field(game, kind, tile, reached)}
    return reached


def _worth(seen: Mapping[str, dict[str, int | bool]]) -> set[str]:
    """The positions in which some card scores."""
    tiles_of_all = chain.from_iterable(tile.items() for tile in seen.values())
    return {place for place, points in tiles_of_all if not isinstance(points, bool) and points > 0}


def _ends_of_field(game: Rhino, kind: str, seen: dict[str, int | bool], reached: set[str]) -> Iterator[str]:
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


def tables(game: Rhino) -> dict[str, list[list[Cell]]]:
    """The rows of each table, in all forms that the texts print."""
    score: list[list[Cell]] = [[place, _points(game, place) or None] for place in game.rules.positions]
    return {
        "score": score,
        "points": [row for row in score if row[1]],
        "answers": [[top, _answers(game, top)] for top in game.kinds],
        "others": _others(game),
    }


def _points(game: Rhino, place: str) -> int:
    """The points of a score card at a position, found by applying each card there, even if it may not be played."""
    return max(state.scores[0] for state in _stood(game, place, 0))


def _stood(game: Rhino, place: str, had: int) -> list[State]:
    """The states after each card takes effect at a position, for a rider with some points."""
    start = changed(trial(game, game.kinds[0], place), phase=COUNTER, scores=(had, 0))
    return [game.apply(changed(start, stack=(kind,)), PASS) for kind in range(len(game.kinds))]


def _answers(game: Rhino, top: str) -> list[str]:
    """The cards that counter another, found with a hand with one of each."""
    start = trial(game, top, game.rules.start_position)
    hands = (game.empty, tuple(1 for _ in game.kinds))
    state = changed(start, phase=COUNTER, hands=hands, stack=(game.kind_of[top],))
    return [action[1] for action in game.legal(state) if action[0] == "counter"]


def _others(game: Rhino) -> list[list[Cell]]:
    """The answers to each card, without the cards that counter any card and without the rows of those."""
    found = {top: _answers(game, top) for top in game.kinds}
    always = set.intersection(*map(set, found.values()))
    return [
        [top, [card for card in cards if card not in always] or None]
        for top, cards in found.items()
        if top not in always
    ]


def tracks(game: Rhino) -> dict[str, list[str | int]]:
    """The positions from the worst to the best, and the points from 0 to those that end a bout."""
    start = game.setup()
    places = [game.position(changed(start, step=step), 0) for step in range(game.low, game.high + 1)]
    return {"positions": [*places], "target_score": [*range(_goal(game) + 1)]}


MOST_POINTS = 60
"""An upper bound for points."""


def _goal(game: Rhino) -> int:
    """The fewest points that end a bout, found by trying the numbers before a score; 0 if none do."""
    worth, place = max((_points(game, place), place) for place in game.rules.positions)
    totals = (total for total in range(1, MOST_POINTS) if worth and _ends(game, place, total - worth))
    return next(totals, 0)


def _ends(game: Rhino, place: str, had: int) -> bool:
    return any(state.phase == OVER for state in _stood(game, place, had))


def _where(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    move = traits["move"]
    if move is None:
        words.one("quant", "only")
        words.about("counter")
    elif move["positions"] == "any":
        words.one("quant", "any", "all")
        words.about("position")
        words.skip("source", "from", "in")
    else:
        limits = words.has("cond", "if") or words.has("quant", "only")
        listed = isinstance(move["positions"], list)
        if not limits and not listed:
            raise WordsError("it must say that these are the only positions: 'if' or 'only'")
        if listed:
            first = words.name()
            words.one("than", "higher")
            if "and" in words.every("link"):
                raise WordsError("a card shows several positions, so it must say 'or'")
            if first != move["positions"][0]:
                raise WordsError(f"it begins with {first!r}, but the lowest position is {move['positions'][0]!r}")


def _effect_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """What a move does. Of a card that has no move: that it is not one, or that it is a counter card."""
    move = traits["move"]
    if move is None:
        if words.negated() or words.maybe("quant") == "none":
            words.about("move")
        elif words.has("act", "counter"):
            words.about(optional=["card", "counter"])
        else:
            raise WordsError("it must say that this is not a move")
        return
    effect = move["effect"]
    if "gain" in effect:
        if words.maybe("change") != "plus" and words.maybe("than") != "higher":
            raise WordsError("it must say that positions are gained")
        _same_number(words, effect["gain"])
        words.about("position")
    elif effect.get("score"):
        words.about("score", optional=["point"])
    elif "reset" in effect:
        words.about("draw", optional=["card"])
        _same_number(words, effect["draw"])


def _same_number(words: PhraseWords, expected: Any) -> None:
    """Read a number, which must be that of the trait if it is one and no `{n}`."""
    number = words.maybe("number")
    if number is not None and number != expected:
        raise WordsError(f"its number is {number}, but it is for {expected}")


def _counters_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    if traits["counters"] == "any":
        words.one("quant", "any", "all")
        words.about("card")
    elif traits["counters"] == []:
        if words.negated():
            words.about("counter")
        elif words.maybe("quant") != "none":
            raise WordsError("it must say that the card does not counter, or that it counters nothing")
        else:
            words.about(optional=["counter"])


def _strength_words(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """Drawing is compulsory, so the words must not leave it open."""
    words.about("draw", optional=["card"])
    words.skip("bound", "exactly")


MEANINGS: Mapping[str, Meaning] = {
    "where": _where,
    "effect": _effect_words,
    "counters": _counters_words,
    "brains": meaning("discard", optional=["card"], bound="most"),
    "strength": _strength_words,
    "top_speed": meaning("hold", optional=["card"], bound="most"),
}


class RhinoProof(Proof[Rhino]):
    """The proof of `rhino`."""

    FORMS = FORMS
    observe, problems, scenes = of_game(observe), of_game(problems), of_game(scenes)
    tables, tracks = of_game(tables), of_game(tracks)
    meanings = of_game(lambda _game: MEANINGS)

    def tiles(self, deck: str, card: str) -> Mapping[str, int | bool] | None:
        return tiles(self.game, card) if deck == "moves" and card in self.game.kind_of else None


def proof(game: Rhino) -> RhinoProof:
    """Make the proof of an engine."""
    return RhinoProof(game)
