"""Soaring's facts, as the rules sheet and the rulings have them."""

from __future__ import annotations

FACTS = {
    "aside.hidden": True,
    "aside.played": False,
    "choice.hidden": True,
    "deal.aside": {"2": 2, "3": 3, "4": 2},
    "deal.cards": {"2": 4, "3": 5, "4": 4},
    "deal.side": {"2": 4, "3": 0, "4": 0},
    "deck.cards": 18,
    "deck.downers": {"c_downer": ["c", 3], "e_downer": ["e", 3]},
    "deck.suits": {suit: [1, 2, 3, 4, 5] for suit in "ace"},
    "discard.cards": {"2": 1, "3": 1, "4": 1},
    "discard.hidden": True,
    "discard.optional": False,
    "discard.played": False,
    "downer.carried": False,
    "downer.in_low": "lowest",
    "downer.lasts": 1,
    "downer.loses": True,
    "downer.low_twin": "plain",
    "downer.next": "lowest",
    "downer.none": "highest",
    "downer.twin": "downer",
    "downer.two": True,
    "draft.keeps": {"2": 2, "3": 1, "4": 1},
    "draft.last_kept": True,
    "hand.hidden": True,
    "hand.winners": 1,
    "held": {"2": 5, "3": 4, "4": 3},
    "option.crossing": True,
    "option.shadow": True,
    "direction.two": False,
    "pass.way": {"1": "left", "2": "right", "3": "left"},
    "play.any": True,
    "play.returns": False,
    "rank.low_suits": ["a", "c", "e"],
    "rank.low_value": "lowest",
    "rank.suits": ["a", "c", "e"],
    "rank.ties": False,
    "rank.value": "highest",
    "rhino.cycle": "below",
    "rhino.low_cycle": "above",
    "rhino.low_order": [["c", "e"], ["soaring_rhino"], ["a"]],
    "rhino.low_reversed": True,
    "rhino.low_twin": "plain",
    "rhino.no_better": "soaring_rhino",
    "rhino.order": [["a"], ["soaring_rhino"], ["c", "e"]],
    "round.all_cards": True,
    "round.begins": "highest",
    "round.hands": {"2": 5, "3": 4, "4": 3},
    "round.lead_can_be_lost": False,
    "round.winner": "most hands",
    "side.discards": 1,
    "side.keeps": 1,
    "side.own": True,
    "side.piles": 1,
    "win.by": {"2": "rounds", "3": "hands", "4": "hands"},
    "win.count": {"2": 3, "3": 3, "4": 3},
    "win.kept": True,
    "win.mid_round": True,
}


def test_facts_are_those_of_the_rules_sheet(play):
    assert {name: play.fact(name) for name in FACTS} == FACTS


def test_no_fact_is_left_out(play):
    assert play.names() == sorted(FACTS)
