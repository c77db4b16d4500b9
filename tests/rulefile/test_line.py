"""A line is tried in all moments of play, and sentences are compared with its distinct values."""

from __future__ import annotations

from functools import partial

import pytest

from pnp.rulefile.line import RuleLine
from pnp.rulefile.moment import Whole
from pnp.rules.moments import Play
from tests.rulefile.nim import GAME, played, rules

TEXT = """\
let taking = int(card)
let seat_of(name) = 0 if name == 'attacker' else 1

take
  "[who=The attacker] [mode=may] take [n=3] matches."
  {line}
"""


@pytest.fixture
def lined():
    """Makes a line, with play as a whole and its cases."""

    def make(text: str, most: int | None = None) -> tuple[RuleLine, Whole, partial[list]]:
        made, diagnostics = rules(TEXT.replace("{line}", text))
        line = made.rules["take"].lines[0]
        assert [one.message for one in diagnostics if "decides nothing" not in one.message] == []
        whole = Whole(Play(GAME, played(made)[:most], {}), made.work)
        return line, whole, partial(line.cases, whole)

    return make


def test_moments_with_the_same_values_are_one_case(lined):
    line, whole, cases = lined("before.left > 3 => len(legal) is n")
    (case,) = cases()
    assert case.count == sum(moment.before.left > 3 for moment in whole.moments)
    assert case.verbs == {"take"}
    assert line.verdict(whole, cases, {"n": 3}).state == "proved"
    false = line.verdict(whole, cases, {"n": 2})
    assert (false.state, false.message) == ("false", "`len(legal)` is 3, the sentence says 2")
    assert false.moment is whole.moments[0]


def test_conditions_on_holes_choose_cases(lined):
    line, whole, cases = lined("taking == n and before.left > 3 => before.left - after.left is n")
    assert {case.values for case in cases()} == {
        (1, True, 1),
        (1, False, 1),
        (2, True, 2),
        (2, False, 2),
        (3, True, 3),
        (3, False, 3),
    }
    assert line.verdict(whole, cases, {"n": 2}).state == "proved"
    assert line.verdict(whole, cases, {"n": 4}).state == "never"


def test_parts_that_fail_are_errors_only_where_they_matter(lined):
    line, whole, cases = lined("before.left > 100 and n or 1 // (before.left - 10) => 1 is n")
    with pytest.raises(ZeroDivisionError):
        line.verdict(whole, cases, {"n": 0})
    line, whole, cases = lined("before.left == n and before.left < 10 => 100 // before.left is 100 // n")
    assert line.verdict(whole, cases, {"n": 3}).state == "proved"


def test_a_rare_condition_needs_fewer_moments_if_the_line_says_so(lined):
    for text, most, state in (
        ("before.left == 10 => 1 is n", None, "proved"),
        ("before.left == 10 => 1 is n", 3, "seldom"),
        ("(1): before.left == 10 => 1 is n", 3, "proved"),
    ):
        line, whole, cases = lined(text, most)
        assert line.verdict(whole, cases, {"n": 1}).state == state


def test_a_line_without_an_arrow_is_about_all_play(lined):
    line, whole, cases = lined("max([m.taking for m in moments]) is n")
    assert line.verdict(whole, cases, {"n": 3}).state == "proved"
    assert "is 3, the sentence says 5" in line.verdict(whole, cases, {"n": 5}).message
    line, whole, cases = lined("seat_of(who) == 0")
    assert line.verdict(whole, cases, {"who": "attacker"}).state == "proved"
    assert line.verdict(whole, cases, {"who": "defender"}).message == "`seat_of(who) == 0` is not so"


def test_a_fact_is_the_value_that_play_shows(lined):
    line, whole, cases = lined("least: before.left => min([len(legal), 3]) is n")
    assert line.facts_of(whole, cases) == [1, 2, 3]
    line, whole, cases = lined("start: before.left == 10 => before.left is n")
    assert line.facts_of(whole, cases) == 10
    line, whole, cases = lined("never: before.left > 10 => before.left is n")
    assert line.facts_of(whole, cases) == "unseen"
    line, whole, cases = lined("all.left: setup.left")
    assert line.facts_of(whole, cases) == 10
