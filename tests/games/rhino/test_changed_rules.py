"""A rule of the engine that is changed contradicts the sentence that states it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from pnp.games.rhino.engine import DISCARD, MOVE, Rhino, State
from pnp.rules.shared import changed
from tests.support.printed import states

Method = Callable[..., Any]


class Rule(NamedTuple):
    """A changed rule: the method of the engine, what makes another of it, and words of the sentence contradicted."""

    method: str
    make: Callable[[Method], Method]
    sentence: str


def _nobody_is_first(_: Method) -> Method:
    return lambda *_: (0, 1)


def _discarding_is_compulsory(before: Method) -> Method:
    return lambda self, hand, brains: tuple(a for a in before(self, hand, brains) if a[0] != "keep") or (("keep",),)


def _any_position(before: Method) -> Method:
    return lambda self, hand, place, full: before(self, hand, self.high if hand[0] else place, full)


def _one_card_each_turn(before: Method) -> Method:
    def resolve(self: Rhino, state: State) -> State:
        after = before(self, state)
        return changed(after, phase=DISCARD) if after.phase == MOVE else after

    return resolve


def _stack_is_lost_after_draws(before: Method) -> Method:
    def owe(self: Rhino, state: State, due: int, pile: Any, **changes: Any) -> State:
        after = before(self, state, due, pile, **changes)
        return changed(after, discards=state.discards) if state.stack and after.phase == MOVE else after

    return owe


RULES = {
    "who begins": Rule("_who_may_begin", _nobody_is_first, "the rider of Stomper begins"),
    "discarding is compulsory": Rule("_legal_discards", _discarding_is_compulsory, "You may discard up to"),
    "any position": Rule("_legal_moves", _any_position, "You must be in a position that the card shows"),
    "one card each turn": Rule("_resolve", _one_card_each_turn, "Play any number of move cards"),
    "the stack is lost after draws": Rule("_owe", _stack_is_lost_after_draws, "Discard the whole stack"),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", [pytest.param(rule, id=name) for name, rule in RULES.items()])
def test_a_changed_rule_contradicts_its_sentence(context, monkeypatch, rule):
    monkeypatch.setattr(Rhino, rule.method, rule.make(getattr(Rhino, rule.method)))
    assert "false" in states(context, rule.sentence)
