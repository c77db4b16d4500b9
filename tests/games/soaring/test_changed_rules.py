"""Rules of the engine that change: each contradicts a printed sentence, which is then reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.soaring.engine import DISCARD, OVER, Soaring
from tests.support.printed import states

Make = Callable[[Callable[..., Any]], Callable[..., Any]]


def lowest_value_wins(order):
    def changed(self, card, *, amid, low):
        tier, value, *rest = order(self, card, amid=amid, low=low)
        return (tier, -value, *rest)

    return changed


def rhino_beats_all(tier):
    return lambda self, card, *, amid: 3 if amid and card == self.divider else tier(self, card, amid=amid)


def only_a_downer_that_wins_counts(_next_low):
    return lambda self, table: table[self.winner(table)] in self.downers


def discarding_is_optional(legal):
    def changed(self, state):
        return (("discard",), *legal(self, state)) if state.phase == DISCARD else legal(self, state)

    return changed


def played_cards_are_not_shuffled(end_round):
    def changed(self, state):
        after = end_round(self, state)
        return after._replace(deck=tuple(card for card in after.deck if card != "a1")) if after.phase != OVER else after

    return changed


CHANGES = [
    ("order", lowest_value_wins, "The highest value wins."),
    ("tier", rhino_beats_all, "suit A beats the Rhino, and the Rhino beats suits C and E."),
    ("next_low", only_a_downer_that_wins_counts, "A Downer does this whether it wins or loses."),
    ("legal", discarding_is_optional, "You must discard 1 card face down"),
    ("_end_round", played_cards_are_not_shuffled, "shuffle all the cards and deal again."),
]  # fmt: skip
"""The method of the engine that is changed, the change, and the sentence that it contradicts."""


@pytest.mark.slow
@pytest.mark.parametrize(("method", "change", "sentence"), CHANGES, ids=[change.__name__ for _, change, _ in CHANGES])
def test_a_changed_rule_makes_its_sentence_wrong(context, monkeypatch, method, change: Make, sentence):
    monkeypatch.setattr(Soaring, method, change(getattr(Soaring, method)))
    assert "false" in states(context, sentence)
