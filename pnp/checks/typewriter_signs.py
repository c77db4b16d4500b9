"""Typewriter characters in print: straight quotes, two hyphens for a dash, three dots for an ellipsis.

Text is printed exactly as it is written, so the data must have the proper characters. Each language has its own
quotes: “English” and it’s, „deutsch“, « français » with no-break spaces inside. A dash is –, an ellipsis …, inches and
feet are ″ and ′. This is a warning: the text is correct, but does not look so.

PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Isn’t it my turn… – now?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Isn't it my turn?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it... my turn?`
FAIL: rulebook.md: `A bout takes about ten minutes` -> `A bout takes -- about ten minutes`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.templates import lines
from pnp.diagnostics import Diagnostic, Span
from pnp.graphics import Piece
from pnp.graphics.drawing import Text, walk
from pnp.kit import Card
from pnp.text.fit import quoted

_TYPED = re.compile(r"['\"]|--|\.\.\.")
_QUOTES = {"en": "“ ” and ’", "de": "„ “ and ’", "fr": "« » and ’"}


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every text with such characters, however many pieces it is on."""
    quotes = _QUOTES.get(context.render.kit.language.partition("-")[0], "the quotes of its language")
    hints = {"--": "write –", "...": "write …"}
    reported: set[tuple[Span, str]] = set()
    for piece, drawing in context.drawings():
        span = context.render.kit.components[piece.component].origin.key_span
        for item, _, written in walk(drawing.items, used=False):
            match, origin = _TYPED.search(item.text) if isinstance(item, Text) else None, written or span
            if match and (origin, match.string) not in reported:
                reported.add((origin, match.string))
                place = _place(context, piece, match.string[max(match.start() - 6, 0) : match.end() + 6]) or origin
                message = f"{quoted(match.string)} has the typewriter characters {match[0]}"
                hint = hints.get(match[0], f"write {quotes}; for feet and inches ′ and ″")
                yield diagnostic(__name__, place, message, hint, severity="warning")


def _place(context: CheckContext, piece: Piece, words: str) -> Span | None:
    """Where some words are written: on the piece's card, on another card, in a template or in a ruling."""
    own = context.card_of(piece).id
    first = [cards[own] for cards in context.render.kit.cards.values() if own in cards]
    for card in chain(first, (card for _, _, card in context.cards())):
        place = _place_on(card, words)
        if place:
            return place
    return next((line.span for line in lines(context) if words in line.text), None)


def _place_on(card: Card, words: str) -> Span | None:
    """Where some words are written on a card."""
    texts: dict[tuple[str, ...], str] = {("name",): card.name}
    texts |= {("words", field): text for field, text in card.words.items()}
    texts |= {("asides", key): text for key, text in card.aside_texts.items()}
    return next((card.at(*path) for path, text in texts.items() if words in text), None)
