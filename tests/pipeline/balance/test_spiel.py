"""Engines as games of OpenSpiel."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

pytest.importorskip("pyspiel")

from pnp import rules
from pnp.pipeline.balance.spiel import spiel_game
from pnp.rules.game import CHANCE


@pytest.mark.parametrize("name", rules.names())
def test_a_random_game_is_the_same_in_both(lab, name):
    game = lab(name, 20).subject.game
    made, rng = spiel_game(game), Random(3)
    there, here = made.new_initial_state(), game.setup()
    actions = game.actions()
    assert made.num_distinct_actions() == len(actions)
    for _ in range(2000):
        who = game.actor(here)
        if who is None:
            break
        assert there.is_chance_node() is (who == CHANCE)
        assert sorted(actions[number] for number in there.legal_actions()) == list(game.legal(here))
        if who == CHANCE:
            outcomes = there.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            weights = dict(game.chance(here))
            total = sum(weights.values())
            assert {actions[n]: share for n, share in outcomes} == {a: w / total for a, w in weights.items()}
        else:
            assert there.current_player() == who
        copy = there.clone()
        number = rng.choice(there.legal_actions())
        there.apply_action(number)
        assert str(copy) == game.show(here), "a copy stays where it was"
        here = game.apply(here, actions[number])
        assert str(there) == game.show(here)
    assert there.is_terminal()
    assert there.returns() == list(game.returns(here))


def test_a_seat_knows_what_it_has_seen_and_nothing_else(lab):
    game = lab("rhino", 20).subject.game
    rng, state = Random(5), spiel_game(game).new_initial_state()
    while not state.is_terminal() and state.move_number() < 60:
        state.apply_action(rng.choice(state.legal_actions()))
    known = state.information_state_string(0).split("\n")
    assert known[-1] == state.observation_string(0)
    assert len(known) > 10
    assert all(one != other for one, other in pairwise(known))
    other = game.resample(state.moment.state, 0, rng)
    assert game.view(other, 0) == game.view(state.moment.state, 0)
