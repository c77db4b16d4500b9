"""Joust by Peter Cobcroft: the worked examples and the rulings."""

from __future__ import annotations

from random import Random

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.games.tilt.engine import OVER, PLACE, Tilt
from pnp.games.tilt.strike import Blow, BlowsResult
from pnp.rules.game import Outcome
from tests.conftest import edit
from tests.support.engines import make
from tests.support.tilt import after, aims, facing, struck

FASTER = {"speed": 5, "moved": 18}
"""The first knight of most worked examples: combined speed 10 with the second, and one square further."""
SLOWER = {"speed": 5, "moved": 17}


def changed(kit, file: str, old: str, new: str) -> Tilt:
    """The game with one text of its data replaced."""
    edit(kit, file, old, new)
    diagnostics = Diagnostics()
    made = make("tilt", kit, diagnostics)
    assert made is not None, list(diagnostics)
    return made


def standing(*cards: str) -> frozenset[str]:
    return frozenset(cards)


def blow(game: Tilt, aim: str, own=None, other=None) -> Blow:
    return game.arms.blow(game.knight(aim, **FASTER, **(own or {})), game.knight("d5", **SLOWER, **(other or {})))


# The rulings that play can show ---------------------------------------------------------------------------


def test_tc3_the_strike_comes_first_and_the_horses_ride_on(game):
    state = struck(game, ("a1", "a1"))
    (strike,) = state.strikes
    assert strike.met == 35, "34 + 2 - 1: the first knight rides two squares, the second one"
    assert strike.halts == (35, 34)
    assert struck(game, ("a1", "a1"), gap=1).strikes[0].halts == (36, 34), "a horse stops at the end of the lists"


def test_tc5_the_horse_disqualifies_unless_the_option_says_miss(game, kit):
    assert blow(game, "d3").result == "disqualified"
    mild = changed(kit, "rules.yaml", "d3: disqualified", "d3: miss")
    dealt = blow(mild, "d3", {"standing": standing("rise")})
    assert (dealt.result, dealt.points, dealt.lance_broken) == ("miss", 0, True)


def test_tc7_a_break_square_spends_the_lance_above_two_before_balance(game):
    assert [blow(game, "d1", {"standing": standing(*cards)}).lance_broken for cards in ((), ("rise",))] == [False, True]
    braced = {"standing": standing("brace_shield", "sit_forward")}
    assert blow(game, "d1", {"standing": standing("rise")}, braced).lance_broken
    state = struck(game, ("d2", "a1"), own={"speed": 4, "standing": standing("set_lance", "rise")})
    assert (state.strikes[0].blows[0].lance_broken, state.points) == (True, (0, 0))


def test_tc11_knight_cards_of_the_strike_do_not_count(game):
    state = struck(game, ("b2", "b2"))
    assert [b.impact for b in state.strikes[0].blows] == [2, 1], "1 for the chest, 1 for riding further"
    assert state.phase == PLACE


def dealt(net: int, result: str, points: int = 0) -> Blow:
    return Blow("b2", net, 0, result, points, lance_broken=False)


def test_tc15_a_void_tilt_counts_as_ridden(game):
    strong = {"speed": 4, "shield": "up", "standing": standing("set_lance", "rise")}
    state = struck(game, ("b3", "b2"), own=strong, other=strong)
    assert [blow.net for blow in state.strikes[0].blows] == [6, 6], "further, or at the better square"
    assert state.strikes[0].verdict == BlowsResult("void")
    assert (state.phase, state.tilt, state.points) == (PLACE, 2, (0, 0))
    state = struck(game, ("b2", "b3"), own=strong, other=strong)
    assert game.outcome(state) == Outcome("both_unhorsed", (0,), (0, 0))


def test_tc16_level_after_three_tilts_is_drawn_unless_a_fourth_is_ridden(game, kit):
    last = struck(game, ("a1", "a1"))
    assert (last.phase, last.tilt) == (PLACE, 2)
    third = facing(game, ("a1", "a1"), 3)._replace(tilt=3, points=(1, 1))
    ride = ("choose - spur rise", "choose - spur rise")
    assert game.outcome(after(game, third, *ride)) == Outcome("level", (), (1, 1))
    longer = changed(kit, "rules.yaml", "extra_tilts_when_level: 0", "extra_tilts_when_level: 1")
    fourth = after(longer, third, *ride)
    assert (fourth.phase, fourth.tilt) == (PLACE, 4)
    again = facing(longer, ("a1", "a1"), 3)._replace(tilt=4, points=(1, 1))
    assert longer.outcome(after(longer, again, *ride)) == Outcome("level", (), (1, 1))
    ahead = facing(longer, ("a1", "a1"), 3)._replace(tilt=3, points=(2, 1))
    assert longer.outcome(after(longer, ahead, *ride)) == Outcome("points", (0,), (2, 1))


def test_the_addends_of_a_blow_are_its_impact_and_its_balance(game):
    own = {"speed": 4, "standing": standing("rise", "set_lance")}
    other = {"speed": 4, "standing": standing("brace_shield", "lean"), "lean": "left"}
    (strike,) = struck(game, ("b2", "b3"), own=own, other=other).strikes
    mine, theirs = strike.blows
    assert dict(mine.adds) == {"speeds": 2, "further": 1, "square": 1, "rise": 1, "set_lance": 1, "leaning": -1}
    assert dict(mine.resists) == {"brace_shield": 1}
    assert dict(theirs.adds) == {"speeds": 2}
    assert dict(theirs.resists) == {"shield": 2, "rise": -1}
    for blow in strike.blows:
        assert blow.impact == sum(dict(blow.adds).values())
        assert blow.balance == sum(dict(blow.resists).values())


def test_tc28_both_seats_read_one_chart_from_the_attackers_side(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a1")
    state = after(game, state, "choose right spur steady", "choose right spur steady")
    assert aims(state) == ["a2", "a2"]


def test_tc29_a_horse_without_cards_gets_faster_by_itself(kit):
    short = changed(kit, "cards.yaml", "easy_pace: {name: Easy Pace, count: 3", "easy_pace: {name: Easy Pace, count: 0")
    edit(kit, "cards.yaml", "name: Spur, count: 2", "name: Spur, count: 0")
    edit(kit, "cards.yaml", "name: Gallop, count: 1", "name: Gallop, count: 0")
    short = make("tilt", kit)
    state = after(short, short.setup(), "first 1", "place a1", "place a1")
    for _ in range(2):
        state = after(short, state, "choose up rein_in steady", "choose up rein_in steady")
    assert [knight.speed for knight in state.knights] == [0, 0]
    assert {action[2] for action in short.legal(state)} == {"-"}
    state = after(short, state, "choose left - rise", "choose left - rise")
    assert [knight.speed for knight in state.knights] == [1, 1]
    assert rules.playing.play(short, Random(1)).phase == OVER
