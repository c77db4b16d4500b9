"""The fields of faces that no drawn card has, and the phrases of cards that a kit has removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks.support.context import CheckContext
from pnp.components.context import NEEDED
from pnp.diagnostics import Span
from pnp.kit.expressions import bare_names
from pnp.kit.fields import field_value
from pnp.kit.kit_data import kit_data
from pnp.kit.model import Phrase
from pnp.kit.phrases import is_used

_OF_KIT = (*NEEDED, "colourway", "deck")
"""Fields that do not depend on the card."""
_REMOVABLE = ("cards", "components", "counts", "decks")
"""Of these, the fields of what a kit may remove: a condition on one that there is not may be a mistake."""


def empty_fields(context: CheckContext) -> Iterator[tuple[str, Span]]:
    """The fields of cards in texts of faces that were empty on all cards, and their places.

    None unless all components were drawn. The traits of cards with errors are not drawn, so then there are none either.
    """
    if context.all_drawn and not context.render.faulty:
        for (path, span), is_filled in context.render.collector.used_fields.items():
            if not is_filled and path.partition(".")[0] not in _OF_KIT:
                yield path, span


def constant_conditions(context: CheckContext) -> Iterator[tuple[str, str, Span, bool]]:
    """The conditions of elements that have the same result on all cards: key, expression, place and result.

    Those that do not depend on the card are left out.
    """
    if context.all_drawn and not context.render.faulty:
        for (key, text, span), results in context.render.collector.conditions.items():
            if len(results) == 1 and not any(_is_of_this_kit(context, path) for path in bare_names(text)):
                yield key, text, span, results == {True}


def _is_of_this_kit(context: CheckContext, path: str) -> bool:
    """Whether a field is the same on all cards: one of the kit, or of a part that the kit has and another may lack."""
    first, _, rest = path.partition(".")
    if first not in _REMOVABLE:
        return first in _OF_KIT
    return not rest or field_value(kit_data(context.render.kit), path) is not None


def severity_of(context: CheckContext, span: Span, own: str) -> str:
    """The severity `own` in the kit's own files, and a note in those of its base, which has cards of its own."""
    return own if Path(span.file).parent == context.render.kit.folder else "note"


def is_of_removed_card(context: CheckContext, field: str, phrase: Phrase) -> bool:
    """Whether a phrase of the kit's base is for a card that the kit has removed: no card uses it."""
    if Path(phrase.at("words").file).parent == context.render.kit.folder:
        return False
    return not is_used(phrase, field, context.render.kit.phrasebook, [card for _, _, card in context.cards()])
