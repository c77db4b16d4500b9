"""Facts of Rhinoceros Joust: answers found by playing and by trying positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.game import CHANCE
from pnp.rules.rhino.engine import COUNTER, DEAL, DISCARD, DRAW, MOVE, PASS, State, changed, less, more
from pnp.rules.rhino.moments import RhinoMoment
from pnp.rules.rhino.observe import observe, trial

if TYPE_CHECKING:
    from pnp.rules.rhino.engine import Rhino

FACTS = Facts()
fact = FACTS.fact


@fact("begins")
def _begins(play: Play) -> Any:
    """Who begins: the rhino whose rider does, or chance."""

    def who(moment: RhinoMoment) -> str:
        riders = [moment.game.rhino_names[k] for k in moment.before.riders]
        return riders[moment.after.active] if len(moment.legal) == 1 else "chance"

    return play.values(lambda m: m.verb == "first", who)


@fact("riders.same_allowed")
def _same_allowed(play: Play) -> Any:
    second = [m for m in play.moments if m.verb == "ride" and m.before.riders]
    return any(m.game.rhino_names[m.before.riders[0]] in {a[1] for a in m.legal} for m in second)


@fact("deal.top_speed")
def _deal(play: Play) -> Any:
    """Whether each rider is dealt as many cards as the rhino's top speed."""
    return play.value(
        lambda m: m.phase == DEAL and m.phase_after == MOVE and any(m.after.pile),
        lambda m: [sum(hand) for hand in m.after.hands] == m.top_speeds,
    )


@fact("deck.cards")
def _cards(play: Play) -> int:
    return sum(play.game.setup().pile)


@fact("hand.hidden")
def _hidden(play: Play) -> bool:
    """Whether a view is the same for every hand that the rival may hold."""
    state = next(m.after for m in play.moments if m.phase == DEAL and m.phase_after == MOVE)
    game = play.game
    other = changed(state, hands=(state.hands[0], state.pile[:1] + state.hands[1][1:]))
    shown = [game.view(s, 0) for s in (state, changed(other, hands=(state.hands[0], _rolled(state.hands[1]))))]
    return all({**view, "cards_held": 0} == {**shown[0], "cards_held": 0} for view in shown)


def _rolled(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Another hand of as many cards."""
    return (*hand[1:], hand[0])


@fact("positions")
def _positions(play: Play) -> list[str]:
    """The positions of a rider, from the lowest to the highest."""
    game = play.game
    return [game.position(changed(game.setup(), step=step), 0) for step in range(game.low, game.high + 1)]


@fact("positions.opposite")
def _opposite(play: Play) -> dict[str, str]:
    """The rival's position for each position."""
    game = play.game
    states = [changed(game.setup(), step=step) for step in range(game.low, game.high + 1)]
    return {game.position(state, 0): game.position(state, 1) for state in states}


@fact("turn.phases")
def _phases(play: Play) -> Any:
    """The order of a turn: the first and the last phase, and what may follow what."""
    pairs = {(m.phase, m.phase_after) for m in play.moments if m.phase != m.phase_after and not m.over}
    order = [DISCARD if (MOVE, DISCARD) in pairs else "", DRAW if (DISCARD, DRAW) in pairs else ""]
    return [MOVE, *order, "back" if (DISCARD, COUNTER) in pairs or (DRAW, DISCARD) in pairs else "next rider"]


@fact("turn.next")
def _next(play: Play) -> Any:
    return play.value(
        lambda m: m.after.turns > m.before.turns and not m.over,
        lambda m: "same" if m.after.active == m.mover else "rival",
    )


@fact("move.optional")
def _move_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == MOVE, lambda m: "stop" in m.verbs)


@fact("score.limit")
def _limit(play: Play) -> int:
    """The number of score cards that may be played in a turn, each uncountered."""
    return _score_cards(play.game, ("pass",))


@fact("score.limit_counts_failed")
def _limit_counts_failed(play: Play) -> bool:
    """Whether a score card that was countered counts for the limit."""
    game = play.game
    card = _scoring(game)[0]
    foil = _counters(game, card)[0]
    state = _scene(game, [card, card], [foil])
    for action in (("play", card), ("counter", foil), PASS):
        state = game.apply(state, action)
    return not game.allows(state, ("play", card))


@fact("score.counter_counts")
def _counter_counts(play: Play) -> Any:
    """Whether a score card used as a counter counts for the limit."""
    scoring = set(_scoring(play.game))
    return play.value(
        lambda m: m.verb == "counter" and m.action[1] in scoring, lambda m: m.after.scored != m.before.scored
    )


@fact("score.moves_rhinos")
def _score_moves(play: Play) -> Any:
    return play.value(lambda m: m.scored, lambda m: m.moved != 0)


@fact("score.by_position")
def _by_position(play: Play) -> Any:
    """The points of a score card in each position."""
    game = play.game
    card = max(_scoring(game), key=lambda c: len((observe(game, "moves", c) or {})["move"]["positions"]))
    found = {}
    for place in game.rules.positions:
        state = changed(trial(game, card, place), phase=COUNTER, stack=(game.kind_of[card],))
        found[place] = game.apply(state, PASS).scores[0]
    return found


@fact("counter.optional")
def _counter_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == COUNTER, lambda m: "pass" in m.verbs)


@fact("counter.position_matters")
def _position_matters(play: Play) -> bool:
    game = play.game
    for card in game.kinds:
        for top in game.kinds:
            answers = {
                game.allows(
                    changed(
                        trial(game, top, place), phase=COUNTER, stack=(game.kind_of[top],),
                        hands=(game.empty, more(game.empty, game.kind_of[card])),
                    ),
                    ("counter", card),
                )
                for place in game.rules.positions
            }  # fmt: skip
            if len(answers) > 1:
                return True
    return False


@fact("counter.has_effect")
def _counter_has_effect(play: Play) -> bool:
    """Whether a card that is used as a counter also has its effect as a move."""
    game = play.game
    for card in game.kinds:
        for top in game.kinds:
            if card in _counters(game, top) and top != card:
                hand = more(game.empty, game.kind_of[card])
                state = changed(_scene(game, [], []), phase=COUNTER, stack=(game.kind_of[top],))
                after = game.apply(game.apply(changed(state, hands=(game.empty, hand)), ("counter", card)), PASS)
                if (after.step, after.scores, after.due) != (state.step, state.scores, 0):
                    return True
    return False


@fact("counter.any_counters_itself")
def _itself(play: Play) -> bool:
    """Whether the card that counters any card also counters itself."""
    game = play.game
    return any(all(card in _counters(game, top) for top in game.kinds) for card in game.kinds)


@fact("counter.seats")
def _seats(play: Play) -> Any:
    """Who counters the first card of a stack, and who the second."""
    who = {1: set(), 2: set()}  # type: dict[int, set[str]]
    for m in play.moments:
        if m.phase == COUNTER and len(m.stack) in who:
            who[len(m.stack)].add("mover" if m.actor == m.mover else "rival")
    return [sorted(who[1]), sorted(who[2])]


@fact("stack.last_movers")
def _last_movers(play: Play) -> Any:
    return play.value(lambda m: m.resolves and m.last_is_movers and _tells(m), _stands)


@fact("stack.last_rivals")
def _last_rivals(play: Play) -> Any:
    return play.value(lambda m: m.resolves and not m.last_is_movers and _tells(m), _stands)


def _tells(moment: RhinoMoment) -> bool:
    """Whether the first card would change something if it stands."""
    return moment.stack[0] not in moment.resets and moment.steps_left > 0


def _stands(moment: RhinoMoment) -> str:
    return "fails" if moment.nothing_changed else "stands"


@fact("stack.discarded")
def _discarded(play: Play) -> Any:
    """Whether all cards of the stack go to the discard pile, after the draws of the move if it has any."""

    def all_there(m: RhinoMoment) -> bool:
        there = list(m.before.discards)
        for kind in m.before.stack:
            there[kind] += 1
        return tuple(there) == m.after.discards

    return play.value(lambda m: m.stack and m.phase_after == MOVE, all_there)


@fact("gain.rival")
def _gain_rival(play: Play) -> Any:
    """Whether the rival moves as many steps down."""
    return play.value(lambda m: m.moved, lambda m: m.rival_moved == -m.moved)


@fact("gain.beyond_top")
def _beyond_top(play: Play) -> Any:
    """What becomes of steps beyond the highest position, and whether such a card may be played."""
    game = play.game
    card = next(card for card in game.kinds if _gains(game, card) and game.allows(_at_top(game, card), ("play", card)))
    after = game.apply(game.apply(_at_top(game, card), ("play", card)), PASS)
    return "lost" if after.step == game.high else "kept"


@fact("gain.at_top_allowed")
def _at_top_allowed(play: Play) -> bool:
    game = play.game
    return any(_gains(game, card) and game.allows(_at_top(game, card), ("play", card)) for card in game.kinds)


def _at_top(game: Rhino, card: str) -> State:
    return trial(game, card, game.rules.positions[-1])


def _gains(game: Rhino, card: str) -> bool:
    move = (observe(game, "moves", card) or {}).get("move")
    return bool(move and "gain" in move["effect"])


@fact("discard.optional")
def _discard_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == DISCARD, lambda m: "keep" in m.verbs)


@fact("discard.most")
def _discard_most(play: Play) -> Any:
    return play.value(lambda m: m.phase == DISCARD and m.hand > m.brains, lambda m: max(m.discard_sizes))


@fact("draw.optional")
def _draw_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == DRAW and m.before.ending, lambda m: m.actor != CHANCE)


@fact("draw.reaches_strength")
def _reaches_strength(play: Play) -> Any:
    """Whether a rider with room for it draws as many cards as strength says."""

    def has_room(m: RhinoMoment) -> bool:
        ends = m.verb in ("keep", "discard") and sum(m.before.pile) >= m.strength
        return ends and m.hand_after + m.strength <= m.top_speed

    return play.value(has_room, lambda m: m.after.due == m.strength)


@fact("draw.exceeds_top_speed")
def _exceeds(play: Play) -> Any:
    return any(m.hand_after > m.top_speed for m in play.moments if m.phase == DRAW and m.hand <= m.top_speed)


@fact("draw.empty_pile")
def _empty_pile(play: Play) -> Any:
    """What happens when the draw pile runs out: whether the discard pile becomes the new one."""

    def is_last(m: RhinoMoment) -> bool:
        return m.phase == DRAW and sum(m.before.pile) == 1 and any(m.before.discards) and m.before.due > 1

    return play.value(is_last, lambda m: "reshuffle" if m.after.pile == m.before.discards else "nothing")


@fact("draw.stack_reshuffled")
def _stack_reshuffled(play: Play) -> bool:
    """Whether a draw pile that is made for a card's effect has cards of its stack."""
    game = play.game
    card = next(iter(sorted(_scene_resets(game))))
    kind = game.kind_of[card]
    state = changed(_scene(game, [card], []), pile=game.empty)
    starts = [changed(state, discards=discards) for discards in (more(game.empty, kind - 1), game.empty)]
    return any(game.apply(game.apply(start, ("play", card)), PASS).pile[kind] for start in starts)


def _scene_resets(game: Rhino) -> list[str]:
    found = {card: (observe(game, "moves", card) or {}).get("move") for card in game.kinds}
    return [card for card, move in found.items() if move and "reset" in move["effect"]]


@fact("reset.cards")
def _reset_cards(play: Play) -> dict[str, Any]:
    """The cards that put both rhinos into a position, with that position and the cards drawn."""
    found = {card: (observe(play.game, "moves", card) or {})["move"] for card in _scene_resets(play.game)}
    return {card: [move["effect"]["reset"], move["effect"].get("draw", 0)] for card, move in found.items()}


@fact("win.points")
def _win_points(play: Play) -> int:
    """The fewest points that end a bout."""
    game = play.game
    return next(n for n in range(1, 60) if _ends_with(game, n - 1))


@fact("win.exact")
def _win_exact(play: Play) -> bool:
    """Whether a rider must reach the points exactly."""
    points = [max(m.after.scores) for m in play.moments if m.over and m.scored]
    goal = play.fact("win.points")
    passed = [m for m in play.moments if m.scored and max(m.after.scores) > goal]
    return not points or any(not m.over for m in passed)


@fact("win.at_once")
def _win_at_once(play: Play) -> Any:
    goal = play.fact("win.points")
    return play.value(lambda m: m.scored and max(m.after.scores) >= goal, lambda m: m.over)


@fact("win.who")
def _win_who(play: Play) -> Any:
    return play.value(lambda m: m.over and m.scored, lambda m: "scorer" if m.winners == (m.mover,) else "other")


def _ends_with(game: Rhino, had: int) -> bool:
    """Whether a rider with some points ends the bout by one point more."""
    card = _scoring(game)[0]
    worth = [p for p, points in game.rules.score_by_position.items() if points == 1]
    if not worth:
        return False
    state = changed(trial(game, card, worth[0]), phase=COUNTER, stack=(game.kind_of[card],), scores=(had, 0))
    return game.actor(game.apply(state, PASS)) is None


@fact("idle.turns")
def _idle_turns(play: Play) -> Any:
    """The number of turns without any action that end a bout."""
    game = play.game
    # A rider who keeps a full hand draws nothing.
    dealt = next(m.after for m in play.moments if m.phase == DEAL and m.phase_after == MOVE)
    state, turns = dealt, 0
    while turns < 200 and game.actor(state) is not None:
        state = game.apply(game.apply(state, ("stop",)), ("keep",))
        turns += 1
    return turns


@fact("idle.ends")
def _idle_ends(play: Play) -> Any:
    game = play.game
    state = next(m.after for m in play.moments if m.phase == DEAL and m.phase_after == MOVE)
    for _ in range(play.fact("idle.turns")):
        state = game.apply(game.apply(state, ("stop",)), ("keep",))
    outcome = game.outcome(state)
    return "draw" if outcome and not outcome.winners else "win"


def _score_cards(game: Rhino, answer: tuple[str, ...]) -> int:
    """The number of score cards that a rider may play in one turn, in the highest position."""
    card = _scoring(game)[0]
    state, played = changed(_scene(game, [card] * 4, []), scores=(-99, 0)), 0
    while played < 4 and game.allows(state, ("play", card)):
        state = game.apply(game.apply(state, ("play", card)), answer)
        state, played = changed(state, phase=MOVE), played + 1
    return played


def _scene(game: Rhino, mine: list[str], theirs: list[str]) -> State:
    """The first rider's turn in the highest position, with some cards in the hands and all others in the pile."""
    hands = tuple(tuple(hand.count(kind) for kind in game.kinds) for hand in (mine, theirs))
    pile = game.deck
    for card in (*mine, *theirs):
        pile = less(pile, game.kind_of[card]) if pile[game.kind_of[card]] else pile
    return changed(game.setup(), phase=MOVE, riders=(0, 1), hands=hands, step=game.high, pile=pile)


def _scoring(game: Rhino) -> list[str]:
    """The cards that score in the highest position."""
    found = {card: (observe(game, "moves", card) or {}).get("move") for card in game.kinds}
    return [card for card, move in sorted(found.items()) if move and "score" in move["effect"]]


def _counters(game: Rhino, top: str) -> list[str]:
    """The cards that may be laid on another."""
    each = tuple(1 for _ in game.kinds)
    state = changed(_scene(game, [], []), phase=COUNTER, stack=(game.kind_of[top],), hands=(game.empty, each))
    return [action[1] for action in game.legal(state) if action[0] == "counter"]
