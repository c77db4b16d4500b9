"""A rule that is changed in the engine contradicts a printed sentence, which the checks report."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from pnp.games.lists.engine import KNIGHTS, PAIR, JoustResult, Lists, State
from tests.support.printed import states

Change = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes a method of the engine into another."""


def lower_wins(method):
    def initiative(self, rolls):
        leader = method(self, rolls)
        return None if leader is None else 1 - leader

    return initiative


def first_wins_ties(method):
    def initiative(self, rolls):
        leader = method(self, rolls)
        return 0 if leader is None else leader

    return initiative


def one_square_less(method):
    return lambda self, ridden, roll: max(1, method(self, ridden, roll) - 1)


def wider_advantage(method):
    return lambda self, ridden: next((k for k in KNIGHTS if 1 + ridden[k] >= self.rules.zone[1]), None)


def one_injury_more(method):
    return lambda self, injury: injury > self.rules.injury_limit


def injuries_first(method):
    def verdict(self, unseated, injuries):
        spent = tuple(self.unable(injury) for injury in injuries)
        return method(self, (False, False) if any(spent) else unseated, injuries)

    return verdict


def winner_stays_fit(method):
    def verdict(self, unseated, injuries):
        found: JoustResult | None = method(self, unseated, injuries)
        return found and found._replace(rest=tuple(k for k in found.rest if k != found.winner))

    return verdict


def forgotten_injuries(method):
    def strike(self, state: State, roll: int) -> State:
        after: State = method(self, state, roll)
        return after._replace(injuries=(0, 0)) if after.passes > state.passes else after

    return strike


def one_token_more(method):
    def end(self, state: State, verdict: JoustResult) -> State:
        after: State = method(self, state, verdict)
        return after._replace(phase=PAIR) if max(after.tokens) == self.rules.target else after

    return end


def nobody_waits(method):
    return lambda self, _resting: tuple(range(self.players))


def any_pair_instead(method):
    def pairings(self, resting, due):
        pairs = combinations(self.fit(resting), 2)
        return tuple((("pair", *(str(seat + 1) for seat in pair)), 1) for pair in pairs) or method(self, resting, ())

    return pairings


def holder_strikes_last(method):
    def ride(self, course, roll):
        phase, after = method(self, course, roll)
        return phase, after if after.advantage is None else after._replace(mover=1 - after.advantage)

    return ride


def double_stakes(method):
    return lambda self, kind, winner, wager: 2 * method(self, kind, winner, wager)


CHANGES: list[tuple[str, Change, str]] = [
    ("initiative", lower_wins, "The higher roll has the :initiative: initiative."),
    ("initiative", first_wins_ties, "On a tie, both roll again."),
    ("steps", one_square_less, "Roll the D6, and ride that many squares ahead."),
    ("advantage", wider_advantage, "Columns 6 to 8 are the halfway zone."),
    ("unable", one_injury_more, "A knight with 6 or more injuries is :unable: spent."),
    ("verdict", injuries_first, "Use the first line that is true."),
    ("verdict", winner_stays_fit, "The unseated knight rests, and so does a spent winner."),
    ("_strike", forgotten_injuries, "Keep your injuries from pass to pass."),
    ("_end", one_token_more, "The first knight with 10 victories wins at once."),
    ("fit", nobody_waits, "A resting knight misses the next slot, then leaves the tent."),
    ("_pairings", any_pair_instead, "They miss one slot, then must joust again."),
    ("_ride", holder_strikes_last, "The knight with the advantage strikes first."),
    ("winnings", double_stakes, "A wrong wager loses its stake to the bank."),
]
"""The method that changes, how, and a sentence that is false then."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change", "sentence"), CHANGES, ids=[change.__name__ for _, change, _ in CHANGES])
def test_a_changed_rule_contradicts_its_sentence(context, name, change, sentence, monkeypatch):
    monkeypatch.setattr(Lists, name, change(getattr(Lists, name)))
    assert "false" in states(context, sentence)
