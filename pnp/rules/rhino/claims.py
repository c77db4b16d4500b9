"""What sentences may state about Rhinoceros Joust, and the meanings of its phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.rules.claims import Always, Claims, Holds, Meaning, Play, Statement, Words, WordsError
from pnp.rules.rhino.engine import COUNTER, DEAL, DISCARD, DRAW, MOVE
from pnp.rules.rhino.moments import RhinoMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = RhinoMoment


@claim("riders.different", settles=["riders.same_allowed"])
def _different(words: Words, play: Play) -> Statements:
    """Each rider chooses a different rhino."""
    words.one("quant", "all")
    differ = words.one("quant", "other", "same") == "other"
    words.about("choose", "rhino", optional=["rider"])
    yield Always(
        lambda m: m.verb == "ride" and m.before.riders,
        lambda m: (m.game.rhino_names[m.before.riders[0]] not in {a[1] for a in m.legal}) == differ,
    )


@claim("deal.top_speed", settles=["deal.top_speed"])
def _deal(words: Words, play: Play) -> Statements:
    """Shuffle the move cards and deal each rider as many as the rhino's top speed."""
    words.one("quant", "all")
    words.one("bound", "exactly")
    words.about("shuffle", "move", "deal", "rider", "top_speed", optional=["card", "rhino"])
    yield Always(
        lambda m: m.phase == DEAL and m.phase_after == MOVE and any(m.after.pile),
        lambda m: [sum(hand) for hand in m.after.hands] == m.top_speeds,
    )


@claim("hand.hidden", settles=["hand.hidden"])
def _hidden(words: Words, play: Play) -> Statements:
    """Keep your hand secret."""
    hidden = words.one("face") == "hidden"
    words.one("party", "you")
    words.about("keep", "hand")
    yield Holds(play.fact("hand.hidden") == hidden, "a view of the game shows the rival's hand")


@claim("start.position")
def _start(words: Words, play: Play) -> Statements:
    """Place the foldies in a position and set both score markers to n."""
    place, points = words.name(), words.number()
    words.one("quant", "all")
    words.about("place", optional=["score", "foldie", "marker", "put", "rhino"])
    words.skip("source", "to", "in")
    yield Always(
        lambda m: m.phase == DEAL,
        lambda m: m.place == place and m.before.scores == (points, points),
    )


@claim("begins", settles=["begins"])
def _begins(words: Words, play: Play) -> Statements:
    """The rider of a rhino begins."""
    rhino = words.name()
    words.one("end", "begins")
    words.skip("has", "without")
    words.about("rider", optional=["ride", "champion"])
    yield Always(
        lambda m: m.verb == "first" and rhino in _riders(m),
        lambda m: len(m.legal) == 1 and _riders(m)[m.after.active] == rhino,
    )


@claim("begins.chance", settles=["begins"])
def _chance(words: Words, play: Play) -> Statements:
    """If nobody rides a rhino, choose at random who begins."""
    words.one("cond", "if")
    words.one("person", "nobody")
    rhino = words.name()
    words.one("end", "begins")
    words.about("ride", "choose", optional=["random"])
    yield Always(lambda m: m.verb == "first" and rhino not in _riders(m), lambda m: len(m.legal) > 1)


def _riders(moment: M) -> list[str]:
    return [moment.game.rhino_names[k] for k in moment.before.riders]


@claim("positions.count", settles=["positions"])
def _positions(words: Words, play: Play) -> Statements:
    """There are n positions, from the worst to the best."""
    count, first, last = words.number(), words.one("extreme"), words.one("extreme")
    words.about("position")
    words.skip("party", "you")
    words.skip("source", "from", "to")
    right = len(play.fact("positions")) == count and (first, last) == ("lowest", "highest")
    yield Holds(right, f"the positions, from the lowest to the highest, are {', '.join(play.fact('positions'))}")


@claim("positions.opposite", settles=["positions.opposite"])
def _opposite(words: Words, play: Play) -> Statements:
    """If you are A, your rival is B."""
    words.one("cond", "if")
    parties = words.every("party")
    mine, theirs = words.name(), words.name()
    if parties not in (("you", "you", "rival"), ("rival", "you"), ("you", "rival")):
        raise WordsError("it must say who is where: you first, then your rival")
    opposite = play.fact("positions.opposite")
    right = mine if parties[0] == "you" else theirs
    other = theirs if right == mine else mine
    yield Holds(opposite.get(right) == other, f"the rival of a rider who is {right} is {opposite.get(right)}")


@claim("positions.mirror", settles=["gain.rival"])
def _mirror(words: Words, play: Play) -> Statements:
    """When you move a step to one side, your rival moves a step to the other."""
    words.one("time", "when")
    mine, theirs = words.one("side"), words.one("side")
    parties = words.every("party")
    words.about("move", "step")
    words.skip("source", "to")
    if parties[0] != "you" or "rival" not in parties:
        raise WordsError("it must say how you move, then how your rival moves")
    yield Always(lambda m: m.moved, lambda m: m.rival_moved == m.moved * (1 if mine == theirs else -1))


@claim("turn.order", settles=["turn.phases"])
def _order(words: Words, play: Play) -> Statements:
    """Move, then discard, then draw."""
    names = [value for value in words.every("act") if value in ("move", "discard", "draw")]
    words.skip("time", "after")
    words.skip("party", "you")
    words.skip("source", "in")
    phases = {"move": MOVE, "discard": DISCARD, "draw": DRAW}
    words.about(optional=["turn", "step"])
    right = [phases[str(name)] for name in names] == play.fact("turn.phases")[:3]
    yield Holds(right, f"the order of play is {', '.join(play.fact('turn.phases')[:3])}")


@claim("turn.next", settles=["turn.next"])
def _next(words: Words, play: Play) -> Statements:
    """Then it is your rival's turn."""
    words.one("time", "after")
    parties = words.every("party")
    words.about("turn")
    if parties not in (("you", "rival"), ("rival",)):
        raise WordsError("it must say whose turn it is")
    yield Always(lambda m: m.after.turns > m.before.turns and not m.over, lambda m: m.after.active != m.mover)


@claim("move.any", settles=["move.optional"])
def _any(words: Words, play: Play) -> Statements:
    """Play any number of move cards, one at a time, or none."""
    words.one("quant", "all")
    none = words.one("quant", "none", "some") == "none"
    one = words.number()
    words.about("play", "move")
    _joined_by_or(words)
    yield Always(lambda m: m.phase == MOVE, lambda m: ("stop" in m.verbs) == none)
    yield Always(lambda m: m.phase == MOVE and m.verb == "play", lambda m: m.hand - m.hand_after == one)
    yield Always(lambda m: m.resolves and m.phase_after == MOVE, lambda m: m.actor_after == m.mover)


def _joined_by_or(words: Words) -> None:
    """Read the words that join the parts of a sentence."""
    if set(words.every("link")) != {"or"}:
        raise WordsError("its parts must be joined by 'or'")


@claim("move.only_counters")
def _only_counters(words: Words, play: Play) -> Statements:
    """You cannot play a card that says "Not a move"; it can only counter."""
    words.one("party", "you")
    words.one("mode", "never")
    if not (words.negated() or words.has("quant", "none")):
        raise WordsError("it must quote the cards that are not moves")
    words.one("mode", "may")
    words.one("quant", "only")
    words.about("play", "card", "move", "counter", optional=["say"])
    others = {c for c, effect in zip(play.game.kinds, play.game.effects, strict=True) if effect is None}
    yield Always(lambda m: m.phase == MOVE and m.held & others, lambda m: not m.legal_cards & others)
    yield Always(lambda m: m.phase == COUNTER and m.held & others, lambda m: m.held & others <= m.legal_cards)


@claim("move.position")
def _position(words: Words, play: Play) -> Statements:
    """You must be in a position that the card shows."""
    words.one("party", "you")
    must = words.one("mode")
    words.about("position", "card", "show")
    words.skip("source", "in")
    if must != "must":
        raise WordsError("play allows a card only in its positions, so it must say 'must'")
    yield Always(
        lambda m: m.phase == MOVE and m.legal_cards,
        lambda m: all(m.place in _printed(m, card) for card in m.legal_cards),
    )


def _printed(moment: M, card: str) -> frozenset[str]:
    """The positions that a card shows."""
    game = moment.game
    return frozenset(game.rules.positions[step - game.low] for step in game.places[game.kind_of[card]])


@claim("score.limit", settles=["score.limit", "score.limit_counts_failed"])
def _limit(words: Words, play: Play) -> Statements:
    """You may play n score cards each turn, even one that fails."""
    words.one("party", "you")
    words.one("mode", "may")
    only = words.has("quant", "only")
    count = words.number()
    words.one("quant", "all")
    words.skip("quant", "all")
    failed = words.one("stand") == "fails"
    words.about("play", "score_card", "turn", optional=["count", "card"])
    yield Holds(failed, "it must say that a card that fails counts")
    yield Holds(only, "it must say that this is the limit: 'only'")
    yield Holds(play.fact("score.limit") == count, f"a rider may play {play.fact('score.limit')} score cards in a turn")
    yield Holds(play.fact("score.limit_counts_failed"), "a score card that fails does not count")


@claim("move.countered", settles=["counter.optional"])
def _countered(words: Words, play: Play) -> Statements:
    """Your rival may counter the card."""
    words.one("party", "you")
    seat = words.one("party")
    mode = words.one("mode")
    words.skip("quant", "all")
    words.about("counter", optional=["card", "move"])
    yield Always(
        lambda m: m.phase == COUNTER and len(m.stack) == 1,
        lambda m: (m.actor != m.mover) == (seat == "rival") and ("pass" in m.verbs) == (mode == "may"),
    )


@claim("stack.effect", settles=["stack.last_movers", "stack.last_rivals"])
def _effect(words: Words, play: Play) -> Statements:
    """If the card stands, do what it says; if it fails, nothing happens."""
    words.one("cond", "if")
    first = words.one("stand")
    words.one("cond", "if")
    second = words.one("stand")
    words.one("quant", "none")
    words.about("card", optional=["effect", "say", "happen"])
    if (first, second) != ("stands", "fails"):
        raise WordsError("a card that stands has its effect, and one that fails has none")
    yield Always(lambda m: _tells(m) and not m.last_is_movers, lambda m: m.nothing_changed)
    yield Always(lambda m: _tells(m) and m.last_is_movers, lambda m: not m.nothing_changed)


def _tells(moment: M) -> bool:
    """Whether the first card of a resolved stack would change something."""
    return moment.resolves and moment.steps_left > 0 and moment.stack[0] not in moment.resets


@claim("stack.discarded", settles=["stack.discarded"])
def _discarded(words: Words, play: Play) -> Statements:
    """Discard all cards of the stack."""
    everything = words.one("quant") == "all"
    words.about("discard", "stack", optional=["card"])

    def all_there(m: M) -> bool:
        there = list(m.before.discards)
        for kind in m.before.stack:
            there[kind] += 1
        return tuple(there) == m.after.discards

    yield Always(lambda m: m.resolves and m.phase_after == MOVE, lambda m: all_there(m) == everything)


@claim("discard.most", settles=["discard.most", "discard.optional"])
def _discard(words: Words, play: Play) -> Statements:
    """You may discard up to as many cards as your rhino's brains."""
    words.one("party", "you")
    mode, bound = words.one("mode"), words.one("bound")
    words.skip("party", "you")
    words.skip("bound", "exactly")
    words.about("discard", "brains", optional=["card", "rhino"])
    yield Always(lambda m: m.phase == DISCARD, lambda m: ("keep" in m.verbs) == (mode == "may"))
    if bound != "most":
        raise WordsError("brains are a maximum: 'up to'")
    yield Always(
        lambda m: m.phase == DISCARD and m.hand > m.brains,
        lambda m: m.discard_sizes == frozenset(range(m.brains + 1)),
    )


@claim("draw.amount", settles=["draw.optional", "draw.reaches_strength", "draw.exceeds_top_speed"])
def _draw(words: Words, play: Play) -> Statements:
    """You must draw as many cards as your rhino's strength, but never hold more cards than its top speed."""
    words.one("party", "you")
    mode = words.one("mode", "may", "must")
    bound = words.one("bound", "exactly")
    words.one("mode", "never")
    if words.maybe("than") != "higher" and words.maybe("bound") != "more":
        raise WordsError("top speed is a maximum: 'never more'")
    words.skip("party", "you")
    words.about("draw", "strength", "hold", "top_speed", optional=["card", "rhino"])
    yield Holds(play.fact("draw.optional") == (mode == "may"), f"drawing is optional: {play.fact('draw.optional')}")
    ends = lambda m: m.phase == DISCARD and m.phase_after == DRAW and sum(m.before.pile) >= m.strength  # noqa: E731
    yield Always(ends, lambda m: m.after.due == min(m.strength, m.top_speed - m.hand_after) and bound == "exactly")
    yield Always(lambda m: m.phase == DRAW and m.before.ending, lambda m: m.hand_after <= m.top_speed)


@claim("draw.reshuffle", settles=["draw.empty_pile"])
def _reshuffle(words: Words, play: Play) -> Statements:
    """If the draw pile is empty, shuffle the discard pile into a new draw pile."""
    words.one("cond", "if")
    things = [value for value in words.every("thing") if value != "new"]
    words.about("shuffle")
    words.skip("source", "to")
    if things[:3] != ["draw_pile", "empty", "discard_pile"] or things[3:] not in ([], ["draw_pile"]):
        raise WordsError("it must say that the draw pile is empty, and that the discard pile is shuffled")
    yield Always(
        lambda m: m.phase == DRAW and sum(m.before.pile) == 1 and any(m.before.discards) and m.before.due > 1,
        lambda m: m.after.pile == m.before.discards and not any(m.after.discards),
        least=3,
    )


@claim("counter.may", settles=["counter.optional", "counter.seats"])
def _may_counter(words: Words, play: Play) -> Statements:
    """Whenever your rival plays a move, you may counter it with a card from your hand."""
    words.one("time", "when")
    parties = words.every("party")
    mode = words.one("mode")
    words.one("has", "with")
    words.about("play", "move", "counter", "card", "hand")
    words.skip("source", "from")
    if parties != ("you", "rival", "you", "you"):
        raise WordsError("it must say that your rival plays, and that you counter from your hand")
    yield Always(
        lambda m: m.phase == COUNTER and len(m.stack) == 1,
        lambda m: m.actor != m.mover and ("pass" in m.verbs) == (mode == "may"),
    )
    yield Always(lambda m: m.verb == "counter", lambda m: m.action[1] in m.held)


@claim("counter.names")
def _names(words: Words, play: Play) -> Statements:
    """Its COUNTERS line must name the card that it covers."""
    mode = words.one("mode")
    words.about("counter", "line", "name", "card", "cover")
    if mode != "must":
        raise WordsError("a card counters only cards that it names, so it must say 'must'")
    yield Always(
        lambda m: m.phase == COUNTER,
        lambda m: m.legal_cards == frozenset(c for c in m.held if _lists(m, c, m.stack[-1])),
    )


def _lists(moment: M, card: str, top: str) -> bool:
    """Whether a card lists another among those it counters."""
    game = moment.game
    return game.kind_of[card] in game.answers[game.kind_of[top]]


@claim("counter.position", settles=["counter.position_matters"])
def _no_position(words: Words, play: Play) -> Statements:
    """Your position does not matter for a counter; a counter needs no position."""
    matters = not (words.negated() or words.maybe("quant") == "none")
    words.skip("party", "you")
    words.about("position", optional=["counter", "card", "matter", "need"])
    yield Holds(
        play.fact("counter.position_matters") == matters,
        f"a position decides whether a card counters: {play.fact('counter.position_matters')}",
    )


@claim("counter.chain", settles=["counter.seats"])
def _chain(words: Words, play: Play) -> Statements:
    """Then you may counter that card, then your rival, and so on, until somebody cannot or will not go on."""
    words.one("time", "after")
    words.skip("time", "after", "until")
    parties = words.every("party")
    modes = words.every("mode")
    words.has("often", "again")
    words.about("counter", optional=["card"])
    if set(modes) != {"may"} or parties not in (("you", "rival", "you", "you"), ("rival", "you")):
        raise WordsError("it must say that your rival may counter your card, then you may counter")
    yield Always(
        lambda m: m.verb == "counter",
        lambda m: m.actor_after != m.actor and "pass" in m.verbs_after,
    )


@claim("stack.own", settles=["stack.last_movers"])
def _own(words: Words, play: Play) -> Statements:
    """If the last card is the mover's, the move stands or fails."""
    yield from _last_card(words)


@claim("stack.rival", settles=["stack.last_rivals"])
def _rivals(words: Words, play: Play) -> Statements:
    """If the last card is the rival's, the move stands or fails."""
    yield from _last_card(words)


def _last_card(words: Words) -> Statements:
    words.one("cond", "if")
    order, party, stand = words.one("order"), words.one("party"), words.one("stand") == "stands"
    words.about("card", "move", optional=["play"])
    at = {"first": 0, "last": -1}.get(str(order))
    mine = party in ("mover", "you")
    if at is None:
        raise WordsError("it must say 'first' or 'last'")

    def applies(m: M) -> bool:
        of_mover = at == 0 or m.last_is_movers
        return _tells(m) and of_mover == mine

    yield Always(applies, lambda m: m.nothing_changed != stand)


@claim("stack.first_only", settles=["counter.has_effect"])
def _first_only(words: Words, play: Play) -> Statements:
    """Only the first card of the stack has an effect."""
    words.one("quant", "only")
    order = words.one("order")
    words.about("card", "stack", "effect")
    yield Holds(order == "first", "it is the first card that has an effect")
    yield Holds(not play.fact("counter.has_effect"), "a card that counters has an effect too")
    yield Always(lambda m: m.resolves and len(m.stack) > 1 and not m.last_is_movers, lambda m: m.nothing_changed)


@claim("gain", settles=["gain.rival"])
def _gain(words: Words, play: Play) -> Statements:
    """Gain n positions (cards): you move n steps up, and your rival as many down."""
    change, count = words.one("change"), words.number()
    cards = words.every("name")
    words.skip("party", "you")
    steps, way = words.number(), words.one("way", "up", "down")
    words.one("party", "rival")
    words.one("bound", "exactly")
    other = words.one("way", "up", "down")
    words.about("move", "position", optional=["step"])
    sign = 1 if way == "up" else -1
    right = steps == count and {"up": "plus", "down": "minus"}.get(str(way)) == change and other != way
    yield Holds(right, "the parts of the sentence contradict each other")
    listed = {c for c, e in zip(play.game.kinds, play.game.effects, strict=True) if e and e.gain == sign * count}
    yield Holds(set(cards) == listed, f"the cards that do this are {', '.join(sorted(listed))}")
    yield Always(
        lambda m: m.resolves and len(m.stack) == 1 and m.stack[0] in cards and m.steps_left >= count,
        lambda m: m.moved == sign * count and m.rival_moved == -m.moved,
    )


@claim("gain.top", settles=["gain.beyond_top", "gain.at_top_allowed"])
def _top(words: Words, play: Play) -> Statements:
    """If you are in the highest position, you gain nothing."""
    words.one("cond", "if")
    words.skip("party", "you")
    place = words.name()
    change = words.one("change")
    nothing = words.negated() or words.one("quant", "none", "all", "some") == "none"
    words.about(optional=["move"])
    yield Holds(place == play.fact("positions")[-1] and change == "plus", "it must name the highest position")
    yield Always(
        lambda m: m.resolves and len(m.stack) == 1 and m.place == place and m.stack[0] in _gaining(m),
        lambda m: (not m.moved) == nothing,
        least=5,
    )


def _gaining(moment: M) -> set[str]:
    game = moment.game
    return {c for c, e in zip(game.kinds, game.effects, strict=True) if e and (e.gain or 0) > 0}


@claim("reset", settles=["reset.cards"])
def _reset(words: Words, play: Play) -> Statements:
    """A card: draw n cards, and put both rhinos into a position."""
    card = words.name()
    count = words.number()
    words.one("quant", "all")
    place = words.name()
    words.about("draw", "rhino", optional=["card", "put", "go", "move", "place"])
    words.skip("source", "in", "to")
    yield Always(
        lambda m: m.resolves and m.stack == [card],
        lambda m: m.place_after == place and m.rival_place_after == place,
    )
    yield Always(
        lambda m: m.resolves and m.stack == [card] and m.hand + count <= m.top_speed and any(m.before.pile),
        lambda m: m.after.due == count,
    )


@claim("score.position", settles=["score.by_position"])
def _score(words: Words, play: Play) -> Statements:
    """Score (cards): your position gives the points."""
    cards = set(words.every("name"))
    words.one("party", "you")
    words.about("score", "position", "point", optional=["give", "card"])
    listed = {c for c, e in zip(play.game.kinds, play.game.effects, strict=True) if e and e.score}
    yield Holds(cards == listed, f"the cards that score are {', '.join(sorted(listed))}")
    points = play.fact("score.by_position")
    yield Always(
        lambda m: m.resolves and len(m.stack) == 1 and m.stack[0] in cards,
        lambda m: m.scored == points[m.place],
    )


@claim("score.stays", settles=["score.moves_rhinos"])
def _stays(words: Words, play: Play) -> Statements:
    """Scoring does not move the rhinos."""
    stays = words.negated()
    words.about("score", "move", "rhino")
    yield Always(lambda m: m.scored, lambda m: (m.moved == 0) == stays)


@claim("win", settles=["win.points", "win.exact", "win.at_once", "win.who"])
def _win(words: Words, play: Play) -> Statements:
    """The first rider with n points or more wins at once."""
    order, count = words.one("order"), words.number()
    bound = words.maybe("bound") or "least"
    won = words.one("result", "win", "lose") == "win"
    words.skip("time", "at_once")
    words.skip("source", "to")
    words.skip("has", "with")
    words.about(optional=["rider", "point", "bout"])
    if order != "first" or bound != "least":
        raise WordsError("the first rider with these points or more wins")
    yield Always(lambda m: m.scored and max(m.after.scores) >= count, lambda m: m.over)
    yield Always(lambda m: m.over and m.scored, lambda m: max(m.after.scores) >= count)
    yield Always(lambda m: m.over and m.scored, lambda m: (m.winners == (m.mover,)) == won)


@claim("deck.count", settles=["deck.cards"])
def _count(words: Words, play: Play) -> Statements:
    """There must be n move cards."""
    count = words.number()
    words.one("mode", "must")
    words.about("move", optional=["count", "bout", "card"])
    words.skip("time", "before")
    yield Holds(play.fact("deck.cards") == count, f"there are {play.fact('deck.cards')} move cards")


@claim("idle", settles=["idle.turns", "idle.ends"])
def _idle(words: Words, play: Play) -> Statements:
    """After n turns in a row without a card played, discarded or drawn, the bout is a draw."""
    words.one("time", "after")
    count = words.number()
    words.one("has", "without")
    result = words.every("result")[-1]
    _joined_by_or(words)
    words.about("turn", "bout", optional=["play", "discard", "draw", "card", "row"])
    words.skip("source", "in")
    right = play.fact("idle.turns") == count and play.fact("idle.ends") == result
    yield Holds(right, f"after {play.fact('idle.turns')} idle turns the result is a {play.fact('idle.ends')}")


# The meanings of phrases -------------------------------------------------------------------------------------


def _where(words: Words, traits: Mapping[str, Any]) -> None:
    move = traits["move"]
    if move is None:
        words.one("quant", "only")
        words.about("counter")
    elif move["positions"] == "any":
        words.one("quant", "any", "all")
        words.about("position")
        words.skip("source", "from", "in")
    else:
        words.one("cond", "if")
        if isinstance(move["positions"], list):
            first = words.name()
            words.one("than", "higher")
            if "and" in words.every("link"):
                raise WordsError("a card shows several positions, so it must say 'or'")
            if first != move["positions"][0]:
                raise WordsError(f"it begins with {first!r}, but the lowest position is {move['positions'][0]!r}")


def _effect_words(words: Words, traits: Mapping[str, Any]) -> None:
    move = traits["move"]
    if move is None:
        if not (words.negated() or words.maybe("quant") == "none"):
            raise WordsError("it must say that this is not a move")
        words.about("move")
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


def _same_number(words: Words, expected: Any) -> None:
    """Read a number, which must be that of the trait if it is one and no `{n}`."""
    number = words.maybe("number")
    if number is not None and number != expected:
        raise WordsError(f"its number is {number}, but it is for {expected}")


def _counters_words(words: Words, traits: Mapping[str, Any]) -> None:
    if traits["counters"] == "any":
        words.one("quant", "any", "all")
        words.about("card")
    elif traits["counters"] == []:
        if not words.negated():
            raise WordsError("it must say that the card does not counter")
        words.about("counter")


def _at_most(act: str) -> Meaning:
    def read(words: Words, traits: Mapping[str, Any]) -> None:
        words.one("bound", "most")
        words.about(act, optional=["card"])

    return read


def _strength_words(words: Words, traits: Mapping[str, Any]) -> None:
    """Drawing is compulsory, so the words must not leave it open."""
    words.about("draw", optional=["card"])
    words.skip("bound", "exactly")


MEANINGS: Mapping[str, Meaning] = {
    "where": _where,
    "effect": _effect_words,
    "counters": _counters_words,
    "brains": _at_most("discard"),
    "strength": _strength_words,
    "top_speed": _at_most("hold"),
}
