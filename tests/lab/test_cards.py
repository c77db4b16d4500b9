"""Numbers about cards."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.lab.cards import card_numbers
from pnp.lab.intervals import difference
from pnp.lab.tallies import CardTally, Result, Tally


def tally(**cards: CardTally) -> Tally:
    return Tally(Counter({Result("score", (0,), 0): 100}), cards=cards)


def test_wins_with_and_without_a_card_are_compared(lab):
    game = lab("rhino", 20).subject.game
    lunge = CardTally(80, 50, 40, 30, 500, 90, Counter(play=100, discard=300), Counter(play=60, discard=100))
    found = card_numbers(game, tally(lunge=lunge))
    card = found["lunge"]
    assert (card.name, card.deck, card.copies) == ("Lunge", "moves", 11)
    assert (card.held, card.dealt, card.able, card.played) == (80 / 200, 0.9, 0.2, 0.2)
    assert (card.gih_wr, card.gnd_wr, card.played_wr) == (50 / 80, 50 / 120, 30 / 40)
    assert card.iwd == 50 / 80 - 50 / 120
    assert card.iwd_interval == difference((50, 80), (50, 120))
    assert card.verbs == {"discard": [300, 100], "play": [100, 60]}
    assert card.dead is None
    assert found["stomp"].dead == "never held"
    assert next(iter(found)) == "lunge"
    assert "stomper" not in found, "rhinos are chosen from the table"


def test_dead_cards_have_a_reason(lab):
    game = lab("rhino", 20).subject.game
    cards = {
        "lunge": CardTally(1, 0, 0, 0, 5),
        "stomp": CardTally(1, 0, 0, 0, 5, 0, Counter(play=2)),
        "swerve": CardTally(1, 0, 0, 0, 5, 0, Counter(discard=2), Counter(discard=1)),
        "dodge": CardTally(1, 0, 1, 0, 5, 0, Counter(counter=2), Counter(counter=1)),
    }
    found = card_numbers(game, tally(**cards))
    assert {id_: found[id_].dead for id_ in cards} == {
        "lunge": "never legal", "stomp": "never chosen", "swerve": "only put away", "dodge": None,
    }  # fmt: skip


def test_a_card_that_all_players_always_hold_is_compared_with_nothing(lab):
    card = lab("tilt", 40).report.cards["parry"]
    assert card.held == 1
    assert card.gih_wr is not None
    assert card.gnd_wr is card.iwd is card.iwd_interval is None


def test_a_game_without_cards_has_no_numbers(lab):
    assert lab("lists", 60).report.cards == {}


@pytest.mark.slow
def test_all_cards_of_the_other_games_are_alive(lab):
    for name in ("rhino", "tilt", "soaring"):
        assert {card.dead for card in lab(name, 150).report.cards.values()} == {None}, name
