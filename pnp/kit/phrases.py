"""Traits <-> the words a card prints, by a game's phrase book.

A phrase pairs a form of the traits with a sentence. Writing goes through a slot's phrases and takes the first
whose form fits; what stands at `{name}` in the form fills `{name}` in the words: numbers as they are, ids by
their terms, lists joined as the book says. Reading goes the other way: a sentence that a phrase fits is a statement
in the form of traits, for somebody who knows the engine to hold against it. The engine itself never reads words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Part
from pnp.kit.model import Card, Phrase, PhraseBook

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Written(NamedTuple):
    """What a card says: its words by slot, what its phrases show beside them, and what all its texts are made of.

    The latter is by field: `name`, `asides.cry`, `words.effect`, `glance.tint`. What says the whole of it stands last.
    """

    words: dict[str, str]
    glance: dict[str, str]
    parts: dict[str, tuple[Part, ...]]


UNWRITTEN = Written({}, {}, {})


def write(card: Card, book: PhraseBook, diagnostics: Diagnostics, named: Mapping[str, Card] | None = None) -> Written:
    """What a card says by a phrase book; words given on the card are kept.

    Other cards go by their own names, and `named` are these, for whoever asks where such a name is written.
    """
    words: dict[str, str] = {}
    glance: dict[str, str] = {}
    parts: dict[str, tuple[Part, ...]] = {"name": (Part(card.name, card.at("name")),)}
    parts |= {f"asides.{key}": (Part(text, card.at("asides", key)),) for key, text in card.asides.items()}
    traits = card.plain_traits
    for slot, phrases in book.slots.items() if traits else ():
        found = _first(phrases, traits)
        if found is None:
            if slot not in card.words and _speaks_of(phrases, traits):
                diagnostics.error(
                    card.at("traits"),
                    "no-phrase",
                    f"no phrase of {slot!r} can say what {card.name!r} does",
                    f"it can say {'; '.join(dict.fromkeys(_written(phrase.form) for phrase in phrases))}",
                    "change its traits, or write a phrase for them in phrases.yaml",
                )
            continue
        phrase, holes = found
        sentence = _fill(phrase.words, holes, book, slot)
        words[slot] = sentence[:1].upper() + sentence[1:]
        filled = tuple(_put(card, holes, book, slot, named or {}))
        parts[f"words.{slot}"] = (*filled, Part(phrase.words, phrase.at("words")))
        for key, text in phrase.glance.items():
            glance[key] = _fill(text, holes, book, slot)
            parts[f"glance.{key}"] = (*filled, Part(text, phrase.at("glance", key)))
    parts |= {f"words.{slot}": (Part(text, card.at("words", slot)),) for slot, text in card.words.items()}
    return Written({**words, **card.words}, glance, parts)


def _put(
    card: Card, holes: Mapping[str, Any], book: PhraseBook, slot: str, named: Mapping[str, Card]
) -> Iterator[Part]:
    """What is put into a phrase: terms, what stands between them, and what the card itself has."""
    for value in holes.values():
        for item in map(str, value if isinstance(value, list) else [value]):
            said, other = book.terms.get(item), named.get(item)
            if said is None:
                yield Part(item, card.at("traits"))
            elif other and other.name == said:
                yield Part(said, other.at("name"))
            else:
                yield Part(said, book.at("terms", item))
        if isinstance(value, list):
            yield Part(book.between, book.at("between"))
            yield Part(book.last.get(slot, book.between), book.at("last", slot))


def phrase_for(card: Card, book: PhraseBook, slot: str) -> Phrase | None:
    """The phrase that writes a card's words in a slot."""
    found = _first(book.slots.get(slot, ()), card.plain_traits)
    return found[0] if found else None


def _speaks_of(phrases: tuple[Phrase, ...], traits: Mapping[str, Any]) -> bool:
    """Whether any phrase of the slot is about a trait that the card has."""
    return any(key in traits for phrase in phrases for key in phrase.form)


def _written(form: Any) -> str:
    """A form of traits as it stands in phrases.yaml."""
    if isinstance(form, dict):
        return f"{{{', '.join(f'{key}: {_written(value)}' for key, value in form.items())}}}"
    if isinstance(form, list):
        return f"[{', '.join(map(_written, form))}]"
    return "null" if form is None else str(form).lower() if isinstance(form, bool) else str(form)


def _first(phrases: tuple[Phrase, ...], traits: Any) -> tuple[Phrase, dict[str, Any]] | None:
    for phrase in phrases:
        holes: dict[str, Any] = {}
        if _fits(phrase.form, traits, holes):
            return phrase, holes
    return None


def _fits(form: Any, value: Any, holes: dict[str, Any]) -> bool:
    """Whether a value has a form; a mapping may have more keys than its form, a list must be the same list."""
    if isinstance(form, str) and (placeholder := _PLACEHOLDER.fullmatch(form)):
        holes[placeholder[1]] = value
        return all(type(v) in (str, int) for v in (value if isinstance(value, list) else [value]))
    if isinstance(form, dict):
        return isinstance(value, dict) and all(k in value and _fits(f, value[k], holes) for k, f in form.items())
    return type(form) is type(value) and bool(form == value)


def _fill(words: str, holes: Mapping[str, Any], book: PhraseBook, slot: str) -> str:
    return _PLACEHOLDER.sub(lambda placeholder: _said(holes.get(placeholder[1], placeholder[0]), book, slot), words)


def _said(value: Any, book: PhraseBook, slot: str) -> str:
    if isinstance(value, list):
        names = [_said(item, book, slot) for item in value]
        last = book.last.get(slot, book.between)
        return book.between.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)
    return book.terms.get(str(value), str(value))


class Statement(NamedTuple):
    """What a printed sentence says, in the form of traits, and the phrase that reads it so."""

    slot: str
    phrase: Phrase
    traits: Any


def read(text: str, book: PhraseBook) -> list[Statement]:
    """Every way in which the phrase book reads a sentence; a good book reads each sentence in one way."""
    found = []
    for slot, phrases in book.slots.items():
        for phrase in phrases:
            match = _pattern(phrase.words).fullmatch(text)
            if not match:
                continue
            holes = {name: _unsaid(said, book, slot) for name, said in match.groupdict().items()}
            if None not in holes.values():
                found.append(Statement(slot, phrase, _put_in(phrase.form, holes)))
                break
    return found


@lru_cache(maxsize=1024)
def _pattern(words: str) -> re.Pattern[str]:
    """The sentences a phrase can write, its first letter in either case."""
    parts = _PLACEHOLDER.split(words)
    plain, holes = [re.escape(part) for part in parts[::2]], parts[1::2]
    whole = plain[0] + "".join(
        f"(?P<{placeholder}>.+?){rest}" for placeholder, rest in zip(holes, plain[1:], strict=True)
    )
    return re.compile(whole, re.IGNORECASE)


def _unsaid(said: str, book: PhraseBook, slot: str) -> Any:
    """The number, id or list of ids behind the words in a hole; None if they are none of these."""
    if said.isdigit():
        return int(said)
    ids = {name.lower(): id_ for id_, name in book.terms.items()}
    if said.lower() in ids:
        return ids[said.lower()]
    last = book.last.get(slot, book.between)
    *most, end = said.rsplit(last, 1)
    words = [*(most[0].split(book.between) if most else []), end]
    found = [ids.get(word.lower()) for word in words]
    return None if None in found else found


def _put_in(form: Any, holes: Mapping[str, Any]) -> Any:
    """A phrase's form with its holes filled."""
    if isinstance(form, str) and (placeholder := _PLACEHOLDER.fullmatch(form)):
        return holes.get(placeholder[1], UNSAID)
    if isinstance(form, dict):
        filled = {key: _put_in(value, holes) for key, value in form.items()}
        return {key: value for key, value in filled.items() if value is not UNSAID}
    return form


UNSAID: Any = object()
"""What a form asks for and the words do not tell."""


def holds(statement: Any, seen: Any) -> bool:
    """Whether what is stated is part of what is seen. Order does not matter in lists; one id may stand for a list."""
    if isinstance(statement, dict):
        return isinstance(seen, dict) and all(k in seen and holds(v, seen[k]) for k, v in statement.items())
    if isinstance(seen, list):
        stated = statement if isinstance(statement, list) else [statement]
        return sorted(map(str, stated)) == sorted(map(str, seen))
    return type(statement) is type(seen) and bool(statement == seen)
