"""Intervals and quantiles, compared with published values and by repetition, and verdicts."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from pnp.lab.intervals import difference, mean_interval, mean_of, spread, verdict, wilson


def test_wilsons_interval_has_its_published_values():
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_newcombes_interval_has_its_published_values():
    assert difference((56, 70), (48, 80)) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert difference((9, 10), (3, 10)) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert difference((0, 0), (0, 0))[0] < 0 < difference((0, 0), (0, 0))[1]


@pytest.mark.parametrize(("of", "share"), [(200, 0.53), (1000, 0.5), (50, 0.1)])
def test_19_of_20_intervals_contain_the_truth(of, share):
    def probability(count: int) -> float:
        return comb(of, count) * share**count * (1 - share) ** (of - count)

    covered = sum(probability(n) for n in range(of + 1) if wilson(n, of)[0] <= share <= wilson(n, of)[1])
    assert 0.94 < covered < 0.975


def test_quantiles_are_of_games():
    found = spread(Counter({10: 5, 20: 20, 30: 50, 40: 20, 50: 5}))
    assert (found.p5, found.p25, found.median, found.p75, found.p95, found.most) == (10, 20, 30, 30, 40, 50)
    assert found.mean == 30
    minutes = spread(Counter({90: 1}), 60)
    assert (minutes.mean, minutes.median, minutes.most) == (1.5, 1.5, 1.5)


def test_the_interval_of_a_mean():
    counts = Counter({1: 50, 3: 50})
    assert mean_interval(counts) == pytest.approx((2 - 0.19699, 2 + 0.19699), abs=1e-4)
    assert mean_of(counts.elements())[0] == 2
    assert mean_of(counts.elements())[1] == pytest.approx(mean_interval(counts))
    assert mean_interval(Counter({120: 1}), 60) == (2, 2)


def test_as_many_games_as_needed_settle_the_question():
    more = verdict("seat 1", 530, 1000, 0.5).more_games
    found = verdict("seat 1", round(0.53 * (1000 + more)), 1000 + more, 0.5)
    assert found.answer == "ahead"
    fewer = verdict("seat 1", round(0.53 * (1000 + more - 300)), 1000 + more - 300, 0.5)
    assert (fewer.answer, "perhaps ahead, look again" in fewer.text) == ("cannot tell", True)
    assert verdict("seat 1", 505, 1000, 0.5).more_games == 5000
    assert verdict("seat 1", 0, 0, 0.5).more_games == 6000


def test_a_fair_game_is_seldom_called_unfair():
    rng = Random(7)
    found = [verdict("seat 1", sum(rng.random() < 0.5 for _ in range(200)), 200, 0.5).answer for _ in range(2000)]
    assert sum(answer in ("ahead", "behind") for answer in found) <= 10  # it was one in twenty: about 100


@pytest.mark.parametrize(
    ("count", "of", "even", "answer", "text"),
    [
        (560, 1000, 0.5, "ahead", "seat 1 ahead"),
        (440, 1000, 0.5, "behind", "seat 1 behind"),
        (535, 1000, 0.5, "cannot tell", "seat 1: perhaps ahead, look again with about 940 games more"),
        (520, 1000, 0.5, "cannot tell", "seat 1: cannot tell, about 5,000 games more needed"),
        (50_000, 100_000, 0.5, "fair", "seat 1: fair, within 2 points in 100"),
        (50_500, 100_000, 0.5, "ahead", "seat 1 ahead, within 2 points in 100"),
        (200, 600, 1 / 3, "cannot tell", "seat 1: cannot tell, about 4,800 games more needed"),
        (5, 8, 0.5, "cannot tell", "seat 1: cannot tell, about 140 games more needed"),
        (0, 0, 0.5, "cannot tell", "seat 1: cannot tell, about 6,000 games more needed"),
    ],
)
def test_the_interval_decides(count, of, even, answer, text):
    found = verdict("seat 1", count, of, even)
    assert (found.answer, found.text) == (answer, text)
    assert bool(found.more_games) is (answer == "cannot tell")


def test_of_many_seats_one_is_not_called_unfair_by_chance():
    assert verdict("seat 4", 205, 1000, 0.25).answer == "behind"
    assert verdict("seat 4", 205, 1000, 0.25, questions=4).answer == "cannot tell"
    assert verdict("seat 4", 190, 1000, 0.25, questions=4).answer == "behind"
    more = [verdict("seat 4", 205, 1000, 0.25, questions=number).more_games for number in (2, 4, 20)]
    assert more == sorted(more)
    assert more[0] < more[-1]
