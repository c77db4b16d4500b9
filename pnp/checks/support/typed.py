"""The texts of a kit as they are typed in its files, before faces and templates are filled."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostics, Span
from pnp.sources.yaml import read_text

_FILES = ("face", "back", "art")
"""The keys of a card that name other parts of the kit."""


def texts(context: CheckContext) -> Iterator[tuple[str, Span]]:
    """Every text once with its place: those of cards, `kit.yaml`, faces, phrases, rulings and templates."""
    kit = context.render.kit
    others = [kit.origin, kit.facebook.origin, kit.phrasebook.origin]
    seen: set[Span] = set()
    inner = (found for node in others for found in node.texts())
    for text, span in itertools.chain(of_cards(context), inner):
        if span not in seen:
            seen.add(span)
            yield text, span
    for ruling in kit.rulings.values():
        yield ruling.question, ruling.at("question")
        yield ruling.answer, ruling.at("answer")
    for path in context.render.templates.files():
        for number, line in enumerate((read_text(Path(path), Diagnostics()) or "").split("\n"), start=1):
            yield line, Span(str(path), number, 1, max(1, len(line)))


def of_cards(context: CheckContext) -> Iterator[tuple[str, Span]]:
    """Every text of a card with its place; its name with the names that it contains."""
    for _, _, card in context.cards():
        for key, node in card.origin.value.items():
            if key == "name" and card.name != node.value:
                yield card.name, node.span
            elif key not in _FILES:
                yield from node.texts()
