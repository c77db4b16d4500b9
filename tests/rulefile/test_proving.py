"""Sentences are proved by the rules that read them."""

from __future__ import annotations

import re

import pytest

from pnp.rulefile import readers
from pnp.rules.moments import FactError
from tests.rulefile.nim import prover, read, rules, verdict

TEXT = """\
let taking = int(card)

take
  "You may take up to [n=3] matches."
  most: max([m.taking for m in moments]) is n
  before.left >= n => len(legal) is n

take.least
  "You must take at least [n=1] matches."
  min([m.taking for m in moments]) is n

win
  "The player with the last match [ends=wins]."
  over => 'win' if winners == (actor,) else 'lose' is ends

win.broken
  "You win again."
  over => winners is 1 // 0

never
  "You lose again."
  before.left > 10 => over

fact.only
  double: fact('most') * 2
"""


def test_a_true_sentence_is_proved_and_a_false_one_is_disproved():
    assert verdict(TEXT, "You may take up to 3 matches.") == ("proved", "")
    state, message = verdict(TEXT, "You may take up to 2 matches.")
    assert (state, message) == ("false", "`max([m.taking for m in moments])` is 3, the sentence says 2")
    assert verdict(TEXT, "The player with the last match loses.")[0] == "false"
    assert verdict(TEXT, "You must take up to 3 matches.") == ("unread", "")


def test_what_play_never_shows_proves_nothing():
    state, message = verdict(TEXT, "You lose again.")
    assert (state, message) == ("never", "no moment of play is relevant to `before.left > 10`")


def test_an_error_in_a_line_is_told_with_its_place():
    state, message = verdict(TEXT, "You win again.")
    assert state == "broken"
    assert message.startswith("nim/proof.rules:18:22: ZeroDivisionError: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("over => before.ledt is n", "9:18: State has no 'ledt'; did you mean 'left'?"),
        ("over => after.winner is n", "9:17: State has no 'winner'; there is left, taken, seat"),
        ("n == 1 =>\n      previous.verb is n", "10:16: None has no 'verb'"),
        ("over => KINDS['tak'] is n", "9:17: there is no 'tak' here; did you mean 'take'?"),
        ("over => KINDS[n] is 1", "9:17: there is no 1 here; there is take"),
        ("over => hands[n + n] is 1", "9:17: there is no 2 here; there is 0, 1"),
        ("over => [one for one in KINDS if KINDS[one] > 5][0] is n", "9:52: there is no 0 here; there is nothing"),
        ("over => field(before, 'lef') is n", "9:11: there is no 'lef' here; did you mean 'left'?"),
        ("over => gained('takn') is n", "9:11: State has no 'takn'; did you mean 'taken'?"),
        ("fact('mos') is n", "9:3: there is no 'mos' here; did you mean 'most'?"),
        ("over => wrong is n", "2:22: a moment has no 'phas'; did you mean 'phase'?"),
        ("over => index(legal, n) is n", "9:11: ValueError: 1 is not in list"),
    ],
)
def test_a_wrong_name_or_key_is_shown_at_its_place_with_a_near_one(line, message):
    text = f"""\
let KINDS = {{'take': 1}}
let wrong = previous.phas

total
  most: max([m.before.left for m in moments])

win
  "You win [n=1] match."
  {line}
"""
    state, found = verdict(text, "You win 1 match.")
    assert (state, found) == ("broken", f"nim/proof.rules:{message}")


def test_a_fact_with_a_wrong_name_is_shown_at_its_place():
    _, tries = prover("total\n  most: before.seat == 0 => after.lef + 1\n")
    message = "the fact 'most' cannot be found: nim/proof.rules:2:35: State has no 'lef'; did you mean 'left'?"
    with pytest.raises(FactError, match=re.escape(message)):
        tries.play.fact("most")


def test_facts_speak_of_facts():
    _, tries = prover(TEXT)
    assert (tries.play.fact("most"), tries.play.fact("double")) == (3, 6)


def test_the_first_rule_that_proves_a_sentence_counts():
    text = 'a\n  "Take [n=1] match."\n  n == 2\n\nb\n  "Take [n=1] match."\n  n == 1\n'
    made, tries = prover(text)
    found = tries.proved(readers([*made.rules.values()], read("Take 1 match."), "en", read))
    assert found
    assert (found.rule.name, found.verdict.state) == ("b", "proved")


def test_too_much_work_is_refused_and_other_lines_are_tried():
    text = TEXT + 'big\n  "Take all matches."\n  sum([1 for a in range(100000) for b in range(100000)]) > 0\n'
    state, message = verdict(text, "Take all matches.")
    assert (state, message) == ("broken", "nim/proof.rules:28:42: it takes more than 10,000,000 steps")
    assert verdict(text, "You may take up to 3 matches.")[0] == "proved"


def test_each_line_has_its_own_work_however_many_are_tried():
    """Names of moments are shared by all lines, also by those of another kit with the same file."""
    text = "let again(n) = sum([1 for a in range(n)])\n\n"
    text += 'a\n  "Take [n=1] match."\n  all([again(20000) == 20000 for m in moments]) and n == 1\n'
    made, diagnostics = rules(text)
    assert list(diagnostics) == []
    other, tries = prover(text)
    for _ in range(8):
        found = tries.proved(readers([*made.rules.values()], read("Take 1 match."), "en", read))
        assert found
        assert found.verdict.state == "proved", found.verdict.message
    assert made.rules.keys() == other.rules.keys()


def test_a_card_without_which_a_false_sentence_would_be_true_is_the_culprit():
    text = (
        "let taking = int(card)\n\nsmall\n  \"You must take up to [n=2] matches.\"\n  verb == 'take' => taking <= n\n"
    )
    known, made = prover(text)
    small = known.rules["small"]
    assert made.culprits(small, {"n": 2}) == {"3"}
    assert made.culprits(small, {"n": 1}) == set()  # 2 and 3 both break it
    assert made.culprits(small, {"n": 3}) == set()  # it is true
    assert made.culprits(small, {"n": 0}) == set()  # it is always false: the sentence is wrong, and no card
