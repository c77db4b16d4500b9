"""The fields of faces that no drawn card has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks.support.context import CheckContext
from pnp.components.kit_fields import GROUPS
from pnp.diagnostics import Span
from pnp.kit.expressions import bare_names

_OF_KIT = ("kit", "colourway", "deck", *GROUPS)
"""Fields that do not depend on the card."""


def empty_fields(context: CheckContext) -> Iterator[tuple[str, Span]]:
    """The fields of cards in texts of faces that were empty on all cards, and their places.

    None unless all components were drawn. The traits of cards with errors are not drawn, so then there are none either.
    """
    if context.all_drawn and not context.render.faulty:
        for (path, span), is_filled in context.render.used_fields.items():
            if not is_filled and path.partition(".")[0] not in _OF_KIT:
                yield path, span


def constant_conditions(context: CheckContext) -> Iterator[tuple[str, str, Span, bool]]:
    """The conditions of elements that have the same result on all cards: key, expression, place and result.

    Those that do not depend on the card are left out.
    """
    if context.all_drawn and not context.render.faulty:
        for (key, text, span), results in context.render.conditions.items():
            if len(results) == 1 and not any(path.partition(".")[0] in _OF_KIT for path in bare_names(text)):
                yield key, text, span, results == {True}


def severity_of(context: CheckContext, span: Span, own: str) -> str:
    """The severity `own` in the kit's own files, and a note in those of its base, which has cards of its own."""
    return own if Path(span.file).parent == context.render.kit.folder else "note"
