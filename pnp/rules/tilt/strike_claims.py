"""What sentences may state about blows and their results in Joust (Cobcroft)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.rules.claims import LEAST, Always, Holds, Play, Words
from pnp.rules.tilt.claims import M, Statements, claim, expect, names, numbers, parties
from pnp.rules.tilt.knight_claims import CLAIMS
from pnp.rules.tilt.moments import Struck
from pnp.rules.tilt.strike import DISQUALIFIED, MISS

__all__ = ["CLAIMS"]


def of_blows(when: Callable[[Struck], object], then: Callable[[Struck], object], least: int = LEAST) -> Always[M]:
    """A statement about each blow for which `when` is true."""
    return Always(
        lambda m: any(when(blow) for blow in m.blows),
        lambda m: all(then(blow) for blow in m.blows if when(blow)),
        least,
    )


# Hits ---------------------------------------------------------------------------------------------------------


@claim("strike.same_time", settles=["strike.same_time"])
def _same_time(words: Words, play: Play) -> Statements:
    """Both knights strike at the same time."""
    words.one("quant", "all")
    words.one("time", "same_time")
    words.about("knight", "strike")
    yield Holds(play.fact("strike.same_time"), "the order of the players changes the blows")
    yield Always(lambda m: m.met, lambda m: len(m.strike.blows) == 2)


@claim("strike.work_out", settles=["strike.same_time"])
def _work_out(words: Words, play: Play) -> Statements:
    """Work out both blows before you look at the results."""
    words.one("quant", "all")
    before = words.one("time", "before", "after") == "before"
    parties(words, "you")
    words.about("work", "blow", "look", "result")
    yield Holds(play.fact("strike.same_time") == before, "no blow depends on the result of the other one")


@claim("hit.shield_square", settles=["hit.shielded_miss"])
def _shield_square(words: Words, play: Play) -> Statements:
    """With this shield, the miss square of this name is a hit."""
    card, *found = names(words)
    words.one("has", "with")
    words.about("square")
    expect(len(found) == 3 and (found[0], found[2]) == (MISS, "hit"), "it must say that a miss square is a hit")
    places = play.game.places
    expect(card in places, "it must name a shield")
    cells = {cell for cell in play.game.arms.covers[places[card]] if play.game.arms.locations[cell].kind == MISS}
    yield Holds(cells == {found[1]}, f"{card} covers the miss squares {', '.join(sorted(cells)) or 'none'}")
    yield of_blows(lambda b: b.kind == MISS and b.covered, lambda b: b.blow.result != MISS, 5)


@claim("hit.miss_squares", settles=["hit.shielded_miss"])
def _miss_squares(words: Words, play: Play) -> Statements:
    """(A miss is) no blow, except at these squares if your rival's shield covers them.

    Or, without their names: no blow, unless your rival's shield covers the square.
    """
    parties(words, "you", "rival")
    squares = names(words)
    words.one("quant", "none")
    condition = ("unless", "if") if squares else ("unless",)
    expect(words.every("cond") == condition, "it must except squares that the shield covers")
    if squares:
        words.one("link", "and")
    words.about("blow", "shield", "cover", optional=["square"])
    yield of_blows(lambda b: b.kind == MISS and not b.covered, lambda b: b.blow.result == MISS, 5)
    yield of_blows(lambda b: b.kind == MISS and b.covered, lambda b: b.blow.result != MISS, 5)
    if not squares:
        return
    yield of_blows(lambda b: b.kind == MISS and b.covered, lambda b: b.aim in squares, 5)
    covered = {cell for place in play.game.arms.covers.values() for cell in place}
    misses = {cell for cell in covered if play.game.arms.locations[cell].kind == MISS}
    yield Holds(set(squares) == misses, f"shields cover the miss squares {', '.join(sorted(misses))}")


@claim("hit.break", settles=["hit.breaks"])
def _break(words: Words, play: Play) -> Statements:
    """(A foul is) no blow."""
    never = words.one("quant") == "none"
    words.about("blow")
    yield of_blows(lambda b: b.kind == "break", lambda b: (b.blow.points == 0) == never)
    yield of_blows(lambda b: b.kind == "break", lambda b: (b.blow.result in (MISS, DISQUALIFIED)) == never)


@claim("hit.horse", settles=["hit.disqualified"])
def _horse(words: Words, play: Play) -> Statements:
    """If you strike the horse (square), you are disqualified. Or, of a square: at the horse, disqualified."""
    if words.maybe("cond") is not None:
        parties(words, "you", "you")
        words.about("strike")
    found = names(words)
    expect(
        len(found) >= 2 and found[-1] == "disqualified", "it must name the square, and say that you are disqualified"
    )
    squares = set(found[:-1])
    yield Holds(len(squares) == 1, f"it names several squares: {sorted(squares)}")
    yield of_blows(
        lambda b: b.aim in squares or b.blow.result == DISQUALIFIED,
        lambda b: (b.aim in squares) == (b.blow.result == DISQUALIFIED),
    )


# Impact and Balance -------------------------------------------------------------------------------------------


def _impacts(play: Play, **changed: int) -> Any:
    """Whether all impacts are those of the printed cards and tables, with some numbers that a sentence states."""
    effect = play.fact("lean.effect")
    by = {
        "further": play.fact("impact.further"),
        "less": effect["same half"],
        "more": effect["other half"],
        **changed,
    }
    return lambda m: all(b.blow.impact == b.impact(**by) for b in m.blows)


@claim("impact.sum", settles=["impact.speeds"])
def _sum(words: Words, play: Play) -> Statements:
    """Your Impact is the sum of the bonus for both speeds, your knight cards, and the square that you strike."""
    words.one("change", "plus")
    both = words.one("quant", "all")
    expect(set(words.every("party")) == {"you"}, "it must speak of you alone")
    words.about("impact", "speed", "knight", "card", "square", optional=["strike", "bonus", "table"])
    expect(both == "all", "it must speak of both speeds")
    yield Always(lambda m: m.met, _impacts(play))
    yield Always(lambda m: any(b.own.standing for b in m.blows), _impacts(play))


@claim("impact.further", settles=["impact.further"])
def _further(words: Words, play: Play) -> Statements:
    """Add n if you have ridden more squares in this tilt than your rival. Or, in short: if you rode further."""
    words.one("change", "plus")
    bonus = words.number()
    words.one("cond", "if")
    more = words.one("than") == "higher"
    parties(words, "you", "you", "rival")
    words.about("ride", optional=["square", "tilt"])
    sign = 1 if more else -1

    def right(m: M) -> bool:
        effect = play.fact("lean.effect")
        by = {"further": 0, "less": effect["same half"], "more": effect["other half"]}
        return all(b.blow.impact == b.impact(**by) + (bonus if sign * b.further > 0 else 0) for b in m.blows)

    yield Always(lambda m: m.met, right)


@claim("impact.lean", settles=["lean.effect"])
def _lean(words: Words, play: Play) -> Statements:
    """If your rival leans, your blow loses n Impact on that half and gains n on the other half.

    Or, by an example: if your rival leans left, your blow on the left half loses n Impact, and on the right half it
    gains n.
    """
    words.one("cond", "if")
    parties(words, "you", "rival", "you")
    signs = [-1 if change == "minus" else 1 for change in (words.one("change"), words.one("change"))]
    counts = numbers(words)
    halves, sides = words.every("quant"), words.every("side")
    words.skip("fraction", "half")
    words.about("lean", "blow", optional=["impact", "half", "side"])
    if sides:
        lean, same, other = (*sides, None, None)[:3]
        expect(not halves and len(sides) == 3, "it must name three sides: where your rival leans, and both halves")
        halves = ("same", "other") if lean == same != other else ()
    expect(halves == ("same", "other"), "it must speak of the same half, then of the other")
    less, more = (sign * count for sign, count in zip(signs, counts, strict=True))
    yield Always(lambda m: any(b.rival.lean and b.half for b in m.blows), _impacts(play, less=less, more=more))
    yield Always(
        lambda m: any(b.rival.lean and b.half == b.rival.lean for b in m.blows), _impacts(play, less=less, more=more)
    )


@claim("lean.middle", settles=["lean.effect"])
def _middle(words: Words, play: Play) -> Statements:
    """Leaning does not change blows at these squares: those of the middle column, where a foul is no blow.

    The part of a knight that a square shows may be named too.
    """
    spared = words.negated()
    lean, *found = names(words)
    parts = {traits.part: cell for cell, traits in play.game.arms.locations.items()}
    squares = {parts.get(name, name) for name in found}
    expect(lean == "lean", "it must speak of Lean")
    words.about("blow", "change")
    yield Holds(spared and play.fact("lean.effect")["middle"] == 0, "it does not change blows in the middle column")
    middle = {cell for cell in play.game.target.cells if play.game.target.half(cell) is None}
    blows = {cell for cell in middle if play.game.arms.locations[cell].kind != "break"}
    yield Holds(blows <= squares <= middle, f"the squares of the middle column are {', '.join(sorted(middle))}")
    yield Always(lambda m: any(b.rival.lean and b.half is None for b in m.blows), _impacts(play), least=5)


@claim("balance.sum", settles=["shield.counts"])
def _balance(words: Words, play: Play) -> Statements:
    """Your rival's Balance is the sum of their knight cards, the square, and the shield if it covers the square."""
    parties(words, "you", "rival", "rival")
    words.one("change", "plus")
    words.one("cond", "if")
    words.about("balance", "knight", "card", "square", "shield", "cover")
    right = lambda m: all(b.blow.balance == b.balance() for b in m.blows)  # noqa: E731
    yield Always(lambda m: any(b.covered for b in m.blows), right)
    yield Always(lambda m: any(b.rival.standing for b in m.blows), right)


@claim("net")
def _net(words: Words, play: Play) -> Statements:
    """Subtract Balance from Impact to get the net."""
    words.one("change", "minus")
    found = words.every("thing")
    order = [thing for thing in found if thing in ("balance", "impact")]
    expect(order == ["balance", "impact"], "it must subtract Balance from Impact")
    expect("net" in found, "it must mention net")
    bands = play.game.rules.result_bands
    yield of_blows(lambda b: b.hits, lambda b: b.blow.result == _band(bands, b.blow.impact - b.blow.balance))


def _band(bands: Any, net: int) -> str:
    """The result of a net, by the printed table."""
    return str([band.result for band in bands if band.least is None or band.least <= net][-1])
