"""What sentences may state about the setup and a turn of Rhinoceros Joust."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.lexicon import NAME
from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
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
    """Shuffle the move cards and deal each rider as many as the rhino's top speed, or n, if all rhinos have that."""
    words.one("quant", "all")
    _of_all(words, play, "top_speed")
    words.about("shuffle", "move", "deal", "rider", "top_speed", optional=["card", "rhino"])
    yield Always(
        lambda m: m.phase == DEAL and m.phase_after == MOVE and any(m.after.pile),
        lambda m: [sum(hand) for hand in m.after.hands] == m.top_speeds,
    )
    yield Always(lambda m: m.phase == DEAL, lambda m: m.keeps_cards)


def _of_all(words: Words, play: Play, stat: str) -> bool:
    """Read `as many as`, or the number that all rhinos have. Returns whether it is a number."""
    number = words.maybe("number")
    if number is None:
        words.one("bound", "exactly")
        return False
    if {getattr(rhino, stat) for rhino in play.game.rhinos} != {number}:
        raise WordsError(f"not all rhinos have {number} as {stat.replace('_', ' ')}")
    return True


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
    words.about("rider", optional=["ride", "champion", "bout"])
    yield Always(
        lambda m: m.verb == "first" and rhino in _riders(m),
        lambda m: len(m.legal) == 1 and _riders(m)[m.after.active] == rhino,
    )


@claim("begins.chance", settles=["begins"])
def _chance(words: Words, play: Play) -> Statements:
    """If nobody rides a rhino, choose at random (who begins)."""
    words.one("cond", "if")
    words.one("person", "nobody")
    rhino = words.name()
    if words.maybe("end") not in (None, "begins"):
        raise WordsError("it must say who begins")
    words.about("ride", "choose", "random")
    yield Always(lambda m: m.verb == "first" and rhino not in _riders(m), lambda m: len(set(m.legal)) == 2)
    yield Always(lambda m: m.verb == "first", lambda m: m.after.active == int(m.action[1]) - 1)


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


@claim("positions.ways", settles=["positions.opposite"])
def _ways(words: Words, play: Play) -> Statements:
    """Two rhinos can stand, or be placed, in n ways."""
    count, ways = words.number(), words.number()
    words.one("mode", "may")
    words.skip("stand", "stands")
    words.about("rhino", optional=["place"])
    words.skip("source", "in")
    known = {frozenset(pair) for pair in play.fact("positions.opposite").items()}
    yield Holds(len(known) == ways, f"they can stand in {len(known)} ways")
    yield Always(lambda m: m.phase == MOVE, lambda m: len(m.before.riders) == count)


@claim("positions.opposite", settles=["positions.opposite"])
def _opposite(words: Words, play: Play) -> Statements:
    """If your rival is in a position, you are in its opposite; if in another, you are in that one's opposite."""
    pairs = []
    for _ in range(2):
        words.one("cond", "if")
        pairs.append((words.name(), words.name()))
    parties = " ".join(map(str, words.every("party"))).replace("you rival", "rival")
    if parties not in ("rival you", "rival you rival you"):
        raise WordsError("it must say where your rival is, and then where you are")
    opposite = play.fact("positions.opposite")
    yield Holds(
        all(mine in (opposite.get(theirs), *(a for a, b in opposite.items() if b == theirs)) for theirs, mine in pairs),
        f"the opposite positions are {', '.join(f'{a} and {b}' for a, b in opposite.items())}",
    )


@claim("positions.mirror", settles=["gain.rival"])
def _mirror(words: Words, play: Play) -> Statements:
    """When you move a step to one side, your rival moves a step to the other. Or: your step up is their step down.

    Or: when you gain a position, your rival loses one. Or either of these with your rival first.
    """
    words.skip("time", "when")
    ways = words.every("way") or words.every("side")
    changes = () if ways else words.every("change")
    ways = ways or changes
    parties = words.every("party")
    words.about("position" if changes else "step", optional=["move"])
    words.skip("source", "to")
    # "Your" of "your rival" is read as you.
    rival = parties.index("rival") if parties.count("rival") == 1 else 0
    first = set(parties[:rival]) == {"you"} and rival == len(parties) - 1
    last = set(parties[:rival]) <= {"you"} and set(parties[rival + 1 :]) == {"you"} and "rival" in parties
    if not (first or last) or len(ways) != 2:
        raise WordsError("it must say how you move, then how your rival moves, or the other way round")
    mine, theirs = ways if first else reversed(ways)
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
    joined_by_or(words)
    yield Always(lambda m: m.phase == MOVE, lambda m: ("stop" in m.verbs) == none)
    yield Always(lambda m: m.phase == MOVE and m.verb == "play", lambda m: m.hand - m.hand_after == one)
    yield Always(lambda m: m.resolves and m.phase_after == MOVE, lambda m: m.actor_after == m.mover)


def joined_by_or(words: Words) -> None:
    """Read the words that join the parts of a sentence."""
    if set(words.every("link")) != {"or"}:
        raise WordsError("its parts must be joined by 'or'")


@claim("move.only_counters")
def _only_counters(words: Words, play: Play) -> Statements:
    """You cannot play a card that says "Not a move"; it can only counter. Or: such a card only counters.

    Or a card's name in place of the quoted words; then it may be left out that it is not a move.
    """
    others = {c for c, effect in zip(play.game.kinds, play.game.effects, strict=True) if effect is None}
    named = words.every(NAME)
    barred = not named and words.maybe("party") == "you"
    if barred:
        words.one("mode", "never")
    if not (words.negated() or words.has("quant", "none") or named):
        raise WordsError("it must quote the cards that are not moves")
    if barred:
        words.one("mode", "may")
    words.skip("mode", "may")
    words.one("quant", "only")
    words.about("counter", *([] if named else ["card", "move"]), optional=["play", "say", "card", "move"])
    yield Holds(not named or set(named) == others, f"the cards that are not moves are {', '.join(sorted(others))}")
    yield Always(lambda m: m.phase == MOVE and m.held & others, lambda m: not m.legal_cards & others)
    yield Always(lambda m: m.phase == COUNTER and m.held & others, lambda m: m.held & others <= m.legal_cards)


@claim("move.position")
def _position(words: Words, play: Play) -> Statements:
    """You must be in a position that the card shows; its tiles go from the lowest to the highest position."""
    words.one("party", "you")
    must = words.one("mode")
    words.about("position", "card", "show", optional=["play", "tile"])
    words.skip("side", "left", "right")
    words.skip("source", "in", "from", "to")
    if ends := words.every(NAME):
        places = play.fact("positions")
        yield Holds(ends == (places[0], places[-1]), f"the positions are {', '.join(places)}")
    if must != "must":
        raise WordsError("play allows a card only in its positions, so it must say 'must'")
    yield Always(
        lambda m: m.phase == MOVE and m.legal_cards,
        lambda m: all(m.place in _printed(m, card) for card in m.legal_cards),
    )


@claim("card.where")
def _where(words: Words, play: Play) -> Statements:
    """Where you may play a card as a move: in the positions that it shows as tiles, with the points that it scores."""
    words.one("party", "you")
    words.one("mode", "may")
    words.about("play", "move", optional=["card", "tile", "score", "point"])
    words.skip("has", "with")
    words.skip("source", "to")
    yield Always(
        lambda m: m.phase == MOVE and m.verb == "play",
        lambda m: m.actor == m.mover and m.place in _printed(m, m.action[1]),
    )


def _printed(moment: M, card: str) -> frozenset[str]:
    """The positions that a card shows."""
    game = moment.game
    return frozenset(game.rules.positions[step - game.low] for step in game.places[game.kind_of[card]])


@claim("score.limit", settles=["score.limit", "score.limit_counts_failed"])
def _limit(words: Words, play: Play) -> Statements:
    """You may play only n score cards each turn, even if it fails. Or: only n score cards a turn."""
    if words.maybe("party") is not None:
        words.one("mode", "may")
    words.skip("quant", "all")
    only = words.has("quant", "only")
    count = words.number()
    words.skip("quant", "all", "same")
    words.skip("cond", "if")
    failed = words.one("stand") == "fails"
    words.about("score_card", "turn", optional=["play", "count", "card", "score", "point"])
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


@claim("discard.most", settles=["discard.most", "discard.optional"])
def _discard(words: Words, play: Play) -> Statements:
    """You may discard up to as many cards as your rhino's brains, or up to n, if all rhinos have that."""
    words.one("party", "you")
    mode, bound = words.one("mode"), words.one("bound")
    words.skip("party", "you")
    _of_all(words, play, "brains")
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
    """You must draw as many cards as your rhino's strength, but never hold more cards than its top speed.

    Or: draw n cards, but never hold more than n, if all rhinos have these numbers.
    """
    words.one("party", "you")
    mode = words.one("mode", "may", "must")
    if _of_all(words, play, "strength"):
        _of_all(words, play, "top_speed")
    words.one("mode", "never")
    if words.maybe("than") != "higher" and words.maybe("bound") != "more":
        raise WordsError("top speed is a maximum: 'never more'")
    words.skip("party", "you")
    words.about("draw", "strength", "hold", "top_speed", optional=["card", "rhino"])
    yield Holds(play.fact("draw.optional") == (mode == "may"), f"drawing is optional: {play.fact('draw.optional')}")
    ends = lambda m: m.phase == DISCARD and m.phase_after == DRAW and sum(m.before.pile) >= m.strength  # noqa: E731
    yield Always(ends, lambda m: m.after.due == min(m.strength, m.top_speed - m.hand_after))
    yield Always(lambda m: m.phase == DRAW and m.before.ending, lambda m: m.hand_after <= m.top_speed)
    yield Always(lambda m: m.phase == DRAW, lambda m: m.hand_after == m.hand + 1 and m.keeps_cards)


@claim("draw.own_turn")
def _own_turn(words: Words, play: Play) -> Statements:
    """Countering draws no card. Or: if you counter, you do not draw before your own turn; you draw only at its end."""
    words.skip("cond", "if")
    things = ["draw", "turn"]
    if words.has("quant", "none"):
        things = ["draw", "counter"]
    elif words.has("quant", "only"):
        words.one("end", "ends")
    elif words.negated():
        words.one("time", "before")
    else:
        raise WordsError("a rider who counters does not draw, so it must say 'no', 'not' or 'only'")
    words.skip("owner", "mine")
    words.skip("party", "you")
    words.about(*things, optional=["card", "counter", "end", "turn"])
    turn = (MOVE, COUNTER, DISCARD, DRAW)
    yield Always(
        lambda m: m.phase in turn,
        lambda m: sum(m.after.hands[1 - m.mover]) <= sum(m.before.hands[1 - m.mover]),
    )


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
