"""Joust by Peter Cobcroft: the worked examples, the rulings, the whole state machine, secrets and errors."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from random import Random

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.rules.game import CHANCE, Outcome, RefusalError
from pnp.rules.tilt.engine import AIM, CHOOSE, DECKS, ENTER, LEAN, OVER, PARRY, PLACE, PULL, PUSH, SHIELD, State, Tilt
from pnp.rules.tilt.strike import Blow, Verdict, advance, verdict
from pnp.rules.tilt.target import OPPOSITE
from tests.conftest import edit
from tests.rules.conftest import make, recorded, replayed

DATA = paths.data_folder() / "tilt"
FASTER = {"speed": 5, "moved": 18}
"""The first knight of most worked examples: combined speed 10 with the second, and one square further."""
SLOWER = {"speed": 5, "moved": 17}


@pytest.fixture(scope="module")
def game(engine) -> Tilt:
    return engine("tilt")


@pytest.fixture
def copy(tmp_path):
    """The data of the game, to be changed."""
    return shutil.copytree(DATA, tmp_path / "tilt")


def changed(copy, file: str, old: str, new: str) -> Tilt:
    """The game with one text of its data replaced."""
    edit(copy, file, old, new)
    diagnostics = Diagnostics()
    made = make("tilt", copy, diagnostics)
    assert made is not None, list(diagnostics)
    return made


def after(game: Tilt, state: State, *actions: str) -> State:
    for action in actions:
        state = rules.step(game, state, action)
    return state


def facing(game: Tilt, aims: tuple[str, str], gap: int, *, own=None, other=None) -> State:
    """A turn of the first seat: both horses stand, `gap` squares apart, and no aim cards are left to move the aims."""
    hands = ((0,) * len(game.aims), *game.full[1:])
    whole = game.starts[1] - game.starts[0]
    one = game.knight(aims[0], moved=whole - gap, hands=hands)._replace(**(own or {}))
    two = game.knight(aims[1], hands=hands)._replace(**(other or {}))
    return game.setup()._replace(phase=CHOOSE, knights=(one, two), turns=1)


def laid(game: Tilt, aims: tuple[str, str], gap: int, mine: str, theirs: str = "steady", **more) -> State:
    """As `facing`, both horses reined in where they stand, these knight cards on the table."""
    return after(game, facing(game, aims, gap, **more), f"choose - rein_in {mine}", f"choose - rein_in {theirs}")


def aims(state: State) -> list[str]:
    return [knight.aim for knight in state.knights]


def standing(*cards: str) -> frozenset[str]:
    return frozenset(cards)


def blow(game: Tilt, aim: str, own=None, other=None) -> Blow:
    return game.arms.blow(game.knight(aim, **FASTER, **(own or {})), game.knight("d5", **SLOWER, **(other or {})))


def words(game: Tilt, state: State) -> set[str]:
    return {rules.game.written(action) for action in game.legal(state)}


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


# The target -----------------------------------------------------------------------------------------------

CHART = """
    a1 | a1    | b1    | a1    | a2    | a2 b1
    a2 | a1    | b1 b2 | a1    | a3    | a1 a3 b1 b2
    a3 | a2    | b2 b3 | a2    | a4    | a2 a4 b2 b3
    a4 | a5    | b3 b4 | a3    | a5    | a3 a5 b3 b4
    a5 | a5    | b4    | a4    | a5    | a4 b4
    b1 | a1 a2 | c1    | a1 a2 | b2    | a1 a2 b2 c1 c2
    b2 | a2 a3 | c2    | b1    | b3    | a2 a3 b1 b3 c1 c2 c3
    b3 | a3 a4 | c3    | b2    | b4    | a3 a4 b2 b4 c2 c3 c4
    b4 | a4 a5 | c4    | b3    | a4 a5 | a4 a5 b3 c3 c4
    c1 | b1    | d1 d2 | d1 d2 | c2    | b1 b2 c2 d1 d2
    c2 | b2    | d2 d3 | c1    | c3    | b1 b2 b3 c1 c3 d2 d3
    c3 | b3    | d3 d4 | c2    | c4    | b2 b3 b4 c2 c4 d3 d4
    c4 | b4    | d4 d5 | c3    | d4 d5 | b3 b4 c3 d4 d5
    d1 | c1    | d1    | d1    | d2    | c1 d2
    d2 | c1 c2 | d1    | d1    | d3    | c1 c2 d1 d3
    d3 | c2 c3 | d2    | d2    | d4    | c2 c3 d2 d4
    d4 | c3 c4 | d5    | d3    | d5    | c3 c4 d3 d5
    d5 | c4    | d5    | d4    | d5    | c4 d4
"""


@pytest.mark.parametrize("line", CHART.strip().splitlines())
def test_tc24_the_target_is_laid_like_bricks(game, line):
    cell, *ways, feints = (part.split() for part in line.split("|"))
    for way, cells in zip(("up", "down", "left", "right"), ways, strict=True):
        assert list(game.target.moves(cell[0], way)) == cells, way
    assert list(game.target.feints(cell[0])) == feints


def test_neighbours_are_mutual_and_steps_are_the_shortest(game):
    target = game.target
    for cell in target.cells:
        for way, back in OPPOSITE.items():
            assert all(cell in target.neighbours(other, back) for other in target.neighbours(cell, way))
        for other in target.cells:
            assert target.steps(cell, other) == target.steps(other, cell)
            assert bool(target.nearer(cell, other)) == (cell != other)
    assert target.way("b2", "a3") == "up"
    assert target.way("b2", "c3") is None
    assert target.way("b1", "a1") == "up", "an off-table move makes no neighbours"


def test_halves(game):
    halves = {side: [cell for cell in game.target.cells if game.target.half(cell) == side] for side in ("left", None)}
    assert halves == {"left": ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"], None: ["a3", "d3"]}


# The course of a match ------------------------------------------------------------------------------------


def test_chance_names_the_first_player_who_places_first(game):
    state = game.setup()
    assert game.actor(state) == CHANCE
    assert game.chance(state) == ((("first", "1"), 1), (("first", "2"), 1))
    state = after(game, state, "first 2")
    assert (state.phase, game.actor(state)) == (PLACE, 1)
    assert words(game, state) == {"place a1", "place a5", "place d1", "place d5"}
    state = after(game, state, "place d5")
    assert game.actor(state) == 0
    state = after(game, state, "place d5")
    assert (aims(state), state.phase, game.actor(state)) == (["d5", "d5"], CHOOSE, 1)


def test_one_card_of_each_deck_is_compulsory(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a1")
    assert len(game.legal(state)) == len(game.aims) * len(game.horses) * len(game.knights)
    for short in ("choose up", "choose up spur", "choose up spur -", "choose - spur parry", "choose spur up parry"):
        assert not game.allows(state, rules.game.read(short))
        with pytest.raises(RefusalError, match="is not allowed; allowed: "):
            rules.step(game, state, short)


def test_played_cards_are_gone_for_the_tilt(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a1")
    state = after(game, state, "choose up gallop rise", "choose up gallop rise")
    assert not game.allows(state, ("choose", "up", "gallop", "steady"))
    assert not game.allows(state, ("choose", "up", "spur", "rise"))
    assert game.allows(state, ("choose", "up", "spur", "steady")), "there are two of some cards"


def test_cards_resolve_in_order_and_the_first_player_changes(game):
    state = after(game, game.setup(), "first 1", "place a1", "place d1")
    state = after(game, state, "choose feint spur lean", "choose up rein_in move_shield")
    assert (state.phase, game.actor(state), words(game, state)) == (AIM, 0, {"aim a2", "aim b1"})
    state = after(game, state, "aim b1")
    assert (state.phase, game.actor(state), words(game, state)) == (LEAN, 0, {"lean left", "lean right"})
    assert [k.speed for k in state.knights] == [2, 0]
    assert [k.moved for k in state.knights] == [2, 0]
    state = after(game, state, "lean right")
    assert (state.phase, game.actor(state)) == (SHIELD, 1)
    assert words(game, state) == {"shield down", "shield inward", "shield outward", "shield up"}
    state = after(game, state, "shield up")
    assert (state.phase, state.first, game.actor(state)) == (CHOOSE, 1, 1)
    assert (aims(state), state.knights[0].lean, state.knights[1].shield) == (["b1", "c1"], "right", "up")
    assert game.range(state) == 33


@pytest.mark.parametrize(
    ("first", "other", "gap", "ridden"),
    [(3, 3, 5, (3, 2)), (3, 3, 9, (3, 3)), (1, 6, 6, (1, 5)), (6, 1, 6, (5, 1)), (6, 1, 1, (1, 0)), (0, 4, 3, (0, 3))],
)
def test_tc4_horses_go_square_by_square_in_turn(first, other, gap, ridden):
    spent, turn = [0, 0], 0
    while sum(spent) < gap and spent != [first, other]:
        if spent[turn] < (first, other)[turn]:
            spent[turn] += 1
        turn = 1 - turn
    assert advance(first, other, gap) == ridden == tuple(spent)


@pytest.mark.parametrize("ending", sorted(Tilt.endings))
def test_recorded_plays(game, ending):
    outcome = game.outcome(replayed(game, recorded(f"tilt-{ending}")))
    expected = {
        "points": Outcome("points", (1,), (0, 2)),
        "level": Outcome("level", (), (0, 0)),
        "unhorsed": Outcome("unhorsed", (1,), (0, 0)),
        "both_unhorsed": Outcome("both_unhorsed", (0,), (0, 0)),
        "disqualified": Outcome("disqualified", (1,), (0, 0)),
        "both_disqualified": Outcome("both_disqualified", (), (0, 0)),
    }
    assert outcome == expected[ending]


def test_random_matches_stay_within_their_bounds(game):
    for seed in range(150):
        state = rules.playing.play(game, Random(seed))
        assert len(state.strikes) <= game.rules.tilts
        assert 4 * len(state.strikes) <= game.length(state) <= 8 * len(state.strikes)


# Parry ----------------------------------------------------------------------------------------------------


def test_parry_with_two_squares_behind_lets_its_owner_pick(game):
    state = laid(game, ("c2", "b2"), 3, "parry")
    assert (state.phase, game.actor(state), words(game, state)) == (PUSH, 0, {"push a2", "push a3"})
    assert aims(after(game, state, "push a3")) == ["b2", "a3"]


def test_parry_pushes_by_the_off_table_rule(game):
    state = laid(game, ("b2", "b1"), 3, "parry")
    assert words(game, state) == {"push a1", "push a2"}
    assert aims(laid(game, ("b2", "a2"), 3, "parry")) == ["a2", "a1"]
    assert aims(laid(game, ("a4", "a5"), 3, "parry")) == ["a5", "a5"], "an aim that stays is joined"


def test_parry_on_the_same_square_parts_the_aims(game):
    state = laid(game, ("b2", "b2"), 1, "parry")
    assert (state.phase, game.actor(state)) == (PARRY, 0)
    assert words(game, state) == {"parry down", "parry left", "parry right", "parry up"}
    assert aims(after(game, state, "parry left")) == ["b3", "b1"]
    up = after(game, state, "parry up")
    assert (up.phase, game.actor(up)) == (PUSH, 0)
    assert aims(after(game, up, "push a2")) == ["c2", "a2"]
    down = after(game, state, "parry down")
    assert (down.phase, game.actor(down), words(game, down)) == (ENTER, 0, {"enter a2", "enter a3"})
    assert aims(after(game, down, "enter a3")) == ["a3", "c2"]


def test_parry_on_the_same_square_at_the_edge(game):
    state = laid(game, ("a1", "a1"), 1, "parry")
    assert aims(after(game, state, "parry left")) == ["a2", "a1"]
    assert aims(after(game, state, "parry up")) == ["b1", "a1"]


def test_parry_from_afar_with_one_way_asks_nobody(game):
    assert aims(laid(game, ("d1", "b1"), 2, "parry")) == ["c1", "b1"]
    assert aims(laid(game, ("b2", "c3"), 2, "parry")) == ["c3", "c3"], "a corner is a step too"


def test_both_parry_the_first_player_first(game):
    state = laid(game, ("b2", "b3"), 2, "parry", "parry")
    assert aims(state) == ["b2", "b3"], "pushed right, and back again"


# The rulings that play can show ---------------------------------------------------------------------------


def test_tc1_knights_start_on_the_end_squares(game, copy):
    state = game.setup()
    assert (game.square(state, 0), game.square(state, 1), game.range(state)) == (1, 36, 35)
    off = changed(copy, "rules.yaml", "start_offset: 0", "start_offset: 1")
    assert off.starts == (0, 37)
    assert off.range(off.setup()) == 37


def test_tc2_the_lists_have_36_squares(game):
    assert game.rules.board_cards == (3, 3, 3, 3, 6, 6, 3, 3, 3, 3)


def struck(game: Tilt, cells: tuple[str, str], gap: int = 3, **more) -> State:
    """Both horses spur from where they stand, so they meet in this turn if that is near enough."""
    state = facing(game, cells, gap, **more)
    return after(game, state, "choose - spur rise", "choose - spur rise")


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
        ((dealt(5, "unhorsed"), dealt(4, "unhorsed")), Verdict("both_unhorsed", (0,))),
        ((dealt(4, "unhorsed"), dealt(6, "unhorsed")), Verdict("both_unhorsed", (1,))),
        ((dealt(4, "unhorsed"), dealt(4, "unhorsed")), Verdict("void")),
        ((dealt(3, "lance_broken", 1), dealt(4, "unhorsed")), Verdict("unhorsed", (1,))),
        ((dealt(9, "unhorsed"), dealt(0, "disqualified")), Verdict("disqualified", (0,))),
        ((dealt(9, "disqualified"), dealt(9, "unhorsed")), Verdict("disqualified", (1,))),
        ((dealt(2, "lance_broken", 2), dealt(3, "lance_broken", 1)), Verdict("points", (), (2, 1))),
    ],
)
def test_tc15_both_unhorsed_go_by_the_greater_net(blows, kind):
    assert verdict(blows) == kind


def test_tc15_a_void_tilt_counts_as_ridden(game):
    strong = {"speed": 4, "shield": "up", "standing": standing("set_lance", "rise")}
    state = struck(game, ("b3", "b2"), own=strong, other=strong)
    assert [blow.net for blow in state.strikes[0].blows] == [6, 6], "further, or at the better square"
    assert state.strikes[0].verdict == Verdict("void")
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
    from pnp.kit.yaml import read

    cards = schema.build(
        dict[schema.Name, dict[schema.Id, Card]], read(DATA / "cards.yaml", Diagnostics()), Diagnostics()
    )
    marked = {deck: {card.asides.get("status") for card in cards[deck].values()} for deck in cards}
    assert marked.pop("horses") == {"reconstructed"}
    assert all(statuses == {None} for statuses in marked.values())
    for file in ("rules.yaml", "cards.yaml"):
        assert (DATA / file).read_text("utf-8").startswith("# after Peter Cobcroft 2009, CC BY-NC-SA 2.5\n")


def test_tc28_both_seats_read_one_chart_from_the_attackers_side(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a1")
    state = after(game, state, "choose right spur steady", "choose right spur steady")
    assert aims(state) == ["a2", "a2"]


def orders(game: Tilt) -> set[tuple[str, ...]]:
    """All orders of the horse cards."""
    deck = [card for card, count in zip(game.horses, game.full[1], strict=True) for _ in range(count)]
    return set(permutations(deck))


def ridden(game: Tilt, order: tuple[str, ...]) -> list[int]:
    """The speed in each turn."""
    speeds, speed = [], 0
    for card in order:
        speed = game.paced(speed, card)
        speeds.append(speed)
    return speeds


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


# Secrets --------------------------------------------------------------------------------------------------


def test_a_commitment_is_hidden_until_both_are_made(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    committed = [game.apply(state, action) for action in game.legal(state)]
    assert {json.dumps(game.view(later, 1)) for later in committed} == {json.dumps(game.view(committed[0], 1))}
    assert len({json.dumps(game.view(later, 0)) for later in committed}) == len(committed)


def test_horse_and_knight_cards_stay_down_while_aims_are_resolved(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    choices = [a for a in game.legal(state) if a[1] == "up"]
    seen = {json.dumps(game.view(after(game, game.apply(state, a), "choose feint spur lean"), 1)) for a in choices}
    assert len(seen) == 1
    (view,) = map(json.loads, seen)
    assert view["phase"] == AIM
    assert [knight["shown"] for knight in view["knights"]] == [["up"], ["feint"]]
    assert view["knights"][0]["played"] == {"aims": {"up": 1}, "horses": {}, "knights": {}}
    assert view["chosen"] == ["feint", "spur", "lean"]


def test_resolved_cards_lie_open(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    state = after(game, state, "choose up spur move_shield", "choose down gallop lean")
    view = game.view(state, 1)
    assert view["knights"][0]["shown"] == ["up", "spur", "move_shield"]
    state = after(game, state, "shield up", "lean left")
    view = game.view(state, 0)
    assert view["knights"][1]["played"] == {"aims": {"down": 1}, "horses": {"gallop": 1}, "knights": {"lean": 1}}
    assert view["chosen"] == view["knights"][1]["shown"] == []


def test_knight_cards_of_the_strike_are_never_shown(game):
    state = struck(game, ("d3", "b2"))
    assert state.phase == OVER
    assert [game.view(state, seat)["knights"][1 - seat]["shown"] for seat in (0, 1)] == [["-", "spur"]] * 2


def test_a_view_holds_no_hand_but_the_seats_own(game):
    rng = Random(3)
    for _ in range(20):
        state = game.setup()
        while (who := game.actor(state)) is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[int(rng.random() * len(legal))])
            for seat in (0, 1):
                other = state.knights[1 - seat]
                emptied = other._replace(hands=tuple((9,) * len(hand) for hand in other.hands), chosen=())
                kept = game.view(state, seat)
                knights = (emptied, state.knights[1]) if seat else (state.knights[0], emptied)
                blind = game.view(state._replace(knights=knights), seat)
                assert {k: v for k, v in kept.items() if k != "knights"} == {
                    k: v for k, v in blind.items() if k != "knights"
                }
                assert kept["knights"][seat] == blind["knights"][seat]
            assert who in (-1, 0, 1)


def test_own_cards_add_up(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5", "choose up spur lean")
    view = game.view(state, 0)
    for k, deck in enumerate(DECKS):
        assert sum(view["hand"][deck].values()) + 1 == sum(game.full[k])
    assert view["knights"][0]["committed"]
    assert view["knights"][0]["played"] == {"aims": {}, "horses": {}, "knights": {}}


def test_show_names_the_position(game):
    text = game.show(after(game, game.setup(), "first 2", "place a1", "place a5"))
    assert text.splitlines()[0] == (
        "tilt 1, turn 1, phase choose, rider 2 first, rider 2 deciding; range 35; points 0:0"
    )
    assert "rider 2: aim a1, speed 0, square 36, shield outward, standing nothing; chosen nothing" in text


# Errors ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        ("rules.yaml", "tilts: 3\n", "", "missing-key", "'tilts'"),
        ("rules.yaml", "tilts: 3", "tilts: three", "wrong-type", "a whole number"),
        ("rules.yaml", "tilts: 3", "tilts: 3\nflags: 2", "unknown-key", "'flags'"),
        ("rules.yaml", "first_shield: outward", "first_shield: onward", "unknown-id", "no shield place 'onward'"),
        ("rules.yaml", "d3: disqualified", "d3: shame", "bad-choice", "'shame'"),
        ("rules.yaml", "stay: [a1,", "stay: [a9,", "unknown-id", "no square 'a9'"),
        ("rules.yaml", "  up: [b1, b4]", "  up: [b1, b4, a1]", "off-table", "already a rule for 'a1'"),
        ("rules.yaml", "left: [a2, a3, d2, d3]", "left: [a2, d2, d3]", "off-table", "up of 'a3' goes nowhere"),
        ("rules.yaml", "left: [a2", "sideways: [a2", "bad-choice", "'sideways'"),
        ("rules.yaml", "  c: [1, 3, 5, 7]", "  c: [1, 3, 5, 7, 9]", "missing-card", "'c5' has no card"),
        ("rules.yaml", "{least: 6, impact: 1}", "{least: 12, impact: 1}", "bad-bands", "above the one before"),
        ("rules.yaml", "{least: 0, impact: 0}", "{least: 2, impact: 0}", "bad-bands", "begin at 0"),
        ("rules.yaml", "result: glance", "result: glance, least: 1", "bad-bands", "must have no 'least'"),
        ("rules.yaml", "natural_acceleration: 1", "natural_acceleration: 0", "out-of-range", "not between 1"),
        ("rules.yaml", "start: 0, max", "start: 7, max", "bad-speed", "faster than 6"),
        ("rules.yaml", "board_cards: [3, 3, 3, 3, 6, 6, 3, 3, 3, 3]", "board_cards: [1]", "bad-board", "two squares"),
        ("cards.yaml", "traits: {way: up}", "traits: {way: north}", "bad-choice", "'north'"),
        ("cards.yaml", "traits: {faster: 2}", "traits: {faster: two}", "wrong-type", "a whole number"),
        ("cards.yaml", "traits: {faster: 2}", "traits: {}", "bad-effect", "either 'faster' or 'slower'"),
        ("cards.yaml", "cancels: [rise]", "cancels: [raise]", "unknown-id", "no knight card 'raise'"),
        ("cards.yaml", "forbids: [move_shield]", "forbids: [shield]", "unknown-id", "no knight card 'shield'"),
        ("cards.yaml", "less: 1, ", "", "missing-key", "'less'"),
        (
            "cards.yaml",
            "{moves_shield: true}",
            "{moves_shield: true, parry: {least: 1, most: 2}}",
            "bad-effect",
            "one of",
        ),
        ("cards.yaml", "place: up, covers: {a3", "place: up, covers: {e3", "unknown-id", "no square 'e3'"),
        ("cards.yaml", "{place: up,", "{place: down,", "duplicate-place", "already a shield at 'down'"),
        ("cards.yaml", "traits: {kind: hit, part: head, impact: 2}", "traits: {kind: hat}", "bad-choice", "'hat'"),
        ("cards.yaml", "  d5: {", "  e5: {", "missing-card", "'d5' has no card"),
        (
            "cards.yaml",
            "art: steady.svg, traits: {idle: true}",
            "art: steady.svg",
            "missing-key",
            "'Steady' needs",
        ),
        ("cards.yaml", "traits: {idle: true}", "traits: {}", "bad-effect", "must have an effect"),
        ("cards.yaml", "{idle: true}", "{idle: true, impact: 1}", "bad-effect", "must have an effect"),
        ("cards.yaml", "\naims:", "\naimz:", "missing-deck", "'aims'"),
    ],
)
def test_errors_name_their_place(copy, file, old, new, code, message):
    line = edit(copy, file, old, new)
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    found = [diagnostic for diagnostic in diagnostics if diagnostic.code == code and message in diagnostic.message]
    assert found, list(diagnostics)
    assert found[0].span.line >= 1
    if code not in ("missing-key", "missing-deck", "missing-card", "off-table", "bad-bands", "unknown-key"):
        assert found[0].span.file.endswith(file)
        assert found[0].span.line == line


def test_an_unknown_square_card_is_an_error(copy):
    line = edit(copy, "cards.yaml", "  d5: {", "  e5: {")
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    (diagnostic,) = [
        diagnostic for diagnostic in diagnostics if diagnostic.code == "unknown-id" and "'e5'" in diagnostic.message
    ]
    assert diagnostic.span.line == line


def test_no_start_square_is_an_error(copy):
    path = copy / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace(", start: true", ""), "utf-8")
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    assert [diagnostic.code for diagnostic in diagnostics] == ["no-start"]
