"""The facts of the duel, found by play, are those of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from pnp import rules
from pnp.games.duel import positions
from pnp.rules.moments import Play
from tests.support.engines import make

FACTS: dict[str, Any] = {
    "call.colours": ["black", "red"],
    "call.right": "caller",
    "call.wrong": "other",
    "aside.returns": False,
    "aside.public": True,
    "deal.cards": [3, 3],
    "deck.cards": 52,
    "deck.after_setup": 45,
    "deck.least": 27,
    "deck.runs_out": False,
    "hand.hidden": True,
    "hand.exposed_seen": True,
    "hand.exposed_playable": True,
    "hand.full": [3, 3],
    "suit.matters": False,
    "round.steps": ["target", "swap", "defend", "attack", "forfeit"],
    "round.order": ["attacker: target", "attacker: swap", "defender: defend", "attacker: attack", "attacker: forfeit"],
    "target.range": [1, 76],
    "target.who": "attacker",
    "target.reach": 76,
    "total.start": 0,
    "total.negative": True,
    "swap.needs": [3, 0],
    "swap.optional": True,
    "swap.both": False,
    "swap.again": False,
    "swap.card": "under",
    "swap.deck": 0,
    "defend.first": "defender",
    "defend.ways": 1,
    "defend.below": "add",
    "defend.above": "subtract",
    "attack.ways": 2,
    "play.compulsory": True,
    "hit.winner": {"attacker": "attacker", "defender": "attacker"},
    "missed.winner": "defender",
    "missed.exchanges": 3,
    "forfeit.optional": True,
    "forfeit.exchanges": [1, 2],
    "forfeit.after_last": False,
    "won.cards": "all",
    "forfeit.cards": ["defender", "played"],
    "forfeit.draws": "attacker",
    "won.draws": "loser",
    "drawn.exposed": False,
    "played.returned": "exposed",
    "roles.change": True,
    "points.public": True,
    "points.each": True,
    "points.least": 1,
    "win.points": 10,
    "win.exact": False,
    "win.at_once": True,
    "win.who": "most",
    "rounds.most": 19,
}


def test_facts_are_those_of_the_rules(play: Play) -> None:
    assert {name: play.fact(name) for name in play.names()} == FACTS


def test_positions_are_reached_by_legal_actions() -> None:
    game = make("duel")
    hands = (["two_of_spades", "five_of_clubs", "nine_of_diamonds"], ["ace_of_clubs", "ten_of_clubs", "king_of_clubs"])
    state = positions.after_hits(game, hands, 6)
    assert [len(points) for points in game.view(state, 0)["points"]] == [9, 9]
    assert [game.view(state, seat)["hidden"] for seat in (0, 1)] == [sorted(hand) for hand in hands]
    assert game.view(state, 0)["exposed"] == [[], []]
    assert game.actor(state) == 0


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ((["two_of_spades"], ["two_of_spades"]), "in two places"),
        ((["two_of_spades"], ["ace_of_clubs"]), "not a full hand"),
    ],
)
def test_hands_that_cannot_be_dealt_are_errors(hands: tuple[list[str], list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        positions.dealt(make("duel"), hands)


def test_an_example_with_points_that_rounds_cannot_bring_is_an_error() -> None:
    proof = rules.proof(make("duel"))
    hands = {"attacker": ["two_of_spades", "five_of_clubs", "nine_of_diamonds"],
             "defender": ["three_of_hearts", "seven_of_clubs", "king_of_hearts"]}  # fmt: skip
    example = {"form": "round", "given": {**hands, "target": 12, "points": [8, 4]}, "moves": [], "then": {"totals": []}}
    assert proof
    ((_, message),) = proof.example_problems(example)
    assert "8 and 4 points cannot come before a round in which all cards are hidden" in message
