"""JOUST!: the worked examples and the rulings."""

from __future__ import annotations

import pytest

from pnp.games.lists.engine import INITIATIVE, Course, JoustResult
from tests.support.lists import (
    EAST,
    UNSEATED,
    WEST,
    after,
    joust,
    pairs,
    struck,
    withdraw,
)

# The worked examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("injuries", "rolls", "then"), [pytest.param((2, 3), (3, 5), (3, 4), id="Y09"), ((0, 0), (10, 9), (2, 3))]
)
def test_another_pass(game, injuries, rolls, then):
    state = struck(game, None, injuries, *rolls)
    assert (state.phase, state.injuries, state.passes) == (INITIATIVE, then, 2)
    assert state.course == Course(0, 0, (0, 0), None, ())
    assert state.tokens == (0, 0, 0, 0)


def test_yl3_past_the_zone_by_column_is_past_it_by_distance(game):
    for west in range(13):
        ridden = (west, 12 - west)
        further = None if abs(west - (12 - west)) <= 2 else int(west < 12 - west)
        assert game.advantage(ridden) == further
        assert game.column(ridden, WEST) == game.column(ridden, EAST)


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


def test_yl10_canonical_play_has_no_wagers(game):
    assert game.rules.wager_chips == 0
    assert after(game, game.setup(), "pair 1 2").phase == INITIATIVE


def test_yl14_unseating_is_judged_before_injuries(game):
    state = struck(game, None, (5, 0), 12, 11)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    state = struck(game, None, (5, 5), 12, 3)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    assert game.verdict((True, True), (9, 9)) == JoustResult("both_unseated", None, (WEST, EAST))
    assert game.verdict((False, True), (6, 0)) == JoustResult("one_unseated", WEST, (WEST, EAST))
    assert game.verdict((False, True), (5, 9)) == JoustResult("one_unseated", WEST, (EAST,))
