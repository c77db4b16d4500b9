"""Intervals and quantiles, compared with published values and by repetition."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from pnp.pipeline.balance.intervals import difference, mean_interval, mean_of, needed, spread, wilson


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
    more = needed(530, 1000, 0.5, 0.02)
    assert more == 70 or more == 100
    low, _ = wilson(round(0.53 * (1000 + 100)), 1100)
    assert low == pytest.approx(0.5, abs=0.003)
    assert needed(505, 1000, 0.5, 0.02) == 1500
    assert needed(0, 0, 0.5, 0.02) == 2500
