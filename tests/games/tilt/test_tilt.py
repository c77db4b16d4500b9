"""Joust by Peter Cobcroft: the worked examples and the rulings."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.games.tilt.engine import CHOOSE, OVER, PLACE, PULL, Tilt
from pnp.games.tilt.strike import Blow, BlowsResult, verdict
from pnp.rules.game import Outcome
from tests.conftest import edit
from tests.support.engines import make, recorded
from tests.support.tilt import DATA, after, aims, facing, laid, ridden, struck, words

FASTER = {"speed": 5, "moved": 18}
"""The first knight of most worked examples: combined speed 10 with the second, and one square further."""
SLOWER = {"speed": 5, "moved": 17}


def changed(copy, file: str, old: str, new: str) -> Tilt:
    """The game with one text of its data replaced."""
    edit(copy, file, old, new)
    diagnostics = Diagnostics()
    made = make("tilt", copy, diagnostics)
    assert made is not None, list(diagnostics)
    return made


def standing(*cards: str) -> frozenset[str]:
    return frozenset(cards)


def blow(game: Tilt, aim: str, own=None, other=None) -> Blow:
    return game.arms.blow(game.knight(aim, **FASTER, **(own or {})), game.knight("d5", **SLOWER, **(other or {})))


# The worked examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("expect", [pytest.param((18, 9, 9, 8, 36, 4), id="C01")])
def test_what_is_in_the_box(game, expect):
    aim, horse, knight = (sum(counts) for counts in game.full)
    assert (len(game.target.cells), aim, knight, horse, game.squares, len(game.shields)) == expect


@pytest.mark.parametrize(
    ("combined", "bonus"),
    [pytest.param([2, 5, 6, 10, 11, 12], [0, 0, 1, 1, 2, 2], id="C02"), pytest.param([0, 1], [0, 0], id="TC13")],
)
def test_bonus_for_combined_speed(game, combined, bonus):
    assert [game.arms.bonus(speed) for speed in combined] == bonus


@pytest.mark.parametrize(
    ("starts", "way", "to"),
    [
        pytest.param(["b2"], "up", [("a2", "a3")], id="C03"),
        pytest.param(["d1", "d2", "d3", "d4", "d5"], "down", [("d1",), ("d1",), ("d2",), ("d5",), ("d5",)], id="C05"),
        pytest.param(["b1"], "left", [("a1", "a2")], id="C06"),
        pytest.param(["c4"], "right", [("d4", "d5")], id="C06b"),
    ],
)
def test_where_an_aim_card_leads(game, starts, way, to):
    assert [game.target.moves(cell, way) for cell in starts] == to
    for cell, options in zip(starts, to, strict=True):
        knight = game.knight(cell, chosen=(way, "easy_pace", "steady"))
        assert game.aims_of(knight) == options


@pytest.mark.parametrize(
    ("aim", "own", "other", "expect"),
    [
        pytest.param("a3", {}, {}, {"impact": 4, "balance": 0, "result": "unhorsed"}, id="C07"),
        pytest.param("b2", {}, {}, {"net": 3, "result": "lance_broken", "points": 1}, id="C09"),
        pytest.param("a4", {}, {"shield": "down"}, {"result": "miss", "points": 0}, id="C11"),
        pytest.param(
            "d2",
            {"standing": standing("set_lance", "rise")},
            {},
            {"result": "miss", "lance_broken": True, "points": 0},
            id="C13",
        ),
        pytest.param("d3", {}, {}, {"result": "disqualified"}, id="C14"),
        pytest.param("c2", {}, {}, {"impact": 3, "balance": 1}, id="C15"),
        pytest.param("a3", {}, {"lean": "left", "standing": standing("lean")}, {"impact": 4}, id="C17b"),
    ],
)
def test_blows(game, aim, own, other, expect):
    dealt = blow(game, aim, own, other)
    assert {key: getattr(dealt, key) for key in expect} == expect


@pytest.mark.parametrize(
    ("before", "gap", "then"),
    [
        pytest.param(("b2", "b3"), 2, ["b3", "b4"], id="C18"),
        pytest.param(("b2", "b3"), 4, ["b2", "b3"], id="C20"),
    ],
)
def test_parry_against_a_neighbour(game, before, gap, then):
    state = laid(game, before, gap, "parry")
    assert aims(state) == then
    assert state.phase == CHOOSE


@pytest.mark.parametrize("gap", [pytest.param(gap, id=f"C20 range {gap}") for gap in (0, 4, -1)])
def test_ranges_at_which_a_parry_is_nothing(game, gap):
    assert not game.parries("parry", gap)
    assert all(game.parries("parry", near) for near in (1, 2, 3))


@pytest.mark.parametrize(("before", "gap"), [pytest.param(("a1", "c3"), 3, id="C21")])
def test_parry_from_afar_is_led_by_the_opponent(game, before, gap):
    state = laid(game, before, gap, "parry")
    assert (state.phase, state.seat, game.actor(state)) == (PULL, 0, 1)
    assert words(game, state) == {"pull a2", "pull b1"}
    for action in words(game, state):
        moved = aims(after(game, state, action))
        assert moved[1] == "c3"
        assert game.target.steps(*before) - game.target.steps(*moved) == 1


@pytest.mark.parametrize(
    ("speed", "cards", "speeds"),
    [
        pytest.param(3, ["easy_pace", "spur", "gallop", "rein_in"], [4, 5, 6, 1], id="C22"),
        pytest.param(6, ["easy_pace"], [6], id="C23"),
        pytest.param(0, ["rein_in"], [0], id="C24"),
        pytest.param(1, ["rein_in"], [1], id="never below one"),
        pytest.param(5, ["spur", "gallop", "rein_in"], [6, 6, 3], id="never above six"),
    ],
)
def test_horse_cards(game, speed, cards, speeds):
    assert [game.paced(speed, card) for card in cards] == speeds


# The rulings that play can show ---------------------------------------------------------------------------


def test_tc1_knights_start_on_the_end_squares(game, copy):
    state = game.setup()
    assert (game.square(state, 0), game.square(state, 1), game.range(state)) == (1, 36, 35)
    off = changed(copy, "rules.yaml", "start_offset: 0", "start_offset: 1")
    assert off.starts == (0, 37)
    assert off.range(off.setup()) == 37


def test_tc2_the_lists_have_36_squares(game):
    assert game.rules.board_cards == (3, 3, 3, 3, 6, 6, 3, 3, 3, 3)


def test_tc3_the_strike_comes_first_and_the_horses_ride_on(game):
    state = struck(game, ("a1", "a1"))
    (strike,) = state.strikes
    assert strike.met == 35, "34 + 2 - 1: the first knight rides two squares, the second one"
    assert strike.halts == (35, 34)
    assert struck(game, ("a1", "a1"), gap=1).strikes[0].halts == (36, 34), "a horse stops at the end of the lists"


def test_tc5_the_horse_disqualifies_unless_the_option_says_miss(game, copy):
    assert blow(game, "d3").result == "disqualified"
    mild = changed(copy, "rules.yaml", "d3: disqualified", "d3: miss")
    dealt = blow(mild, "d3", {"standing": standing("rise")})
    assert (dealt.result, dealt.points, dealt.lance_broken) == ("miss", 0, True)


def test_tc6_disqualification_ends_the_match(game):
    state = struck(game, ("d3", "a3"), own={"speed": 4}, other={"speed": 4, "standing": standing("rise")})
    assert game.outcome(state) == Outcome("disqualified", (1,), (0, 0))
    assert game.outcome(struck(game, ("d3", "d3"))) == Outcome("both_disqualified", (), (0, 0))


def test_tc7_a_break_square_spends_the_lance_above_two_before_balance(game):
    assert [blow(game, "d1", {"standing": standing(*cards)}).lance_broken for cards in ((), ("rise",))] == [False, True]
    braced = {"standing": standing("brace_shield", "sit_forward")}
    assert blow(game, "d1", {"standing": standing("rise")}, braced).lance_broken
    state = struck(game, ("d2", "a1"), own={"speed": 4, "standing": standing("set_lance", "rise")})
    assert (state.strikes[0].blows[0].lance_broken, state.points) == (True, (0, 0))


@pytest.mark.parametrize(
    ("place", "covers"),
    [
        ("down", {"b3": 1, "c3": 2, "c4": 1}),
        ("up", {"a3": 1, "a4": 2}),
        ("inward", {"b2": 1, "b3": 2}),
        ("outward", {"a4": 1, "b3": 2}),
    ],
)
def test_tc8_shields_count_once_as_balance(game, place, covers):
    values = {cell: game.arms.shield(place, cell) for cell in game.target.cells}
    assert {cell: value for cell, value in values.items() if value is not None} == covers
    for cell, value in covers.items():
        bare = next(p for p in game.shields if game.arms.shield(p, cell) is None)
        with_it, without = (blow(game, cell, other={"shield": p}) for p in (place, bare))
        assert with_it.impact == without.impact
        assert with_it.balance == without.balance + value


@pytest.mark.parametrize(("cell", "place"), [("a4", "up"), ("a4", "outward"), ("c4", "down")])
def test_tc9_a_shield_makes_a_miss_a_hit(game, cell, place):
    for other in game.shields:
        covered = game.arms.shield(other, cell) is not None
        assert (blow(game, cell, other={"shield": other}).result != "miss") == covered
    strong = {"standing": standing("rise", "set_lance")}
    dealt = blow(game, cell, strong, {"shield": place})
    assert (dealt.impact, dealt.result, dealt.points) == (4, "lance_broken", 1)


def test_tc10_only_the_head_is_worth_two(game):
    worth = {cell: game.arms.result(cell, 2)[1] for cell in game.target.cells}
    assert [cell for cell, points in worth.items() if points == 2] == ["a3"]
    assert set(worth.values()) == {1, 2}


def test_tc11_knight_cards_of_the_strike_do_not_count(game):
    state = struck(game, ("b2", "b2"))
    assert [b.impact for b in state.strikes[0].blows] == [2, 1], "1 for the chest, 1 for riding further"
    assert state.phase == PLACE


def test_tc12_nobody_is_furthest_when_both_rode_as_far(game):
    one, two = game.knight("b3", **FASTER), game.knight("b3", **SLOWER)
    assert (game.arms.furthest(one, two), game.arms.furthest(two, one), game.arms.furthest(one, one)) == (1, 0, 0)


def test_tc13_combined_speed_is_two_at_least(game):
    slowest = {speed for order in orders(game) for speed in ridden(game, order)[3:]}
    assert min(slowest) == 1
    assert max(slowest) == 6


def test_tc14_net_nothing_is_a_glance(game):
    assert [game.arms.result("b3", net) for net in (-3, 0, 1)] == [("glance", 0)] * 3
    assert [game.arms.result("a3", net) for net in (1, 2, 3, 4, 9)] == [
        ("glance", 0), ("lance_broken", 2), ("lance_broken", 2), ("unhorsed", 0), ("unhorsed", 0)
    ]  # fmt: skip


def dealt(net: int, result: str, points: int = 0) -> Blow:
    return Blow("b2", net, 0, result, points, lance_broken=False)


@pytest.mark.parametrize(
    ("blows", "kind"),
    [
        ((dealt(5, "unhorsed"), dealt(4, "unhorsed")), BlowsResult("both_unhorsed", (0,))),
        ((dealt(4, "unhorsed"), dealt(6, "unhorsed")), BlowsResult("both_unhorsed", (1,))),
        ((dealt(4, "unhorsed"), dealt(4, "unhorsed")), BlowsResult("void")),
        ((dealt(3, "lance_broken", 1), dealt(4, "unhorsed")), BlowsResult("unhorsed", (1,))),
        ((dealt(9, "unhorsed"), dealt(0, "disqualified")), BlowsResult("disqualified", (0,))),
        ((dealt(9, "disqualified"), dealt(9, "unhorsed")), BlowsResult("disqualified", (1,))),
        ((dealt(2, "lance_broken", 2), dealt(3, "lance_broken", 1)), BlowsResult("points", (), (2, 1))),
    ],
)
def test_tc15_both_unhorsed_go_by_the_greater_net(blows, kind):
    assert verdict(blows) == kind


def test_tc15_a_void_tilt_counts_as_ridden(game):
    strong = {"speed": 4, "shield": "up", "standing": standing("set_lance", "rise")}
    state = struck(game, ("b3", "b2"), own=strong, other=strong)
    assert [blow.net for blow in state.strikes[0].blows] == [6, 6], "further, or at the better square"
    assert state.strikes[0].verdict == BlowsResult("void")
    assert (state.phase, state.tilt, state.points) == (PLACE, 2, (0, 0))
    state = struck(game, ("b2", "b3"), own=strong, other=strong)
    assert game.outcome(state) == Outcome("both_unhorsed", (0,), (0, 0))


def test_tc16_level_after_three_tilts_is_drawn_unless_a_fourth_is_ridden(game, copy):
    last = struck(game, ("a1", "a1"))
    assert (last.phase, last.tilt) == (PLACE, 2)
    third = facing(game, ("a1", "a1"), 3)._replace(tilt=3, points=(1, 1))
    ride = ("choose - spur rise", "choose - spur rise")
    assert game.outcome(after(game, third, *ride)) == Outcome("level", (), (1, 1))
    longer = changed(copy, "rules.yaml", "extra_tilts_when_level: 0", "extra_tilts_when_level: 1")
    fourth = after(longer, third, *ride)
    assert (fourth.phase, fourth.tilt) == (PLACE, 4)
    again = facing(longer, ("a1", "a1"), 3)._replace(tilt=4, points=(1, 1))
    assert longer.outcome(after(longer, again, *ride)) == Outcome("level", (), (1, 1))
    ahead = facing(longer, ("a1", "a1"), 3)._replace(tilt=3, points=(2, 1))
    assert longer.outcome(after(longer, ahead, *ride)) == Outcome("points", (0,), (2, 1))


def test_tc17_first_players_alternate_by_the_first_turn_of_the_tilt(game):
    state = game.setup()
    openers = []
    for line in recorded("tilt-points"):
        state = rules.step(game, state, line)
        if state.phase == PLACE and not any(aims(state)):
            openers.append(state.first)
    assert openers == [openers[0], 1 - openers[0], openers[0]]


def test_tc18_between_tilts_all_but_points_is_reset(game):
    worn = {"shield": "up", "lean": "right", "standing": standing("lean", "set_lance", "brace_shield")}
    state = facing(game, ("b2", "a1"), 3, own=worn, other=worn)._replace(points=(1, 0))
    state = after(game, state, "choose - spur rise", "choose - spur rise")
    assert state.knights == (game.knight(), game.knight())
    assert (state.points, state.tilt, state.phase) == ((2, 0), 2, PLACE)


def test_tc19_a_set_lance_stays_but_for_the_opponents_parry(game):
    locked = {"standing": standing("set_lance")}
    knight = game.knight("b2", chosen=("feint", "spur", "rise"), **locked)
    assert game.aims_of(knight) == ("b2",)
    assert aims(laid(game, ("b2", "b3"), 2, "parry", other=locked)) == ["b3", "b4"]
    assert aims(laid(game, ("b2", "b3"), 2, "parry", own=locked)) == ["b2", "b4"]
    assert aims(laid(game, ("a1", "c3"), 2, "parry", own=locked)) == ["a1", "c3"]
    state = laid(game, ("b2", "b2"), 2, "parry", own=locked)
    assert aims(after(game, state, "parry right")) == ["b2", "b3"]


def test_tc20_the_later_of_rise_and_sit_forward_replaces_the_earlier(game):
    for early, late in (("rise", "sit_forward"), ("sit_forward", "rise")):
        state = laid(game, ("b2", "a1"), 9, late, own={"standing": standing(early)})
        assert state.knights[0].standing == {late}
    own = game.knight("b2", standing=standing("rise"))
    assert (game.arms.impact(own, own), game.arms.balance("b2", own)) == (2, -1)
    own = game.knight("b2", standing=standing("sit_forward"))
    assert (game.arms.impact(own, own), game.arms.balance("b2", own)) == (1, 1)


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


def test_tc21_a_braced_shield_does_not_move(game):
    state = laid(game, ("b2", "a1"), 9, "move_shield", own={"standing": standing("brace_shield")})
    assert (state.phase, state.knights[0].shield) == (CHOOSE, "outward")
    assert game.arms.balance("b2", state.knights[0]) == 1


@pytest.mark.parametrize(
    ("cell", "left", "right"), [("b2", -1, 1), ("c3", 1, -1), ("a4", 1, -1), ("a3", 0, 0), ("d3", 0, 0), ("d1", -1, 1)]
)
def test_tc22_leaning_helps_on_the_chosen_half_only(game, cell, left, right):
    leaning = [game.knight("a1", lean=side, standing=standing("lean")) for side in ("left", "right")]
    assert [game.arms.lean(cell, other) for other in leaning] == [left, right]
    assert game.arms.lean(cell, game.knight("a1")) == 0


def test_tc23_an_aim_card_must_be_followed(game):
    state = after(game, game.setup(), "first 1", "place a1", "place d5")
    state = after(game, state, "choose feint spur steady", "choose down spur steady")
    assert "aim a1" not in words(game, state)
    assert aims(after(game, state, "aim a2")) == ["a2", "d5"], "off the target, the corner stays"


def test_tc25_horses_start_at_speed_nought(game):
    assert [knight.speed for knight in game.setup().knights] == [0, 0]


def test_tc27_every_horse_card_is_marked_as_reconstructed():
    from pnp.kit import schema
    from pnp.kit.model import Card
    from pnp.sources.yaml import read

    cards = schema.build(
        dict[schema.Name, dict[schema.Id, Card]], read(DATA / "cards.yaml", Diagnostics()), Diagnostics()
    )
    marked = {deck: {card.asides.get("status") for card in cards[deck].values()} for deck in cards}
    assert marked.pop("horses") == {"reconstructed"}
    assert all(statuses == {None} for statuses in marked.values())
    for file in ("rules.yaml", "cards.yaml"):
        assert "# after Peter Cobcroft 2009, CC BY-NC-SA 2.5" in (DATA / file).read_text("utf-8").splitlines()[:2]


def test_tc28_both_seats_read_one_chart_from_the_attackers_side(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a1")
    state = after(game, state, "choose right spur steady", "choose right spur steady")
    assert aims(state) == ["a2", "a2"]


def orders(game: Tilt) -> set[tuple[str, ...]]:
    """All orders of the horse cards."""
    deck = [card for card, count in zip(game.horses, game.full[1], strict=True) for _ in range(count)]
    return set(permutations(deck))


def test_tc29_horse_cards_last_until_the_knights_meet(game):
    rides = [ridden(game, order) for order in orders(game)]
    far = [sum(speeds) for speeds in rides]
    gap = game.range(game.setup())
    assert (min(far), max(far)) == (20, 40)
    assert 2 * min(far) >= gap, "two of the slowest meet by the eighth turn"
    assert 2 * max(sum(speeds[:3]) for speeds in rides) < gap <= 2 * max(sum(speeds[:4]) for speeds in rides)


def test_tc29_a_horse_without_cards_gets_faster_by_itself(copy):
    short = changed(
        copy, "cards.yaml", "easy_pace: {name: Easy Pace, count: 3", "easy_pace: {name: Easy Pace, count: 0"
    )
    edit(copy, "cards.yaml", "name: Spur, count: 2", "name: Spur, count: 0")
    edit(copy, "cards.yaml", "name: Gallop, count: 1", "name: Gallop, count: 0")
    short = make("tilt", copy)
    state = after(short, short.setup(), "first 1", "place a1", "place a1")
    for _ in range(2):
        state = after(short, state, "choose up rein_in steady", "choose up rein_in steady")
    assert [knight.speed for knight in state.knights] == [0, 0]
    assert {action[2] for action in short.legal(state)} == {"-"}
    state = after(short, state, "choose left - rise", "choose left - rise")
    assert [knight.speed for knight in state.knights] == [1, 1]
    assert rules.playing.play(short, Random(1)).phase == OVER
