"""Rules find the sentences that they read, and tell how near they are to others."""

from __future__ import annotations

from pnp.lexicon import lexicon
from pnp.rulefile import nearest, readers
from tests.rulefile.nim import read, rules

TEXT = """\
take
  "[who=The attacker] [mode=must] take [n=1] matches (at once)."
  len(legal) == n and mode == 'must' and who == 'attacker'

win
  "[who=The attacker] wins with the last match."
  who == 'attacker'
"""


def test_the_rules_that_read_a_sentence_are_found():
    made = list(rules(TEXT)[0].rules.values())
    (found,) = readers(made, read("The defender may take 3 matches."), "en", read)
    assert (found.rule.name, found.holes) == ("take", {"who": "defender", "mode": "may", "n": 3})
    assert readers(made, read("The defender may take 3 matches."), "de", read) == []
    assert readers(made, read("The defender may win."), "en", read) == []


def test_the_nearest_rules_tell_what_they_expect():
    made = list(rules(TEXT)[0].rules.values())
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
    made = list(rules(TEXT)[0].rules.values())
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
    near = nearest(list(rules(TEXT)[0].rules.values()), said, "en", read)
    assert near
    assert near.message == "'take 2' (a name of this kit) stands where 'take' is read"


def test_lines_about_words_that_a_sentence_lacks_are_left_out():
    made = rules('a\n  "Take (up to [n=3]) matches."\n  setup.left == 10\n  n == 3\n')[0].rules["a"]
    assert len(made.about({})) == 1
    assert len(made.about({"n": 3})) == 2
