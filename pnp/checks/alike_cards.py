"""Two cards of a deck that are equal but for their ids, or whose names differ only in how they are typed.

A row that was copied and not changed, or a name with other capitals, spaces or ligatures, prints as another card. Cards
that are meant to be equal are one card with a `count`. If a table has no ids, its equal rows are a note: each may be a
copy.

PASS: cards.yaml: `  lunge:` -> `  fa: {name: Faint, traits: {}}\\n  fe: {name: Feint, traits: {}}\\n  lunge:`
FAIL: cards.yaml: `  lunge:` -> `  fa: {name: Feint, count: 2}\\n  fe: {name: Feint, count: 2}\\n  lunge:`
FAIL: cards.yaml: `  lunge:` -> `  fa: {name: High Feint}\\n  fe: {name: High feint}\\n  lunge:`
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit import Card

_BLANK = re.compile(r"[\s\u200b-\u200d\u2060\u00ad]+")
_LEAST = 3
"""Shorter names are letters and abbreviations, which capitals may tell apart."""
_LOOKS_OF_ID = ("id", "number")
"""Fields of faces that differ although the data of two cards are equal."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every card that is like an earlier one of its deck."""
    shows_id = any(path in _LOOKS_OF_ID for path, _ in context.render.collector.used_fields)
    for cards in context.render.kit.cards.values():
        if not shows_id:
            yield from _equal(cards)
        yield from _named_alike(cards)


def _equal(cards: Mapping[str, Card]) -> Iterator[Diagnostic]:
    first: dict[str, str] = {}
    for id_, card in cards.items():
        other = first.setdefault(json.dumps(card.origin.plain(), sort_keys=True), id_)
        if other != id_:
            # Without a column of ids, the place of an id is that of the name.
            is_copy = card.origin.key_span == card.at("name")
            message = f"this card is equal to {other!r} ({_place(cards[other])}) but for its id"
            hint = f"write one card with the count {card.count + cards[other].count}, or correct the copy"
            severity = "note" if is_copy else "warning"
            yield diagnostic(__name__, card.origin.key_span, message, hint, severity=severity)


def _named_alike(cards: Mapping[str, Card]) -> Iterator[Diagnostic]:
    first: dict[str, Card] = {}
    spellings = Counter(_bare(card.name) for card in cards.values())
    initials = {card.name[:1].isupper() for card in cards.values() if spellings[_bare(card.name)] == 1}
    for card in cards.values():
        other = first.setdefault(_bare(card.name), card)
        is_initial = card.name[1:] == other.name[1:] and len(initials) > 1  # as verbs and nouns in German
        if card.name != other.name and len(_bare(card.name)) >= _LEAST and not is_initial:
            names = f"the name {card.name!r} differs from {other.name!r} ({_place(other)})"
            message = f"{names} only in {_difference(card, other)}"
            hint = f"write {other.name!r}, or make the names differ"
            yield diagnostic(__name__, card.at("name"), message, hint, severity="warning")


def _difference(card: Card, other: Card) -> str:
    """What the names of two cards differ in."""
    dense, others = _BLANK.sub("", card.name), _BLANK.sub("", other.name)
    if dense.lower() != others.lower():
        return "how its letters are composed"
    capitals, spaces = dense != others, card.name.lower() != other.name.lower()
    return " and ".join(["capitals"] * capitals + ["spaces"] * spaces)


def _place(card: Card) -> str:
    span = card.origin.key_span
    return span.cell.name or f"line {span.line}"


def _bare(name: str) -> str:
    return _BLANK.sub("", unicodedata.normalize("NFKC", name)).casefold()
