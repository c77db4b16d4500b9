"""A phrase that no card of the kit is written with.

A phrase that says nothing is either a leftover or one whose form was mistyped, so that a card is now worded by
another phrase, or by none. In a custom edition, which may have dropped cards, it is only noted.

PASS: phrases.yaml: `words: "Score"` -> `words: "Score"`
FAIL: phrases.yaml: `{traits: {brains: "{n}"}` -> `{traits: {brain: "{n}"}`
FAIL: phrases.yaml: `effect: {score: true}` -> `effect: {score: false}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit.phrases import phrase_for


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault, or in a custom edition one note, for every phrase that writes nothing."""
    kit = context.render.kit
    cards = [card for _, _, card in context.cards()]
    severity = "note" if kit.edition == "custom" else "error"
    for slot, phrases in kit.phrasebook.slots.items():
        used = [phrase_for(card, kit.phrasebook, slot) for card in cards]
        for phrase in phrases:
            if not any(phrase is one for one in used):
                message = f"no card is worded by this phrase of {slot!r}"
                yield diagnostic(
                    __name__, phrase.at("traits"), message, "correct its traits, or take it out", severity=severity
                )
