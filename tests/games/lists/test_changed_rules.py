"""A rule that is changed in the engine contradicts a printed sentence, which the checks report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.lists.engine import Lists, State
from tests.support.printed import states

Change = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes a method of the engine into another."""


def first_wins_ties(method):
    def initiative(self, rolls):
        leader = method(self, rolls)
        return 0 if leader is None else leader

    return initiative


def injuries_first(method):
    def verdict(self, unseated, injuries):
        spent = tuple(self.unable(injury) for injury in injuries)
        return method(self, (False, False) if any(spent) else unseated, injuries)

    return verdict


def forgotten_injuries(method):
    def strike(self, state: State, roll: int) -> State:
        after: State = method(self, state, roll)
        return after._replace(injuries=(0, 0)) if after.passes > state.passes else after

    return strike


def nobody_waits(method):
    return lambda self, _resting: tuple(range(self.players))


def double_stakes(method):
    return lambda self, kind, winner, wager: 2 * method(self, kind, winner, wager)


CHANGES: list[tuple[str, Change, str]] = [
    ("initiative", first_wins_ties, "On a tie, both roll again."),
    ("verdict", injuries_first, "Use the first line that is true."),
    ("_strike", forgotten_injuries, "Keep your injuries from pass to pass."),
    ("fit", nobody_waits, "A resting knight misses the next slot, then leaves the tent."),
    ("winnings", double_stakes, "A wrong wager loses its stake to the bank."),
]
"""The method that changes, how, and a sentence that is false then."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change", "sentence"), CHANGES, ids=[change.__name__ for _, change, _ in CHANGES])
def test_a_changed_rule_contradicts_its_sentence(context, name, change, sentence, monkeypatch):
    monkeypatch.setattr(Lists, name, change(getattr(Lists, name)))
    assert "false" in states(context, sentence)
