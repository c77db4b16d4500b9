"""Policies that try actions out: they find what wins, and beat those that do not search."""

from __future__ import annotations

from random import Random

import pytest

from pnp.lab import search
from pnp.lab.blocks import PlayPlan
from pnp.lab.sampling import sample
from pnp.rules.game import CHANCE, Game, Outcome


class Nim(Game[tuple]):
    """Take one to three of some counters; who takes the last wins. The state: counters left, and the seat to act."""

    name, players, endings, unit = "nim", 2, frozenset({"taken"}), "turns"
    verbs = frozenset({"take", "coin"})

    def __init__(self, counters: int = 9, *, coin: bool = False) -> None:
        self.counters, self.coin = counters, coin

    def actions(self):
        return tuple(("take", str(n)) for n in (1, 2, 3))

    def setup(self):
        return (self.counters, 0)

    def actor(self, state):
        return None if state[0] == 0 else state[1]

    def legal(self, state):
        return tuple(("take", str(n)) for n in range(1, min(3, state[0]) + 1))

    def chance(self, _state):
        return ()

    def apply(self, state, action):
        return (state[0] - int(action[1]), 1 - state[1])

    def outcome(self, state):
        return Outcome("taken", (1 - state[1],), (0, 0)) if state[0] == 0 else None

    def view(self, state, seat):
        return {"state": list(state), "seat": seat}

    def resample(self, state, _seat, _rng):
        return state

    def length(self, state):
        return self.counters - state[0]

    def show(self, state):
        return str(state)


@pytest.mark.parametrize("policy", [search.greedy, search.monte_carlo, search.tree_search])
def test_a_win_in_one_move_is_taken(policy):
    game = Nim()
    for left in (1, 2, 3):
        state = (left, 1)
        for seed in range(5):
            assert policy(game, state, game.legal(state), Random(seed)) == ("take", str(left))


def test_tree_search_finds_the_winning_move_two_moves_ahead(monkeypatch):
    monkeypatch.setattr(search, "ITERATIONS", 600)
    game = Nim()
    for left, take in ((5, 1), (6, 2), (7, 3), (9, 1)):
        choices = [search.tree_search(game, (left, 0), game.legal((left, 0)), Random(seed)) for seed in range(5)]
        assert choices.count(("take", str(take))) >= 4, left


def test_only_some_of_many_actions_are_tried(monkeypatch):
    monkeypatch.setattr(search, "MAX_OPTIONS", 2)
    game, seen = Nim(), set()
    for seed in range(30):
        seen.add(search.tree_search(game, (3, 0), game.legal((3, 0)), Random(seed)))
    assert len(seen) > 1, "the winning move is not always among them"


@pytest.mark.parametrize("policy", ["greedy", "montecarlo"])
def test_search_beats_random_play(policy):
    found = sample(Nim(), PlayPlan(40, 1, (policy, "random")), workers=1)
    assert found.failures == ()
    assert found.tally.challenges > 28, "random play wins 20"


def test_points_decide_where_a_game_goes_on(engine):
    game = engine("rhino")
    state = game.setup()
    assert game.actor(state) != CHANCE
    ahead = state._replace(scores=(2, 1))
    assert search._payoff(game, ahead, 0) > 0.5 > search._payoff(game, ahead, 1)
    assert search._payoff(game, state, 0) == 0.5
    assert search._lead(game, ahead, 1) == -1
