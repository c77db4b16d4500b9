"""A line is tried in all moments of play, and sentences are compared with its distinct values."""

from __future__ import annotations

from functools import partial

import pytest

from pnp.lexicon import lexicon
from pnp.rulefile import nearest, readers
from pnp.rulefile.line import RuleLine
from pnp.rulefile.moment import Whole
from pnp.rules.moments import Play
from tests.rulefile.nim import GAME, played, read, rules

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


RULE_TEXT = """\
take
  "[who=The attacker] [mode=must] take [n=1] matches (at once)."
  len(legal) == n and mode == 'must' and who == 'attacker'

win
  "[who=The attacker] wins with the last match."
  who == 'attacker'
"""


def test_the_rules_that_read_a_sentence_are_found():
    made = list(rules(RULE_TEXT)[0].rules.values())
    (found,) = readers(made, read("The defender may take 3 matches."), "en", read)
    assert (found.rule.name, found.holes) == ("take", {"who": "defender", "mode": "may", "n": 3})
    assert readers(made, read("The defender may take 3 matches."), "de", read) == []
    assert readers(made, read("The defender may win."), "en", read) == []


def test_the_nearest_rules_tell_what_they_expect():
    made = list(rules(RULE_TEXT)[0].rules.values())
    near = nearest(made, read("The attacker must take every match."), "en", read)
    assert near
    assert near.message == "'every' stands where '[1]' is read"
    assert near.accepted == ("“[The attacker] [must] take [1] matches (at once).”",)
    ends = nearest(made, read("The attacker must take 2"), "en", read)
    assert ends
    assert ends.message == "it ends where 'matches' is read"
    lacks = nearest(made, read("The attacker zorps."), "en", read)
    assert lacks
    assert lacks.message == "'zorps' (the lexicon lacks it) stands where '[must]' or 'wins' is read"
    assert nearest(made, read("Zorp."), "en", read) is None


def test_the_nearest_rule_may_have_the_words_of_a_sentence_in_another_order():
    made = list(rules(RULE_TEXT)[0].rules.values())
    near = nearest(made, read("At once, 3 matches must the attacker take."), "en", read)
    assert near
    assert near.message == "the nearest sentence has these words in another order"
    assert near.accepted == ("“[The attacker] [must] take [1] matches (at once).”",)
    differs = nearest(made, read("Zorp: with the final match, the defender wins."), "en", read)
    assert differs
    assert differs.message == "the nearest sentence has no 'Zorp' (the lexicon lacks it)"
    lacks = nearest(made, read("A match wins: the attacker."), "en", read)
    assert lacks
    assert lacks.message == "the nearest sentence has 'with', 'last'"


def test_of_many_words_that_rules_expect_a_message_lists_the_first():
    verbs = ("take", "win", "lose", "move", "play", "draw")
    text = "".join(f'{verb}\n  "The attacker [mode=must] {verb} [n=1] match."\n  n == 1 and mode\n\n' for verb in verbs)
    near = nearest(list(rules(text)[0].rules.values()), read("The attacker must zorp."), "en", read)
    assert near
    assert near.message.endswith("stands where 'take' or 'win' or 'lose' or one of 3 others is read")
    assert len(near.accepted) == len(verbs)


def test_a_name_of_the_kit_that_stands_where_another_word_is_read_is_called_one():
    english = lexicon("en")
    assert english
    said = english.words("The attacker must take 2 matches.", {"Take 2": "take_2"})
    near = nearest(list(rules(RULE_TEXT)[0].rules.values()), said, "en", read)
    assert near
    assert near.message == "'take 2' (a name of this kit) stands where 'take' is read"


def test_lines_about_words_that_a_sentence_lacks_are_left_out():
    made = rules('a\n  "Take (up to [n=3]) matches."\n  setup.left == 10\n  n == 3\n')[0].rules["a"]
    assert len(made.about({})) == 1
    assert len(made.about({"n": 3})) == 2
