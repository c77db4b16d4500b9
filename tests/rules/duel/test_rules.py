"""The rules of the duel: true sentences and paraphrases are proved, false ones are not."""

from __future__ import annotations

import pytest

from pnp.lexicon import lexicon
from pnp.rules.duel.meanings import MEANINGS
from pnp.rules.words import Words, WordsError
from tests.rules.duel.conftest import Try

TRUE = [
    "You called black: if the card is one of the spades or clubs, you attack first.",
    "If the attacker goes on, go back to step 3.",
    "Deal 3 hidden cards to each player.",
    "If the total is above the target, the defender has to subtract.",
    "If the total is below the target, you must add.",
    "Cards you draw are hidden.",
    "In an exchange the defender plays a single card, and then the attacker plays one.",
    "In an exchange you play one card, then the attacker plays one.",
    "In an exchange the defender plays one card, then you play one.",
    "After 2 or 1 exchanges, the attacker can forfeit.",
    "You may forfeit after 1 or 2 exchanges.",
    "After 1 exchange: lose 1, draw 1.",
    "If the attacker forfeits, the defender takes just the cards that the attacker played.",
    "Just you can look at your hidden cards.",
    "The attacker wins if the total hits the target.",
    "You win if the total hits the target.",
    "If the total hits the target, the attacker wins at once.",
    "The attacker wins even if your card hits the target.",
    "The defender wins if the total misses the target after three exchanges.",
    "You win if the total misses the target after three exchanges.",
    "If it misses after 3 exchanges, the defender wins.",
    "The attacker must play a single card.",
    "The defender has to play one card.",
    "Every card that you took is one point.",
    "Each round brings at least 1 point.",
    "After each round the defender becomes the attacker, and the attacker becomes the defender.",
    "No game is longer than 19 rounds.",
    "If all three of your cards are exposed, you can swap a single card.",
    "Put it face down under the deck, and draw one hidden card.",
    "You can swap just once in a round.",
    "Swap before the first card is played.",
    "The attacker announces a target from 1 to 76.",
    "The total starts at zero.",
    "The total can become negative.",
]
FALSE = [
    "This card is out of the game; leave it face down.",
    "The attacker may add any card.",
    "The attacker must add or subtract it.",
    "You must add or subtract any card.",
    "Two players call red or black.",
    "One player calls red.",
    "One player calls red and black.",
    "If the card has the called colour, the caller defends first.",
    "Unless the card has the called colour, the caller attacks first.",
    "You called red: if the card is one of the spades or clubs, you attack first.",
    "You called red: if the card is one of the hearts or diamonds, your rival attacks first.",
    "You called red: if the card is one of the hearts, you attack first.",
    "Then the other player turns over the top card.",
    "Otherwise the same player attacks first.",
    "Otherwise the other player defends first.",
    "If the attacker goes on, go back to step 2.",
    "If the defender goes on, go back to step 3.",
    "Deal 4 cards to each player.",
    "Deal 3 exposed cards to each player.",
    "Deal 2 hidden cards to each player.",
    "Deal 3 cards to no player.",
    "If the total is below the target, the defender must subtract.",
    "If the total is above the target, the defender must add.",
    "If the total is below the target, the defender may add.",
    "If the total is below the target, the attacker must add.",
    "If the total is below the target, you must subtract.",
    "Every card is drawn exposed.",
    "No card is drawn hidden.",
    "Cards you draw are exposed.",
    "In an exchange the attacker plays one card, then the defender plays one.",
    "In an exchange the defender plays two cards, then the attacker plays one.",
    "In an exchange the defender plays one card, then the attacker plays two.",
    "In an exchange the defender plays one card, then the defender plays one.",
    "In an exchange the attacker plays one card, then you play one.",
    "In an exchange the defender plays one card, before the attacker plays one.",
    "In an exchange you play one card, then you play one.",
    "Only played cards are hidden.",
    "A card becomes hidden only after the round in which it was played.",
    "After 1 exchange: lose 2, draw 2.",
    "After 2 exchanges: lose 2, draw 1.",
    "After 2 exchanges the defender loses 2 and draws 2.",
    "After 2 or 3 exchanges, the attacker may forfeit.",
    "After 1 or 2 exchanges, the defender may forfeit.",
    "After 1 or 2 exchanges, the attacker must forfeit.",
    "If the attacker forfeits, the defender takes only the cards that the defender has played.",
    "If the attacker forfeits, the attacker takes only the cards that the attacker has played.",
    "If the defender forfeits, the defender takes only the cards that the attacker has played.",
    "The defender draws as many cards.",
    "Then both players have 4 cards again.",
    "Then no player has 3 cards again.",
    "You may play any card of your hand, exposed.",
    "You may play no card of your hand, hidden or exposed.",
    "You must play any card of your hand, hidden or exposed.",
    "Only you may look at your exposed cards.",
    "Only you may look at the rival’s hidden cards.",
    "Both players may look at hidden cards.",
    "No player may look at exposed cards.",
    "The defender wins if the total hits the target.",
    "The attacker loses if the total hits the target.",
    "The attacker wins if the total misses the target.",
    "The attacker wins unless the total hits the target.",
    "The defender wins even if the attacker’s card hits the target.",
    "The attacker loses even if the defender’s card hits the target.",
    "The defender wins if the total misses the target after 2 exchanges.",
    "The attacker wins if the total misses the target after 3 exchanges.",
    "The attacker must play two cards.",
    "The defender may play one card.",
    "Each card that you took is 2 points.",
    "No card that you took is 1 point.",
    "Every round brings at least two points.",
    "No round brings at least one point.",
    "All other played cards return hidden.",
    "No other played cards return exposed.",
    "After every round, the attacker becomes the attacker, and the defender becomes the defender.",
    "After no round, the attacker becomes the defender, and the defender becomes the attacker.",
    "In each round two players attack, and the other defends.",
    "In each round one player attacks, and the same player defends.",
    "In each round one player attacks, and the other attacks.",
    "No game has more than 18 rounds.",
    "No game has more than 20 rounds.",
    "In a round, the suit matters.",
    "If all 2 of your cards are exposed, you may swap one card.",
    "If all 3 of your cards are hidden, you may swap one card.",
    "If all 3 of your cards are exposed, you must swap one card.",
    "If all 3 of your cards are exposed, you may swap two cards.",
    "Unless all 3 of your cards are exposed, you may swap one card.",
    "Whether you attack: if all 3 of your cards are exposed, you may swap one card.",
    "Whether you attack and defend: if all 3 of your cards are exposed, you may swap one card.",
    "Put it above the deck, and draw one hidden card.",
    "Put it face up under the deck, and draw one hidden card.",
    "Put it under the deck, and draw one exposed card.",
    "Put it under the deck, and draw two hidden cards.",
    "You may swap only twice in a round.",
    "Swap after the first card is played.",
    "The defender announces a target from 1 to 76.",
    "The attacker announces a target from 0 to 76.",
    "The attacker announces a target from 1 to 75.",
    "The total begins at 1.",
    "The total ends at 0.",
    "The total never becomes negative.",
    "The first player with 11 points or more wins.",
    "The last player with 10 points or more wins.",
    "The first player with 10 points or more loses.",
    "The first player with at most 10 points wins.",
    "The loser takes all cards of the winner: played, exposed and hidden.",
    "The winner takes all cards of the loser: played and exposed.",
    "The loser of the round takes all 3 cards of the winner, played or not.",
    "The winner takes all 2 cards of the loser: played, exposed and hidden.",
    "The winner takes no cards of the loser: played, exposed and hidden.",
    "The winner draws 3 new cards.",
    "The loser draws 2 new cards.",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_is_proved_in_other_words_too(tried: Try, text: str) -> None:
    trial = tried(text)
    assert trial
    assert trial.verdict.state == "proved", trial.verdict.message


def test_false_sentences_are_not_proved(tried: Try) -> None:
    trials = {text: tried(text) for text in FALSE}
    proved = {text for text, trial in trials.items() if trial and trial.verdict.state in ("proved", "seldom")}
    assert not proved


def test_a_false_sentence_is_shown_with_what_play_shows(tried: Try) -> None:
    trial = tried("The total begins at 5.")
    assert trial
    assert (trial.name, trial.verdict.state) == ("total", "false")
    assert trial.verdict.message == "`after.total` is 0, the sentence says 5"
    assert trial.verdict.moment


def test_an_index_with_another_meaning_is_refused() -> None:
    english = lexicon("en")
    assert english
    MEANINGS["index"](Words(english.words("K", {})), {"value": 13})
    with pytest.raises(WordsError):
        MEANINGS["index"](Words(english.words("K", {})), {"value": 12})
