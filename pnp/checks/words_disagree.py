"""A sentence on a card that differs from what the engine does.

Players believe the card. Its printed text is read back with the phrase book and compared with what the engine does when
the card is tried in every position and against every other card. The traits in the data are not used for this.

PASS: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 1 position}`
FAIL: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 2 positions}`
FAIL: cards.yaml: `    name: Lunge` -> `    name: Lunge\\n    words: {where: From any position}`
FAIL: cards.yaml: `    name: Charge` -> `    name: Charge\\n    words: {counters: "Dodge, Stomp"}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import observed
from pnp.checks.support.printed import place, rules_text, statements
from pnp.diagnostics import Diagnostic
from pnp.kit.phrases import holds


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every sentence that the phrase book reads and play contradicts."""
    if context.game is None:
        return
    for deck, id_, card in context.cards():
        seen = observed(context, deck, id_)
        for sentence in rules_text(context, deck, id_):
            for statement in statements(context, sentence.text):
                if seen is None:
                    message = f"{card.name!r} says {sentence.text!r}, but the game's proof does not observe the card"
                    hint = f"return what it does from `observe` for the deck {deck!r}"
                    yield diagnostic(__name__, place(context, card, sentence), message, hint)
                elif not holds(statement.traits, seen):
                    seen_here = _shown(seen, statement.traits)
                    message = f"{card.name!r} says {sentence.text!r}, but in play it is {seen_here}"
                    hint = f"read as {statement.field} in phrases.yaml"
                    yield diagnostic(__name__, place(context, card, sentence), message, hint)


def _shown(seen: object, stated: object) -> str:
    """The observed value that differs from the stated one."""
    while isinstance(stated, dict) and isinstance(seen, dict) and len(stated) == 1:
        (key,) = stated
        if key not in seen or not isinstance(stated[key], dict):
            return f"{key} {_value_text(seen.get(key))}"
        seen, stated = seen[key], stated[key]
    return _value_text(seen)


def _value_text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value_text(v)}" for key, v in value.items())
    return "nothing" if value is None else str(value)
