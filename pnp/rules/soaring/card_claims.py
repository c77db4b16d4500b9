"""What sentences may state about soaring's cards and who wins a hand, and the meanings of its phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Always, Claims, Holds, Meaning, Play, Statement, Words, WordsError
from pnp.rules.soaring.moments import SoaringMoment
from pnp.rules.soaring.observe import best, lowers, standing

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = SoaringMoment


# The cards ---------------------------------------------------------------------------------------------------


@claim("suits.values", settles=["deck.suits"])
def _values(words: Words, play: Play) -> Statements:
    """Each suit has n plain cards of each value from k to l."""
    words.skip("quant", "all")
    count, least, most = words.number(), words.number(), words.number()
    words.about("suit", "plain", "card", "value")
    words.skip("source", "from", "to")
    values = [value for value in range(least, most + 1) for _ in range(count)]
    found = play.fact("deck.suits")
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
    yield from _extreme_wins(words, low=_is_low(words))


@claim("low.value", settles=["rank.low_value"])
def _low_value(words: Words, play: Play) -> Statements:
    """In a low hand the lowest value wins."""
    low = _is_low(words)
    if not low:
        raise WordsError("it must speak of a low hand")
    yield from _extreme_wins(words, low=low)


def _is_low(words: Words) -> bool:
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
        lambda m: m.value(m.winner) == _extreme(wanted)(m.value(card) for card in m.table),
    )


def _extreme(wanted: object) -> Callable[[Iterator[int]], int]:
    return max if wanted == "highest" else min


@claim("rank.suits", settles=["rank.suits"])
def _suits(words: Words, play: Play) -> Statements:
    """If values are equal, suit A beats suit C, and suit C beats suit E."""
    words.one("cond", "if")
    words.one("quant", "same")
    names = [str(name) for name in words.every("name")]
    words.about("value", "suit", "beat")
    pairs = list(zip(names[::2], names[1::2], strict=False))
    order = [*dict.fromkeys(names)]
    if sorted(order) != sorted(play.game.rules.suits) or len(names) != 2 * len(pairs):
        raise WordsError("it must say of all suits which beats which")
    yield Holds(pairs == list(pairwise(order)), "the pairs of suits do not make one order")
    yield Always(lambda m: not m.low and _is_tie(m), lambda m: _better_suit_wins(m, order))
    yield Always(lambda m: m.low and _is_tie(m), lambda m: _better_suit_wins(m, order))


def _is_tie(m: M) -> bool:
    """Whether cards of the winner's value, but of different suits, are revealed without a Rhino."""
    return m.is_plain and len({m.suit(card) for card in m.table if m.value(card) == m.value(m.winner)}) > 1


def _better_suit_wins(m: M, order: list[str]) -> bool:
    tied = [m.suit(card) for card in m.table if m.value(card) == m.value(m.winner)]
    return m.suit(m.winner) == min(tied, key=order.index)


@claim("low.suits", settles=["rank.low_suits"])
def _low_suits(words: Words, play: Play) -> Statements:
    """If values are equal in a low hand, the better suit wins, too."""
    words.one("cond", "if")
    words.one("quant", "same")
    low = _is_low(words)
    better = words.one("than") == "higher"
    words.one("result", "win")
    words.about("value", "suit")
    order = play.fact("rank.suits")
    yield Holds(low, "it must speak of a low hand")
    yield Always(lambda m: m.low and _is_tie(m), lambda m: _better_suit_wins(m, order if better else order[::-1]))


# Downers -----------------------------------------------------------------------------------------------------


@claim("downer.beats", settles=["downer.twin"])
def _beats(words: Words, play: Play) -> Statements:
    """A Downer beats the plain card of its suit and value."""
    yield from _twin(words, first_thing="downer", low=_is_low(words))


@claim("downer.low_beaten", settles=["downer.low_twin"])
def _low_beaten(words: Words, play: Play) -> Statements:
    """In a low hand the plain card beats the Downer of its suit and value."""
    low = _is_low(words)
    yield Holds(low, "it must speak of a low hand")
    yield from _twin(words, first_thing="plain", low=low)


def _twin(words: Words, *, first_thing: str, low: bool) -> Statements:
    first = next(thing for thing in words.every("thing") if thing in ("downer", "plain"))
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


_TURN = ("card", "flip", "turn", "put", "high_low")


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
    """It does not matter whether the Downer (or: it) wins or loses."""
    matters = not words.negated()
    results = set(words.every("result"))
    words.about("matter", optional=["downer"])
    if results != {"win", "lose"}:
        raise WordsError("it must say 'wins or loses'")
    yield Always(lambda m: m.goes_on and m.winner in m.downers, lambda m: m.after.low != matters)
    yield Always(lambda m: m.goes_on and m.downers and m.winner not in m.downers, lambda m: m.after.low != matters)


@claim("downer.two", settles=["downer.two"])
def _two(words: Words, play: Play) -> Statements:
    """If two Downers are revealed, the next hand is low."""
    words.one("cond", "if")
    count = words.number()
    low = _next_level(words)
    words.about("downer", "reveal")
    yield Always(lambda m: m.goes_on and len(m.downers) == count, lambda m: m.after.low == low, least=4)
    yield Holds(count == 2, "it must speak of two Downers")


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


# The Rhino ---------------------------------------------------------------------------------------------------


@claim("rhino.none", settles=["rhino.order"])
def _none(words: Words, play: Play) -> Statements:
    """The Rhino has no value and no suit."""
    nothing = words.every("quant")
    words.about("rhino", "value", "suit")
    yield Holds(nothing == ("none", "none") and len(standing(play.game).apart) == 1, "it has neither value nor suit")
    yield Always(lambda m: m.reveals and m.rhinos, lambda m: not m.value(m.rhinos[0]))


@claim("rhino.classes", settles=["rhino.order"])
def _classes(words: Words, play: Play) -> Statements:
    """In a high hand with the Rhino there are n groups: suit A beats the Rhino, and the Rhino beats suits C and E.

    Without a word for it, the hand is a high one.
    """
    low = words.maybe("level") == "low"
    words.one("has", "with")
    numbers = words.every("number")  # the article of a hand may be one
    groups = int(numbers[-1]) if numbers and any(word.value("thing") == "class" for word in words) else None
    first, *others = (str(name) for name in words.every("name"))
    words.skip("source", "in")
    _two_beats(words, "hand", *(["class"] if groups else []))
    if {first, *others} != set(play.game.rules.suits):
        raise WordsError("it must name every suit")
    classes: list[Class] = [{first}, None, set(others)]
    yield Holds(groups in (None, len(classes)), f"there are {len(classes)} groups")
    yield from _class_wins(classes, low=low)
    # It is for hands with the Rhino alone: in the next ones the values decide again.
    yield Always(
        lambda m: m.is_plain and any(m.game.traits[card].ranks for table in m.before.tables for card in table),
        lambda m: m.value(m.winner) == _extreme("lowest" if m.low else "highest")(m.value(card) for card in m.table),
    )


def _two_beats(words: Words, *things: str) -> None:
    """Read two verbs: the words say who beats the Rhino, and whom the Rhino beats."""
    acts = words.every("act")
    if acts != ("beat", "beat"):
        raise WordsError("it must say who beats the Rhino, and whom the Rhino beats")
    words.about("rhino", "suit", *things)


Class = set[str] | None
"""The suits of a class; None for the Rhino itself."""


def _known_classes(play: Play) -> list[Class]:
    """The classes as play shows them, the best first."""
    apart = standing(play.game).apart
    return [None if set(group) & set(apart) else set(group) for group in play.fact("rhino.order")]


def _class_wins(classes: list[Class], *, low: bool) -> Statements:
    """With the Rhino on the table, a card of the first of these classes wins."""

    def best(m: M) -> int:
        return min(_place(m, card, classes) for card in m.table)

    yield Always(lambda m: m.reveals and m.rhinos and m.low == low, lambda m: _place(m, m.winner, classes) == best(m))


def _place(m: M, card: str, classes: list[Class]) -> int:
    """The place of a card's class."""
    return next(place for place, suits in enumerate(classes)
                if (suits is None and card in m.rhinos) or (suits is not None and m.suit(card) in suits))  # fmt: skip


@claim("rhino.reversed", settles=["rhino.low_reversed"])
def _reversed(words: Words, play: Play) -> Statements:
    """In a low hand the Rhino order is reversed. Or: in a low hand the groups are reversed."""
    low = _is_low(words)
    backwards = not words.negated()
    words.skip("has", "with")
    words.about("reverse", optional=["order", "rhino", "class"])
    classes = _known_classes(play)
    yield Holds(low, "it must speak of a low hand")
    yield from _class_wins(classes[::-1] if backwards else classes, low=True)


@claim("rhino.values", settles=["rhino.cycle"])
def _rhino_values(words: Words, play: Play) -> Statements:
    """Values count only within the same class. Or: between these classes values do not matter."""
    quantities = words.every("quant")
    if quantities not in ((), ("only", "same")):
        raise WordsError("it must say 'only within the same …', or that values do not matter between classes")
    matter = bool(quantities) == words.negated()
    words.about("class", "value", "count" if quantities else "matter")
    classes = _known_classes(play)
    yield Always(
        lambda m: m.reveals and m.rhinos and not m.low and len({_place(m, card, classes) for card in m.table}) > 2,
        lambda m: (_place(m, m.winner, classes) == 0) != matter,
        least=5,
    )


@claim("rhino.within", settles=["rhino.order"])
def _within(words: Words, play: Play) -> Statements:
    """Within a class the highest value wins, then the better suit."""
    highest = words.one("extreme") == "highest"
    words.one("result", "win")
    words.one("time", "after")
    better = words.one("than") == "higher"
    words.about("class", "value", "suit")
    classes = _known_classes(play)
    order = play.fact("rank.suits")

    def rivals(m: M) -> list[str]:
        place = _place(m, m.winner, classes)
        return [card for card in m.table if _place(m, card, classes) == place]

    def tied(m: M) -> list[str]:
        return [m.suit(card) for card in rivals(m) if m.value(card) == m.value(m.winner)]

    def is_contest(m: M) -> bool:
        return bool(m.reveals and m.rhinos and not m.downers and len(rivals(m)) > 1)

    yield Always(
        lambda m: is_contest(m) and not m.low,
        lambda m: m.value(m.winner) == (max if highest else min)(m.value(card) for card in rivals(m)),
    )
    # Only the suits of the lowest class can tie, which wins low hands.
    yield Always(
        lambda m: is_contest(m) and len(set(tied(m))) > 1,
        lambda m: m.suit(m.winner) == (min if better else max)(tied(m), key=order.index),
        least=5,
    )


@claim("rhino.low_within", settles=["rhino.low_order"])
def _low_within(words: Words, play: Play) -> Statements:
    """Within a class the lowest value wins, then still the better suit."""
    lowest = words.one("extreme") == "lowest"
    words.one("result", "win")
    words.one("time", "after")
    better = words.one("than") == "higher"
    words.about("class", "value", "suit")
    classes, order = _known_classes(play)[::-1], play.fact("rank.suits")

    def rivals(m: M) -> list[str]:
        place = _place(m, m.winner, classes)
        return [card for card in m.table if _place(m, card, classes) == place]

    def tied(m: M) -> list[str]:
        return [m.suit(card) for card in rivals(m) if m.value(card) == m.value(m.winner)]

    def is_contest(m: M) -> bool:
        return bool(m.reveals and m.low and m.rhinos and len(rivals(m)) > 1)

    yield Always(
        is_contest,
        lambda m: m.value(m.winner) == (min if lowest else max)(m.value(card) for card in rivals(m)),
        least=5,
    )
    yield Always(
        lambda m: is_contest(m) and len(set(tied(m))) > 1,
        lambda m: m.suit(m.winner) == (min if better else max)(tied(m), key=order.index),
        least=3,
    )


# The meanings of phrases -------------------------------------------------------------------------------------


def _ranks(words: Words, *, apart: bool) -> None:
    """Read a card's place in a high hand, below all cards of some suits and above all of the others."""
    level, bounds = words.maybe("level"), words.every("bound")
    words.about("hand")
    if level != "high" or bounds != ("less", "more") or not apart:
        raise WordsError("it must say 'high hand: below …, above …'")


def _low_order(words: Words, game: Soaring) -> None:
    """Read that a low hand puts a card without a value above the suits that it is below in a high one."""
    backwards = _is_low(words) and not words.negated() and words.every("bound") == ("more", "less")
    found = standing(game)
    pairs = [(card, other) for card in found.apart for other in found.suits]
    if not backwards or any(best(game, pair) == best(game, pair, low=True) for pair in pairs):
        raise WordsError("it must say 'low hand: above …, below …'")


def _what(words: Words, *, above: bool) -> None:
    """Read a card's suit and value; or that it is above the plain card of both, or beats it in a high hand."""
    if not above:
        words.about("suit", "value")
    elif level := words.maybe("level"):
        words.about("beat", "plain", "hand")
        if level != "high":
            raise WordsError("it beats the plain card of its suit and value in a high hand")
    else:
        words.one("bound", "more")
        words.about("suit", "plain")


def meanings(game: Soaring) -> Mapping[str, Meaning]:
    """What the words of each slot mean, as hands show it."""
    found = standing(game)
    suits = [*dict.fromkeys(found.suits[card] for _, cards in found.ladder for card in cards)]

    def index(words: Words, traits: Mapping[str, Any]) -> None:
        """The value alone has no words."""

    def what(words: Words, traits: Mapping[str, Any]) -> None:
        _what(words, above=bool(traits.get("beats_regular_same_value")))

    def ties(words: Words, traits: Mapping[str, Any]) -> None:
        mine = suits.index(traits["suit"])
        lost, won = suits[:mine], suits[mine + 1 :]
        results, names = words.every("result"), [str(name) for name in words.every("name")]
        words.skip("source", "to")
        words.skip("has", "with")
        verbs = [result for result in results if result != "draw"]
        expected = [*(["lose"] if lost else []), *(["win"] if won else [])]
        if "draw" not in results or verbs != expected or names != [*lost, *won]:
            raise WordsError(f"suit {traits['suit']!r} loses ties to {lost} and wins those with {won}")

    def turn(words: Words, traits: Mapping[str, Any]) -> None:
        words.one("order", "next")
        words.one("extreme", "lowest")
        words.one("result", "win")
        words.about("hand", "value")
        makers = [card for card in game.deck if lowers(game, card)]
        if not makers or not traits["next_hand_lowest_wins"]:
            raise WordsError("no card makes the lowest card win the next hand")

    def ranks(words: Words, traits: Mapping[str, Any]) -> None:
        _ranks(words, apart=bool(found.apart))

    def low(words: Words, traits: Mapping[str, Any]) -> None:
        _low_order(words, game)

    return {"index": index, "what": what, "ties": ties, "turn": turn, "ranks": ranks, "low": low}
