"""Traits -> the words a card prints, by a game's phrase book.

A phrase pairs a form of the traits with a sentence. Writing goes through a slot's phrases and takes the first
whose form fits; what stands at `{name}` in the form fills `{name}` in the words: numbers as they are, ids by
their terms, lists joined as the book says. The engine never reads words: it plays the traits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.model import Card, Phrase, PhraseBook
from pnp.source import Faults

_HOLE = re.compile(r"\{(\w+)\}")


def write(card: Card, book: PhraseBook, faults: Faults) -> tuple[dict[str, str], dict[str, str]]:
    """A card's words by slot, and what its phrases show beside them. Words given on the card are kept."""
    words: dict[str, str] = {}
    glance: dict[str, str] = {}
    if not card.plain_traits:
        return dict(card.words), glance
    for slot, phrases in book.slots.items():
        found = _first(phrases, card.plain_traits)
        if found is None:
            if slot not in card.words and _speaks_of(phrases, card.plain_traits):
                faults.error(
                    card.at("traits"),
                    "no-phrase",
                    f"no phrase of {slot!r} can say what {card.name!r} does",
                    "change its traits, or write a phrase for them in phrases.yaml",
                )
            continue
        phrase, holes = found
        sentence = _fill(phrase.words, holes, book, slot)
        words[slot] = sentence[:1].upper() + sentence[1:]
        glance.update({key: _fill(text, holes, book, slot) for key, text in phrase.glance.items()})
    return {**words, **card.words}, glance


def _speaks_of(phrases: tuple[Phrase, ...], traits: Mapping[str, Any]) -> bool:
    """Whether any phrase of the slot is about a trait that the card has."""
    return any(key in traits for phrase in phrases for key in phrase.traits.plain())


def _first(phrases: tuple[Phrase, ...], traits: Any) -> tuple[Phrase, dict[str, Any]] | None:
    for phrase in phrases:
        holes: dict[str, Any] = {}
        if _fits(phrase.traits.plain(), traits, holes):
            return phrase, holes
    return None


def _fits(form: Any, value: Any, holes: dict[str, Any]) -> bool:
    """Whether a value has a form; a mapping may have more keys than its form, a list must be the same list."""
    if isinstance(form, str) and (hole := _HOLE.fullmatch(form)):
        holes[hole[1]] = value
        return value is not None
    if isinstance(form, dict):
        return isinstance(value, dict) and all(k in value and _fits(f, value[k], holes) for k, f in form.items())
    return type(form) is type(value) and bool(form == value)


def _fill(words: str, holes: Mapping[str, Any], book: PhraseBook, slot: str) -> str:
    def said(match: re.Match[str]) -> str:
        value = holes.get(match[1], match[0])
        return _said(value, book, slot)

    return _HOLE.sub(said, words)


def _said(value: Any, book: PhraseBook, slot: str) -> str:
    if isinstance(value, list):
        names = [_said(item, book, slot) for item in value]
        last = book.last.get(slot, book.between)
        return book.between.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)
    return book.terms.get(str(value), str(value))
