"""What sentences may state about the end of a tilt and of a match of Joust (Cobcroft)."""

from __future__ import annotations

from pnp.rules.claims import Always, Play, Words
from pnp.rules.tilt.claims import M, Statements, claim, expect, names, parties
from pnp.rules.tilt.state import PLACE
from pnp.rules.tilt.strike import DISQUALIFIED, UNHORSED
from pnp.rules.tilt.strike_claims import CLAIMS

__all__ = ["CLAIMS"]


@claim("end.order", settles=["end.disqualified_first"])
def _order(words: Words, play: Play) -> Statements:
    """Look at both blows in this order: disqualified first."""
    words.one("quant", "all")
    words.about("look", "blow", "order")
    yield Always(
        lambda m: m.met and set(m.results) == {DISQUALIFIED, UNHORSED},
        lambda m: m.over and m.winners == (1 - m.results.index(DISQUALIFIED),),
        least=5,
    )


@claim("win.disqualified", settles=["end.disqualified"])
def _win_disqualified(words: Words, play: Play) -> Statements:
    """If one knight is disqualified, the other knight wins the match."""
    yield from _one_out(words, DISQUALIFIED, ())


@claim("win.unhorsed", settles=["end.unhorsed"])
def _win_unhorsed(words: Words, play: Play) -> Statements:
    """If one knight is unhorsed, the other knight wins the match."""
    yield from _one_out(words, UNHORSED, (DISQUALIFIED,))


def _one_out(words: Words, fate: str, before: tuple[str, ...]) -> Statements:
    words.one("cond", "if")
    count = words.number()
    words.one("quant", "other")
    words.skip("time", "at_once")
    won = words.one("result") == "win"
    expect(names(words) == [fate] and count == 1, f"it must say that one knight is {fate}")
    words.about("knight", "match")

    def when(m: M) -> bool:
        return m.met and m.results.count(fate) == 1 and not set(before) & set(m.results)

    def winner(m: M) -> int:
        # A blow's result is that of the striker: disqualified itself, or unhorsing the rival.
        seat = m.results.index(fate)
        return seat if fate == UNHORSED else 1 - seat

    yield Always(when, lambda m: m.over and (m.winners == (winner(m),)) == won)


@claim("win.out")
def _win_out(words: Words, play: Play) -> Statements:
    """If one knight is disqualified or unhorsed, the other knight wins the match at once."""
    words.one("cond", "if")
    count = words.number()
    words.one("quant", "other")
    words.one("link", "or")
    words.skip("time", "at_once")
    won = words.one("result") == "win"
    expect(names(words) == [DISQUALIFIED, UNHORSED] and count == 1, "it must say disqualified or unhorsed")
    words.about("knight", "match")
    fates = {DISQUALIFIED, UNHORSED}

    def right(m: M) -> bool:
        (seat,) = (seat for seat in (0, 1) if m.results[seat] in fates)
        return m.over and (m.winners == (seat if m.results[seat] == UNHORSED else 1 - seat,)) == won

    yield Always(lambda m: m.met and sum(result in fates for result in m.results) == 1, right)


@claim("win.both_disqualified", settles=["end.both_disqualified"])
def _both_disqualified(words: Words, play: Play) -> Statements:
    """If both are disqualified, the match is a draw."""
    words.one("cond", "if")
    words.one("quant", "all")
    result = words.one("result", "draw", "win", "lose")
    expect(names(words) == [DISQUALIFIED], "it must say that both are disqualified")
    words.about("match", optional=["draw"])
    yield Always(
        lambda m: m.met and m.results == (DISQUALIFIED, DISQUALIFIED),
        lambda m: m.over and (not m.winners) == (result == "draw"),
        least=5,
    )


@claim("win.both_unhorsed", settles=["end.both_unhorsed"])
def _both_unhorsed(words: Words, play: Play) -> Statements:
    """If both are unhorsed, the higher net wins the match."""
    words.one("cond", "if")
    words.one("quant", "all")
    higher = words.one("than") == "higher"
    won = words.one("result") == "win"
    expect(names(words) == [UNHORSED], "it must say that both are unhorsed")
    words.about("net", "match")
    yield Always(
        lambda m: m.met and m.results == (UNHORSED, UNHORSED) and m.nets[0] != m.nets[1],
        lambda m: (m.winners == (m.nets.index(max(m.nets)),)) == (higher == won),
        least=5,
    )


@claim("win.level_nets", settles=["end.both_unhorsed_level"])
def _level_nets(words: Words, play: Play) -> Statements:
    """If these nets are equal, nobody scores, and the match continues: ride the next tilt."""
    words.one("cond", "if")
    words.one("quant", "same")
    nobody = words.one("person") == "nobody"
    goes_on = words.one("end") == "continues"
    words.skip("order", "next")
    words.about("net", "score", "match", optional=["ride", "tilt"])
    yield Always(
        lambda m: (
            m.met and m.results == (UNHORSED, UNHORSED) and m.nets[0] == m.nets[1] and m.before.tilt < _last(play)
        ),
        lambda m: (m.scored == (0, 0)) == nobody and (m.after.tilt == m.before.tilt + 1) == goes_on,
        least=3,
    )


def _last(play: Play) -> int:
    return int(play.fact("end.tilts"))


@claim("win.points")
def _points(words: Words, play: Play) -> Statements:
    """Otherwise, both knights score the points of their blows."""
    words.one("cond", "otherwise")
    words.one("quant", "all")
    parties(words, "rival")
    words.about("knight", "score", "point", "blow")
    yield Always(
        lambda m: m.ordinary and any(b.blow.points for b in m.blows),
        lambda m: list(m.scored) == [blow.points for blow in m.strike.blows],
    )


@claim("tilt.next")
def _next(words: Words, play: Play) -> Statements:
    """Then set up the next tilt."""
    words.one("time", "after")
    words.one("order", "next")
    words.about("set_up", "tilt")
    yield Always(
        lambda m: m.met and not m.over,
        lambda m: m.after.tilt == m.before.tilt + 1 and m.phase_after == PLACE,
    )


@claim("tilt.kept", settles=["tilt.kept"])
def _kept(words: Words, play: Play) -> Statements:
    """Keep only the points (for the next tilt)."""
    words.one("quant", "only")
    words.maybe("order")
    words.about("keep", "point", optional=["tilt"])
    yield Always(lambda m: m.tilt_ended, lambda m: all(knight == m.game.knight() for knight in m.after.knights))
    yield Always(
        lambda m: m.tilt_ended and sum(m.before.points),
        lambda m: all(now >= was for now, was in zip(m.after.points, m.before.points, strict=True)),
    )


@claim("tilt.first", settles=["tilt.first"])
def _tilt_first(words: Words, play: Play) -> Statements:
    """The player who did not begin this tilt begins the next one."""
    other = words.negated()
    words.one("end", "begins")
    words.one("end", "begins")
    order = words.one("order")
    words.skip("number", 1)
    words.about("player", "tilt")
    expect(order == "next", "it must speak of the next tilt")
    yield Always(lambda m: m.tilt_ended, lambda m: (m.after.first != m.opener) == other)


@claim("win.most", settles=["end.tilts", "end.points"])
def _most(words: Words, play: Play) -> Statements:
    """After n tilts, the knight with the most points wins."""
    words.one("time", "after")
    tilts = words.number()
    words.one("has", "with")
    most = words.one("extreme") == "highest"
    won = words.one("result") == "win"
    words.about("tilt", "knight", "point", optional=["match"])
    best = max if most == won else min
    yield Always(
        lambda m: m.ordinary and m.before.tilt == tilts and m.after.points[0] != m.after.points[1],
        lambda m: m.winners == (m.after.points.index(best(m.after.points)),),
    )
    yield Always(lambda m: m.ordinary, lambda m: m.over == (m.before.tilt == tilts))


@claim("tilt.count", settles=["end.tilts"])
def _count(words: Words, play: Play) -> Statements:
    """Ride n tilts, even if nobody scores."""
    tilts = words.number()
    words.one("cond", "if")
    words.one("person", "nobody")
    words.about("ride", "tilt", "score")
    out = {DISQUALIFIED, UNHORSED}
    yield Always(
        lambda m: m.met and m.scored == (0, 0) and (m.results == (UNHORSED, UNHORSED) or not out & set(m.results)),
        lambda m: m.over == (m.before.tilt == tilts) or (m.results == (UNHORSED, UNHORSED) and m.nets[0] != m.nets[1]),
    )


@claim("win.level", settles=["end.level"])
def _level(words: Words, play: Play) -> Statements:
    """If the points are equal, the match is a draw."""
    words.one("cond", "if")
    words.one("quant", "same")
    result = words.one("result", "draw", "win", "lose")
    words.about("point", "match", optional=["draw"])
    yield Always(
        lambda m: m.ordinary and m.before.tilt == _last(play) and m.after.points[0] == m.after.points[1],
        lambda m: m.over and (not m.winners) == (result == "draw"),
    )
