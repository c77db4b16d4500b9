"""How much a decision matters: means and their intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.lab import text
from pnp.lab.decisions import PLAYOUTS
from pnp.lab.page import page
from pnp.lab.stakes import stakes_of
from pnp.lab.tallies import Stake

FOUND = stakes_of([Stake(2, 0.1, 0.2), Stake(6, 0.3, 0.6)])


def test_the_means_are_of_all_decisions():
    assert (FOUND.decisions, FOUND.actions, FOUND.playouts) == (2, 4, 2 * PLAYOUTS)
    assert (FOUND.over_average, FOUND.over_worst) == pytest.approx((0.2, 0.4))
    assert FOUND.over_average_interval == pytest.approx((0.2 - 0.196, 0.2 + 0.196), abs=1e-4)
    assert FOUND.over_worst_interval == pytest.approx((0.4 - 0.392, 0.4 + 0.392), abs=1e-4)
    assert stakes_of([]) is None


def test_stakes_are_shown_as_text_and_on_the_page(lab):
    report = replace(lab("lists", 60).report, stakes=FOUND)
    shown = text.lines(report)
    at = shown.index("How much does a decision matter? (at 2 decisions, if all go on at random)")
    assert shown[at + 1 : at + 4] == [
        "  average     the best action wins 20.0 [0.4 to 39.6] games in 100 more than the average action",
        "  worst       the best action wins 40.0 [0.8 to 79.2] games in 100 more than the worst action",
        f"  actions     mean 4.0; {2 * PLAYOUTS} games played for each of them",
    ]
    source = page(report)
    assert "<title>worst action: +40 %</title>" in source
    assert "How much does a decision matter?" not in page(replace(report, stakes=None))
