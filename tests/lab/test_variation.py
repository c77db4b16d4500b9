"""Kits with other numbers, or without a card."""

from __future__ import annotations

import pytest

from pnp.kit.fields import ExpressionError
from pnp.lab.blocks import PlayPlan
from pnp.lab.report import first_player
from pnp.lab.sampling import sample, whole
from pnp.lab.subject import Subject
from pnp.lab.variation import (
    AS_IT_IS,
    VariationError,
    condition,
    current,
    holds,
    of_number,
    shown,
    variation,
    varied,
    without,
    without_cards,
)


def test_numbers_of_rules_and_cards_are_found_and_changed(lab):
    subject = lab("rhino", 20).subject
    numbers = {"rules.target_score": 3, "cards.lunge.count": 11, "cards.moves.lunge.count": 11}
    for path, value in numbers.items():
        assert current(subject, path) == value
    four = varied(subject, "rules.target_score", 4)
    assert (four.game.rules.target_score, subject.game.rules.target_score) == (4, 3)
    for path in ("cards.lunge.count", "cards.moves.lunge.count"):
        game = varied(subject, path, 8).game
        assert game.deck[game.kinds.index("lunge")] == 8
    strength = current(subject, "cards.stomper.traits.strength")
    game = varied(subject, "cards.stomper.traits.strength", strength + 1).game
    assert game.rhinos[game.rhino_names.index("stomper")].strength == strength + 1


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("rules.target_scor", "rules.target_scor: there is no key 'target_scor'; did you mean 'target_score'?"),
        ("rules.positions", "rules.positions is not a number"),
        ("rules.score_by_position", "is not a number; it has the keys "),
        ("rules.target_score.x", "there is no 'x'"),
        ("cards.lung.count", "cards.lung.count: there is no card 'lung'; did you mean 'lunge'?"),
        ("cards.lunge.name", "of a card, 'count' and 'traits' can be varied"),
        ("cards.lunge.traits", "is not a number; it has the keys "),
        ("cards.moves", "there is no card 'moves'"),
    ],
)
def test_a_path_that_names_no_number_is_refused(lab, path, message):
    with pytest.raises(VariationError) as error:
        current(lab("rhino", 20).subject, path)
    assert message in str(error.value)


def test_what_the_engine_refuses_has_a_reason(lab):
    assert varied(lab("soaring", 20).subject, "rules.default_players", 9) == "there is no setup for 9 players"
    assert without(lab("soaring", 20).subject, "a1") == "4 players deal out and set aside 18 cards, but the deck has 17"


@pytest.mark.parametrize("count", [-1, 1.5, 1000])
def test_a_number_of_copies_that_no_card_can_have_is_refused(lab, count):
    assert varied(lab("rhino", 20).subject, "cards.lunge.count", count) == "a card has 0 to 999 copies"


def test_a_changed_kit_has_a_name_of_its_own(lab):
    subject = lab("rhino", 20).subject
    assert varied(subject, "rules.target_score", 1234567).name == "rhino with rules.target_score=1234567"
    assert varied(subject, "cards.lunge.count", 9).name == "rhino with cards.lunge.count=9"
    assert without(subject, "swerve").name == without(subject, "swerve").name == "rhino without swerve"


def test_a_card_is_dropped_by_id_or_name_also_if_others_refer_to_it(lab):
    subject = lab("rhino", 20).subject
    for name in ("swerve", "Swerve", "moves.swerve"):
        game = without(subject, name).game
        assert game.deck[game.kinds.index("swerve")] == 0, "cards that it counters refer to it"
    alone = without(subject, "chipdip")
    assert isinstance(alone, Subject)
    assert "chipdip" not in alone.game.rhino_names
    with pytest.raises(VariationError, match="there is no card 'swreve'; did you mean 'swerve'"):
        without(subject, "swreve")


REPORT = {
    "first_player": 0.53,
    "nothing": None,
    "skill": [],
    "verdicts": [{"answer": "ahead", "more": None}],
    "seats": [0.52, 0.48],
    "length": {"median": 11, "p95": 29},
    "intervals": {"first_player": [0.51, 0.55]},
    "cards": {"lunge": {"iwd": 0.04}},
}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("first_player > 0.56", False),
        ("first_player > 0.52", True),
        ("intervals.first_player[0] > 0.5 and length.p95 < 40", True),
        ("seats[0] - seats[1] > 0.03", True),
        ("seats[0] - seats[1] > 0.05 or length.median == 12", False),
        ('cards["lunge"].iwd >= 0.04', True),
        ("not first_player < 0.5", True),
        ('verdicts[0].answer == "ahead"', True),
    ],
)
def test_a_condition_is_an_expression_over_the_numbers(source, wanted):
    assert holds(condition(source, REPORT), REPORT) is wanted


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("first_playr > 0.5", "there is no number 'first_playr'", "did you mean 'first_player'?"),
        ("first_player = 0.5", "cannot read the expression", "to compare, write =="),
        ("length.medan > 4", "there is no number 'medan' in length", "did you mean 'median'?"),
        ("first_player.x > 4", "there is no number 'x' in first_player", "it is a number or a list"),
        ("nothing > 0", "nothing has no value in this report", ""),
        ("nothing.inside > 0", "nothing.inside has no value in this report", ""),
        ("first_player", "first_player is neither true nor false", "compare numbers: first_player > 0.56"),
        ("first_player and 1", "first_player and 1 is neither true nor false", "compare numbers"),
        ("length", "length is neither true nor false", "compare numbers"),
        ("seats[2] > 0", "there is no item 2 in a list of 2", ""),
        ("skill[0].share > 0", "there is no item 0 in a list of 0", ""),
        ("verdicts[0].text > 0", "the key 'text' has no value", ""),
        ("verdicts[0].more > 0", "the key 'more' has no value", ""),
        ("__import__('os')", "functions cannot be called here", ""),
        ("", "this expression is empty", ""),
    ],
)
def test_a_condition_that_cannot_be_judged_is_refused(source, message, hint):
    with pytest.raises(ExpressionError, match=message) as error:
        holds(condition(source, REPORT), REPORT)
    assert hint in " ".join(error.value.hints)


def test_the_numbers_of_a_condition_are_shown():
    found = condition("first_player > 0.5 and length.median < 20", REPORT)
    assert shown(found, REPORT) == "first_player is 0.53, length.median is 11"


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
