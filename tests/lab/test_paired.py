"""Two kits compared by games with the same seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import stdev

import pytest

from pnp.lab.blocks import PlayPlan
from pnp.lab.intervals import wilson
from pnp.lab.paired import compare, ladder, pairs
from pnp.lab.sampling import sample
from pnp.lab.search import POLICIES
from pnp.lab.tallies import PairedGame, Result, Tally


def test_differences_are_of_games_with_the_same_number(lab):
    report = lab("rhino", 20).report
    score = (0, "score")
    here = Tally(
        rows=[
            PairedGame(1, 10, 5, *score),
            PairedGame(0, 12, 5, *score),
            PairedGame(1, 14, 5, *score),
            PairedGame(-1, 9, 5, 1, "idle"),
        ]
    )
    there = Tally(rows=[PairedGame(began, n, 5, *score) for began, n in ((0, 8), (0, 10), (1, 12), (1, 7))])
    one = replace(report, games=4, first_player=2 / 3, draws=0.25)
    other = replace(report, games=4, first_player=0.5, draws=0)
    found = {each.number: each for each in compare("old", (one, here), (other, there)).differences}
    assert found["first_player"].difference == pytest.approx(2 / 3 - 1 / 2), "of the games with a winner in each kit"
    effects = [4 / 9 + 1 / 2, -8 / 9 + 1 / 2, 4 / 9 - 1 / 2, -1 / 2]
    half = 1.959964 * stdev(effects) / 2
    assert found["first_player"].interval == pytest.approx((1 / 6 - half, 1 / 6 + half))
    assert found["first_player"].answer == "cannot tell"
    assert (found["length.mean"].difference, found["length.mean"].interval) == (2, (2, 2))
    assert found["length.mean"].answer == "higher"
    assert found["decisions.mean"].answer == "the same"
    assert (found["draws"].difference, found["draws"].here, found["draws"].there) == (0.25, 0.25, 0)
    assert found["draws"].interval == pytest.approx((0.25 - 0.49, 0.25 + 0.49), abs=1e-3), "of the mean of 0, 0, 0, 1"
    assert found["endings.score"].difference == -0.25
    assert set(found) == {"first_player", "length.mean", "decisions.mean", "draws", "endings.score"}


def test_a_kit_is_the_same_as_itself_in_every_game(lab):
    report = lab("rhino", 300).report
    tally = sample(lab("rhino", 20).subject.game, PlayPlan(300, rows=True), workers=1).tally
    assert len(tally.rows) == 300
    assert {each.answer for each in compare("rhino", (report, tally), (report, tally)).differences} == {"the same"}


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
