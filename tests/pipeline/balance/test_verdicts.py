"""Verdicts: only what the interval allows."""

from __future__ import annotations

import pytest

from pnp.pipeline.balance.verdicts import verdict


@pytest.mark.parametrize(
    ("count", "of", "even", "answer", "text"),
    [
        (560, 1000, 0.5, "ahead", "seat 1 ahead"),
        (440, 1000, 0.5, "behind", "seat 1 behind"),
        (520, 1000, 0.5, "cannot tell", "seat 1: cannot tell, about 1,400 games more needed"),
        (50_000, 100_000, 0.5, "fair", "seat 1: fair, within 2 points in 100"),
        (50_500, 100_000, 0.5, "ahead", "seat 1 ahead, within 2 points in 100"),
        (200, 600, 1 / 3, "cannot tell", "seat 1: cannot tell, about 1,600 games more needed"),
        (5, 8, 0.5, "cannot tell", "seat 1: cannot tell, about 100 games more needed"),
        (0, 0, 0.5, "cannot tell", "seat 1: cannot tell, about 2,500 games more needed"),
    ],
)
def test_the_interval_decides(count, of, even, answer, text):
    found = verdict("seat 1", count, of, even)
    assert (found.answer, found.text) == (answer, text)
    assert bool(found.more_games) is (answer == "cannot tell")


def test_of_many_seats_one_is_not_called_unfair_by_chance():
    assert verdict("seat 4", 222, 1000, 0.25).answer == "behind"
    assert verdict("seat 4", 222, 1000, 0.25, questions=4).answer == "cannot tell"
    assert verdict("seat 4", 200, 1000, 0.25, questions=4).answer == "behind"
    more = [verdict("seat 4", 222, 1000, 0.25, questions=number).more_games for number in (2, 4, 20)]
    assert more == sorted(set(more))
