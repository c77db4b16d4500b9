"""What sentences may state about hands with the Rhino."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.soaring.card_claims import extreme, is_low
from pnp.rules.soaring.moments import SoaringMoment
from pnp.rules.soaring.observe import standing

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = SoaringMoment


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
        lambda m: m.value(m.winner) == extreme("lowest" if m.low else "highest")(m.value(card) for card in m.table),
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
    low = is_low(words)
    backwards = not words.negated()
    words.skip("has", "with")
    words.about("reverse", optional=["order", "rhino", "class"])
    classes = _known_classes(play)
    yield Holds(low, "it must speak of a low hand")
    yield from _class_wins(classes[::-1] if backwards else classes, low=True)


def _rivals(m: M, classes: list[Class]) -> list[str]:
    """The cards of the winner's class in a hand."""
    place = _place(m, m.winner, classes)
    return [card for card in m.table if _place(m, card, classes) == place]


def _tied(m: M, classes: list[Class]) -> list[str]:
    """The suits of those that have the winner's value, too."""
    return [m.suit(card) for card in _rivals(m, classes) if m.value(card) == m.value(m.winner)]


@claim("rhino.within", settles=["rhino.order"])
def _within(words: Words, play: Play) -> Statements:
    """Within a class the highest value wins (or counts), then (on a tie) the better suit."""
    highest = words.one("extreme") == "highest"
    _decides(words)
    better = words.one("than") == "higher"
    words.about("class", "value", "suit")
    classes = _known_classes(play)
    order = play.fact("rank.suits")

    def is_contest(m: M) -> bool:
        return bool(m.reveals and m.rhinos and not m.downers and len(_rivals(m, classes)) > 1)

    yield Always(
        lambda m: is_contest(m) and not m.low,
        lambda m: m.value(m.winner) == (max if highest else min)(m.value(card) for card in _rivals(m, classes)),
    )
    # Only the suits of the lowest class can tie, which wins low hands.
    yield Always(
        lambda m: is_contest(m) and len(set(_tied(m, classes))) > 1,
        lambda m: m.suit(m.winner) == (min if better else max)(_tied(m, classes), key=order.index),
        least=5,
    )


def _decides(words: Words) -> None:
    """Read “wins, then”, “counts, then”, or “wins, then on a tie”."""
    if not words.has("result", "win"):
        words.about("count")
    words.one("time", "after")
    words.skip("result", "draw")


@claim("rhino.low_within", settles=["rhino.low_order"])
def _low_within(words: Words, play: Play) -> Statements:
    """Within a class the lowest value wins (or counts), then still (on a tie) the better suit."""
    lowest = words.one("extreme") == "lowest"
    _decides(words)
    words.skip("often", "again")
    better = words.one("than") == "higher"
    words.about("class", "value", "suit")
    classes, order = _known_classes(play)[::-1], play.fact("rank.suits")

    def is_contest(m: M) -> bool:
        return bool(m.reveals and m.low and m.rhinos and len(_rivals(m, classes)) > 1)

    yield Always(
        is_contest,
        lambda m: m.value(m.winner) == (min if lowest else max)(m.value(card) for card in _rivals(m, classes)),
        least=5,
    )
    yield Always(
        lambda m: is_contest(m) and len(set(_tied(m, classes))) > 1,
        lambda m: m.suit(m.winner) == (min if better else max)(_tied(m, classes), key=order.index),
        least=3,
    )
