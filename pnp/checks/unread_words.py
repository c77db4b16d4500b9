"""A sentence on a card that the phrase book cannot read, or reads in two ways.

Words that nobody can read cannot be proved, and what is not proved may be wrong on every copy. Each sentence that
a card prints about what it does must be read by exactly one phrase of `phrases.yaml`.

PASS: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 1 position}`
FAIL: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Win a biscuit}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import Desk, fault
from pnp.checks._printed import rules_text, statements
from pnp.model import Card
from pnp.source import Diagnostic, Span, did_you_mean


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for every sentence that is not read by one phrase."""
    for deck, id_, card in desk.cards():
        if not card.plain_traits:
            continue
        for text in rules_text(desk, deck, id_, card):
            read = statements(desk, text)
            if not read:
                known = [phrase.words for phrases in desk.bench.kit.phrasebook.slots.values() for phrase in phrases]
                hint = did_you_mean(text, known)
                yield fault(__name__, place(card, text), f"no phrase reads {text!r} on {card.name!r}", hint)
            elif len(read) > 1:
                slots = " and ".join(statement.slot for statement in read)
                yield fault(
                    __name__, read[0].phrase.at("words"), f"{text!r} is read as {slots}", "make the phrases differ"
                )


def place(card: Card, text: str) -> Span:
    """Where a sentence comes from: the card's own words, else the card."""
    slot = next((slot for slot, words in card.words.items() if words == text), None)
    return card.at("words", slot) if slot else card.at("traits")
