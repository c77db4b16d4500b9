"""Where words of the finished drawings are written, and the texts of a kit as they are typed in its files, before faces
and templates are filled.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostics, PlacedText, Span
from pnp.graphics import Piece
from pnp.graphics.drawing import At, Text, TextBlock, is_own, walk
from pnp.kit import Card
from pnp.sources.yaml import read_text

_AROUND = 6
"""The number of characters at each side of a mark with which it is searched."""


class PrintedLine(NamedTuple):
    """A printed line of text, a piece that it is on, where it or its template is named, and the block that it is of."""

    piece: Piece
    text: str
    origin: Span
    block: TextBlock | None


def texts(context: CheckContext) -> Iterator[PrintedLine]:
    """Every printed line of text once for each place of its origin."""
    reported: set[tuple[Span, str]] = set()
    for piece, drawing in context.drawings():
        span = context.render.kit.components[piece.component].origin.key_span
        for item, (_, written, block) in walk(drawing.items, At(origin=span), is_own):
            if isinstance(item, Text) and written and (written, item.text) not in reported:
                reported.add((written, item.text))
                yield PrintedLine(piece, item.text, written, block)


def place(context: CheckContext, line: PrintedLine, start: int, end: int) -> Span:
    """Where a mark in a line of a piece is written: on its card, on another card, in a template or in a ruling.

    The line may be changed by its face, or have spaces for line ends; then the word with the mark is searched on the
    piece's own card.
    """
    piece, text, origin, block = line
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
    return _place_in(block, words, text[start:end]) or origin


def _place_in(block: TextBlock | None, words: str, mark: str) -> Span | None:
    """Where a mark among some words is written in a block of a template, which has no line ends."""
    text = block.text if block else ""
    if not isinstance(text, PlacedText):
        return None
    return text.place(max(text.find(mark, max(text.find(" ".join(words.split())), 0)), 0))


def _place_on(card: Card, words: str) -> Span | None:
    """Where some words are written on a card."""
    written: dict[tuple[str, ...], str] = {("name",): card.name}
    written |= {("words", field): text for field, text in card.words.items()}
    written |= {("asides", key): text for key, text in card.aside_texts.items()}
    return next((card.at(*path) for path, text in written.items() if words in text), None)


_FILES = ("face", "back", "art")
"""The keys of a card that name other parts of the kit."""


def typed_texts(context: CheckContext) -> Iterator[tuple[str, Span]]:
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
