"""Policies that try actions out: they find what wins, and beat those that do not search."""

from __future__ import annotations

from random import Random

import pytest

from pnp.lab import search
from pnp.lab.blocks import Failure, GameBlock, PlayPlan, blocks, game_seed, play_block
from pnp.lab.sampling import sample
from pnp.lab.search import POLICIES, action_wins, eager, policy
from pnp.lab.tallies import Stake
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


class Bet(Game[tuple]):
    """Seat 0 picks an action, then one of ten numbers is drawn; it wins if this is below the number of the action.

    The state: what was picked and drawn.
    """

    name, endings, unit = "bet", frozenset({"drawn"}), "turns"
    verbs = frozenset({"pick", "draw"})

    def __init__(self, *picks: int, players: int = 2) -> None:
        self.picks, self.players = picks, players

    def actions(self):
        return (*(("draw", str(n)) for n in range(10)), *self.legal(()))

    def setup(self):
        return ()

    def actor(self, state):
        return (0, CHANCE, None)[len(state)]

    def legal(self, _state):
        return tuple(("pick", str(each), str(at)) for at, each in enumerate(self.picks))

    def chance(self, state):
        return tuple((("draw", str(n)), 1) for n in range(10)) if len(state) == 1 else ()

    def apply(self, state, action):
        return (*state, int(action[1]))

    def outcome(self, state):
        if len(state) < 2:
            return None
        drawn = state[0] == 99
        return Outcome("drawn", () if drawn else (0,) if state[1] < state[0] else (1,), (0,) * self.players)

    def view(self, state, seat):
        return {"state": list(state), "seat": seat}

    def resample(self, state, _seat, _rng):
        return state

    def length(self, state):
        return len(state)

    def show(self, state):
        return str(state)


def found(game, games=1, playouts=search.PLAYOUTS_OF_STAKE, seed=1):
    """The stakes of some games."""
    return play_block(game, PlayPlan(games, seed, playouts=playouts), GameBlock(0, 0, games)).stakes


def test_the_best_action_is_compared_with_the_average_and_the_worst():
    assert found(Bet(10, 0, 0, 0)) == [Stake(4, 0.75, 1.0)]


def test_actions_that_are_equal_have_no_stake_on_average():
    """The highest of several estimates would be about 8 games in 100 too high."""
    all_ = found(Bet(5, 5, 5, 5), 200)
    assert len(all_) == 200
    assert sum(one.over_average for one in all_) / 200 == pytest.approx(0, abs=0.012)
    assert sum(one.over_worst for one in all_) / 200 == pytest.approx(0, abs=0.015)


def test_a_draw_counts_as_the_even_share():
    game = Bet(10, 0, 99, players=4)
    wins = action_wins(game, (), game.legal(()), Random(1), 5)
    assert list(wins.values()) == [1.0, 0.0, 0.25]


def test_the_same_seed_looks_at_the_same_decision(engine):
    game = engine("rhino")
    one, two = found(game, 2, playouts=2, seed=3)
    assert found(game, 2, playouts=2, seed=3) == [one, two]
    assert found(game, playouts=2, seed=game_seed(3, 1)) == [two] != [one]
    assert min(one.actions, two.actions) > 1


def test_stakes_have_small_blocks_and_change_no_game(engine):
    assert [block.size for block in blocks(PlayPlan(5, playouts=1))] == [2, 2, 1]
    game = engine("duel")
    tally = play_block(game, PlayPlan(3, playouts=1), GameBlock(0, 0, 3))
    tally.stakes.clear()
    assert tally == play_block(game, PlayPlan(3), GameBlock(0, 0, 3))


def test_a_game_without_a_choice_has_no_stake():
    assert found(Bet(5)) == []


def test_a_failing_game_is_named_with_its_seed(monkeypatch):
    game = Bet(5, 5)
    monkeypatch.setattr(game, "resample", lambda *_: 1 // 0)
    failed = play_block(game, PlayPlan(9, playouts=1), GameBlock(2, 4, 2))
    assert isinstance(failed, Failure)
    assert (failed.game, failed.seed) == (4, game_seed(1, 4))
    assert failed.message.startswith("game bet: ZeroDivisionError")


def test_eager_passes_only_if_there_is_nothing_else_to_do():
    rng = Random(1)
    legal = (("keep",), ("pass",), ("play", "a"), ("play", "b"))
    assert {eager(None, None, legal, rng) for _ in range(40)} == {("play", "a"), ("play", "b")}
    assert {eager(None, None, legal[:2], rng) for _ in range(40)} == {("keep",), ("pass",)}


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="policy: 'eagre' is not one of 'random', 'eager'"):
        policy("eagre")
    assert all(entry.about for entry in POLICIES.values())
