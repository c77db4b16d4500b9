"""Engines as games of OpenSpiel."""

from __future__ import annotations

import json
from random import Random

import pytest

pytest.importorskip("pyspiel")

from open_spiel.python.observation import make_observation

from pnp import rules
from pnp.lab.features import features
from pnp.lab.spiel import spiel_game
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


@pytest.mark.parametrize("name", rules.names())
def test_the_tests_of_openspiel_pass(lab, name):
    import pyspiel

    pyspiel.random_sim_test(spiel_game(lab(name, 20).subject.game), num_sims=1, serialize=True, verbose=False)


def test_a_game_is_found_by_its_name(lab):
    import pyspiel

    one, other = (spiel_game(lab("rhino", 20).subject.game) for _ in range(2))
    assert one.get_type().short_name != other.get_type().short_name
    state = pyspiel.load_game(other.get_type().short_name).new_initial_state()
    assert str(state) == str(one.new_initial_state())


def test_a_seat_is_told_its_view_and_what_it_knows(lab):
    game = lab("rhino", 20).subject.game
    rng, made = Random(5), spiel_game(game)
    state = made.new_initial_state()
    while not state.is_terminal() and state.move_number() < 60:
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.information_state_string(1).split("\n") == list(state.moment.known[1])
    seat, view = state.observation_string(1).split("\n")
    assert (seat, json.loads(view)) == ("seat 2", game.view(state.moment.state, 1))
    observer = make_observation(made)
    observer.set_from(state, 1)
    assert list(observer.tensor) == features(game.view(state.moment.state, 1))
    assert observer.string_from(state, 1) == state.observation_string(1)


@pytest.mark.slow
def test_a_published_search_plays_an_engine(lab):
    import numpy as np
    from open_spiel.python.algorithms import mcts

    made = spiel_game(lab("tilt", 20).subject.game)
    state, rng = made.new_initial_state(), np.random.RandomState(1)
    bot = mcts.MCTSBot(made, 2, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()
