"""Numbers about cards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pnp.lab.blocks import GameBlock, PlayPlan, game_seed, play_block
from pnp.lab.cards import CardCounts, card_numbers
from pnp.lab.intervals import difference
from pnp.lab.tallies import CardTally, Result, Tally
from pnp.rules import playing
from pnp.rules.game import CHANCE


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


GAMES = 30


def by_hand(game):
    """Counts made by replaying the logs of the same games. Riders are chosen from the table."""
    found = {name: Counter() for name in ("held", "wins", "able", "chosen", "dealt", "decisions")}
    for number in range(GAMES):
        log, rng = [], Random(game_seed(1, number))
        playing.play(game, rng, lambda g, s, a, r: a[0] if len(a) == 1 else playing.at_random(g, s, a, r), log)
        state, held = game.setup(), set()
        for action in log:
            who = game.actor(state)
            if who == CHANCE:
                found["dealt"].update(set(action[1:]))
            else:
                hand = game.view(state, who)["hand"]
                found["decisions"].update(set(hand))
                held |= {(who, card) for card in hand}
                found["able"].update({(a[0], card) for a in game.legal(state) for card in a[1:]})
                found["chosen"].update({(action[0], card) for card in action[1:]})
            state = game.apply(state, action)
        found["held"].update(card for _, card in held)
        found["wins"].update(card for seat, card in held if seat in game.outcome(state).winners)
    return found


def test_counts_of_rhino_agree_with_a_count_by_hand(engine):
    game = engine("rhino")
    tallies = play_block(game, PlayPlan(GAMES, cards=True), GameBlock(0, 0, GAMES)).cards
    wanted = by_hand(game)
    for card in game.kinds:
        tally = tallies[card]
        assert (tally.held, tally.held_wins) == (wanted["held"][card], wanted["wins"][card])
        assert (tally.decisions, tally.dealt) == (wanted["decisions"][card], wanted["dealt"][card])
        for verb in ("play", "counter", "discard"):
            assert tally.able[verb] == wanted["able"][verb, card]
            assert tally.chosen[verb] == wanted["chosen"][verb, card]


def test_cards_put_away_are_not_played(engine):
    game = engine("rhino")
    counts = CardCounts(game)
    assert counts._used(("discard", "lunge", "swerve")) == set()
    assert counts._used(("play", "lunge")) == {"lunge"}
    assert counts._used(("take", "lunge", "drop", "swerve")) == {"lunge"}
    assert counts._named((("take", "lunge", "drop", "swerve"), ("stop",))) == (("drop", "swerve"), ("take", "lunge"))


def test_counting_cards_changes_no_game(engine):
    for name in ("soaring", "tilt", "lists"):
        with_cards = play_block(engine(name), PlayPlan(5, cards=True), GameBlock(0, 0, 5))
        without = play_block(engine(name), PlayPlan(5), GameBlock(0, 0, 5))
        assert with_cards.results == without.results
        assert bool(with_cards.cards) is (name != "lists")
