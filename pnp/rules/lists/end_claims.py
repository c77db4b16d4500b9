"""What sentences may state about ends: how jousts and tournaments end, who rests and returns, what wagers bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.lists.engine import KNIGHTS, STRIKE
from pnp.rules.lists.moments import ListsMoment
from pnp.rules.lists.variants import film, three

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = ListsMoment


def _each(moments: Iterable[M], when: Callable[[M], object], then: Callable[[M], bool]) -> Holds:
    """A statement about the moments of a variant: the position that disproves it is its reason."""
    relevant = [moment for moment in moments if when(moment)]
    wrong = next((moment for moment in relevant if not then(moment)), None)
    if not relevant:
        return Holds([], "no moment of play is relevant")
    return Holds(wrong is None, "; ".join(wrong.show()) if wrong else "")


# How a joust ends --------------------------------------------------------------------------------------------------


@claim("spent", settles=["spent.injuries"])
def _spent(words: Words, play: Play) -> Statements:
    """A knight with n or more injuries is spent. Or: after both strikes, a knight with n or more injuries is spent."""
    words.one("has", "with")
    count = words.number()
    least = words.one("bound") == "least"
    spent = not words.negated()
    when = words.maybe("time")
    if when is not None:
        words.one("quant", "all")
        words.about("strike")
    words.about("knight", "injury", "unable")
    if when is not None:
        yield Always(
            lambda m: m.first_strike and m.holder is not None and not m.unseats(m.roll) and any(m.spent(count)),
            lambda m: (m.verbs_after == {STRIKE}) == (when == "after"),
            least=3,
        )
    yield Always(
        lambda m: m.pass_ends and not any(m.unseated),
        lambda m: (m.ends == any(m.spent(count))) == (least == spent),
    )
    yield Holds(play.fact("spent.injuries") == count, f"knights are spent by {play.fact('spent.injuries')} injuries")


@claim("outcome.first")
def _first(words: Words, play: Play) -> Statements:
    """Use the first line that is true."""
    order = words.one("order", "first", "last")
    words.about("use", "line", "true", optional=["table"])
    limit = play.fact("spent.injuries")
    yield Always(
        lambda m: m.pass_ends and any(m.unseated) and any(m.spent(limit)),
        lambda m: m.after.last.endswith("unseated") == (order == "first"),
        least=5,
    )


@claim("outcome.ends")
def _ends(words: Words, play: Play) -> Statements:
    """Behind a sentence about the first line that is true: it ends the joust."""
    ends = not words.negated()
    words.one("end", "ends")
    words.skip("party", "rival")  # it
    words.about("joust")
    limit = play.fact("spent.injuries")
    yield Always(lambda m: m.pass_ends and (any(m.unseated) or any(m.spent(limit))), lambda m: m.ends == ends)


@claim("outcome.pass")
def _pass(words: Words, play: Play) -> Statements:
    """If no line is true, ride another pass."""
    words.one("cond", "if")
    none = words.one("quant", "none", "all", "any") == "none"
    words.one("nth", 2)
    words.about("line", "true", "ride", "pass")
    limit = play.fact("spent.injuries")
    yield Always(
        lambda m: m.pass_ends, lambda m: (m.goes_on == (not any(m.unseated) and not any(m.spent(limit)))) == none
    )


@claim("end.both_unseated", settles=["end.both_unseated"])
def _both_unseated(words: Words, play: Play) -> Statements:
    """If both knights are unseated, nobody wins, and both rest."""
    words.one("cond", "if")
    words.one("quant", "all")
    yield from _both(words, "unseat", lambda m: all(m.unseated), 2)


@claim("end.both_spent", settles=["end.both_spent"])
def _both_spent(words: Words, play: Play) -> Statements:
    """If both knights are spent but seated, nobody wins, and both rest. Or: and both withdraw."""
    words.one("cond", "if")
    words.one("quant", "all")
    words.about("seated")
    limit = play.fact("spent.injuries")
    yield from _both(words, "unable", lambda m: not any(m.unseated) and all(m.spent(limit)), 5)


def _both(words: Words, what: str, when: Callable[[M], bool], least: int) -> Statements:
    """Nobody wins, and both knights rest, or withdraw: they miss the next slot, and are the pair that returns."""
    nobody = words.one("person") == "nobody"
    words.one("result", "win")
    words.one("quant", "all")
    does = not words.negated()
    withdraw = any(word.value("act") == "withdraw" for word in words)
    words.about(what, "withdraw" if withdraw else "rest", optional=["knight"])

    def right(m: M) -> bool:
        return m.resting_after == KNIGHTS and (not withdraw or m.after.later == m.before.pair)

    yield Always(lambda m: m.pass_ends and when(m), lambda m: m.ends and (m.winner is None) == nobody, least)
    yield Always(lambda m: m.pass_ends and when(m) and not m.over, lambda m: right(m) == does, least)


@claim("end.one_unseated", settles=["end.one_unseated", "end.spent_winner_wins"])
def _one_unseated(words: Words, play: Play) -> Statements:
    """If one knight is unseated, the other wins n tokens, even if spent."""
    words.one("cond", "if")
    one = words.number()
    right = _winner(words, lambda m: m.unseated)
    words.one("cond", "if")
    words.about("unseat", "unable")
    limit = play.fact("spent.injuries")
    yield Always(lambda m: m.pass_ends and sum(m.unseated) == one, right)
    yield Always(
        lambda m: m.pass_ends and sum(m.unseated) == one and m.spent(limit)[m.unseated.index(False)], right, least=3
    )


@claim("end.one_spent", settles=["end.one_spent"])
def _one_spent(words: Words, play: Play) -> Statements:
    """If one knight is spent, the other wins n tokens."""
    words.one("cond", "if")
    one = words.number()
    limit = play.fact("spent.injuries")
    right = _winner(words, lambda m: m.spent(limit))
    words.about("unable")
    yield Always(lambda m: m.pass_ends and not any(m.unseated) and sum(m.spent(limit)) == one, right)


def _winner(words: Words, beaten: Callable[[M], tuple[bool, bool]]) -> Callable[[M], bool]:
    """Whether the knight that is not beaten wins as many tokens as a sentence says."""
    other = words.one("quant", "other", "same") == "other"
    words.one("result", "win")
    tokens = words.number()
    words.about("knight", optional=["token"])
    return lambda m: m.winner == beaten(m).index(not other) and sum(m.gained) == tokens


@claim("end.unseated_rest", settles=["rest.who"])
def _unseated_rest(words: Words, play: Play) -> Statements:
    """The unseated knight rests, and so does a spent winner."""
    words.one("result", "win")
    rests = not words.negated()
    words.about("unseat", "knight", "rest", "unable")
    limit = play.fact("spent.injuries")

    def tired(m: M) -> tuple[int, ...]:
        return tuple(k for k in KNIGHTS if m.unseated[k] or m.spent(limit)[k])

    yield Always(lambda m: m.ends and not m.over and any(m.unseated), lambda m: (m.resting_after == tired(m)) == rests)


@claim("end.spent_rests", settles=["rest.who"])
def _spent_rests(words: Words, play: Play) -> Statements:
    """The spent knight rests."""
    rests = not words.negated()
    words.about("unable", "knight", "rest")
    limit = play.fact("spent.injuries")
    yield Always(
        lambda m: m.ends and not m.over and not any(m.unseated),
        lambda m: (m.resting_after == tuple(k for k in KNIGHTS if m.spent(limit)[k])) == rests,
    )


# Between jousts ----------------------------------------------------------------------------------------------------


@claim("rest.next", settles=["rest.jousts"])
def _rest(words: Words, play: Play) -> Statements:
    """A resting knight misses exactly n slots, or the next slot. Or: it misses the next slot, then leaves the tent."""
    is_next = words.has("order", "next")
    if not is_next:
        words.one("bound", "exactly")
    count = 1 if is_next else words.number()
    words.about("rest", "knight", "miss", "slot")
    if then := words.maybe("time"):
        words.about("leave", "tent")
        yield Always(
            lambda m: m.ends and not m.over and m.before.resting,
            lambda m: (not set(m.before.resting) & set(m.after.resting)) == (then == "after"),
        )
    yield Holds(play.fact("rest.jousts") == count, f"resting knights miss {play.fact('rest.jousts')} jousts")
    yield Always(lambda m: m.verb == "pair" and m.before.resting, lambda m: not set(m.jousters) & set(m.before.resting))


@claim("return.when", settles=["return.when"])
def _return(words: Words, play: Play) -> Statements:
    """A withdrawn pair must joust again in the slot after the next joust.

    Or: a withdrawn pair misses n slots, then must joust again in the next slot. Or, behind a sentence about such a
    pair: they miss n slots, then must joust again.
    """
    must = words.one("mode") == "must"
    words.has("often", "again")
    waited = play.fact("return.when")
    if any(word.value("act") == "miss" for word in words):
        words.one("time", "after")
        count = words.number()
        words.has("order", "next")
        words.skip("party", "rival")  # they
        words.about("miss", "slot", "joust", optional=["withdraw", "pair", "knight"])
        yield from _missed(play, count)
    else:
        count = 1 if words.name() == "after_next" else 0
        words.about("withdraw", "pair", "joust", "slot")
    yield Holds(waited == count, f"a withdrawn pair waits for {waited} jousts")
    yield Always(lambda m: m.slot_begins and m.before.due, lambda m: (m.verbs == {"return"}) == must, least=5)


def _missed(play: Play, slots: int) -> Statements:
    """A withdrawn pair misses so many slots, whether others joust in them or not."""
    yield _each(three(play), lambda m: m.slot_begins and m.before.later, lambda m: m.jousters != m.before.later)
    yield _each(
        three(play),
        lambda m: m.verb == "idle" and m.before.later,
        lambda m: (m.after.due == m.before.later) == (slots == 1),
    )


@claim("return.only", settles=["return.before_others"])
def _return_only(words: Words, play: Play) -> Statements:
    """No other pair may joust in that slot. Or: only that pair may joust in that slot.

    Or: after a withdrawn pair misses a slot, only that pair may joust in the next slot.
    """
    after = words.maybe("time")
    if after is not None:
        words.one("order", "next")
        words.about("withdraw", "miss")
    quant = words.one("quant", "only", "none", "any", "all")
    if quant == "only":
        none, may = True, words.one("mode") == "may" and not words.negated()
    else:
        none = quant == "none"
        words.one("quant", "other")
        may = words.one("mode") == "may"
    words.about("pair", "joust", "slot")
    yield Always(
        lambda m: m.slot_begins and m.before.due,
        lambda m: (len(m.legal) == 1 and m.jousters == m.before.due) == (none == may),
        least=5,
    )
    if after is not None:
        yield _each(
            three(play),
            lambda m: m.verb == "idle" and m.before.later,
            lambda m: (m.after.due == m.before.later) == (after == "after"),
        )


def _skips(words: Words) -> bool:
    return any(word.value("act") == "skip" for word in words)


@claim("idle.when", settles=["idle.when"])
def _idle(words: Words, play: Play) -> Statements:
    """If fewer than n knights are fit, the slot is idle. Or: if fewer than n knights may joust, skip the slot."""
    words.one("cond", "if")
    less, count = words.one("bound") == "less", words.number()
    idle = not words.negated()
    if _skips(words):
        words.one("mode", "may")
        words.about("knight", "slot", "skip", optional=["joust", "ride"])
    else:
        words.about("knight", "fit", "slot", "idle")

    def is_idle(m: M) -> bool:
        fit = m.game.players - len(m.before.resting)
        return (fit < count if less else fit > count) == ((m.verb == "idle") == idle)

    yield _each(three(play), lambda m: m.slot_begins and not m.before.due, is_idle)


@claim("idle.counts", settles=["return.when", "idle.recover"])
def _counts(words: Words, play: Play) -> Statements:
    """A skipped slot counts as the slot that a withdrawn pair misses. Or, behind a sentence about it: it does.

    Or, of all who rest or have withdrawn: a skipped slot counts as missed for a knight in a tent.
    """
    counts = not words.negated()
    if any(sense.value == "tent" for word in words for sense in word.senses):
        words.about("skip", "slot", "count", "miss", "knight", "tent")
        yield _each(three(play), lambda m: m.verb == "idle", lambda m: (not m.after.resting) == counts)
    else:
        words.about("slot", "count", "withdraw", "pair", "miss", optional=["skip"])
    yield _each(
        three(play),
        lambda m: m.verb == "idle" and m.before.later,
        lambda m: (m.after.due == m.before.later) == counts,
    )


@claim("rest.players", settles=["rest.two_players"])
def _players(words: Words, play: Play) -> Statements:
    """With fewer than n players, nobody rests. Or: with n players, nobody rests."""
    words.one("has", "with")
    bound, count = words.maybe("bound"), words.number()
    nobody = words.one("person") == "nobody"
    words.about("player", "rest")
    for players in (2, 3):
        rests = any(m.after.resting for m in film(play, players))
        applies = players == count if bound is None else players < count if bound == "less" else players > count
        yield Holds(rests != (applies == nobody), f"with {players} players, knights rest: {rests}")


# The end -----------------------------------------------------------------------------------------------------------


@claim("win", settles=["win.tokens", "win.at_once"])
def _win(words: Words, play: Play) -> Statements:
    """The first knight with n tokens wins the tournament."""
    words.one("order", "first")
    words.one("has", "with")
    count = words.number()
    won = words.one("result", "win", "lose") == "win"
    words.skip("time", "at_once")
    words.about("token", optional=["knight", "tournament"])
    yield Always(lambda m: m.ends, lambda m: (max(m.after.tokens) >= count) == m.over)
    yield Always(lambda m: m.over, lambda m: (m.winners == (m.after.tokens.index(max(m.after.tokens)),)) == won)


# Wagers ------------------------------------------------------------------------------------------------------------


@claim("wager.who", settles=["wager.who", "wager.compulsory"])
def _who(words: Words, play: Play) -> Statements:
    """Before a joust, all players who do not joust may wager."""
    before = words.one("time", "before", "after") == "before"
    everyone = words.one("person", "everybody", "nobody", "somebody") == "everybody"
    bystanders = words.negated()
    may = words.one("mode") == "may"
    words.about("joust", "wager", optional=["player"])
    yield Holds(before, "wagers are made before a joust")
    yield Holds(play.fact("wager.who") == (everyone == bystanders), "all other players with chips may wager")
    yield Holds(play.fact("wager.compulsory") != may, f"wagers are compulsory: {play.fact('wager.compulsory')}")


@claim("wager.on", settles=["wager.on"])
def _on(words: Words, play: Play) -> Statements:
    """Choose one of the two knights."""
    one, two = words.number(), words.number()
    words.about("choose", "knight")
    yield Holds(play.fact("wager.on") and (one, two) == (1, len(KNIGHTS)), "a wager is on one knight of the joust")


@claim("wager.held", settles=["wager.stakes"])
def _held(words: Words, play: Play) -> Statements:
    """Stake at least n chips, but never more than you hold."""
    words.one("bound", "least")
    count = words.number()
    words.one("bound", "most")
    words.one("party", "you")
    words.about("stake", "chip", "hold")
    least, held, _dealt = play.fact("wager.stakes")
    yield Holds(least == count, f"the least stake is {least}")
    yield Holds(held == "held", "a stake may be more than a player holds")


@claim("wager.dealt", settles=["wager.stakes"])
def _dealt(words: Words, play: Play) -> Statements:
    """Never stake more chips than you began with. Or, behind another limit, without its verb."""
    words.one("mode", "never")
    words.one("than", "higher")
    words.one("party", "you")
    words.one("end", "begins")
    words.one("has", "with")
    words.skip("link", "and")
    words.about("chip", optional=["stake"])
    yield Holds(play.fact("wager.stakes")[2] == "dealt", "a stake may be more than a player began with")


@claim("wager.open", settles=["wager.open"])
def _open(words: Words, play: Play) -> Statements:
    """Wagers are open."""
    exposed = words.one("face") == "exposed"
    words.skip("quant", "all")
    words.about("wager")
    yield Holds(play.fact("wager.open") == exposed, f"everybody sees each wager at once: {play.fact('wager.open')}")


@claim("wager.pays", settles=["wager.pays"])
def _pays(words: Words, play: Play) -> Statements:
    """If one knight alone is unseated, a correct wager wins its stake."""
    words.one("cond", "if")
    if words.number() != 1:
        raise WordsError("wagers are paid if one knight is unseated")
    words.one("quant", "only")
    words.about("knight", "unseat")
    yield from _stakes(words, play)


@claim("wager.loses", settles=["wager.pays"])
def _loses(words: Words, play: Play) -> Statements:
    """A wrong wager loses its stake."""
    yield from _stakes(words, play)


def _stakes(words: Words, play: Play) -> Statements:
    right = words.one("truth") == "right"
    won = words.one("result", "win", "lose") == "win"
    words.about("wager", "stake", optional=["bank"])
    pays = play.fact("wager.pays")
    stake = pays["right" if right else "wrong"]
    yield Holds(abs(stake) == pays["stake"] and (stake > 0) == won, f"the stakes bring {pays}")


@claim("wager.returned", settles=["wager.pays"])
def _returned(words: Words, play: Play) -> Statements:
    """Otherwise, all stakes are returned."""
    words.one("cond", "otherwise")
    everything = words.one("quant", "all", "none") == "all"
    words.about("stake", "return")
    pays = play.fact("wager.pays")
    yield Holds((pays["both"] == 0 and pays["spent"] == 0) == everything, f"the stakes bring {pays}")


@claim("wager.tournament", settles=["wager.wins_tournament"])
def _tournament(words: Words, play: Play) -> Statements:
    """Chips do not win the tournament."""
    wins = not words.negated()
    words.one("result", "win")
    words.about("chip", "tournament")
    yield Holds(play.fact("wager.wins_tournament") == wins, "chips do not win the tournament")
