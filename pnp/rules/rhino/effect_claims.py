"""What sentences may state about the effects of moves and the end of a bout."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.lexicon import NAME
from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.rhino.moments import RhinoMoment
from pnp.rules.rhino.turn_claims import joined_by_or

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = RhinoMoment

_CHANGES = {"up": "plus", "down": "minus"}


@claim("gain", settles=["gain.rival"])
def _gain(words: Words, play: Play) -> Statements:
    """Gain n positions (cards): you move n steps up, your rival as many down. Or: you gain n, your rival loses n.

    The part about the rival may be left out.
    """
    change, count = words.one("change"), words.number()
    cards = words.every("name")
    words.skip("party", "you")
    steps, mine, theirs = words.number(), words.maybe("change"), words.maybe("change")
    others, rival = steps, words.maybe("party")
    if mine is None:
        mine = _CHANGES[str(words.one("way", "up", "down"))]
        if rival:
            theirs = _CHANGES[str(words.one("way", "up", "down"))]
            words.one("bound", "exactly")
    elif rival:
        others = words.number()
    if not rival:
        theirs = theirs or ("minus" if mine == "plus" else "plus")
    elif rival != "rival":
        raise WordsError("the second half must be about your rival")
    words.about("position", optional=["move", "step", "space"])
    sign = 1 if mine == "plus" else -1
    right = steps == others == count and mine == change and {mine, theirs} == {"plus", "minus"}
    yield Holds(right, "the parts of the sentence contradict each other")
    listed = {c for c, e in zip(play.game.kinds, play.game.effects, strict=True) if e and e.gain == sign * count}
    yield Holds(set(cards) == listed, f"the cards that do this are {', '.join(sorted(listed))}")
    yield Always(
        lambda m: m.resolves and len(m.stack) == 1 and m.stack[0] in cards and m.steps_left >= count,
        lambda m: m.moved == sign * count and m.rival_moved == -m.moved,
    )


@claim("effects", settles=["score.by_position"])
def _effects(words: Words, play: Play) -> Statements:
    """What a card does: gains (moves forward), scores, resets (goes to a position or is put there), only counters."""
    changes = words.every("change")
    places = words.every(NAME)
    words.skip("act", "move", "go", "place", "put")
    acts = words.every("act")
    words.one("quant", "only")
    joined_by_or(words)
    words.about(optional=["card", "effect", "head_to_head"])
    if set(changes) != {"plus"} or acts[-1:] != ("counter",):
        raise WordsError("it must say that cards gain, and that others only counter")
    if places:
        yield Always(lambda m: m.resolves and m.effect == "reset", lambda m: (m.place_after,) == places)
    named = {"gain", "nothing", *acts[:-1], *(["reset"] if places else [])}
    yield Always(lambda m: m.resolves and len(m.stack) == 1, lambda m: m.effect in named)
    yield Holds(named == {m.effect for m in play.moments if m.resolves}, "play shows other effects of cards")


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


@claim("gain.beyond", settles=["gain.beyond_top"])
def _beyond(words: Words, play: Play) -> Statements:
    """Steps beyond the highest position, by its name or as the best one, are lost."""
    words.one("bound", "more")
    words.skip("bound", "more")
    words.skip("quant", "all")
    highest = words.maybe("extreme") == "highest" or words.name() == play.fact("positions")[-1]
    lost = words.one("result") == "lose"
    words.about(optional=["step", "position"])
    yield Holds(highest, "it must name the highest position")
    yield Always(
        lambda m: m.resolves and len(m.stack) == 1 and m.steps_left < _gain_of(m),
        lambda m: (m.moved == m.steps_left) == lost,
        least=5,
    )


def _gain_of(moment: M) -> int:
    """The steps that the first card of a stack gains; 0 for other cards."""
    effect = moment.game.effects[moment.game.kind_of[moment.stack[0]]]
    return (effect and effect.gain) or 0


def _gaining(moment: M) -> set[str]:
    game = moment.game
    return {c for c, e in zip(game.kinds, game.effects, strict=True) if e and (e.gain or 0) > 0}


@claim("reset", settles=["reset.cards"])
def _reset(words: Words, play: Play) -> Statements:
    """A card: draw n cards, and put both rhinos into a position.

    Before it, in other words: reset (a card), or what the card says, with the same number and position.
    """
    words.skip("act", "reset")
    counts, names = words.every("number"), words.every(NAME)
    words.one("quant", "all")
    if len(set(counts)) != 1 or len(set(names)) != 2 or names[-1] not in play.fact("positions"):
        raise WordsError("it must name a card, a position, and the number of cards to draw")
    count, place = int(counts[0]), names[-1]
    card = next(str(name) for name in names if name != place)
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
    """There must be n move cards. Or: use all n move cards."""
    count = words.number()
    whole = words.has("quant", "all")
    if whole or not words.maybe("mode"):
        words.about("use")
    words.about("move", optional=["count", "bout", "card"])
    words.skip("time", "before")
    yield Holds(play.fact("deck.cards") == count, f"there are {play.fact('deck.cards')} move cards")


@claim("idle", settles=["idle.turns", "idle.ends"])
def _idle(words: Words, play: Play) -> Statements:
    """After n turns in a row without a card played, discarded or drawn, the bout is a draw."""
    words.one("time", "after")
    count = words.number()
    words.one("has", "without")
    words.skip("person", "somebody")
    joined_by_or(words)
    words.about("turn", "bout", optional=["card", "row"])
    acts = [words.one("act") for _ in range(3)]
    result = words.one("result")
    words.skip("source", "in")
    if acts != ["play", "discard", "draw"]:
        raise WordsError("it must say that no card is played, discarded or drawn")
    right = play.fact("idle.turns") == count and play.fact("idle.ends") == result
    yield Holds(right, f"after {play.fact('idle.turns')} idle turns the result is a {play.fact('idle.ends')}")
    yield Always(lambda m: m.ends_turn and m.acted, lambda m: m.after.idle == 0)
    yield Always(lambda m: m.ends_turn and m.previous and not m.acted, lambda m: m.after.idle == m.before.idle + 1)
