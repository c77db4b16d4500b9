"""The facts of a bout, found by play, are those of its rules."""

from __future__ import annotations

from typing import Any

from pnp.checks import CheckContext
from pnp.checks.support.film import rules_of
from pnp.games.rhino.engine import Rhino, State, with_stack
from pnp.rulefile import Prover
from pnp.rules.moments import Play
from pnp.rules.shared import changed

FACTS: dict[str, Any] = {
    "begins": ["chance", "stomper"],
    "riders.same_allowed": False,
    "deal.top_speed": True,
    "deck.cards": 62,
    "hand.hidden": True,
    "positions": ["fleeing", "flanked", "head_to_head", "flanking", "chasing"],
    "positions.opposite": {
        "fleeing": "chasing",
        "flanked": "flanking",
        "head_to_head": "head_to_head",
        "flanking": "flanked",
        "chasing": "fleeing",
    },
    "turn.phases": ["move", "discard", "draw", "next rider"],
    "turn.next": "rival",
    "move.optional": True,
    "score.limit": 1,
    "score.limit_counts_failed": True,
    "score.counter_counts": False,
    "score.moves_rhinos": False,
    "score.by_position": {"fleeing": 0, "flanked": 0, "head_to_head": 1, "flanking": 2, "chasing": 3},
    "counter.optional": True,
    "counter.position_matters": False,
    "counter.has_effect": False,
    "counter.any_counters_itself": True,
    "counter.seats": [["rival"], ["mover"]],
    "stack.last_movers": "stands",
    "stack.last_rivals": "fails",
    "stack.discarded": True,
    "gain.rival": True,
    "gain.beyond_top": "lost",
    "gain.at_top_allowed": True,
    "discard.optional": True,
    "discard.most": 1,
    "draw.optional": False,
    "draw.reaches_strength": True,
    "draw.exceeds_top_speed": False,
    "draw.empty_pile": "reshuffle",
    "draw.stack_stays_out": True,
    "reset.cards": {"burst_of_speed": ["head_to_head", 1]},
    "win.points": 3,
    "win.exact": False,
    "win.at_once": True,
    "win.who": "scorer",
    "idle.turns": 20,
    "idle.ends": "draw",
}


def test_facts_are_those_of_the_rules(play: Play) -> None:
    assert {name: play.fact(name) for name in play.names()} == FACTS


def test_the_stack_is_not_in_a_pile_that_is_made_for_its_move(context: CheckContext, play: Play, monkeypatch):
    rules = rules_of(context)
    assert rules
    resolve = Rhino._resolve

    def discard_first(self: Rhino, state: State) -> State:
        return resolve(self, changed(state, discards=with_stack(state)))

    monkeypatch.setattr(Rhino, "_resolve", discard_first)
    assert Prover(rules, play.game, play.moments, {}).play.fact("draw.stack_stays_out") is False
