"""The ladder of policies."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.lab.blocks import PlayPlan
from pnp.lab.intervals import wilson
from pnp.lab.policies import POLICIES
from pnp.lab.sampling import sample
from pnp.lab.skill import ladder, pairs
from pnp.lab.tallies import Result, Tally


def test_each_policy_is_played_against_the_one_below_it():
    assert pairs("greedy") == [("eager", "random"), ("greedy", "eager")]
    assert len(pairs("mcts")) == len(POLICIES) - 1
    with pytest.raises(ValueError, match="'random' is the lowest policy"):
        pairs("random")
    with pytest.raises(ValueError, match="'best' is not one of"):
        pairs("best")


def test_shares_are_of_games_with_a_winner(lab):
    plans = []

    def play(_subject, plan):
        plans.append(plan)
        wins, draws = (90, 10) if len(plans) == 1 else (30, 20)
        results = {Result("score", (0,), 0): plan.games - draws, Result("idle", (), 0): draws}
        return Tally(Counter(results), challenges=wins)

    one, two = ladder("greedy", lab("rhino", 20).subject, PlayPlan(100, 4), play)
    assert plans == [PlayPlan(100, 4, ("eager", "random")), PlayPlan(100, 4, ("greedy", "eager"))]
    assert (one.policy, one.over, one.games, one.even) == ("eager", "random", 100, 0.5)
    assert (one.share, one.interval, one.answer) == (1.0, wilson(90, 90), "wins more")
    assert (two.share, two.answer) == (30 / 80, "wins less")
    many = ladder("mcts", lab("rhino", 20).subject, PlayPlan(10**6), play)
    assert [rung.games for rung in many] == [3000, 300, 60, 60], "slow policies play fewer games"


@pytest.mark.slow
def test_a_bout_of_rhino_rewards_playing_over_passing(lab):
    def play(subject, plan):
        return sample(subject.game, plan, workers=1).tally

    (rung,) = ladder("eager", lab("rhino", 20).subject, PlayPlan(300), play)
    assert rung.answer == "wins more"
    assert rung.share > 0.8
