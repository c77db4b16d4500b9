"""What sentences may state about countering in Rhinoceros Joust."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.rhino.engine import COUNTER, MOVE
from pnp.rules.rhino.moments import RhinoMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = RhinoMoment


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


@claim("stack.alone", settles=["stack.last_movers"])
def _alone(words: Words, play: Play) -> Statements:
    """A card that nobody counters stands. Or: if nobody counters, the card stands. Or: a card not countered stands."""
    if words.maybe("cond") not in (None, "if"):
        raise WordsError("nobody has to counter for the card to stand")
    if not words.negated():
        words.one("person", "nobody")
    stands = words.one("stand") == "stands"
    words.about("card", "counter")
    yield Always(lambda m: _tells(m) and len(m.stack) == 1, lambda m: m.nothing_changed != stands)


@claim("card.discarded", settles=["stack.discarded"])
def _card_discarded(words: Words, play: Play) -> Statements:
    """Then discard the card."""
    words.one("time", "after")
    words.about("discard", "card")
    yield Always(
        lambda m: len(m.stack) == 1 and m.phase_after == MOVE,
        lambda m: sum(m.after.discards) == sum(m.before.discards) + 1,
    )


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

    yield Always(lambda m: m.stack and m.phase_after == MOVE, lambda m: all_there(m) == everything)


@claim("counter.may", settles=["counter.optional", "counter.seats"])
def _may_counter(words: Words, play: Play) -> Statements:
    """Whenever you play a move, your rival may counter it with a card from their hand. Or the other way round."""
    words.one("time", "when")
    parties = _riders(words)
    mode = words.one("mode")
    words.one("has", "with")
    words.about("play", "move", "counter", "card", "hand")
    words.skip("source", "from")
    if parties not in (["you", "rival"], ["rival", "you"]):
        raise WordsError("it must say that one rider plays, and that the other counters from their hand")
    yield Always(
        lambda m: m.phase == COUNTER and len(m.stack) == 1,
        lambda m: m.actor != m.mover and ("pass" in m.verbs) == (mode == "may"),
    )
    yield Always(lambda m: m.verb == "counter", lambda m: m.action[1] in m.held and m.keeps_cards)


@claim("counter.both", settles=["counter.seats"])
def _both(words: Words, play: Play) -> Statements:
    """In the same way, you may counter your rival's moves."""
    words.one("quant", "same")
    mode = words.one("mode")
    words.about("counter", "move", optional=["way"])
    words.skip("source", "in")
    if _riders(words) != ["you", "rival"]:
        raise WordsError("it must say that you counter what your rival plays")
    yield Always(
        lambda m: m.phase == COUNTER and len(m.stack) == 1,
        lambda m: m.actor != m.mover and ("pass" in m.verbs) == (mode == "may"),
    )


@claim("counter.names")
def _names(words: Words, play: Play) -> Statements:
    """The COUNTERS line of the card you lay must name the card that it covers, or say "any card"."""
    mode = words.one("mode")
    if words.maybe("quant") not in (None, "any", "all"):
        raise WordsError("a card that names none must say 'any card'")
    words.skip("link", "or")
    words.about("counter", "line", "name", "card", "cover", optional=["lay", "say"])
    words.skip("party", "you")
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


@claim("counter.any")
def _any(words: Words, play: Play) -> Statements:
    """The Best at Jousting counters any card, or may counter it."""
    card = words.name()
    if words.one("quant") not in ("any", "all"):
        raise WordsError("it must say that the card counters any card, or all cards")
    words.skip("mode", "may")
    words.about("card", "counter")
    yield Always(lambda m: m.phase == COUNTER and card in m.held, lambda m: card in m.legal_cards)


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
    parties = _riders(words)
    modes = words.every("mode")
    words.has("often", "again")
    words.about("counter", optional=["card"])
    turns = (["you", "rival"], ["rival", "you"], ["rival", "you", "rival"], ["you", "rival", "you"])
    if set(modes) != {"may"} or parties not in turns:
        raise WordsError("it must say that one rider may counter the other's card, then the other may counter")
    yield Always(
        lambda m: m.verb == "counter",
        lambda m: m.actor_after != m.actor and "pass" in m.verbs_after,
    )


@claim("stack.own", settles=["stack.last_movers"])
def _own(words: Words, play: Play) -> Statements:
    """If the last card is yours, the move stands or fails."""
    yield from _last_card(words)


@claim("stack.last", settles=["stack.last_movers", "stack.last_rivals"])
def _last(words: Words, play: Play) -> Statements:
    """A move stands if the rider who played it has the last card; otherwise it fails."""
    words.one("cond", "if")
    words.one("cond", "otherwise")
    stands, order = words.every("stand"), words.one("order")
    words.about("move", "rider", "play", "card", optional=["lay"])
    yield Holds(order == "last", "it is the last card that decides")
    yield Holds(list(stands) == ["stands", "fails"], "a move stands if its own rider has the last card, else it fails")
    yield Always(lambda m: _tells(m), lambda m: m.nothing_changed != m.last_is_movers)


def _riders(words: Words) -> list[str]:
    """Whom a sentence names, in order. The `your` of `your rival` is left out; a rider named twice in a row is one."""
    parties = [str(party) for party in words.every("party")]
    named = [p for p, after in zip(parties, [*parties[1:], ""], strict=True) if (p, after) != ("you", "rival")]
    return [p for p, before in zip(named, ["", *named[:-1]], strict=True) if p != before]


def _last_card(words: Words) -> Statements:
    words.one("cond", "if")
    order, stand = words.one("order"), words.one("stand") == "stands"
    party = next(iter(_riders(words)), None)
    words.about("card", optional=["move", "play"])
    at = {"first": 0, "last": -1}.get(str(order))
    mine = party in ("mover", "you")
    if at is None or party is None:
        raise WordsError("it must say 'first' or 'last', and whose card it is")

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
