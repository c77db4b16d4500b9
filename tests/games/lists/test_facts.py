"""The facts of JOUST!, found by play, are those of the published game and of this kit's rulings."""

from __future__ import annotations

import pytest

from pnp.checks.support.film import play_of
from pnp.rules.moments import Play

FACTS = {
    "advantage.by_initiative": False,
    "advantage.by_ride": True,
    "advantage.columns": {"opponent": [1, 5], "nobody": [6, 8], "you": [9, 13]},
    "begins": [0, 0, 0],
    "choices": ["pass", "wager"],
    "end.both_spent": [0, True],
    "end.both_unseated": [0, False],
    "end.one_spent": [1, False],
    "end.one_unseated": [1, False],
    "end.spent_winner_wins": True,
    "hit.injuries": {
        "3": [1, 0], "5": [1, 0], "6": [1, 0], "7": [0, 2], "9": [2, 0], "10": [3, 0], "11": [4, 0]
    },
    "hit.self_can_spend": True,
    "hit.unseats": [12],
    "idle.recover": True,
    "idle.when": [1],
    "initiative.die": 6,
    "initiative.each_pass": True,
    "initiative.higher": True,
    "initiative.tie": "again",
    "injuries.after_joust": 0,
    "injuries.between_passes": True,
    "knights.alike": True,
    "list.columns": 13,
    "list.starts": [1, 13],
    "pairing.any": True,
    "pass.phases": ["initiative", "ride", "strike", "initiative"],
    "rest.jousts": 1,
    "rest.none": [2],
    "rest.two_players": False,
    "rest.who": True,
    "return.before_others": True,
    "rest.not_withdrawn": True,
    "return.when": 1,
    "ride.all_squares": True,
    "ride.back": False,
    "ride.die": 6,
    "ride.ends": 0,
    "ride.excess": "lost",
    "ride.first": "initiative",
    "ride.turns": "other",
    "slot.knights": 2,
    "spent.injuries": 6,
    "strike.die": 12,
    "strike.first": True,
    "strike.reply_after_unseating": False,
    "strike.reply_spent": True,
    "strike.together": True,
    "token.most": 1,
    "wager.compulsory": False,
    "wager.on": True,
    "wager.pays": {"stake": 3, "right": 3, "wrong": -3, "both": 0, "spent": 0},
    "wager.open": True,
    "wager.stakes": [1, "held", "dealt"],
    "wager.who": True,
    "wager.wins_tournament": False,
    "win.at_once": True,
    "win.tie": False,
    "win.tokens": 10,
    "zone.columns": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def play(context) -> Play:
    found = play_of(context)
    assert found
    return found


def test_every_fact_has_an_expected_value(play):
    assert play.names() == sorted(FACTS)


def test_facts_are_as_in_the_sources(play):
    assert {name: play.fact(name) for name in FACTS} == FACTS
