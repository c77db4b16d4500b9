"""What sentences may state about slots and passes: pairing, the initiative, riding, the advantage, strikes."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.lists.engine import INITIATIVE, KNIGHTS, RIDE, STRIKE
from pnp.rules.lists.moments import ListsMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = ListsMoment

# Slots -----------------------------------------------------------------------------------------------------------


@claim("knights.alike", settles=["knights.alike"])
def _alike(words: Words, play: Play) -> Statements:
    """All knights ride and strike in the same way."""
    words.one("quant", "all")
    same = words.one("quant", "same", "other") == "same"
    words.about("ride", "strike", optional=["knight"])
    yield Holds(play.fact("knights.alike") == same, "the same rolls have the same results for every pair of knights")


@claim("list.columns", settles=["list.columns"])
def _columns(words: Words, play: Play) -> Statements:
    """Each lane has n squares."""
    words.one("quant", "all")
    count = words.number()
    words.about("lane", "square")
    yield Holds(play.fact("list.columns") == count, f"a lane has {play.fact('list.columns')} squares")


@claim("start.tokens", settles=["begins"])
def _start(words: Words, play: Play) -> Statements:
    """Begin the tournament with no tokens, no injuries and no rest."""
    words.skip("quant", "all")
    words.one("end", "begins")
    words.skip("has", "with")
    none = words.one("quant", "none", "some") == "none"
    words.about("token", optional=["tournament", "knight"])
    yield Holds((play.fact("begins")[0] == 0) == none, f"knights begin with {play.fact('begins')[0]} tokens")


@claim("slot.knights", settles=["slot.knights"])
def _slot(words: Words, play: Play) -> Statements:
    """In each slot, two knights joust."""
    words.one("quant", "all")
    count = words.number()
    words.about("slot", "knight", "joust")
    yield Always(lambda m: m.slot_begins and m.verb != "idle", lambda m: len(set(m.jousters)) == count)


@claim("joust.passes")
def _passes(words: Words, play: Play) -> Statements:
    """A joust has one or more passes."""
    count, bound = words.number(), words.one("bound")
    words.about("joust", "pass")
    numbers = {m.before.passes for m in play.moments if m.ends}
    at_least = min(numbers) == count and max(numbers) > count
    yield Holds(at_least and bound == "least", f"jousts have {min(numbers)} to {max(numbers)} passes in play")


@claim("pass.order", settles=["pass.phases"])
def _order(words: Words, play: Play) -> Statements:
    """In each pass, roll for the initiative, ride, then strike."""
    words.one("quant", "all")
    words.about("initiative", "pass")
    names = [value for value in words.every("act") if value in ("roll", "ride", "strike")]
    words.skip("time", "after")
    phases = {"roll": INITIATIVE, "ride": RIDE, "strike": STRIKE}
    seen = play.fact("pass.phases")
    yield Holds([phases[str(name)] for name in names] == seen[:3], f"the order of play is {', '.join(seen[:3])}")


# Places ----------------------------------------------------------------------------------------------------------


@claim("place.starts", settles=["list.starts"])
def _starts(words: Words, play: Play) -> Statements:
    """Place both knights on their start squares. Or: begin each pass with both knights on their start squares."""
    if words.maybe("end") is not None:
        words.one("quant", "all")
        words.about("pass")
    words.skip("quant", "all")
    words.skip("has", "with")
    words.about("start", optional=["place", "knight"])
    words.skip("party", "rival")
    last = play.fact("list.columns")
    yield Always(lambda m: m.pass_begins, lambda m: m.columns == (1, last))


@claim("place.pennants")
def _pennants(words: Words, play: Play) -> Statements:
    """Nobody has the advantage, when a pass begins."""
    nobody = words.one("person", "nobody", "everybody", "somebody") == "nobody"
    words.skip("has", "with")
    words.about("advantage")
    yield Always(lambda m: m.pass_begins, lambda m: (m.before.course.advantage is None) == nobody)


@claim("injuries.start", settles=["injuries.after_joust"])
def _injuries(words: Words, play: Play) -> Statements:
    """Begin each joust with n injuries."""
    words.one("end", "begins")
    words.one("quant", "all")
    words.one("has", "with")
    count = words.number()
    words.about("joust", "injury")
    yield Always(lambda m: m.verb in ("pair", "return"), lambda m: m.after.injuries == (count, count))
    yield Always(lambda m: m.ends, lambda m: m.after.injuries == (count, count))


@claim("injuries.keep", settles=["injuries.between_passes"])
def _keep(words: Words, play: Play) -> Statements:
    """Keep your injuries from pass to pass."""
    kept = not words.negated()
    words.one("party", "you")
    words.about("keep", "injury", "pass")
    yield Always(
        lambda m: m.pass_ends and m.goes_on and any(m.before.injuries),
        lambda m: all(now >= then for now, then in zip(m.after.injuries, m.before.injuries, strict=True)) == kept,
    )


# The initiative ----------------------------------------------------------------------------------------------------


def _faces(moment: M) -> int:
    """The numbers that can be rolled: 1 to n, or 0 if they are others."""
    rolls = sorted(int(action[1]) for action in moment.legal)
    return len(rolls) if rolls == list(range(1, len(rolls) + 1)) else 0


@claim("initiative.roll", settles=["initiative.die"])
def _initiative(words: Words, play: Play) -> Statements:
    """Both knights roll the die of n."""
    both = words.one("quant", "all", "some", "none", "any", "only") == "all"
    die = words.one("die")
    words.about("roll", "knight")
    yield Always(lambda m: m.verb == INITIATIVE, lambda m: _faces(m) == die)
    yield Always(
        lambda m: m.pass_begins,
        lambda m: (m.verbs_after == {INITIATIVE} and m.roller_after != m.roller) == both,
    )


@claim("initiative.higher", settles=["initiative.higher"])
def _higher(words: Words, play: Play) -> Statements:
    """The higher roll has the initiative."""
    higher = words.one("than") == "higher"
    words.about("roll", "initiative")
    yield Always(
        lambda m: m.verb == INITIATIVE and m.verbs_after == {RIDE},
        lambda m: ((m.roll > m.before.course.rolls[0]) == (m.after.course.leader == m.roller)) == higher,
    )


@claim("initiative.tie", settles=["initiative.tie"])
def _tie(words: Words, play: Play) -> Statements:
    """On a tie, both roll again."""
    words.one("result", "draw")
    words.one("quant", "all")
    words.one("often", "again")
    words.about("roll", optional=["knight"])
    yield Always(
        lambda m: m.verb == INITIATIVE and m.before.course.rolls == (m.roll,),
        lambda m: m.verbs_after == {INITIATIVE} and not m.after.course.rolls,
        least=5,
    )


@claim("initiative.each", settles=["initiative.each_pass"])
def _each(words: Words, play: Play) -> Statements:
    """Roll for the initiative in every pass."""
    every = words.one("quant", "all", "none", "some", "only") == "all"
    words.about("roll", "initiative", "pass")
    yield Always(lambda m: m.pass_ends and m.goes_on, lambda m: (m.verbs_after == {INITIATIVE}) == every)


# Riding ------------------------------------------------------------------------------------------------------------


@claim("ride.first", settles=["ride.first"])
def _ride_first(words: Words, play: Play) -> Statements:
    """The knight with the initiative rides first."""
    having, first = words.one("has") == "with", words.one("order") == "first"
    words.about("knight", "initiative", "ride")
    yield Always(
        lambda m: m.verb == INITIATIVE and m.verbs_after == {RIDE},
        lambda m: (m.roller_after == m.after.course.leader) == (having == first),
    )


@claim("ride.roll", settles=["ride.die"])
def _ride_roll(words: Words, play: Play) -> Statements:
    """Roll the die of n, and ride exactly so many squares ahead."""
    die = words.one("die")
    words.one("bound", "exactly")
    sign = {"forward": 1, "back": -1}.get(str(words.one("way")))
    words.about("roll", "ride", "square")
    yield Always(lambda m: m.verb == RIDE, lambda m: _faces(m) == die)
    yield Always(
        lambda m: m.verb == RIDE and m.roll <= m.left,
        lambda m: sign is not None and m.ahead[m.roller] == sign * m.roll and not m.ahead[1 - m.roller],
    )


@claim("ride.turns", settles=["ride.turns"])
def _ride_turns(words: Words, play: Play) -> Statements:
    """Then the other knight rides, and so on in turn."""
    words.one("time", "after")
    other = words.one("quant", "other", "same") == "other"
    words.about("knight", "ride", optional=["turn"])
    yield Always(lambda m: m.verb == RIDE and not m.meets, lambda m: (m.roller != m.roller_after) == other)


@claim("ride.back", settles=["ride.back"])
def _ride_back(words: Words, play: Play) -> Statements:
    """Never ride back."""
    words.one("mode", "never")
    way = words.one("way")
    words.about("ride")
    never = {"back": lambda m: m.ahead[m.roller] >= 0, "forward": lambda m: m.ahead[m.roller] <= 0}.get(str(way))
    if never is None:
        raise WordsError("it must say 'back'")
    yield Always(lambda m: m.verb == RIDE, never)


@claim("ride.alongside", settles=["ride.ends"])
def _alongside(words: Words, play: Play) -> Statements:
    """As soon as both knights are in the same column, both stop."""
    words.one("time", "at_once")
    words.one("quant", "all")
    same = words.one("quant", "same", "other") == "same"
    words.one("quant", "all")
    stop = words.one("end", "ends", "begins", "continues") == "ends"
    words.about("knight", "column")
    yield Always(
        lambda m: m.verb == RIDE,
        lambda m: ((m.columns_after[0] == m.columns_after[1]) == same) == (m.meets == stop),
    )


@claim("ride.all", settles=["ride.all_squares"])
def _ride_all(words: Words, play: Play) -> Statements:
    """Until then, you must ride all squares of your roll."""
    words.one("time", "until")
    words.skip("time", "after")
    words.skip("party", "you")
    must = words.one("mode") == "must"
    every = words.one("quant", "all", "some", "none", "any") == "all"
    words.about("ride", "square", "roll")
    yield Always(
        lambda m: m.verb == RIDE and m.roll <= m.left, lambda m: (m.ahead[m.roller] == m.roll) == (must == every)
    )


@claim("ride.excess", settles=["ride.excess"])
def _excess(words: Words, play: Play) -> Statements:
    """Squares beyond that column are lost."""
    words.one("bound", "more")
    lost = words.one("result", "lose", "win") == "lose"
    words.about("square", "column")
    yield Always(lambda m: m.verb == RIDE and m.roll > m.left, lambda m: (m.ahead[m.roller] == m.left) == lost)


# The advantage -----------------------------------------------------------------------------------------------------


@claim("zone", settles=["advantage.columns"])
def _zone(words: Words, play: Play) -> Statements:
    """Columns n to m are the halfway zone."""
    low, high = words.number(), words.number()
    words.about("column", "zone")
    yield Always(
        lambda m: m.meets, lambda m: (m.after.course.advantage is None) == (low <= m.columns_after[0] <= high), least=50
    )
    shown = play.fact("advantage.columns").get("nobody")
    yield Holds(shown == [low, high], f"nobody has the advantage in the columns {shown}")


@claim("advantage.past", settles=["advantage.columns"])
def _past(words: Words, play: Play) -> Statements:
    """The knight who has ridden past the zone has the advantage. Or: if you meet past the zone, you have it."""
    past = words.one("bound", "more", "less") == "more"
    meets = words.maybe("cond") is not None
    parties = ("you", *(words.every("party") if meets else ()))
    words.about("zone", "advantage", *(["meet"] if meets else ["knight", "ride"]))
    _low, high = play.fact("advantage.columns")["nobody"]

    def right(m: M) -> bool:
        columns = m.columns_after[0], play.fact("list.columns") + 1 - m.columns_after[1]
        beyond = [knight for knight in KNIGHTS if (columns[knight] > high) == past]
        holder = beyond[0] if parties[-1] == "you" else 1 - beyond[0]
        return m.after.course.advantage == holder

    yield Always(lambda m: m.meets and m.after.course.advantage is not None, right)


@claim("advantage.none", settles=["advantage.columns"])
def _none(words: Words, play: Play) -> Statements:
    """If you meet in the zone, nobody has the advantage."""
    words.one("cond", "if")
    words.one("party", "you")
    inside = words.one("source", "in", "out") == "in"
    nobody = words.one("person") == "nobody"
    words.about("meet", "zone", optional=["advantage"])
    low, high = play.fact("advantage.columns")["nobody"]
    yield Always(
        lambda m: m.meets and (low <= m.columns_after[0] <= high) == inside,
        lambda m: (m.after.course.advantage is None) == nobody,
    )


@claim("advantage.initiative", settles=["advantage.by_initiative"])
def _by_initiative(words: Words, play: Play) -> Statements:
    """The initiative does not matter for the advantage."""
    matters = not words.negated()
    words.about("initiative", "matter", optional=["advantage"])
    yield Holds(play.fact("advantage.by_initiative") == matters, "the initiative never decides who has the advantage")


# Strikes -----------------------------------------------------------------------------------------------------------


@claim("strike.roll", settles=["strike.die"])
def _strike_roll(words: Words, play: Play) -> Statements:
    """Roll the die of n to strike."""
    die = words.one("die")
    words.about("roll", "strike")
    yield Always(lambda m: m.verb == STRIKE, lambda m: _faces(m) == die)


@claim("strike.first", settles=["strike.first"])
def _strike_first(words: Words, play: Play) -> Statements:
    """The knight with the advantage strikes first."""
    having, first = words.one("has") == "with", words.one("order") == "first"
    words.about("knight", "advantage", "strike")
    yield Always(
        lambda m: m.first_strike and m.holder is not None, lambda m: (m.roller == m.holder) == (having == first)
    )


@claim("strike.unseats", settles=["strike.reply_after_unseating"])
def _strike_unseats(words: Words, play: Play) -> Statements:
    """If that strike unseats the opponent, there is no reply."""
    words.one("cond", "if")
    words.one("party", "rival")
    none = words.one("quant", "none", "all", "some", "any") == "none"
    words.about("strike", "unseat", "reply")
    yield Always(
        lambda m: m.first_strike and m.holder is not None and m.unseats(m.roll),
        lambda m: (STRIKE not in m.verbs_after) == none,
    )


@claim("strike.reply", settles=["strike.reply_spent"])
def _reply(words: Words, play: Play) -> Statements:
    """Otherwise the opponent must strike too, even if spent."""
    words.one("cond", "otherwise")
    party = words.one("party")
    must = words.one("mode") == "must"
    words.one("cond", "if")
    words.about("strike", "unable")
    limit = play.fact("spent.injuries")

    def strikes(m: M) -> bool:
        return m.legal_after == m.legal and (m.roller_after != m.roller) == (party == "rival")

    def replies(m: M) -> bool:
        return m.first_strike and m.holder is not None and not m.unseats(m.roll)

    yield Always(replies, lambda m: strikes(m) == must)
    yield Always(lambda m: replies(m) and m.spent(limit)[1 - m.roller], lambda m: strikes(m) == must, least=3)


@claim("strike.together", settles=["strike.together"])
def _together(words: Words, play: Play) -> Statements:
    """If nobody has the advantage, both knights strike at the same time."""
    words.one("cond", "if")
    words.one("person", "nobody")
    words.one("quant", "all")
    words.one("time", "same_time")
    words.about("advantage", "strike", optional=["knight"])
    yield Always(
        lambda m: m.first_strike and m.holder is None,
        lambda m: m.verbs_after == {STRIKE} and m.after.injuries == m.before.injuries,
    )
    yield Always(lambda m: m.second_strike and m.holder is None and m.goes_on, lambda m: m.after.injuries == m.wounds)


@claim("injuries.add")
def _add(words: Words, play: Play) -> Statements:
    """Add every injury to the injuries that the knight has."""
    change = words.one("change")
    words.one("quant", "all")
    words.about("injury", "knight")
    if change != "plus":
        raise WordsError("injuries are added")
    yield Always(lambda m: m.pass_ends and m.goes_on, lambda m: m.after.injuries == m.wounds)


@claim("hit.self", settles=["hit.injuries"])
def _self(words: Words, play: Play) -> Statements:
    """A hit on a place gives you n injuries, and your opponent none."""
    place = words.name()
    parties = words.every("party")
    count = words.number()
    none = words.one("quant", "none", "all", "some") == "none"
    words.about("hit", "give", "injury")
    if parties != ("you", "you", "rival"):
        raise WordsError("it must say what the hit gives you, then what it gives your opponent")
    rolls = [str(roll) for roll, hit in play.game.hits.items() if hit.location == place]
    shown = [play.fact("hit.injuries").get(roll, [0, 0]) for roll in rolls]
    right = bool(shown) and all(own == count and (other == 0) == none for other, own in shown)
    yield Holds(right, f"the injuries of the opponent and of the striker are {shown}")


@claim("hit.unseats", settles=["hit.unseats"])
def _unseats(words: Words, play: Play) -> Statements:
    """Only a hit on a place unseats."""
    words.one("quant", "only")
    place = words.name()
    words.about("hit", "unseat")
    rolls = [roll for roll, hit in play.game.hits.items() if hit.location == place]
    yield Holds(play.fact("hit.unseats") == rolls, f"the rolls that unseat are {play.fact('hit.unseats')}")


@claim("hit.spends", settles=["hit.self_can_spend"])
def _spends(words: Words, play: Play) -> Statements:
    """A hit on a place can leave you spent."""
    place = words.name()
    can = words.one("mode") == "may"
    words.one("party", "you")
    words.about("hit", "leave", "unable")
    own = {play.game.hits[int(roll)].location for roll, (_, own) in play.fact("hit.injuries").items() if own}
    right = (place in own and play.fact("hit.self_can_spend")) == can
    yield Holds(right, f"hits on {sorted(own)} hurt the striker")
