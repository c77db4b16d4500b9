"""The fields of faces that no drawn card has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks.support.context import CheckContext
from pnp.components.faces import elements_of
from pnp.diagnostics import Span

_OF_KIT = ("kit", "colourway", "deck")
"""Fields that do not depend on the card."""


def empty_fields(context: CheckContext, *, conditions: bool) -> Iterator[tuple[str, Span]]:
    """The fields of cards that were empty on all cards, and their places: those in `when`, or all others.

    None unless all components were drawn. The traits of cards with errors are not drawn, so then there are none either.
    """
    if not context.all_drawn or context.render.faulty:
        return
    places = _conditions(context)
    for (path, span), is_filled in context.render.used_fields.items():
        if not is_filled and path.partition(".")[0] not in _OF_KIT and (span in places) == conditions:
            yield path, span


def severity_of(context: CheckContext, span: Span, own: str) -> str:
    """The severity `own` in the kit's own files, and a note in those of its base, which has cards of its own."""
    return own if Path(span.file).parent == context.render.kit.folder else "note"


def _conditions(context: CheckContext) -> set[Span]:
    """The places of all conditions of elements."""
    faces = context.render.kit.facebook.faces.items()
    elements = (element for name, face in faces for element in elements_of(context.render, name, face))
    return {element.at("when") for element in elements if element.when is not None}
