"""JOUST!: the worked examples and the rulings."""

from __future__ import annotations

from random import Random

import pytest

from pnp import rules
from pnp.games.lists.engine import INITIATIVE, PAIR, RIDE, STRIKE, Course, JoustResult
from pnp.rules.game import CHANCE, RefusalError
from tests.conftest import edit
from tests.support.engines import make
from tests.support.lists import (
    BOTH_FELL,
    EAST,
    MEET,
    ROLLS,
    UNSEATED,
    WEST,
    WITHDRAWN,
    after,
    joust,
    pairs,
    rolled,
    struck,
    withdraw,
)

# The worked examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rolls", [pytest.param((4, 4, 5), id="Y01")])
def test_riding_until_alongside(game, rolls):
    state = after(game, game.setup(), "pair 1 2", "initiative 5", "initiative 2")
    for roll in rolls[:2]:
        state = rolled(game, state, RIDE, roll)
        assert state.phase == RIDE
    assert game.steps(state.course.ridden, rolls[2]) == 4
    state = rolled(game, state, RIDE, rolls[2])
    assert state.phase == STRIKE
    assert state.course.ridden == (8, 4)
    assert [game.column(state.course.ridden, knight) for knight in (WEST, EAST)] == [9, 9]
    assert state.course.advantage == state.course.leader == WEST


@pytest.mark.parametrize(
    ("ridden", "advantage"),
    [
        pytest.param((6, 6), None, id="Y02-6-6"),
        pytest.param((5, 7), None, id="Y02-5-7"),
        pytest.param((7, 5), None, id="Y02-7-5"),
        pytest.param((4, 8), EAST, id="Y02-4-8"),
        pytest.param((8, 4), WEST, id="Y02-8-4"),
    ],
)
def test_who_has_the_advantage(game, ridden, advantage):
    assert game.alongside(ridden)
    assert game.advantage(ridden) == advantage


OPPONENT = [0, 0, 1, 0, 1, 1, 0, 0, 2, 3, 4, 0]
OWN = [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("roll", "opponent", "own"),
    [pytest.param(roll, OPPONENT[roll - 1], OWN[roll - 1], id=f"Y03-{roll}") for roll in ROLLS],
)
def test_the_hit_table(game, roll, opponent, own):
    assert game.struck((0, 0), WEST, roll) == (own, opponent)
    assert game.struck((0, 0), EAST, roll) == (opponent, own)
    assert game.hits[roll].unseats == (roll == 12)


@pytest.mark.parametrize(
    ("advantage", "injuries", "rolls", "last", "tokens", "resting"),
    [
        pytest.param(WEST, (0, 0), (12,), "one_unseated", (1, 0), (1,), id="Y04"),
        pytest.param(None, (0, 0), (12, 12), "both_unseated", (0, 0), (0, 1), id="Y05"),
        pytest.param(None, (0, 5), (3, 1), "one_unable", (1, 0), (1,), id="Y08"),
        pytest.param(None, (5, 0), (7, 1), "one_unable", (0, 1), (0,), id="Y11"),
        pytest.param(EAST, (0, 0), (12,), "one_unseated", (0, 1), (0,), id="Y04-east"),
        pytest.param(None, (5, 5), (3, 3), "both_unable", (0, 0), (0, 1), id="both-unable"),
        pytest.param(EAST, (0, 0), (1, 12), "one_unseated", (1, 0), (1,), id="the-reply-unseats"),
    ],
)
def test_how_a_joust_ends(game, advantage, injuries, rolls, last, tokens, resting):
    state = struck(game, advantage, injuries, *rolls)
    assert state.phase == PAIR
    assert (state.last, state.tokens[:2], state.resting) == (last, tokens, resting)
    assert (state.slots, state.jousts) == (1, 1)
    assert state.pair == ()


@pytest.mark.parametrize(
    ("injuries", "rolls", "then"), [pytest.param((2, 3), (3, 5), (3, 4), id="Y09"), ((0, 0), (10, 9), (2, 3))]
)
def test_another_pass(game, injuries, rolls, then):
    state = struck(game, None, injuries, *rolls)
    assert (state.phase, state.injuries, state.passes) == (INITIATIVE, then, 2)
    assert state.course == Course(0, 0, (0, 0), None, ())
    assert state.tokens == (0, 0, 0, 0)


def test_y08_y11_verdicts(game):
    assert game.verdict((False, False), (0, 6)) == JoustResult("one_unable", WEST, (EAST,))
    assert game.verdict((False, False), (7, 0)) == JoustResult("one_unable", EAST, (WEST,))
    assert game.verdict((False, False), (5, 5)) is None


@pytest.mark.parametrize("rolls", [pytest.param([(3, 3), (2, 5)], id="Y12")])
def test_ties_for_the_initiative_are_rolled_again(game, rolls):
    state = after(game, game.setup(), "pair 1 2")
    rerolls = 0
    for both in rolls:
        state = rolled(game, state, INITIATIVE, *both)
        rerolls += state.phase == INITIATIVE
    assert rerolls == 1
    assert (state.phase, state.course.leader, state.course.mover) == (RIDE, EAST, EAST)
    assert [game.initiative(both) for both in rolls] == [None, EAST]


def test_yl1_thirteen_columns_make_twelve_steps(game, kit):
    assert game.distance == 12
    assert game.column((0, 0), WEST) == 1
    assert game.column((0, 0), EAST) == 13
    assert not game.alongside((7, 4))
    assert game.alongside((8, 4))
    edit(kit, "rules.yaml", "columns: 13", "columns: 9")
    edit(kit, "rules.yaml", "zone: [6, 8]", "zone: [5, 5]")
    short = make("lists", kit)
    state = rolled(short, after(short, short.setup(), "pair 1 2", "initiative 1", "initiative 2"), RIDE, 6, 6)
    assert (state.course.ridden, state.course.advantage) == ((2, 6), EAST)


def test_yl2_the_zone_is_three_columns_wide(game):
    no_advantage = [west for west in range(13) if game.advantage((west, 12 - west)) is None]
    assert [1 + west for west in no_advantage] == [6, 7, 8]


def test_yl3_past_the_zone_by_column_is_past_it_by_distance(game):
    for west in range(13):
        ridden = (west, 12 - west)
        further = None if abs(west - (12 - west)) <= 2 else int(west < 12 - west)
        assert game.advantage(ridden) == further
        assert game.column(ridden, WEST) == game.column(ridden, EAST)


def test_yl4_initiative_is_rolled_in_every_pass(game):
    state = struck(game, None, (0, 0), 1, 1)
    assert (state.phase, state.passes) == (INITIATIVE, 2)
    state = rolled(game, state, INITIATIVE, 1, 4)
    assert (state.phase, state.course.leader) == (RIDE, EAST)


def test_yl5_a_disabled_knight_still_strikes_back(game):
    state = struck(game, WEST, (0, 5), 11)
    assert (state.phase, state.injuries) == (STRIKE, (0, 9))
    assert game.unable(state.injuries[EAST])
    assert state.course.mover == EAST
    assert rolled(game, state, STRIKE, 12).tokens[:2] == (0, 1)
    assert rolled(game, state, STRIKE, 1).last == "one_unable"


def test_yl6_karma_may_disable_the_striker_himself(game):
    state = struck(game, WEST, (4, 0), 7, 1)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unable", (0, 1), (0,))
    assert struck(game, None, (4, 0), 7, 12).last == "one_unseated"
    assert struck(game, None, (4, 4), 7, 7).last == "both_unable"


def test_yl7_two_players_never_rest(engine):
    two = engine("lists", players=2)
    for strikes, injuries in ((UNSEATED, (0, 0)), (BOTH_FELL, (0, 0)), (WITHDRAWN, (6, 6))):
        state = joust(two, two.setup(), "pair 1 2", *strikes, injuries=injuries)
        assert (state.resting, state.due, state.later) == ((), (), ())
        assert pairs(two, state) == ["pair 1 2"]


def test_yl7_the_slot_is_idle_when_fewer_than_two_are_fit(engine):
    three = engine("lists", players=3)
    state = joust(three, three.setup(), "pair 1 2", *BOTH_FELL)
    assert three.fit(state.resting) == (2,)
    assert pairs(three, state) == ["idle"]
    state = after(three, state, "idle")
    assert (state.resting, state.slots, state.jousts) == ((), 2, 1)
    assert pairs(three, state) == ["pair 1 2", "pair 1 3", "pair 2 3"]


def test_yl8_a_withdrawn_pair_returns_after_the_next_joust(game):
    state = withdraw(game, game.setup(), "pair 1 2")
    assert (state.last, state.later, state.due) == ("both_unable", (0, 1), ())
    assert pairs(game, state) == ["pair 3 4"]
    state = joust(game, state, "pair 3 4", *UNSEATED)
    assert pairs(game, state) == ["return 1 2"]
    state = after(game, state, "return 1 2")
    assert (state.injuries, state.passes, state.due) == ((0, 0), 1, (0, 1))
    state = after(game, state, *MEET, *UNSEATED)
    assert (state.due, state.later) == ((), ())
    assert pairs(game, state) == ["pair 1 3", "pair 1 4", "pair 3 4"]


def test_yl8_a_withdrawn_pair_returns_after_an_idle_slot(engine):
    three = engine("lists", players=3)
    state = withdraw(three, three.setup(), "pair 2 3")
    assert pairs(three, state) == ["idle"]
    assert pairs(three, after(three, state, "idle")) == ["return 2 3"]


def test_yl8_two_pairs_may_wait_to_return_and_may_withdraw_again(game):
    state = withdraw(game, game.setup(), "pair 1 3")
    state = withdraw(game, state, "pair 2 4")
    assert (state.due, state.later, state.resting) == ((0, 2), (1, 3), (1, 3))
    state = withdraw(game, state, "return 1 3")
    assert (state.due, state.later, state.resting) == ((1, 3), (0, 2), (0, 2))
    state = joust(game, state, "return 2 4", *UNSEATED)
    assert pairs(game, state) == ["return 1 3"]


def test_yl9_both_rest_after_a_double_unseating_and_do_not_return(game):
    state = struck(game, None, (0, 0), 12, 12)
    assert (state.resting, state.due, state.later) == ((0, 1), (), ())
    assert pairs(game, state) == ["pair 3 4"]


def test_yl10_canonical_play_has_no_wagers(game):
    assert game.rules.wager_chips == 0
    assert after(game, game.setup(), "pair 1 2").phase == INITIATIVE


def test_yl11_no_joust_brings_more_than_one_token(engine):
    for players in (2, 3, 5):
        game, rng = engine("lists", players=players), Random(players)
        state = game.setup()
        while game.actor(state) is not None:
            before, state = state, game.apply(state, rules.playing.drawn(game.chance(state), rng))
            assert 0 <= sum(state.tokens) - sum(before.tokens) <= state.jousts - before.jousts <= 1
        assert sorted(state.tokens)[-2] < game.rules.target == max(state.tokens)


def test_yl13_the_whole_roll_is_ridden_until_alongside(game):
    assert [game.steps((0, 0), roll) for roll in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [game.steps((5, 4), roll) for roll in range(1, 7)] == [1, 2, 3, 3, 3, 3]
    assert pairs(game, after(game, game.setup(), "pair 1 2", "initiative 2", "initiative 1")) == [
        f"ride {roll}" for roll in range(1, 7)
    ]


def test_yl14_unseating_is_judged_before_injuries(game):
    state = struck(game, None, (5, 0), 12, 11)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    state = struck(game, None, (5, 5), 12, 3)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    assert game.verdict((True, True), (9, 9)) == JoustResult("both_unseated", None, (WEST, EAST))
    assert game.verdict((False, True), (6, 0)) == JoustResult("one_unseated", WEST, (WEST, EAST))
    assert game.verdict((False, True), (5, 9)) == JoustResult("one_unseated", WEST, (EAST,))


def test_yl15_any_two_fit_knights_are_paired_by_chance(game):
    state = game.setup()
    assert game.actor(state) == CHANCE
    assert game.chance(state) == tuple(
        (("pair", a, b), 1) for a, b in (("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4"))
    )
    with pytest.raises(RefusalError, match="is not allowed; allowed: "):
        rules.step(game, struck(game, WEST, (0, 0), 12), "pair 1 2")
