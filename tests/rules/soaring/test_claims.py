"""Soaring's claims: a true sentence, a false one, and for some a paraphrase."""

from __future__ import annotations

import pytest

from pnp.checks.support.film import words_of
from pnp.rules.claims import prove

SENTENCES = {
    "win": ("With 3 or 4 players, the first to win 3 hands wins the game.", "3 hands", "2 hands"),
    "end.at_once": ("The game ends at once when a player has won 3 hands, even in the middle of a round.", "3", "4"),
    "round.again": ("If nobody has won at the end of a round, shuffle all the cards and deal again.", "all", "some"),
    "tokens.kept": ("Keep your tokens.", "Keep", "Do not keep"),
    "hand.is": ("A hand is one reveal: each player reveals 1 card, and 1 card wins.", "and 1", "and 2"),
    "round.is": ("A round goes from one deal to the last card.", "last", "first"),
    "round.hands": ("With 4 players a round has 3 hands.", "3", "4"),
    "round.ends": ("Play hands until nobody has a card.", "nobody", "somebody"),
    "deck.shuffle": ("Shuffle all 18 cards.", "18", "17"),
    "deal.rest": ("Set aside some cards face down, and deal all the others.", "all", "some"),
    "aside.hidden": ("Nobody may look at the cards that are set aside.", "Nobody", "Everybody"),
    "out": ("Cards that are discarded or set aside are out of the round.", "out of", "in"),
    "hand.hidden": ("Keep your cards secret.", "secret", "open"),
    "high.first": ("Each round begins with a high hand.", "high", "low"),
    "discard": ("You must discard 1 card face down.", "must", "may"),
    "draft.keep": ("Keep 1 card, and pass the others face down to the next player.", "Keep 1", "Keep 2"),
    "draft.repeat": ("Repeat step 2 with the cards that you get.", "step 2", "step 1"),
    "draft.last": ("If you get only 1 card, keep it.", "1", "2"),
    "same_time": ("Everybody does this at the same time.", "Everybody", "Nobody"),
    "pass.way": ("In the first round, pass to the left.", "left", "right"),
    "pass.first": ("Put the direction card in the middle, clockwise side up.", "clockwise", "counter-clockwise"),
    "pass.turns": ("Flip the direction card after each round.", "after", "before"),
    "play.choose": ("Choose 1 of your cards, and put it face down.", "down", "up"),
    "play.reveal": ("When everybody has chosen, reveal the cards at the same time.", "everybody", "somebody"),
    "play.token": ("The winner of the hand takes 1 token.", "1", "2"),
    "play.out": ("The played cards stay out of the round.", "out of", "in"),
    "suits.values": ("Each suit has 1 plain card of each value from 1 to 5.", "to 5", "to 6"),
    "downer.value": ("Each Downer has the value 3.", "3", "4"),
    "downer.suits": ("There is 1 Downer of suit C, and 1 of suit E.", "suit C", "suit A"),
    "no_ties": ("No 2 cards are equal, so each hand has 1 winner.", "equal", "different"),
    "rank.value": ("The highest value wins.", "highest", "lowest"),
    "rank.suits": ("If values are equal, suit A beats suit C, and suit C beats suit E.", "suit A", "suit E"),
    "low.value": ("In a low hand the lowest value wins.", "lowest", "highest"),
    "low.suits": ("If values are equal in a low hand, the better suit wins, too.", "better", "worse"),
    "downer.beats": ("A Downer beats the plain card of its suit and value.", "A Downer", "In a low hand a Downer"),
    "downer.low_beaten": ("In a low hand the plain card beats the Downer of its suit and value.", "low", "high"),
    "downer.next": ("If a Downer is revealed, the next hand is low.", "low", "high"),
    "downer.whatever": ("It does not matter whether the Downer wins or loses.", "does not matter", "matters"),
    "downer.again": ("If a Downer is revealed in a low hand, the next hand is low, too.", "is low", "is high"),
    "downer.ends": ("After a hand without a Downer, the highest value wins again.", "without", "with"),
    "downer.last": ("A Downer in the last hand of a round has no effect on the next round.", "last", "first"),
    "rhino.none": ("The Rhino has no value and no suit.", "and no", "and a"),
    "rhino.classes": (
        "In a high hand with the Rhino there are 3 groups: suit A beats the Rhino, and the Rhino beats suits C and E.",
        "3 groups",
        "2 groups",
    ),
    "rhino.reversed": ("In a low hand this order is reversed.", "is reversed", "is not reversed"),
    "rhino.low_within": ("Within a class the lowest value wins, then still the better suit.", "lowest", "highest"),
    "rhino.within": ("Within a class the highest value wins, then the better suit.", "better", "worse"),
    "two.deal": ("Set aside 2 cards, and deal 4 cards to each player.", "4", "5"),
    "two.side": ("Put a side pile of 4 cards face down on the left of each player.", "4", "5"),
    "two.draft": ("Discard 1 card, keep 2 cards, and give 1 card to your rival.", "keep 2", "keep 1"),
    "two.given": ("Keep the card that your rival gives you.", "Keep", "Discard"),
    "side.pick": ("Then look at your side pile: discard 1 card, and keep 1 card.", "keep 1", "keep 2"),
    "side.again": ("Repeat this with the other 2 cards of the same side pile.", "same", "other"),
    "two.held": ("You now hold 5 cards.", "5", "4"),
    "two.win": ("With 3 tokens you win the game.", "3", "2"),
    "two.token": ("If you win a hand, take no token.", "no token", "some tokens"),
    "round.winner": ("The player with the most hands wins the round, and takes 1 token.", "most", "fewest"),
    "option.shadow": (
        "A Downer in the last hand of a round makes the first hand of the next round low.", "low", "high"
    ),
    "option.crossing": ("With 2 players, swap the side piles before you choose again.", "before", "after"),
}  # fmt: skip
"""For each claim a true sentence, and words of it with words that make it false."""
PARAPHRASES = {
    "draft.repeat": "Repeat this with the cards that you get.",
    "play.choose": "Choose 1 card from your hand, and put it face down.",
    "rhino.classes": "In a hand with the Rhino, suit A beats the Rhino, and the Rhino beats suits C and E.",
    "win": "With 4 or 3 players, the first player to win three hands wins.",
    "downer.next": "If a Downer is turned over, the lowest value wins the next hand.",
    "rank.value": "In a high hand, the highest value wins.",
    "hand.hidden": "Keep your hand hidden.",
    "pass.way": "Clockwise: pass to the player on your left.",
    "deck.shuffle": "Shuffle all of the 18 cards.",
    "high.first": "Put the card beside it, high side up.",
    "no_ties": "2 cards are never equal, so each hand has 1 winner.",
    "pass.first": "Put the direction card in the middle, left side up.",
    "round.hands": "A round has 3 hands with 4 players.",
    "rank.suits": "On a tie, suit A beats suit C, and suit C beats suit E.",
    "low.suits": "On a tie the better suit wins.",
    "rhino.within": "Within a class the highest value counts, then the better suit.",
    "rhino.low_within": "Within a class the lowest value wins, then on a tie the better suit.",
    "round.winner": "Who has the most hands wins the round, and takes 1 token.",
}


def verdict(context, play, name, text):
    return prove(context.proof.claims()[name], words_of(context, text), play)


@pytest.mark.parametrize("name", SENTENCES)
def test_a_true_sentence_is_proved_and_a_false_one_is_not(context, play, name):
    text, words, others = SENTENCES[name]
    true = verdict(context, play, name, text)
    assert true.state == "proved", true.message
    assert words in text
    assert verdict(context, play, name, text.replace(words, others, 1)).state in ("false", "unread", "never")


def test_every_claim_has_a_sentence(context):
    assert set(context.proof.claims()) == set(SENTENCES)


@pytest.mark.parametrize("name", PARAPHRASES)
def test_a_paraphrase_is_proved(context, play, name):
    found = verdict(context, play, name, PARAPHRASES[name])
    assert found.state == "proved", found.message


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("round.hands", "A round has 4 hands with 3 players, and 4 players."),
        ("round.hands", "A round has 4 hands with 4 players."),
        ("low.suits", "On a tie the worse suit wins."),
        ("low.suits", "On a tie in a high hand the better suit wins."),
        ("draft.repeat", "Repeat step 2 without the cards that you get."),
        ("rhino.classes", "In a low hand with the Rhino, suit A beats the Rhino, and the Rhino beats suits C and E."),
        ("rhino.classes", "In a hand with the Rhino, suit C beats the Rhino, and the Rhino beats suits A and E."),
    ],
)
def test_other_false_sentences_are_not_proved(context, play, name, text):
    assert verdict(context, play, name, text).state in ("false", "unread")


@pytest.mark.parametrize("text", ["With 3 and 4 players, the first to win 3 hands wins the game."])
def test_and_is_not_or(context, play, text):
    assert verdict(context, play, "win", text).state == "unread"
