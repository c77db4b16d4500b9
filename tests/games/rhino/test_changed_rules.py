"""A rule of the engine that is changed contradicts the sentence that states it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from pnp.games.rhino.engine import DISCARD, MOVE, OVER, Rhino, State, less
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


def _fewest_points_win(before: Method) -> Method:
    def outcome(self: Rhino, state: State) -> Any:
        found = before(self, state)
        return found and found._replace(winners=tuple(1 - seat for seat in found.winners))

    return outcome


def _no_reshuffle(before: Method) -> Method:
    def owe(self: Rhino, state: State, due: int, pile: Any, **changes: Any) -> State:
        return before(self, state, due if any(pile) else 0, pile, **changes)

    return owe


def _two_discards(before: Method) -> Method:
    return lambda self, hand, brains: before(self, hand, brains + 1)


def _discarding_is_compulsory(before: Method) -> Method:
    return lambda self, hand, brains: tuple(a for a in before(self, hand, brains) if a[0] != "keep") or (("keep",),)


def _countering_is_compulsory(before: Method) -> Method:
    return lambda self, hand, top: before(self, hand, top)[:-1] or before(self, hand, top)


def _no_limit_of_score_cards(before: Method) -> Method:
    return lambda self, hand, place, _: before(self, hand, place, full=False)


def _any_position(before: Method) -> Method:
    return lambda self, hand, place, full: before(self, hand, self.high if hand[0] else place, full)


def _scoring_resets(before: Method) -> Method:
    return lambda self, state, discards: changed(before(self, state, discards), step=0)


def _one_card_each_turn(before: Method) -> Method:
    def resolve(self: Rhino, state: State) -> State:
        after = before(self, state)
        return changed(after, phase=DISCARD) if after.phase == MOVE else after

    return resolve


def _same_rider_again(before: Method) -> Method:
    return lambda self, state, *, busy: before(self, state, busy=busy) | {"active": state.active}


def _stack_is_removed(before: Method) -> Method:
    def resolve(self: Rhino, state: State) -> State:
        after = before(self, state)
        gone = after.discards
        if after.phase == MOVE:
            gone = less(gone, state.stack[0])
        return changed(after, discards=gone)

    return resolve


def _stack_is_lost_after_draws(before: Method) -> Method:
    def owe(self: Rhino, state: State, due: int, pile: Any, **changes: Any) -> State:
        after = before(self, state, due, pile, **changes)
        return changed(after, discards=state.discards) if state.stack and after.phase == MOVE else after

    return owe


def _four_points_win(before: Method) -> Method:
    def score(self: Rhino, state: State, discards: Any) -> State:
        after = before(self, state, discards)
        return changed(after, phase=MOVE) if after.phase == OVER and max(after.scores) < 4 else after

    return score


RULES = {
    "who begins": Rule("_who_may_begin", _nobody_is_first, "the rider of Stomper begins"),
    "fewest points win": Rule("outcome", _fewest_points_win, "wins at once"),
    "no reshuffle": Rule("_owe", _no_reshuffle, "shuffle the discards into it"),
    "one more discard": Rule("_legal_discards", _two_discards, "You may discard up to"),
    "discarding is compulsory": Rule("_legal_discards", _discarding_is_compulsory, "You may discard up to"),
    "countering is compulsory": Rule("_legal_counters", _countering_is_compulsory, "Your rival may counter each"),
    "no limit of score cards": Rule("_legal_moves", _no_limit_of_score_cards, "You may play only 1 score card"),
    "any position": Rule("_legal_moves", _any_position, "You must be in a position that the card shows"),
    "scoring resets": Rule("_score", _scoring_resets, "Scoring does not move the rhinos"),
    "one card each turn": Rule("_resolve", _one_card_each_turn, "Play any number of move cards"),
    "the same rider again": Rule("_next_turn", _same_rider_again, "Then it is your rival’s turn"),
    "the move is removed": Rule("_resolve", _stack_is_removed, "Discard the whole stack"),
    "the stack is lost after draws": Rule("_owe", _stack_is_lost_after_draws, "Discard the whole stack"),
    "four points win": Rule("_score", _four_points_win, "3 points or more wins at once"),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", [pytest.param(rule, id=name) for name, rule in RULES.items()])
def test_a_changed_rule_contradicts_its_sentence(context, monkeypatch, rule):
    monkeypatch.setattr(Rhino, rule.method, rule.make(getattr(Rhino, rule.method)))
    assert "false" in states(context, rule.sentence)
