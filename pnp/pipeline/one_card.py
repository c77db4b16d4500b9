"""The diagnostics of a single card: those in its data, of its faces, and of what is drawn on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.components.kinds.deck import Spec, deck_of
from pnp.diagnostics import Diagnostic, Span
from pnp.kit import Card, Kit, Node


class _Lines(NamedTuple):
    """Lines of a file, or rows of a sheet of a workbook."""

    file: str
    sheet: str
    first: int
    last: int

    def contain(self, span: Span) -> bool:
        return (self.file, self.sheet) == (span.file, _sheet(span)) and self.first <= span.line <= self.last


def of_card(kit: Kit, name: str, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a card, by its id (`swerve`) or that of a piece (`moves/swerve`).

    All of them if the piece shows no card of a deck, as a page of a rulebook.
    """
    id_ = name.rpartition("/")[2]
    cards = [(deck, card) for deck, cards in kit.cards.items() for own, card in cards.items() if own == id_]
    if not cards:
        return list(diagnostics)
    deck, card = cards[0]
    lines = [_lines(card.origin), *(_lines(node) for node in _faces(kit, deck, card))]
    return [
        one
        for one in diagnostics
        if one.card.id == id_ or (not one.card.id and any(place.contain(one.span) for place in lines))
    ]


def _faces(kit: Kit, deck: str, card: Card) -> Iterator[Node]:
    """The faces of a card in all components that print it."""
    specs = [spec for id_, spec in kit.components.items() if isinstance(spec, Spec) and deck_of(id_, spec) == deck]
    names = {card.face or spec.face for spec in specs} | {card.back or spec.back for spec in specs}
    faces = kit.facebook.faces
    return (faces[name].origin for name in names if name in faces)


def _lines(node: Node) -> _Lines:
    spans = [span for span in (node.key_span, *node.spans()) if span.file == node.key_span.file]
    numbers = [span.line for span in spans]
    return _Lines(node.key_span.file, _sheet(node.key_span), min(numbers), max(numbers))


def _sheet(span: Span) -> str:
    """The sheet of a place in a workbook; empty for other files."""
    return span.cell.name.rpartition("!")[0]
