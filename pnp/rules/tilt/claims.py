"""What sentences may state about setup, turns and cards of Joust (Cobcroft)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.rules.claims import LEAST, Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.game import CHANCE
from pnp.rules.tilt.facts import aim_still
from pnp.rules.tilt.moments import TiltMoment
from pnp.rules.tilt.observe import speeds
from pnp.rules.tilt.state import AIM, CHOOSE, FIRST, NO_CARD, PLACE

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = TiltMoment


def parties(words: Words, *expected: str) -> None:
    """Read who the sentence speaks of, in this order."""
    found = words.every("party")
    if found != expected:
        raise WordsError(
            f"it must speak of {', '.join(expected) or 'neither player'}, not {', '.join(map(str, found))}"
        )


def numbers(words: Words) -> list[int]:
    return [int(number) for number in words.every("number")]


def names(words: Words) -> list[str]:
    return [str(name) for name in words.every("name")]


def expect(right: object, reason: str) -> None:
    if not right:
        raise WordsError(reason)


def of_seats(when: Callable[[M, int], object], then: Callable[[M, int], object], least: int = LEAST) -> Always[M]:
    """A statement about each seat for which `when` is true."""
    return Always(
        lambda m: any(when(m, seat) for seat in (0, 1)),
        lambda m: all(then(m, seat) for seat in (0, 1) if when(m, seat)),
        least,
    )


# Setup --------------------------------------------------------------------------------------------------------


@claim("lists.squares", settles=["lists.squares"])
def _squares(words: Words, play: Play) -> Statements:
    """The lists have n squares."""
    count = words.number()
    words.about("lists", "square")
    yield Holds(play.fact("lists.squares") == count, f"the lists have {play.fact('lists.squares')} squares")


@claim("target.squares", settles=["target.squares"])
def _target(words: Words, play: Play) -> Statements:
    """The target has n squares."""
    count = words.number()
    words.about("target", "square")
    yield Holds(play.fact("target.squares") == count, f"the target has {play.fact('target.squares')} squares")


@claim("start.range", settles=["start.range"])
def _range(words: Words, play: Play) -> Statements:
    """The range at the start is n."""
    words.one("end", "begins")
    count = words.number()
    words.about("range")
    yield Always(lambda m: m.phase == PLACE, lambda m: m.gap == count)


@claim("start.ends", settles=["start.range"])
def _ends(words: Words, play: Play) -> Statements:
    """Put one knight on the first square and the other on the last."""
    ends = {"first": min, "last": max}
    places = [ends[str(words.one("order", *ends))] for _ in range(2)]
    words.about("put", "square", optional=["gules", "azure", "knight"])
    game = play.game
    seen = [game.square(m.before, seat) for m in play.moments if m.met or m.phase == PLACE for seat in (0, 1)]
    yield Always(
        lambda m: m.phase == PLACE,
        lambda m: [game.square(m.before, seat) for seat in (0, 1)] == [place(seen) for place in places],
    )


@claim("start.speed", settles=["start.speed"])
def _speed(words: Words, play: Play) -> Statements:
    """Set both speeds to n."""
    words.one("quant", "all")
    count = words.number()
    words.about("speed", optional=["put", "dial"])
    yield Always(lambda m: m.phase == PLACE, lambda m: all(knight.speed == count for knight in m.before.knights))


@claim("start.shield", settles=["start.shield"])
def _shield(words: Words, play: Play) -> Statements:
    """Begin with this shield card."""
    words.one("end", "begins")
    words.one("has", "with")
    place = play.game.places.get(words.name(), "")
    words.about(optional=["table", "tilt"])
    words.skip("quant", "all")
    yield Always(lambda m: m.phase == PLACE, lambda m: all(knight.shield == place for knight in m.before.knights))


@claim("start.cards", settles=["start.cards"])
def _cards(words: Words, play: Play) -> Statements:
    """Your hands are n aim cards, n horse cards and n knight cards."""
    parties(words, "you")
    counts = numbers(words)
    words.about("aim", "horse", "knight", "card", "hand")
    yield Always(
        lambda m: m.phase == PLACE,
        lambda m: all([sum(hand) for hand in knight.hands] == counts for knight in m.before.knights),
    )


@claim("first.chance", settles=["begins"])
def _chance(words: Words, play: Play) -> Statements:
    """Choose the First Player of the first tilt at random."""
    words.one("role", "first_player")
    order = words.one("order", "first", "last", "next")
    words.about("choose", "tilt", "random")
    tilt = {"first": 1, "last": play.fact("end.tilts"), "next": 2}[str(order)]
    yield Always(lambda m: m.phase == FIRST, lambda m: m.actor == CHANCE and len(m.legal) == 2 and m.after.tilt == tilt)


@claim("aim.starts", settles=["aim.starts"])
def _starts(words: Words, play: Play) -> Statements:
    """The start squares are these."""
    words.maybe("end")
    squares = set(names(words)) - {"start"}
    words.about(optional=["square", "start_square", "start"])
    yield Always(lambda m: m.phase == PLACE, lambda m: m.words == squares)


@claim("aim.places", settles=["aim.places_first"])
def _places(words: Words, play: Play) -> Statements:
    """The First Player puts an aim counter on a start square first, then the other player does."""
    words.one("role", "first_player")
    order = words.one("order")
    words.one("time", "after")
    words.one("quant", "other")
    words.maybe("end")
    words.about("place", "aim", optional=["player", "square", "counter", "start"])

    def fresh(m: M) -> bool:
        return m.phase == PLACE and not any(knight.aim for knight in m.before.knights)

    yield Always(fresh, lambda m: (m.actor == m.first) == (order == "first"))
    yield Always(fresh, lambda m: m.phase_after == PLACE and m.actor_after != m.actor)


@claim("aim.share", settles=["aim.share"])
def _share(words: Words, play: Play) -> Statements:
    """Both aims may be on the same square."""
    words.one("quant", "all")
    mode = words.one("mode")
    words.one("quant", "same")
    words.about("aim", "square")
    expect(mode in ("may", "never"), "it must say 'may' or 'cannot'")
    yield Always(
        lambda m: m.phase == PLACE and m.before.seat != m.first,
        lambda m: (m.before.knights[m.first].aim in m.words) == (mode == "may"),
    )


# Choosing -----------------------------------------------------------------------------------------------------


@claim("choose.each", settles=["choose.each", "choose.hidden"])
def _each(words: Words, play: Play) -> Statements:
    """Both players secretly choose one aim card, one horse card and one knight card."""
    words.one("quant", "all")
    hidden = words.one("face") == "hidden"
    counts = numbers(words)
    words.about("choose", "aim", "horse", "knight", "card", optional=["player"])
    yield Always(lambda m: m.phase == CHOOSE, lambda m: all(_counts(a) == counts for a in _full(m)))
    yield Holds(play.fact("choose.hidden") == hidden, "a view of the game shows the rival's choice")


def _full(moment: M) -> tuple[tuple[str, ...], ...]:
    """Legal choices of a player who holds cards of all kinds: the first and the last, in which each hand's first and
    last option are."""
    full = all(map(any, moment.before.knights[moment.before.seat].hands))
    return (moment.legal[0], moment.legal[-1]) if full else ()


def _counts(action: tuple[str, ...]) -> list[int]:
    return [int(card != NO_CARD) for card in action[1:]]


@claim("choose.must", settles=["choose.optional"])
def _must(words: Words, play: Play) -> Statements:
    """You must choose one card of each kind."""
    parties(words, "you")
    mode = words.one("mode")
    count = words.number()
    words.one("quant", "all")
    words.about("choose", optional=["card"])
    yield Always(
        lambda m: m.phase == CHOOSE and _full(m),
        lambda m: all(NO_CARD not in action for action in _full(m)) == (mode == "must") and count == 1,
    )


@claim("cards.return", settles=["cards.return"])
def _return(words: Words, play: Play) -> Statements:
    """You cannot use a played card again until the next tilt."""
    parties(words, "you")
    gone = words.one("mode") == "never"
    words.one("often", "again")
    words.one("time", "until")
    order = words.one("order")
    words.about("use", "play", "card", "tilt")
    expect(order == "next", "it must say 'next'")

    def one_less(m: M) -> bool:
        both = zip(m.turn_start.knights, m.after.knights, strict=True)
        return all(sum(a) == sum(b) - 1 for was, now in both for a, b in zip(now.hands, was.hands, strict=True))

    yield Always(lambda m: m.passed and m.starts_turn and m.phase_after == CHOOSE, lambda m: one_less(m) == gone)
    yield Always(lambda m: m.tilt_ended, lambda m: all(knight.hands == m.game.full for knight in m.after.knights))


@claim("choose.laid", settles=["choose.hidden"])
def _laid(words: Words, play: Play) -> Statements:
    """Lay the chosen cards face down."""
    hidden = words.one("lie") == "down"
    words.skip("party", "rival")  # them: the cards
    words.about("lay", optional=["card"])
    yield Holds(play.fact("choose.hidden") == hidden, "a view of the game does not show the rival's choice")


# Aim cards ----------------------------------------------------------------------------------------------------


@claim("aim.order", settles=["aim.first"])
def _aim_order(words: Words, play: Play) -> Statements:
    """Reveal the aim cards; the First Player's aim moves first."""
    words.one("role", "first_player")
    first = words.one("order") == "first"
    words.about("aim", "move", optional=["card", "reveal", "show"])
    yield Always(
        lambda m: m.phase == AIM and m.starts_turn and (m.before.seat == m.first) == first,
        lambda m: aim_still(m, 1 - m.before.seat),
    )


@claim("aim.must", settles=["aim.optional"])
def _aim_must(words: Words, play: Play) -> Statements:
    """You must move your aim."""
    parties(words, "you", "you")
    mode = words.one("mode")
    words.about("move", "aim")
    expect(mode != "never", "it must say 'must' or 'may'")
    yield Always(
        lambda m: m.phase == AIM,
        lambda m: (m.before.knights[m.before.seat].aim not in m.words) == (mode == "must"),
    )


@claim("aim.pick", settles=["aim.chooser"])
def _pick(words: Words, play: Play) -> Statements:
    """If a card leads to two squares, you choose one."""
    words.one("cond", "if")
    squares, one = words.number(), words.maybe("number")
    words.maybe("number")
    found = words.every("party")
    words.about("square", "choose", optional=["card", "aim", "lead"])
    expect(found in (("you",), ("rival",), ("you", "rival")), "it must say who chooses")
    yield Always(
        lambda m: m.phase == AIM and len(m.words) == squares,
        lambda m: (m.actor == m.before.seat) == (found == ("you",)) and one in (1, None),
    )


# Horse cards and riding ---------------------------------------------------------------------------------------


@claim("horse.order")
def _horse_order(words: Words, play: Play) -> Statements:
    """Reveal the horse cards after the aims have moved."""
    time = words.one("time", "after", "before")
    words.about("horse", "card", "aim", "move", optional=["reveal", "show"])
    yield Always(
        lambda m: m.phase == AIM,
        lambda m: (m.before.knights[0].speed == m.turn_start.knights[0].speed) == (time == "after"),
    )


@claim("horse.max", settles=["horse.max"])
def _max(words: Words, play: Play) -> Statements:
    """Top speed is n."""
    count = words.number()
    words.about("top_speed")
    yield Always(lambda m: m.rides, lambda m: max(m.speeds) <= count)
    yield Always(lambda m: m.rides and max(m.speeds) == count, lambda m: m.gap > 0)


@claim("horse.rein", settles=["horse.rein"])
def _rein(words: Words, play: Play) -> Statements:
    """A card never takes a moving horse below speed n."""
    card = words.name()
    words.one("mode", "never")
    words.one("bound", "less")
    count = words.number()
    words.about("move", "horse", "speed", optional=["take"])
    yield Holds(card in play.game.horses, f"{card!r} is not a horse card")
    yield Holds(
        card in play.game.horses and min(now for was, now in speeds(play.game, card).items() if was) == count,
        "it is not the lowest speed of a moving horse",
    )
    yield Always(lambda m: m.rides, lambda m: all(_least(m, seat, card, count) for seat in (0, 1)))


def _least(moment: M, seat: int, card: str, count: int) -> bool:
    moving = moment.cards[seat][1] == card and moment.before.knights[seat].speed > 0
    return not moving or moment.speeds[seat] >= count


@claim("horse.stand", settles=["horse.rein"])
def _stand(words: Words, play: Play) -> Statements:
    """At speed n, a card keeps you at speed n."""
    before, after = numbers(words)
    card = words.name()
    parties(words, "you")
    words.about("speed", "keep")
    yield of_seats(
        lambda m, seat: m.passed and m.cards[seat][1] == card and m.before.knights[seat].speed == before,
        lambda m, seat: m.speeds[seat] == after,
    )


@claim("horse.dial")
def _dial(words: Words, play: Play) -> Statements:
    """Turn your dial to your new speed."""
    parties(words, "you", "you")
    words.about("turn", "dial", "new", "speed")
    yield of_seats(
        lambda m, seat: m.passed and m.cards[seat][1] in play.game.horses,
        lambda m, seat: (
            m.after.knights[seat].speed == speeds(play.game, m.cards[seat][1])[m.before.knights[seat].speed]
        ),
    )


@claim("ride.order", settles=["ride.order"])
def _ride_order(words: Words, play: Play) -> Statements:
    """Ride n squares at a time, in turn, the First Player first."""
    step = words.number()
    words.one("manner", "in_turn")
    words.one("role", "first_player")
    first = words.one("order") == "first"
    words.about("ride", "square")
    yield Always(lambda m: m.met, lambda m: m.met_as(m.first if first else 1 - m.first, step))


@claim("ride.speed", settles=["ride.exact"])
def _ride_speed(words: Words, play: Play) -> Statements:
    """Ride exactly as many squares as your speed."""
    bounds = words.every("bound")
    parties(words, "you")
    words.about("ride", "square", "speed")
    expect(set(bounds) == {"exactly"}, "it must say 'exactly as many'")
    yield Always(lambda m: m.passed, lambda m: m.rode == m.speeds)


@claim("ride.alone", settles=["ride.exact"])
def _alone(words: Words, play: Play) -> Statements:
    """If one of you has no squares left, the other rides on."""
    words.one("cond", "if")
    words.one("number")
    parties(words, "you")
    words.one("quant", "none")
    words.one("quant", "other")
    words.about("square", "ride", optional=["left", "turn"])
    words.skip("side", "left")
    yield Always(lambda m: m.passed and abs(m.speeds[0] - m.speeds[1]) > 1, lambda m: abs(m.rode[0] - m.rode[1]) > 1)


@claim("ride.meet", settles=["ride.meets"])
def _meet(words: Words, play: Play) -> Statements:
    """As soon as you are on the same square, stop and strike."""
    words.one("time", "at_once")
    parties(words, "you")
    words.one("quant", "same")
    words.one("end", "ends")
    words.about("square", "strike")
    yield Always(lambda m: m.rides and sum(m.speeds) >= m.gap, lambda m: m.met and sum(m.rode) == m.gap)
    yield Always(lambda m: m.rides and sum(m.speeds) < m.gap, lambda m: not m.met)


@claim("ride.unseen", settles=["ride.unseen"])
def _unseen(words: Words, play: Play) -> Statements:
    """If you meet, the knight cards of this turn have no effect."""
    words.one("cond", "if")
    parties(words, "you")
    fails = words.one("stand") == "fails"
    words.about("meet", "knight", "card", "turn")
    game = play.game
    adding = {card for card, traits in game.knights.items() if traits.impact or traits.weight}
    yield Always(
        lambda m: m.met and any(cards[2] in adding for cards in m.cards),
        lambda m: all(b.blow.impact == b.impact(further=_further(play), **_lean(play)) for b in m.blows) == fails,
    )
    yield Always(
        lambda m: m.met and any(cards[2] in adding for cards in m.cards),
        lambda m: all(b.blow.balance == b.balance() for b in m.blows) == fails,
    )


def _further(play: Play) -> int:
    return int(play.fact("impact.further"))


def _lean(play: Play) -> dict[str, int]:
    effect = play.fact("lean.effect")
    return {"less": effect["same half"], "more": effect["other half"]}
