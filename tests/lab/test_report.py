"""The numbers of a report, from tallies with known counts and from play."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from pnp.lab import text
from pnp.lab.blocks import PlayPlan
from pnp.lab.intervals import wilson
from pnp.lab.page import page
from pnp.lab.paired import compare
from pnp.lab.report import BalanceReport, Rung, first_player, lead_numbers, make_report, plain, schema, stakes_of
from pnp.lab.search import PLAYOUTS_OF_STAKE
from pnp.lab.tallies import PairedGame, Result, Stake, Tally
from pnp.lab.variation import without_cards
from tests.conftest import run

ROWS = Tally(rows=[PairedGame(1, 9, 4, 0, "score"), PairedGame(0, 7, 5, 0, "score")])
KNOWN = Tally(
    Counter({Result("score", (0,), 0): 30, Result("score", (1,), 0): 20, Result("score", (1,), 1): 40,
             Result("idle", (), 1): 10}),
    Counter({5: 60, 9: 40}), Counter({4: 100}), Counter({60: 50, 180: 50}), forced=100, reshuffles=25,
)  # fmt: skip


def test_shares_are_counts_divided(lab):
    report = make_report(lab("rhino", 20).subject, PlayPlan(100, 7), KNOWN)
    assert first_player(KNOWN) == (70, 90)
    assert report.first_player == 70 / 90
    assert report.intervals.first_player == wilson(70, 90)
    assert report.seats == [0.3, 0.6]
    assert report.draws == 0.1
    assert report.endings == {"score": 0.9, "idle": 0.1}
    assert report.intervals.seats == [wilson(30, 100), wilson(60, 100)]
    assert (report.length.mean, report.length.median, report.length.most) == (6.6, 5, 9)
    assert (report.minutes.mean, report.stated_minutes) == (2, 10)
    assert report.forced == 100 / 500
    assert report.reshuffles == 0.25
    assert [(one.about, one.answer) for one in report.verdicts] == [("first player", "ahead"), ("seat 1", "behind")]
    assert (report.kit, report.game, report.players, report.seed, report.games) == ("rhino", "rhino", 2, 7, 100)


def test_a_game_in_which_nobody_begins_has_no_such_number(lab):
    for name in ("soaring", "lists"):
        report = lab(name, 60).report
        assert report.first_player is None
        assert report.intervals.first_player is None
        assert len(report.verdicts) == report.players > 2 or report.players == 2


@pytest.mark.slow
def test_the_player_who_begins_a_bout_of_rhino_is_ahead(lab):
    """An independent simulator says 53 %."""
    report = lab("rhino", 3000).report
    assert report.intervals.first_player[0] < 0.53 < report.intervals.first_player[1]
    assert report.verdicts[0].answer == "ahead"


def test_plain_data_are_json_with_rounded_numbers(lab):
    report = lab("duel", 50).report
    data = plain(report)
    assert json.loads(json.dumps(data)) == data
    assert data["seats"] == [round(share, 6) for share in report.seats]
    assert list(data)[:3] == ["format", "kit", "game"]
    assert data["cards"]


@pytest.mark.slow
def test_reports_agree_with_their_schema(lab):
    validator = Draft202012Validator(json.loads(run("balance", "--schema").stdout))
    for name in ("rhino", "tilt", "soaring", "lists", "duel"):
        found = lab(name, 60)
        report = replace(
            found.report,
            against=compare("other", (found.report, ROWS), (found.report, ROWS)),
            skill=[Rung("eager", "random", 1, 0.5, None, (0.0, 1.0), "cannot tell", "")],
            curves=[without_cards([], found.subject, found.plan, lambda *_, tally=found.tally: tally)],
        )
        assert list(validator.iter_errors(plain(report))) == []
    assert list(validator.iter_errors(plain(report) | {"seats": ["many"]}))
    assert list(validator.iter_errors({"format": 1}))


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


FOUND = stakes_of([Stake(2, 0.1, 0.2), Stake(6, 0.3, 0.6)])


def test_the_means_are_of_all_decisions():
    assert (FOUND.decisions, FOUND.actions, FOUND.playouts) == (2, 4, 2 * PLAYOUTS_OF_STAKE)
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
        f"  actions     mean 4.0; {2 * PLAYOUTS_OF_STAKE} games played for each of them",
    ]
    source = page(report)
    assert "<title>worst action: +40 %</title>" in source
    assert "How much does a decision matter?" not in page(replace(report, stakes=None))


def test_every_key_is_explained():
    found = schema()
    assert list(found["properties"]) == list(BalanceReport.__dataclass_fields__)
    models = [found, *found["$defs"].values()]
    assert {"CardNumbers", "Curve", "Intervals", "Spread"} <= set(found["$defs"])
    for model in models:
        assert model["description"]
        assert all(each.get("description") for key, each in model["properties"].items())
    assert found["additionalProperties"] is False
