"""The claims of the duel: true sentences and paraphrases are proved, false ones are not."""

from __future__ import annotations

import pytest

from pnp.lexicon import lexicon
from pnp.rules.claims import Words, WordsError
from pnp.rules.duel.claims import CLAIMS, MEANINGS
from tests.rules.duel.conftest import Try

TRUE = {
    "aside": [
        "This card is out of the game; leave it face up.",
        "The card that was turned over stays face up, out of the game.",
    ],
    "attack.count": ["The attacker may subtract or add any card.", "You may add or subtract any card."],
    "call": ["One player calls a colour: black or red."],
    "call.right": ["If a card of the called colour comes, the caller attacks first."],
    "call.suits": ["You called black: if the card is one of the spades or clubs, you attack first."],
    "call.turn": ["Then the same player turns over a card."],
    "call.wrong": ["Otherwise the other player is the first attacker."],
    "continue": ["If the attacker goes on, go back to step 3."],
    "deal": [
        "Deal three cards to every player.",
        "Deal 3 hidden cards to each player.",
        "Deal 3 to both players: cards.",
    ],
    "defend.count": [
        "If the total is above the target, the defender has to subtract.",
        "If the total is below the target, you must add.",
    ],
    "drawn": ["Cards are all drawn hidden.", "Cards you draw are hidden."],
    "exchange": [
        "In an exchange the defender plays a single card, and then the attacker plays one.",
        "In an exchange you play one card, then the attacker plays one.",
        "In an exchange the defender plays one card, then you play one.",
    ],
    "exposed": ["Only played cards are exposed.", "A card becomes exposed only when it has been played."],
    "forfeit": ["After 2 or 1 exchanges, the attacker can forfeit.", "You may forfeit after 1 or 2 exchanges."],
    "forfeit.count": ["After 1 exchange: lose 1, draw 1.", "After 2 exchanges the attacker loses 2 and draws 2."],
    "forfeit.cards": ["If the attacker forfeits, the defender takes just the cards that the attacker played."],
    "forfeit.draws": ["The attacker draws as many cards."],
    "hand.full": ["Afterwards each has 3 cards again."],
    "hand.play": ["You can play every card of your hand, exposed or hidden."],
    "hand.secret": ["Just you can look at your hidden cards."],
    "hand.seen": ["Each player can look at exposed cards."],
    "hit": [
        "The attacker wins if the total hits the target.",
        "You win if the total hits the target.",
        "If the total hits the target, the attacker wins at once.",
    ],
    "hit.defender": [
        "The attacker wins even if a card of the defender hits the target.",
        "The attacker wins even if your card hits the target.",
    ],
    "missed": [
        "The defender wins if the total misses the target after three exchanges.",
        "You win if the total misses the target after three exchanges.",
        "If it misses after 3 exchanges, the defender wins.",
    ],
    "attack.play": ["The attacker must play a single card."],
    "defend.play": ["The defender has to play one card."],
    "points.each": ["Every card that you took is one point."],
    "points.least": ["Each round brings at least 1 point."],
    "returned": ["All other cards that were played return exposed."],
    "roles": ["After each round the defender becomes the attacker, and the attacker becomes the defender."],
    "round.roles": ["Every round, one player attacks and the other defends."],
    "rounds.most": ["No game is longer than 19 rounds."],
    "suit": ["The suit doesn’t matter."],
    "swap": [
        "If all three of your cards are exposed, you can swap a single card.",
        "You defend or attack: if all 3 of your cards are exposed, you may swap one card.",
    ],
    "swap.card": [
        "Draw one hidden card, and put it under the deck.",
        "Put it below the deck, and draw one hidden card.",
        "Put it face down under the deck, and draw one hidden card.",
    ],
    "swap.once": ["You can swap just once in a round."],
    "swap.when": ["Swap before the first card is played."],
    "target": ["The attacker announces a target from 1 to 76.", "You announce a target from 1 to 76."],
    "total": ["The total starts at zero."],
    "total.negative": ["The total can become negative."],
    "win": ["The first player with at least ten points wins the game."],
    "won.cards": [
        "The winner takes every card of the loser: hidden, exposed and played.",
        "The winner takes all three cards of the loser: hidden, exposed and played.",
        "The winner of a round takes all cards of the loser, played or not.",
    ],
    "won.draws": ["The loser draws three cards."],
}
FALSE = {
    "aside": ["This card is out of the game; leave it face down."],
    "attack.count": ["The attacker may add any card.", "The attacker must add or subtract it.",
                     "You must add or subtract any card."],
    "call": ["Two players call red or black.", "One player calls red.", "One player calls red and black."],
    "call.right": ["If the card has the called colour, the caller defends first.",
                   "Unless the card has the called colour, the caller attacks first."],
    "call.suits": ["You called red: if the card is one of the spades or clubs, you attack first.",
                   "You called red: if the card is one of the hearts or diamonds, your rival attacks first.",
                   "You called red: if the card is one of the hearts, you attack first."],
    "call.turn": ["Then the other player turns over the top card."],
    "call.wrong": ["Otherwise the same player attacks first.", "Otherwise the other player defends first."],
    "continue": ["If the attacker goes on, go back to step 2.", "If the defender goes on, go back to step 3."],
    "deal": ["Deal 4 cards to each player.", "Deal 3 exposed cards to each player.",
             "Deal 2 hidden cards to each player.", "Deal 3 cards to no player."],
    "defend.count": ["If the total is below the target, the defender must subtract.",
                     "If the total is above the target, the defender must add.",
                     "If the total is below the target, the defender may add.",
                     "If the total is below the target, the attacker must add.",
                     "If the total is below the target, you must subtract."],
    "drawn": ["Every card is drawn exposed.", "No card is drawn hidden.", "Cards you draw are exposed."],
    "exchange": ["In an exchange the attacker plays one card, then the defender plays one.",
                 "In an exchange the defender plays two cards, then the attacker plays one.",
                 "In an exchange the defender plays one card, then the attacker plays two.",
                 "In an exchange the defender plays one card, then the defender plays one.",
                 "In an exchange the attacker plays one card, then you play one.",
                 "In an exchange the defender plays one card, before the attacker plays one.",
                 "In an exchange you play one card, then you play one."],
    "exposed": ["Only played cards are hidden.", "A card becomes hidden only after the round in which it was played."],
    "forfeit.count": ["After 1 exchange: lose 2, draw 2.", "After 2 exchanges: lose 2, draw 1.",
                      "After 2 exchanges the defender loses 2 and draws 2."],
    "forfeit": ["After 2 or 3 exchanges, the attacker may forfeit.",
                "After 1 or 2 exchanges, the defender may forfeit.",
                "After 1 or 2 exchanges, the attacker must forfeit."],
    "forfeit.cards": ["If the attacker forfeits, the defender takes only the cards that the defender has played.",
                      "If the attacker forfeits, the attacker takes only the cards that the attacker has played.",
                      "If the defender forfeits, the defender takes only the cards that the attacker has played."],
    "forfeit.draws": ["The defender draws as many cards."],
    "hand.full": ["Then both players have 4 cards again.", "Then no player has 3 cards again."],
    "hand.play": ["You may play any card of your hand, exposed.",
                  "You may play no card of your hand, hidden or exposed.",
                  "You must play any card of your hand, hidden or exposed."],
    "hand.secret": ["Only you may look at your exposed cards.", "Only you may look at the rival’s hidden cards."],
    "hand.seen": ["Both players may look at hidden cards.", "No player may look at exposed cards."],
    "hit": ["The defender wins if the total hits the target.", "The attacker loses if the total hits the target.",
            "The attacker wins if the total misses the target.", "The attacker wins unless the total hits the target."],
    "hit.defender": ["The defender wins even if the attacker’s card hits the target.",
                     "The attacker loses even if the defender’s card hits the target."],
    "missed": ["The defender wins if the total misses the target after 2 exchanges.",
               "The attacker wins if the total misses the target after 3 exchanges."],
    "attack.play": ["The attacker must play two cards.", "The defender must play one card."],
    "defend.play": ["The defender may play one card.", "The attacker must play one card."],
    "points.each": ["Each card that you took is 2 points.", "No card that you took is 1 point."],
    "points.least": ["Every round brings at least two points.", "No round brings at least one point."],
    "returned": ["All other played cards return hidden.", "No other played cards return exposed."],
    "roles": ["After every round, the attacker becomes the attacker, and the defender becomes the defender.",
              "After no round, the attacker becomes the defender, and the defender becomes the attacker."],
    "round.roles": ["In each round two players attack, and the other defends.",
                    "In each round one player attacks, and the same player defends.",
                    "In each round one player attacks, and the other attacks."],
    "rounds.most": ["No game has more than 18 rounds.", "No game has more than 20 rounds."],
    "suit": ["In a round, the suit matters."],
    "swap": ["If all 2 of your cards are exposed, you may swap one card.", "If all 3 of your cards are hidden, you may "
             "swap one card.", "If all 3 of your cards are exposed, you must swap one card.",
             "If all 3 of your cards are exposed, you may swap two cards.",
             "Unless all 3 of your cards are exposed, you may swap one card.",
             "Whether you attack: if all 3 of your cards are exposed, you may swap one card.",
             "Whether you attack and defend: if all 3 of your cards are exposed, you may swap one card."],
    "swap.card": ["Put it above the deck, and draw one hidden card.",
                  "Put it face up under the deck, and draw one hidden card.",
                  "Put it under the deck, and draw one exposed card.",
                  "Put it under the deck, and draw two hidden cards."],
    "swap.once": ["You may swap only twice in a round."],
    "swap.when": ["Swap after the first card is played."],
    "target": ["The defender announces a target from 1 to 76.", "The attacker announces a target from 0 to 76.",
               "The attacker announces a target from 1 to 75."],
    "total": ["The total begins at 1.", "The total ends at 0."],
    "total.negative": ["The total never becomes negative."],
    "win": ["The first player with 11 points or more wins.", "The last player with 10 points or more wins.",
            "The first player with 10 points or more loses.", "The first player with at most 10 points wins."],
    "won.cards": ["The loser takes all cards of the winner: played, exposed and hidden.",
                  "The winner takes all cards of the loser: played and exposed.",
                  "The loser of the round takes all 3 cards of the winner, played or not.",
                  "The winner takes all 2 cards of the loser: played, exposed and hidden.",
                  "The winner takes no cards of the loser: played, exposed and hidden."],
    "won.draws": ["The winner draws 3 new cards.", "The loser draws 2 new cards."],
}  # fmt: skip


def rows(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in table.items() for text in texts]


@pytest.mark.parametrize(("name", "text"), rows(TRUE))
def test_a_true_sentence_is_proved_in_other_words_too(tried: Try, name: str, text: str) -> None:
    verdict = tried(name, text)
    assert verdict.state == "proved", verdict.message


def test_false_sentences_are_not_proved(tried: Try) -> None:
    states = {text: tried(name, text).state for name, text in rows(FALSE)}
    assert {text: state for text, state in states.items() if state not in ("false", "unread", "never")} == {}


def test_every_claim_has_a_true_and_a_false_sentence() -> None:
    assert set(TRUE) == set(FALSE) == set(CLAIMS)


def test_an_index_with_another_meaning_is_refused() -> None:
    english = lexicon("en")
    assert english
    MEANINGS["index"](Words(english.words("K", {})), {"value": 13})
    with pytest.raises(WordsError):
        MEANINGS["index"](Words(english.words("K", {})), {"value": 12})
