"""A phrase that no card of the kit uses.

An unused phrase is either a leftover, or its traits are mistyped and another phrase, or none, words the card. In a
custom edition, which may have dropped cards, this is a note.

PASS: phrases.yaml: `words: "Score"` -> `words: "Score"`
FAIL: phrases.yaml: `{traits: {brains: "{n}"}` -> `{traits: {brain: "{n}"}`
FAIL: phrases.yaml: `effect: {score: true}` -> `effect: {score: false}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit.phrases import is_used


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error, or in a custom edition one note, for every unused phrase."""
    kit = context.render.kit
    cards = [card for _, _, card in context.cards()]
    severity = "note" if kit.edition == "custom" else "error"
    for field, phrases in kit.phrasebook.fields.items():
        for phrase in phrases:
            if not is_used(phrase, field, kit.phrasebook, cards):
                message = f"no card uses this phrase of {field!r}"
                yield diagnostic(
                    __name__, phrase.at("traits"), message, "correct its traits, or remove it", severity=severity
                )
