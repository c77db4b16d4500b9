"""Where words of the finished drawings are written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pnp.checks.support.context import CheckContext
from pnp.checks.support.templates import lines
from pnp.diagnostics import Span
from pnp.graphics import Piece
from pnp.graphics.drawing import At, Text, is_own, walk
from pnp.kit import Card

_AROUND = 6
"""The number of characters at each side of a mark with which it is searched."""


def texts(context: CheckContext) -> Iterator[tuple[Piece, str, Span]]:
    """Every printed line of text once for each place of its origin, with a piece that it is on."""
    reported: set[tuple[Span, str]] = set()
    for piece, drawing in context.drawings():
        span = context.render.kit.components[piece.component].origin.key_span
        for item, (_, written) in walk(drawing.items, At(origin=span), is_own):
            if isinstance(item, Text) and written and (written, item.text) not in reported:
                reported.add((written, item.text))
                yield piece, item.text, written


def place(context: CheckContext, piece: Piece, text: str, start: int, end: int) -> Span | None:
    """Where a mark in a line of a piece is written: on its card, on another card, in a template or in a ruling.

    The line may be changed by its face, or have spaces for line ends; then the word with the mark is searched on the
    piece's own card.
    """
    words = text[max(start - _AROUND, 0) : end + _AROUND]
    begins = text.rfind(" ", 0, start) + 1
    word = text[begins:].partition(" ")[0]
    own = context.card_of(piece).id
    mine = [cards[own] for cards in context.render.kit.cards.values() if own in cards]
    sought = [(card, words) for card in mine] + [(card, word) for card in mine if len(word) > end - start]
    for card, part in chain(sought, ((card, words) for _, _, card in context.cards())):
        found = _place_on(card, part)
        if found:
            return found
    return next((line.span for line in lines(context) if words in line.text), None)


def _place_on(card: Card, words: str) -> Span | None:
    """Where some words are written on a card."""
    written: dict[tuple[str, ...], str] = {("name",): card.name}
    written |= {("words", field): text for field, text in card.words.items()}
    written |= {("asides", key): text for key, text in card.aside_texts.items()}
    return next((card.at(*path) for path, text in written.items() if words in text), None)
