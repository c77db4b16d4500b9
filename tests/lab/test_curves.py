"""Response curves."""

from __future__ import annotations

import pytest

from pnp.lab.blocks import PlayPlan
from pnp.lab.curves import AS_IT_IS, of_number, without_cards
from pnp.lab.report import first_player
from pnp.lab.sampling import sample, whole
from pnp.lab.variation import variation


def play(subject, plan):
    return whole(sample(subject.game, plan, workers=1))


@pytest.mark.slow
def test_a_longer_goal_makes_longer_bouts(lab):
    subject, plan = lab("rhino", 20).subject, PlayPlan(150)
    curve = of_number(variation("rules.target_score=1,5"), subject, plan, play)
    assert (curve.number, curve.current, curve.games, curve.changes) == ("rules.target_score", 3, 150, True)
    assert [point.value for point in curve.points] == [1, 3, 5]
    lengths = [point.length for point in curve.points]
    assert lengths == sorted(lengths)
    tally = play(subject, plan)
    assert curve.points[1].length == sum(k * n for k, n in tally.lengths.items()) / 150
    assert curve.points[1].first_player == first_player(tally)[0] / first_player(tally)[1]


def test_a_number_that_changes_nothing_is_named(lab):
    tally = lab("rhino", 20).tally
    curve = of_number(variation("rules.target_score=4"), lab("rhino", 20).subject, PlayPlan(20), lambda *_: tally)
    assert len(curve.points) == 2
    assert curve.changes is False


def test_a_value_that_the_engine_refuses_has_no_numbers(lab):
    curve = of_number(variation("rules.default_players=9"), lab("soaring", 20).subject, PlayPlan(10), play)
    point = curve.points[1]
    assert (point.value, point.refused, point.length) == (9, "there is no setup for 9 players", None)
    assert curve.changes, "there is nothing to compare with"


def test_cards_are_left_out_one_at_a_time(lab):
    curve = without_cards(["lunge", "Charge"], lab("rhino", 20).subject, PlayPlan(40), play)
    assert [point.value for point in curve.points] == [AS_IT_IS, "without lunge", "without Charge"]
    assert curve.current == AS_IT_IS
    assert curve.changes
