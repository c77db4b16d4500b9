"""A quotation that is not on the card.

Readers expect text in “quotation marks” to be on the card word for word. If running text quotes a sentence that the
phrase book can read, the card named last before it in the paragraph must print that sentence. If none is named, any
card must print it.

PASS: rulebook.md: `“{{ cards.best_at_jousting.words.effect }}”` -> `“Not a move”`
PASS: rulebook.md: `a card that says “{{ cards.best_at_jousting.words.effect }}”` -> `a Spin, “Gain 2 positions”,`
FAIL: rulebook.md: `“{{ cards.best_at_jousting.words.effect }}”` -> `“Gain 3 positions”`
FAIL: rulebook.md: `a card that says “{{ cards.best_at_jousting.words.effect }}”` -> `a Lunge, “Gain 2 positions”,`
FAIL: rulings.yaml: `answer: No. Only a move does.` -> `answer: Burst of Speed says “Gain 1 position”.`
FAIL: summary-counters.md: `needs no position.` -> `Dodge: “If flanked”.`
FAIL: rhino-de/summary-counters.md: `# Was kontert was?` -> `Ausweichen: „Nur flankiert“.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.names import INFLECTED
from pnp.checks.support.printed import Paragraph, paragraphs, rules_text, statements
from pnp.diagnostics import Diagnostic, PlacedText, Span
from pnp.kit import Card

_Named = tuple[str, str, Card]
"""A card with its deck and its id."""
QUOTE = re.compile("„([^“”]*)[“”]|“([^”]*)”|«([^»]*)»|»([^«]*)«|「([^」]*)」")
"""Matches a text in the quotation marks of any supported language."""
_OPENING = "“„«»「"
_CLOSING = ".,;:!?… \u00a0\u202f"


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every quotation that its card, or any card, does not print."""
    named = _named(context)
    for paragraph in paragraphs(context, _OPENING):
        for match in QUOTE.finditer(paragraph.text):
            quote = quoted(match).rstrip(_CLOSING)
            if quote.lower() in named or not statements(context, quote):
                continue
            about = _last_named(paragraph.text[: match.start()], named)
            cards = named[about] if about else [*chain.from_iterable(named.values())]
            printed = {_plain(one.text) for deck, id_, _ in cards for one in rules_text(context, deck, id_)}
            where = _place(paragraph, match)
            if printed and _plain(quote) not in printed and where:
                who = f"{cards[0][2].name!r} does not print" if about else "no card prints"
                message = f"{who} {' '.join(quote.split())!r}"
                yield diagnostic(__name__, where, message, "quote the card with a field: {{ cards.….words.… }}")


def quoted(match: re.Match[str]) -> str:
    """The text between the marks."""
    return next(text for text in match.groups() if text is not None).strip()


def _place(paragraph: Paragraph, quote: re.Match[str]) -> Span | None:
    """Where a quotation is written, or where the paragraph's template is named."""
    if not isinstance(paragraph.text, PlacedText):
        return paragraph.origin
    place = paragraph.text.place(quote.start())
    return place._replace(width=len(quote[0])) if place else paragraph.origin


def _plain(text: str) -> str:
    """A text in lower case, with plain spaces."""
    return " ".join(text.lower().split())


def _named(context: CheckContext) -> dict[str, list[_Named]]:
    """The cards by name and short name, in lower case."""
    cards: dict[str, list[_Named]] = {}
    for named in context.cards():
        for name in _names(named[2]):
            cards.setdefault(name.lower(), []).append(named)
    return cards


def _names(card: Card) -> set[str]:
    return {card.name, card.aside_texts.get("short", card.name)}


def _last_named(text: str, named: dict[str, list[_Named]]) -> str:
    """The last name in a text, the longest of those that end at the same place. Case matters."""
    ends = [
        (match.end(), len(name), name)
        for name, cards in named.items()
        for written in _names(cards[0][2])
        if written.lower() == name and written in text
        for match in re.finditer(rf"\b{re.escape(written)}{INFLECTED}\b", text)
    ]
    return max(ends)[2] if ends else ""
