"""Conditions over the numbers of a report."""

from __future__ import annotations

import pytest

from pnp.kit.fields import ExpressionError
from pnp.lab.conditions import condition, holds, shown

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
