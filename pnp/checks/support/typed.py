"""The texts of a kit as they are typed in its files, before faces and templates are filled."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.support.context import CheckContext
from pnp.checks.support.templates import lines
from pnp.diagnostics import Span
from pnp.kit import Node

_FILES = ("face", "back", "art")
"""The keys of a card that name other parts of the kit."""


def texts(context: CheckContext) -> Iterator[tuple[str, Span]]:
    """Every text once with its place: those of cards, `kit.yaml`, faces, phrases, rulings and templates."""
    kit = context.render.kit
    cards = [node for _, _, card in context.cards() for key, node in card.origin.value.items() if key not in _FILES]
    others = [kit.origin, kit.facebook.origin, kit.phrasebook.origin]
    seen: set[Span] = set()
    for node in (*cards, *others):
        for text, span in _inside(node):
            if span not in seen:
                seen.add(span)
                yield text, span
    for line in lines(context):
        yield line.text, line.span


def _inside(node: Node) -> Iterator[tuple[str, Span]]:
    """The texts of a node and of those inside it."""
    if isinstance(node.value, str):
        yield node.value, node.span
    elif isinstance(node.value, dict | list):
        for inner in node.value.values() if isinstance(node.value, dict) else node.value:
            yield from _inside(inner)
