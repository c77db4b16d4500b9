"""A sentence on a card that no phrase, or more than one, matches.

A sentence that the phrase book cannot read cannot be checked, and may be wrong on every copy. Exactly one phrase of
`phrases.yaml` must match each sentence about what a card does.

PASS: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 1 position}`
FAIL: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Win a biscuit}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.printed import place, rules_text, statements
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.kit import Card


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every sentence that does not match exactly one phrase."""
    for deck, id_, card in context.cards():
        if not card.plain_traits:
            continue
        for sentence in rules_text(context, deck, id_):
            read = statements(context, sentence.text)
            if not read:
                message = f"no phrase matches {sentence.text!r} on {card.name!r}"
                yield diagnostic(
                    __name__, place(context, card, sentence), message, *_hints(context, card, sentence.text)
                )
            elif len(read) > 1:
                fields = " and ".join(statement.field for statement in read)
                where = read[0].phrase.at("words")
                yield diagnostic(
                    __name__, where, f"{sentence.text!r} matches the phrases of {fields}", "make the phrases differ"
                )


def _hints(context: CheckContext, card: Card, text: str) -> list[str]:
    """The most similar phrase, or all phrases that the field allows."""
    book = context.render.kit.phrasebook.fields
    own = [field for field, words in card.words.items() if words == text]
    known = dict.fromkeys(phrase.words for field in own or book for phrase in book.get(field, ()))
    near = did_you_mean(text, known)
    every = f"it can be {'; '.join(map(repr, known))}" if own and known else ""
    return [
        near or every,
        "remove the words so that the phrase book writes them, or add a phrase for them to phrases.yaml",
    ]
