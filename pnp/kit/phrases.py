"""Convert traits to the words on a card, and words to traits, by a game's phrase book.

A phrase pairs a pattern of traits with a sentence. `write` takes the first phrase of a slot whose pattern matches. The
value at `{name}` in the pattern replaces `{name}` in the sentence: numbers as they are, ids by their terms, lists
joined with the book's separators. `read` does the reverse: it turns a sentence into statements in the form of traits,
which checks compare with what the engine does. The engine itself never reads words.
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
    """The words of a card by slot, the fields shown beside them, and the parts of all its texts.

    `parts` are by field: `name`, `asides.cry`, `words.effect`, `glance.tint`. The part with the whole sentence is last.
    """

    words: dict[str, str]
    glance: dict[str, str]
    parts: dict[str, tuple[Part, ...]]


UNWRITTEN = Written({}, {}, {})


def write(card: Card, book: PhraseBook, diagnostics: Diagnostics, named: Mapping[str, Card] | None = None) -> Written:
    """Write a card's words by a phrase book. Words given on the card itself are kept.

    `named` are the cards by id, so that `parts` can point at the names of other cards.
    """
    words: dict[str, str] = {}
    glance: dict[str, str] = {}
    parts: dict[str, tuple[Part, ...]] = {"name": (Part(card.name, card.at("name")),)}
    parts |= {f"asides.{key}": (Part(text, card.at("asides", key)),) for key, text in card.asides.items()}
    traits = card.plain_traits
    for slot, phrases in book.slots.items() if traits else ():
        match = _first(phrases, traits)
        if match is None:
            if slot not in card.words and _has_known_trait(phrases, traits):
                diagnostics.error(
                    card.at("traits"),
                    "no-phrase",
                    f"no phrase of {slot!r} matches the traits of {card.name!r}",
                    f"known patterns: {'; '.join(dict.fromkeys(_written(phrase.form) for phrase in phrases))}",
                    "change the traits, or add a phrase for them to phrases.yaml",
                )
            continue
        phrase, fields = match
        sentence = _fill(phrase.words, fields, book, slot)
        words[slot] = sentence[:1].upper() + sentence[1:]
        filled = tuple(_put(card, fields, book, slot, named or {}))
        parts[f"words.{slot}"] = (*filled, Part(phrase.words, phrase.at("words")))
        for key, text in phrase.glance.items():
            glance[key] = _fill(text, fields, book, slot)
            parts[f"glance.{key}"] = (*filled, Part(text, phrase.at("glance", key)))
    parts |= {f"words.{slot}": (Part(text, card.at("words", slot)),) for slot, text in card.words.items()}
    return Written({**words, **card.words}, glance, parts)


def _put(
    card: Card, fields: Mapping[str, Any], book: PhraseBook, slot: str, named: Mapping[str, Card]
) -> Iterator[Part]:
    """The parts that fill a phrase: terms, separators, and values of the card itself."""
    for value in fields.values():
        for item in map(str, value if isinstance(value, list) else [value]):
            term, other = book.terms.get(item), named.get(item)
            if term is None:
                yield Part(item, card.at("traits"))
            elif other and other.name == term:
                yield Part(term, other.at("name"))
            else:
                yield Part(term, book.at("terms", item))
        if isinstance(value, list):
            yield Part(book.between, book.at("between"))
            yield Part(book.last.get(slot, book.between), book.at("last", slot))


def phrase_for(card: Card, book: PhraseBook, slot: str) -> Phrase | None:
    """The phrase that writes a card's words in a slot, or None."""
    match = _first(book.slots.get(slot, ()), card.plain_traits)
    return match[0] if match else None


def _has_known_trait(phrases: tuple[Phrase, ...], traits: Mapping[str, Any]) -> bool:
    """Whether a card has a trait that occurs in any of the phrases."""
    return any(key in traits for phrase in phrases for key in phrase.form)


def _written(pattern: Any) -> str:
    """A pattern of traits as YAML."""
    if isinstance(pattern, dict):
        return f"{{{', '.join(f'{key}: {_written(value)}' for key, value in pattern.items())}}}"
    if isinstance(pattern, list):
        return f"[{', '.join(map(_written, pattern))}]"
    return "null" if pattern is None else str(pattern).lower() if isinstance(pattern, bool) else str(pattern)


def _first(phrases: tuple[Phrase, ...], traits: Any) -> tuple[Phrase, dict[str, Any]] | None:
    for phrase in phrases:
        fields: dict[str, Any] = {}
        if _fits(phrase.form, traits, fields):
            return phrase, fields
    return None


def _fits(pattern: Any, value: Any, fields: dict[str, Any]) -> bool:
    """Whether a value matches a pattern, and fill `fields`. A mapping may have further keys; a list must be equal."""
    if isinstance(pattern, str) and (placeholder := _PLACEHOLDER.fullmatch(pattern)):
        fields[placeholder[1]] = value
        return all(type(v) in (str, int) for v in (value if isinstance(value, list) else [value]))
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(k in value and _fits(p, value[k], fields) for k, p in pattern.items())
    return type(pattern) is type(value) and bool(pattern == value)


def _fill(words: str, fields: Mapping[str, Any], book: PhraseBook, slot: str) -> str:
    return _PLACEHOLDER.sub(lambda placeholder: _text_of(fields.get(placeholder[1], placeholder[0]), book, slot), words)


def _text_of(value: Any, book: PhraseBook, slot: str) -> str:
    if isinstance(value, list):
        names = [_text_of(item, book, slot) for item in value]
        last = book.last.get(slot, book.between)
        return book.between.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)
    return book.terms.get(str(value), str(value))


class Statement(NamedTuple):
    """The traits that a printed sentence states, and the phrase that reads it."""

    slot: str
    phrase: Phrase
    traits: Any


def read(text: str, book: PhraseBook) -> list[Statement]:
    """All readings of a sentence by the phrase book, at most one per slot."""
    statements = []
    for slot, phrases in book.slots.items():
        for phrase in phrases:
            match = _pattern(phrase.words).fullmatch(text)
            if not match:
                continue
            fields = {name: _value_of(words, book, slot) for name, words in match.groupdict().items()}
            if None not in fields.values():
                statements.append(Statement(slot, phrase, _filled(phrase.form, fields)))
                break
    return statements


@lru_cache(maxsize=1024)
def _pattern(words: str) -> re.Pattern[str]:
    """A regular expression for the sentences of a phrase, which ignores case."""
    parts = _PLACEHOLDER.split(words)
    plain, fields = [re.escape(part) for part in parts[::2]], parts[1::2]
    whole = plain[0] + "".join(
        f"(?P<{placeholder}>.+?){rest}" for placeholder, rest in zip(fields, plain[1:], strict=True)
    )
    return re.compile(whole, re.IGNORECASE)


def _value_of(text: str, book: PhraseBook, slot: str) -> Any:
    """The number, id or list of ids for the words in a placeholder; None if they are none of these."""
    if text.isdigit():
        return int(text)
    ids = {name.lower(): id_ for id_, name in book.terms.items()}
    if text.lower() in ids:
        return ids[text.lower()]
    last = book.last.get(slot, book.between)
    *most, end = text.rsplit(last, 1)
    words = [*(most[0].split(book.between) if most else []), end]
    named = [ids.get(word.lower()) for word in words]
    return None if None in named else named


def _filled(pattern: Any, fields: Mapping[str, Any]) -> Any:
    """A pattern with its placeholders filled; keys whose placeholder is not in the sentence are left out."""
    if isinstance(pattern, str) and (placeholder := _PLACEHOLDER.fullmatch(pattern)):
        return fields.get(placeholder[1], _ABSENT)
    if isinstance(pattern, dict):
        filled = {key: _filled(value, fields) for key, value in pattern.items()}
        return {key: value for key, value in filled.items() if value is not _ABSENT}
    return pattern


_ABSENT: Any = object()


def holds(statement: Any, seen: Any) -> bool:
    """Whether a statement agrees with observed traits. The order of lists is ignored; one id equals a list of it."""
    if isinstance(statement, dict):
        return isinstance(seen, dict) and all(k in seen and holds(v, seen[k]) for k, v in statement.items())
    if isinstance(seen, list):
        stated = statement if isinstance(statement, list) else [statement]
        return sorted(map(str, stated)) == sorted(map(str, seen))
    return type(statement) is type(seen) and bool(statement == seen)
