"""How often the leader wins, from counts made by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.lab.intervals import wilson
from pnp.lab.leads import lead_numbers
from pnp.lab.tallies import Tally


def test_shares_are_of_the_games_in_which_somebody_leads():
    tally = Tally(leads=Counter({0: 30, 2: 10}), led=Counter({50: 20, 90: 40}), led_wins=Counter({50: 12, 90: 40}))
    tally.led_draws[50] = 5
    found = {one.after: one for one in lead_numbers(tally)}
    assert list(found) == [10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert (found[50].games, found[50].no_leader, found[50].wins, found[50].draws) == (20, 0.5, 0.6, 0.25)
    assert found[50].interval == wilson(12, 20)
    assert (found[90].no_leader, found[90].wins, found[90].draws) == (0, 1, 0)
    assert (found[10].games, found[10].no_leader, found[10].wins, found[10].draws) == (0, 1, None, None)


def test_games_without_points_have_no_numbers():
    assert lead_numbers(Tally(lengths=Counter({3: 7}))) == []


def test_a_late_lead_decides_more_than_an_early_one(lab):
    leads = lab("rhino", 300).report.leads
    assert leads[-1].wins > leads[0].wins > 0.5
    assert leads[-1].no_leader < leads[0].no_leader
    assert lab("lists", 60).report.leads == []


def test_the_number_of_leaders_is_whole(lab):
    report = lab("rhino", 300).report
    assert all(one.games == pytest.approx(300 * (1 - one.no_leader)) for one in report.leads)
