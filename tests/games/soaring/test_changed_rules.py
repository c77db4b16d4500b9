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


def worse_suit_wins_ties(order):
    def changed(self, card, *, amid, low):
        tier, value, suit, beats = order(self, card, amid=amid, low=low)
        return tier, value, -suit, beats

    return changed


def downer_loses_to_its_twin(order):
    def changed(self, card, *, amid, low):
        *rest, beats = order(self, card, amid=amid, low=low)
        return (*rest, -beats)

    return changed


def rhino_beats_all(tier):
    return lambda self, card, *, amid: 3 if amid and card == self.divider else tier(self, card, amid=amid)


def only_a_downer_that_wins_counts(_next_low):
    return lambda self, table: table[self.winner(table)] in self.downers


def two_downers_cancel(_next_low):
    return lambda self, table: len(self.downers & set(table)) == 1


def the_last_downer_carries_over(end_round):
    def changed(self, state):
        after = end_round(self, state)
        return after._replace(low=state.low) if after.phase != OVER else after

    return changed


def the_direction_stays(_direction):
    return lambda self, _number: self.rules.passing.first


def discarding_is_optional(legal):
    def changed(self, state):
        return (("discard",), *legal(self, state)) if state.phase == DISCARD else legal(self, state)

    return changed


def the_round_is_played_to_its_end(reveal):
    def changed(self, state, table):
        after = reveal(self, state, table)
        return after._replace(phase="play") if after.phase == OVER and after.hands[0] else after

    return changed


def tokens_are_lost(end_round):
    def changed(self, state):
        after = end_round(self, state)
        return after._replace(wins=(0,) * self.players) if after.phase != OVER else after

    return changed


def played_cards_are_not_shuffled(end_round):
    def changed(self, state):
        after = end_round(self, state)
        return after._replace(deck=tuple(card for card in after.deck if card != "a1")) if after.phase != OVER else after

    return changed


def packs_cross_the_table(_passes_to):
    return lambda self, seat, _number: (seat + self.players // 2) % self.players


def a_round_goes_to_the_fewest_hands(end_round):
    def changed(self, state):
        most = max(state.taken)
        return end_round(self, state if self.by_hands else state._replace(taken=tuple(most - n for n in state.taken)))

    return changed


CHANGES = [
    ("order", lowest_value_wins, "The highest value wins."),
    ("order", worse_suit_wins_ties, "suit A beats C, and C beats E."),
    ("order", downer_loses_to_its_twin, "a Downer beats the plain card of its suit and value."),
    ("tier", rhino_beats_all, "suit A beats the Rhino, and the Rhino beats suits C and E."),
    ("next_low", only_a_downer_that_wins_counts, "A Downer does this whether it wins or loses."),
    ("next_low", two_downers_cancel, "If a Downer is revealed, the lowest value wins the next hand."),
    ("_end_round", the_last_downer_carries_over, "A Downer in the last hand has no effect on the next round."),
    ("direction", the_direction_stays, "Flip the direction card after each round."),
    ("legal", discarding_is_optional, "You must discard 1 card face down"),
    ("_reveal", the_round_is_played_to_its_end, "The game ends at once when a player has won 3 hands"),
    ("_end_round", tokens_are_lost, "Keep your tokens."),
    ("_end_round", played_cards_are_not_shuffled, "shuffle all the cards and deal again."),
    ("passes_to", packs_cross_the_table, "pass the others face down to the next player."),
    ("_end_round", a_round_goes_to_the_fewest_hands, "wins the round, and takes 1 of their own tokens."),
]  # fmt: skip
"""The method of the engine that is changed, the change, and the sentence that it contradicts."""


@pytest.mark.slow
@pytest.mark.parametrize(("method", "change", "sentence"), CHANGES, ids=[change.__name__ for _, change, _ in CHANGES])
def test_a_changed_rule_makes_its_sentence_wrong(context, monkeypatch, method, change: Make, sentence):
    monkeypatch.setattr(Soaring, method, change(getattr(Soaring, method)))
    assert "false" in states(context, sentence)
