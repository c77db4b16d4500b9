"""What sentences may state about soaring's cards, about who wins a hand, and about Downers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.soaring.moments import SoaringMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = SoaringMoment


# The cards ---------------------------------------------------------------------------------------------------


@claim("suits.values", settles=["deck.suits"])
def _values(words: Words, play: Play) -> Statements:
    """Each suit has n plain cards of each value from k to l. Or: n plain cards with the values k to l."""
    words.skip("quant", "all")
    one_each = words.has("has", "with")
    count, least, most = words.number(), words.number(), words.number()
    words.about("suit", "plain", "card", "value")
    words.skip("source", "from", "to")
    values = [value for value in range(least, most + 1) for _ in range(1 if one_each else count)]
    found = play.fact("deck.suits")
    yield Holds(not one_each or count == len(values), f"from {least} to {most} there are {len(values)} values")
    yield Holds(all(has == values for has in found.values()), f"the values of the plain cards are {found}")


@claim("downer.value", settles=["deck.downers"])
def _downer_value(words: Words, play: Play) -> Statements:
    """Each Downer has value n."""
    words.one("quant", "all")
    value = words.number()
    words.about("downer", "value")
    found = play.fact("deck.downers")
    yield Holds({worth for _, worth in found.values()} == {value}, f"the Downers' suits and values are {found}")


@claim("downer.suits", settles=["deck.downers"])
def _downer_suits(words: Words, play: Play) -> Statements:
    """There is one Downer of suit C, and one of suit E."""
    count = set(words.every("number")) or {1}
    suits = list(words.every("name"))
    words.about("downer", "suit")
    found = play.fact("deck.downers")
    right = count == {1} and suits == [suit for suit, _ in found.values()]
    yield Holds(right, f"the Downers' suits and values are {found}")


@claim("no_ties", settles=["rank.ties"])
def _no_ties(words: Words, play: Play) -> Statements:
    """No two cards are equal, so each hand has one winner. Or: two cards are never equal, …"""
    if words.maybe("mode") != "never":
        words.one("quant", "none")
    pair = words.number()
    words.one("quant", "same")
    words.one("quant", "all")
    count = words.number()
    words.one("result", "win")
    words.about("card", "hand")
    yield Holds(pair == 2 and not play.fact("rank.ties"), "two cards tie")
    yield Holds(play.fact("hand.winners") == count, f"winners of a hand: {play.fact('hand.winners')}")


# High and low hands --------------------------------------------------------------------------------------------


@claim("rank.value", settles=["rank.value"])
def _rank_value(words: Words, play: Play) -> Statements:
    """The highest value wins. Or: in a low hand the lowest value wins."""
    yield from _extreme_wins(words, low=is_low(words))


@claim("low.value", settles=["rank.low_value"])
def _low_value(words: Words, play: Play) -> Statements:
    """In a low hand the lowest value wins."""
    low = is_low(words)
    if not low:
        raise WordsError("it must speak of a low hand")
    yield from _extreme_wins(words, low=low)


def is_low(words: Words) -> bool:
    """Whether the words speak of a low hand; they may also speak of a high one."""
    level = words.maybe("level")
    if level:
        words.about("hand")
        words.skip("source", "in")
    return level == "low"


def _extreme_wins(words: Words, *, low: bool) -> Statements:
    wanted = words.one("extreme")
    words.one("result", "win")
    words.about("value")
    yield Always(
        lambda m: m.is_plain and m.low == low,
        lambda m: m.value(m.winner) == extreme(wanted)(m.value(card) for card in m.table),
    )


def extreme(wanted: object) -> Callable[[Iterator[int]], int]:
    return max if wanted == "highest" else min


@claim("rank.suits", settles=["rank.suits"])
def _suits(words: Words, play: Play) -> Statements:
    """If values are equal (or: on a tie), suit A beats suit C, and suit C beats suit E."""
    _tie(words)
    names = [str(name) for name in words.every("name")]
    words.about("suit", "beat")
    pairs = list(zip(names[::2], names[1::2], strict=False))
    order = [*dict.fromkeys(names)]
    if sorted(order) != sorted(play.game.rules.suits) or len(names) != 2 * len(pairs):
        raise WordsError("it must say of all suits which beats which")
    yield Holds(pairs == list(pairwise(order)), "the pairs of suits do not make one order")
    yield Always(lambda m: not m.low and _is_tie(m), lambda m: _better_suit_wins(m, order))
    yield Always(lambda m: m.low and _is_tie(m), lambda m: _better_suit_wins(m, order))


def _tie(words: Words) -> None:
    """Read “if values are equal”, or “on a tie”."""
    if words.has("result", "draw"):
        return
    words.one("cond", "if")
    words.one("quant", "same")
    words.about("value")


def _is_tie(m: M) -> bool:
    """Whether cards of the winner's value, but of different suits, are revealed without a Rhino."""
    return m.is_plain and len({m.suit(card) for card in m.table if m.value(card) == m.value(m.winner)}) > 1


def _better_suit_wins(m: M, order: list[str]) -> bool:
    tied = [m.suit(card) for card in m.table if m.value(card) == m.value(m.winner)]
    return m.suit(m.winner) == min(tied, key=order.index)


@claim("low.suits", settles=["rank.low_suits"])
def _low_suits(words: Words, play: Play) -> Statements:
    """If values are equal in a low hand, the better suit wins, too (A, then C, then E). Or, of all hands: on a tie …"""
    _tie(words)
    every = not any(word.value("level") for word in words)
    low = is_low(words)
    better = words.one("than") == "higher"
    words.one("result", "win")
    words.about("suit")
    order = play.fact("rank.suits")
    names = list(words.every("name"))
    words.skip("time", "after")
    yield Holds(not names or names == list(order), "it must name the suits from the best to the worst")
    yield Holds(low or every, "it must speak of a low hand")
    yield Always(
        lambda m: (m.low or every) and _is_tie(m), lambda m: _better_suit_wins(m, order if better else order[::-1])
    )


# Downers -----------------------------------------------------------------------------------------------------


@claim("downer.beats", settles=["downer.twin"])
def _beats(words: Words, play: Play) -> Statements:
    """A Downer, or every Downer, beats the plain card of its suit and value. Or: the plain n of its suit."""
    yield from _twin(words, play, first_thing="downer", low=is_low(words))


@claim("downer.low_beaten", settles=["downer.low_twin"])
def _low_beaten(words: Words, play: Play) -> Statements:
    """In a low hand the plain card beats the Downer of its suit and value."""
    low = is_low(words)
    yield Holds(low, "it must speak of a low hand")
    yield from _twin(words, play, first_thing="plain", low=low)


def _twin(words: Words, play: Play, *, first_thing: str, low: bool) -> Statements:
    """The plain card may be named by its value, which is then that of all Downers."""
    said = set(words.every("number")) - {1}  # the article of many languages is 1
    values = {worth for _, worth in play.fact("deck.downers").values()}
    yield Holds(not said or said == values, f"the values of the Downers are {sorted(values)}")
    first = next(thing for thing in words.every("thing") if thing in ("downer", "plain"))
    words.skip("quant", "all")
    words.about("beat")
    if first != first_thing:
        raise WordsError("it must say whether the Downer or the plain card beats the other")
    yield Always(
        lambda m: m.is_plain and m.low == low and any(m.winner in pair for pair in m.twins),
        lambda m: (m.winner in m.downers) == (first == "downer"),
        least=5,
    )


@claim("downer.next", settles=["downer.next"])
def _next(words: Words, play: Play) -> Statements:
    """If a Downer is revealed, the lowest value wins the next hand. Or: …, the next hand is low.

    It may go on with the card that shows who wins: …: turn the high and low card to Low, or: …: flip this card.
    """
    words.one("cond", "if")
    low = _next_level(words)
    if shown := words.maybe("level"):
        # The card may be named after both levels.
        shown = (words.every("level") or (shown,))[-1]
        if (shown == "low") != low:
            raise WordsError("the card must show who wins the next hand")
    _skip_turn(words)
    words.about("downer", "reveal", optional=_TURN)
    yield Always(lambda m: m.goes_on and m.downers, lambda m: m.after.low == low)
    yield Always(lambda m: m.goes_on and not m.downers, lambda m: m.after.low != low)


_TURN = ("card", "flip", "turn", "put", "side", "high_low")


def _skip_turn(words: Words) -> None:
    """Read the small words of turning a card: turn it to, turn it back, flip it now."""
    words.skip("time", "after")
    words.skip("source", "to")
    words.skip("way", "back")


def _next_level(words: Words) -> bool:
    """Whether the next hand is low by the words."""
    words.one("order", "next")
    level = words.maybe("level")
    if level is None:
        level = {"highest": "high", "lowest": "low"}[str(words.one("extreme"))]
        words.one("result", "win")
        words.about("value")
    words.about("hand")
    return level == "low"


@claim("downer.whatever", settles=["downer.loses"])
def _whatever(words: Words, play: Play) -> Statements:
    """It does not matter whether the Downer (or: it) wins or loses. Or: a Downer does this whether it wins or loses."""
    said = any(word.value("act") == "matter" or word.value("thing") == "matter" for word in words)
    matters = words.negated() != said
    results = set(words.every("result"))
    words.about("matter" if said else "downer", optional=["downer"])
    if results != {"win", "lose"}:
        raise WordsError("it must say 'wins or loses'")
    yield Always(lambda m: m.goes_on and m.winner in m.downers, lambda m: m.after.low != matters)
    yield Always(lambda m: m.goes_on and m.downers and m.winner not in m.downers, lambda m: m.after.low != matters)


@claim("downer.again", settles=["downer.in_low"])
def _again(words: Words, play: Play) -> Statements:
    """If a Downer is revealed in a low hand, the next hand is low, too."""
    words.one("cond", "if")
    now, after = words.one("level") == "low", words.one("level") == "low"
    words.one("order", "next")
    words.about("downer", "reveal", "hand")
    words.skip("source", "in")
    yield Always(lambda m: m.goes_on and m.low == now and m.downers, lambda m: m.after.low == after)


@claim("downer.ends", settles=["downer.lasts"])
def _ends(words: Words, play: Play) -> Statements:
    """After a hand without a Downer, the highest value wins again. It may go on: …: turn the card back to High."""
    words.one("time", "after")
    without = words.one("has") == "without"
    high = words.one("extreme") == "highest"
    words.one("result", "win")
    words.skip("often", "again")
    if shown := words.maybe("level"):
        shown = (words.every("level") or (shown,))[-1]
        if (shown == "high") != high:
            raise WordsError("the card must show who wins the next hand")
    _skip_turn(words)
    words.about("hand", "downer", "value", optional=_TURN)
    yield Always(lambda m: m.goes_on and m.low and (not m.downers) == without, lambda m: (not m.after.low) == high)


@claim("downer.last", settles=["downer.carried"])
def _last(words: Words, play: Play) -> Statements:
    """A Downer in the last hand of a round has no effect on the next round."""
    orders = words.every("order")
    none = words.one("stand") == "fails"
    words.about("downer", "hand", "round")
    words.skip("source", "in")
    if orders != ("last", "next"):
        raise WordsError("it must speak of the last hand of a round, and of the next round")
    yield Always(lambda m: m.ends_round and m.downers and not m.over, lambda m: (not m.after.low) == none)
