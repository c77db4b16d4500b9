"""What is counted about cards, compared with a count by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

from pnp.lab.blocks import GameBlock, PlayPlan, game_seed, play_block
from pnp.lab.card_counts import CardCounts
from pnp.rules import playing
from pnp.rules.game import CHANCE

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
