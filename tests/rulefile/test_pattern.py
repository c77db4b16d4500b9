"""Sentences with holes read the words of printed sentences, in their order."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.rulefile.pattern import meanings
from tests.rulefile.nim import holes, pattern, read


@pytest.mark.parametrize(
    ("text", "sentence", "expected"),
    [
        ("Take [n=3] matches.", "Take two matches!", {"n": 2}),
        ("Take [n=3] matches.", "Take matches.", None),
        ("Take [n=1, then 2] matches.", "Take 3, then 2, then 1 matches.", {"n": [3, 2, 1]}),
        ("Take [n=1, then 2] matches.", "Take 3 or 2 matches.", None),
        ("[who=The attacker|You] [mode=must] play.", "The defender may play.", {"who": "defender", "mode": "may"}),
        ("[who=The attacker|You] [mode=must] play.", "You must play.", {"who": "attacker", "mode": "must"}),
        ("[mode=must] play (the match) again.", "May play again.", {"mode": "may"}),
        ("[mode=must] play (the match) again.", "May play the match again.", {"mode": "may"}),
        ("Play {first|last}.", "Play last.", {}),
        ("Play {first|last}.", "Play next.", None),
        ("If [n=3] matches are left, ~ [who=the attacker] wins.", "The defender wins if 2 matches are left.",
         {"n": 2, "who": "defender"}),
        ("After [counts=1 or 2] matches.", "After 1, 2 or 3 matches.", {"counts": [1, 2, 3]}),
        ("After [counts=1 or 2] matches.", "After 2 matches.", {"counts": [2]}),
        ("After [counts=1 or 2] matches.", "After 1 and 2 matches.", None),
        ("After [counts=1 or 2] matches.", "After 1 or in 2 matches.", {"counts": [1, 2]}),
        ("After [counts=1 or 2] matches.", "After 1 in 2 matches.", None),
        ("It beats every match.", "Every match beats it.", None),
        ("It beats every match.", "It is beaten by every match.", None),
        ("It is beaten by every match.", "It is not only beaten by every match.", None),
        ("It is beaten by every match.", "It was beaten by every match.", {}),
        ("The matches that are taken", "The matches taken", {}),
        ("Who is [what=beaten] wins.", "Who is moved wins.", {"what": "move"}),
        ("Who is [what=beaten] wins.", "Who beats wins.", None),
        ("You [what=beat] it.", "You are beaten.", None),
        ("Name the card that it covers.", "Name the card which it covers.", {}),
        ("Name the card that it covers.", "Name the card that covers it.", None),
        ("If matches are left, [who=the attacker] plays.", "The defender plays when matches are left.",
         {"who": "defender"}),
        ("Play until [who=nobody] has a match.", "Until everybody has a match, play.", {"who": "everybody"}),
        ("[time=After] the match, play.", "Play before the match.", {"time": "before"}),
        ("If matches are left, play, and score.", "Play, and score if matches are left.", None),
        ("If matches are left, play.", "If you play, matches are left.", None),
        ("Play only after the match.", "After the match play only.", None),
        ("[mode=Never] ride back.", "You may not ride back.", {"mode": "never"}),
        ("[mode=Never] ride back.", "You may ride back.", None),
        ("Swap before the match.", "You must swap before the match.", None),
        ("Play once in a round.", "Play once per round.", {}),
        ("The player with the most points wins.", "The player who has the most points wins.", {}),
        ("[who=Everybody] plays.", "Every player plays.", {"who": "everybody"}),
        ("[who=Everybody] plays.", "Everyone plays.", {"who": "everybody"}),
        ("[who=Everybody] plays.", "Both players play.", None),
        ("Take the matches.", "Even take the matches.", None),
        ("Take 2 matches.", "Take 2 matches at a time.", None),
        ("Take 2 matches.", "Take to 2 matches.", None),
        ("It beats a match.", "It gets beaten by a match.", None),
        ("Keep the match.", "Keep a match.", None),
        ("Keep the match.", "Keep one of the matches.", None),
        ("Keep the match.", "Keep that match.", {}),
        ("You have the [extreme=most] points.", "You have the best points.", None),
        ("You have the [extreme=most] points.", "You have the fewest points.", {"extreme": "lowest"}),
        ("Play, then score.", "Play after score.", None),
        ("Play any number of matches.", "Play every match.", None),
        ("Zorp the match.", "zorp the match", {}),
        ("Zorp the match.", "Zarp the match", None),
    ],
)  # fmt: skip
def test_a_sentence_is_read_if_its_words_of_meaning_come_in_this_order(text, sentence, expected):
    assert holes(text, sentence) == expected
    said = frozenset(meaning for word in read(sentence) for meaning in meanings(word))
    assert pattern(text).may_read(said, read) or expected is None


def test_a_sentence_without_a_fixed_word_is_not_looked_at_further():
    said = frozenset(meaning for word in read("Take 3 matches.") for meaning in meanings(word))
    asked = ["Take [n=3] matches.", "Take [n=3] (more) matches.", "Take [n=3] more matches.", "{Take|Play} [n=3]."]
    assert [pattern(text).may_read(said, read) for text in asked] == [True, True, False, True]


def test_names_are_read_by_their_ids():
    names = {"Charge": "charge", "Dodge": "dodge"}

    def named(text: str) -> Any:
        from tests.rulefile.nim import ENGLISH

        return ENGLISH.words(text, names)

    assert pattern("[card:name] beats <dodge>.").read(named("Charge beats Dodge."), named).holes == {"card": "charge"}
    assert pattern("[card:name] beats <dodge>.").read(named("Dodge beats Charge."), named).holes is None
    both = pattern("[cards:name and] beat you.").read(named("Charge and Dodge beat you."), named)
    assert both.holes == {"cards": ["charge", "dodge"]}
    assert pattern("[cards:name and] beat you.").read(named("Charge or Dodge beat you."), named).holes is None


def test_exchanged_words_are_never_read_as_before():
    one = "If the total hits the target, the attacker wins."
    other = "If the target hits the total, the attacker wins."
    assert holes(one, one) == {}
    assert holes(one, other) is None


def test_what_is_not_read_is_told_by_word_and_expectation():
    reading = pattern("[who=The attacker] [mode=must] play.").read(read("The attacker must win."), read)
    assert (reading.holes, reading.words, reading.expected and reading.expected.text) == (None, 2, "play")
    ends = pattern("[who=The attacker] [mode=must] play.").read(read("The attacker must"), read)
    assert (ends.words, ends.expected and ends.expected.text) == (2, "play")


def test_a_pattern_is_shown_without_the_names_of_its_holes():
    made = pattern("[who=The attacker|You]  [mode=must] play (now).")
    assert made.shown == "[The attacker|You] [must] play (now)."
    assert made.holes == ("who", "mode")
    assert [word.text for word in made.example(read)] == ["attacker", "must", "play", "now"]
