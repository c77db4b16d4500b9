"""The rule files of layers as one."""

from pnp.kit.rule_text import joined

GAME = """\
# Remarks stay.
let most = 3

deal  [deck.count]
  "Deal [n=3] cards."
  start.hand: most is n

win
  "You [ends=win]."
"""
GERMAN = """\
by "Ada": "The same words."

win
  "Du
    [ends=gewinnst]."
  "Du hast [ends=gewonnen]."

deal
  "Teile [n=3] Karten aus."
"""


def test_the_sentences_of_an_edition_are_in_the_rules_of_the_game_with_their_language():
    assert joined([(GAME, "en"), (GERMAN, "de")]).splitlines() == [
        "# Remarks stay.",
        "let most = 3",
        "",
        "deal  [deck.count]",
        '  de "Teile [n=3] Karten aus."',
        '  en "Deal [n=3] cards."',
        "  start.hand: most is n",
        "",
        "win",
        '  de "Du',
        '    [ends=gewinnst]."',
        '  de "Du hast [ends=gewonnen]."',
        '  en "You [ends=win]."',
    ]


def test_editions_are_added_in_turn_and_an_unknown_rule_is_left_out():
    more = 'win\n  "You have [ends=won]."\n\nlose\n  "You [ends=lose]."\n'
    text = joined([(GAME, "en"), (GERMAN, "de"), (more, "en")])
    assert text.count("gewinnst") == text.count("have [ends=won]") == 1
    assert "lose" not in text
