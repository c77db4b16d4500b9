"""Convert traits to the words on a card, and words to traits, by a game's phrase book.

A phrase pairs a pattern of traits with a sentence. `write` takes the first phrase of a field whose pattern matches. The
value at `{name}` in the pattern replaces `{name}` in the sentence: numbers as they are, ids by their names, lists
joined with the book's separators. `read` does the reverse: it turns a sentence into statements in the form of traits,
which checks compare with what the engine does. The engine itself never reads words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Part
from pnp.kit.languages import begun
from pnp.kit.model import Card, Phrase, PhraseBook

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_SPACE = re.compile("\\\\ |[\u00a0\u202f]")
"""Matches a space in an escaped text."""
_BREAKABLE = {ord(space): " " for space in "\u00a0\u202f"}


class Written(NamedTuple):
    """The words of a card by field, the badge shown beside them, and the parts of all its texts.

    `parts` are by field: `name`, `asides.cry`, `words.effect`, `badge.tint`. The part with the whole sentence is last.
    """

    words: dict[str, str]
    badge: dict[str, str]
    parts: dict[str, tuple[Part, ...]]


UNWRITTEN = Written({}, {}, {})


def aside_parts(card: Card, key: str) -> tuple[Part, ...]:
    """An aside, or the items of a list, each with its place."""
    aside = card.asides[key]
    if isinstance(aside, str):
        return (Part(aside, card.at("asides", key)),)
    return tuple(Part(item, card.at("asides", key, number)) for number, item in enumerate(aside))


def write(
    card: Card, book: PhraseBook, language: str, diagnostics: Diagnostics, named: Mapping[str, Card] | None = None
) -> Written:
    """Write a card's words by a phrase book. Words given on the card itself are kept.

    `named` are the cards by id, so that `parts` can point at the names of other cards.
    """
    words: dict[str, str] = {}
    badge: dict[str, str] = {}
    parts: dict[str, tuple[Part, ...]] = {"name": (Part(card.name, card.at("name")),)}
    parts |= {f"asides.{key}": aside_parts(card, key) for key in card.asides}
    traits = card.plain_traits
    for field, phrases in book.fields.items() if traits else ():
        match = _first(phrases, traits)
        if match is None:
            if field not in card.words and _has_known_trait(phrases, traits):
                diagnostics.error(
                    card.at("traits"),
                    "no-phrase",
                    f"no phrase of {field!r} matches the traits of {card.name!r}",
                    f"known patterns: {'; '.join(dict.fromkeys(_written(phrase.form) for phrase in phrases))}",
                    "change the traits, or add a phrase for them to phrases.yaml",
                )
            continue
        phrase, values = match
        sentence = _fill(phrase.words, values, book, field)
        words[field] = begun(sentence, language)
        filled = tuple(_put(card, values, book, field, named or {}))
        parts[f"words.{field}"] = (*filled, Part(phrase.words, phrase.at("words")))
        for key, text in phrase.badge.items():
            badge[key] = _fill(text, values, book, field)
            parts[f"badge.{key}"] = (*filled, Part(text, phrase.at("badge", key)))
    parts |= {f"words.{field}": (Part(text, card.at("words", field)),) for field, text in card.words.items()}
    return Written({**words, **card.words}, badge, parts)


def _put(
    card: Card, values: Mapping[str, Any], book: PhraseBook, field: str, named: Mapping[str, Card]
) -> Iterator[Part]:
    """The parts that fill a phrase: names, separators, and values of the card itself."""
    for value in values.values():
        for item in map(str, value if isinstance(value, list) else [value]):
            name, other = book.names.get(item), named.get(item)
            if name is None:
                yield Part(item, card.at("traits"))
            elif other and other.name == name:
                yield Part(name, other.at("name"))
            else:
                yield Part(name, book.at("names", item))
        if isinstance(value, list):
            yield Part(book.between, book.at("between"))
            yield Part(book.last.get(field, book.between), book.at("last", field))


def phrase_for(card: Card, book: PhraseBook, field: str) -> Phrase | None:
    """The phrase that writes a card's words in a field, or None."""
    match = _first(book.fields.get(field, ()), card.plain_traits)
    return match[0] if match else None


def is_used(phrase: Phrase, field: str, book: PhraseBook, cards: Iterable[Card]) -> bool:
    """Whether a phrase writes the words of a card in a field."""
    return any(phrase_for(card, book, field) is phrase for card in cards)


def expanded(text: str, names: Mapping[str, str]) -> str:
    """A text with the printed names of the ids in braces: `rival {unhorsed}`."""
    return _PLACEHOLDER.sub(lambda match: names.get(match[1], match[0]), text)


def unnamed(text: str, names: Collection[str]) -> list[str]:
    """The ids in braces in a text that have no name."""
    return [id_ for id_ in _PLACEHOLDER.findall(text) if id_ not in names]


def name_cards(cards: Mapping[str, Mapping[str, Card]], names: Mapping[str, str]) -> dict[str, dict[str, Card]]:
    """The cards, whose names may contain the printed names of ids: `{a} 5`."""

    def named_card(card: Card) -> Card:
        name = expanded(card.name, names)
        return card if name == card.name else replace(card, name=name)

    return {deck: {id_: named_card(card) for id_, card in each.items()} for deck, each in cards.items()}


def headed(cell: str, names: Mapping[str, str], language: str) -> str:
    """A cell of a table's head. With a name in it, it begins with a capital letter."""
    words = expanded(cell, names)
    return cell if words == cell else begun(words, language)


def named(phrase: Phrase, names: Mapping[str, str]) -> Phrase:
    """A phrase with the printed names of the ids in braces that are no placeholders of its traits: `{lean} Right`."""
    taken = {match[1] for match in _PLACEHOLDER.finditer(_written(phrase.form))}

    def name(match: re.Match[str]) -> str:
        return match[0] if match[1] in taken else names.get(match[1], match[0])

    words = _PLACEHOLDER.sub(name, phrase.words)
    return phrase if words == phrase.words else replace(phrase, words=words)


def _has_known_trait(phrases: tuple[Phrase, ...], traits: Mapping[str, Any]) -> bool:
    """Whether a card has a trait that occurs in any of the phrases. An empty list needs no words."""
    return any(traits.get(key, []) != [] for phrase in phrases for key in phrase.form)


def _written(pattern: Any) -> str:
    """A pattern of traits as YAML."""
    if isinstance(pattern, dict):
        return f"{{{', '.join(f'{key}: {_written(value)}' for key, value in pattern.items())}}}"
    if isinstance(pattern, list):
        return f"[{', '.join(map(_written, pattern))}]"
    return "null" if pattern is None else str(pattern).lower() if isinstance(pattern, bool) else str(pattern)


def _first(phrases: tuple[Phrase, ...], traits: Any) -> tuple[Phrase, dict[str, Any]] | None:
    for phrase in phrases:
        values: dict[str, Any] = {}
        if _fits(phrase.form, traits, values):
            return phrase, values
    return None


def _fits(pattern: Any, value: Any, values: dict[str, Any]) -> bool:
    """Whether a value matches a pattern, and fill `values`. A mapping may have further keys; a list must be equal."""
    if isinstance(pattern, str) and (placeholder := _PLACEHOLDER.fullmatch(pattern)):
        values[placeholder[1]] = value
        return value != [] and all(type(v) in (str, int) for v in (value if isinstance(value, list) else [value]))
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(k in value and _fits(p, value[k], values) for k, p in pattern.items())
    return type(pattern) is type(value) and bool(pattern == value)


def _fill(words: str, values: Mapping[str, Any], book: PhraseBook, field: str) -> str:
    return _PLACEHOLDER.sub(
        lambda placeholder: _text_of(values.get(placeholder[1], placeholder[0]), book, field), words
    )


def _text_of(value: Any, book: PhraseBook, field: str) -> str:
    if isinstance(value, list):
        names = [_text_of(item, book, field) for item in value]
        last = book.last.get(field, book.between)
        return book.between.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)
    return book.names.get(str(value), str(value))


class Statement(NamedTuple):
    """The traits that a printed sentence states, and the phrase that reads it."""

    field: str
    phrase: Phrase
    traits: Any


def read(text: str, book: PhraseBook) -> list[Statement]:
    """All readings of a sentence by the phrase book, at most one per field."""
    statements = []
    for field, phrases in book.fields.items():
        for phrase in phrases:
            match = _pattern(phrase.words).fullmatch(text)
            if not match:
                continue
            groups = match.groupdict().items()
            values = {name: _value_of(words.translate(_BREAKABLE), book, field) for name, words in groups}
            if None not in values.values():
                statements.append(Statement(field, phrase, _filled(phrase.form, values)))
                break
    return statements


@lru_cache(maxsize=1024)
def _pattern(words: str) -> re.Pattern[str]:
    """A regular expression for the sentences of a phrase, which ignores case and whether spaces can be broken."""
    parts = _PLACEHOLDER.split(words)
    plain, values = [_SPACE.sub(r"\\s", re.escape(part)) for part in parts[::2]], parts[1::2]
    whole = plain[0] + "".join(
        f"(?P<{placeholder}>.+?){rest}" for placeholder, rest in zip(values, plain[1:], strict=True)
    )
    return re.compile(whole, re.IGNORECASE)


def _value_of(text: str, book: PhraseBook, field: str) -> Any:
    """The number, id or list of ids for the words in a placeholder; None if they are none of these."""
    if text.isdecimal():
        return int(text)
    ids = {name.lower(): id_ for id_, name in book.names.items()}
    if text.lower() in ids:
        return ids[text.lower()]
    last = book.last.get(field, book.between)
    *most, end = text.rsplit(last, 1)
    words = [*(most[0].split(book.between) if most else []), end]
    named = [ids.get(word.lower()) for word in words]
    return None if None in named else named


def _filled(pattern: Any, values: Mapping[str, Any]) -> Any:
    """A pattern with its placeholders filled; keys whose placeholder is not in the sentence are left out."""
    if isinstance(pattern, str) and (placeholder := _PLACEHOLDER.fullmatch(pattern)):
        return values.get(placeholder[1], _ABSENT)
    if isinstance(pattern, dict):
        filled = {key: _filled(value, values) for key, value in pattern.items()}
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
