"""A rule of a game: the sentences that state it, and what play must show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.diagnostics import Span
from pnp.lexicon import NAME, Word
from pnp.rulefile.line import RuleLine
from pnp.rulefile.pattern import Holes, Pattern, Reader, Reading, Token, meanings

LEAST_ALIKE = 0.5
"""The minimum likeness, from 0 to 1, of a pattern that messages show although it reads no beginning of a sentence."""

MOST_WANTED = 3
"""How many of the words that rules expect a message lists."""


class Rule:
    """A rule. `listed` are facts that its sentences state besides those of its lines."""

    def __init__(self, name: str, span: Span, listed: Sequence[str] = ()) -> None:
        self.name, self.span, self.listed = name, span, tuple(listed)
        self.patterns: list[Pattern] = []
        self.lines: list[RuleLine] = []

    @cached_property
    def settles(self) -> tuple[str, ...]:
        """The facts that a sentence of this rule states: those listed, those of its lines, and those they speak of."""
        own = [line.fact for line in self.lines if line.fact]
        spoken = [name for line in self.lines for name in sorted(line.facts)]
        return tuple(dict.fromkeys((*self.listed, *own, *spoken)))

    @property
    def holes(self) -> tuple[str, ...]:
        """The holes that every sentence of the rule has."""
        return self.patterns[0].holes if self.patterns else ()

    def about(self, holes: Holes) -> list[RuleLine]:
        """The lines that speak only of words that a sentence has."""
        return [line for line in self.lines if all(hole in holes for hole in line.holes)]


class Read(NamedTuple):
    """A rule that reads a sentence by one of its patterns, and the values of the holes."""

    rule: Rule
    holes: Holes
    pattern: Pattern


class Nearest(NamedTuple):
    """Why no rule reads a sentence: the number of words that the nearest rules read, what they expect then, and the
    facts that they state."""

    words: int
    message: str
    accepted: tuple[str, ...]
    settles: frozenset[str] = frozenset()


def readers(rules: Sequence[Rule], words: Sequence[Word], language: str, read: Reader) -> list[Read]:
    """The rules that read a sentence."""
    found = []
    said = frozenset(meaning for word in words for meaning in meanings(word))
    for rule in rules:
        for pattern in rule.patterns:
            if pattern.language != language or not pattern.may_read(said, read):
                continue
            if (holes := pattern.read(words, read).holes) is not None:
                found.append(Read(rule, holes, pattern))
                break
    return found


def nearest(rules: Sequence[Rule], words: Sequence[Word], language: str, read: Reader) -> Nearest | None:
    """What the rules expect that read most words of a sentence from its beginning, or that have most of its words.

    None if no rule reads its first word, nor has half of its words.
    """
    tried = [
        _Tried(rule, pattern, pattern.read(words, read), pattern.likeness(words, read))
        for rule in rules
        for pattern in rule.patterns
        if pattern.language == language
    ]
    if not tried:
        return None
    furthest = max(one.reading.words for one in tried)
    best = sorted((one for one in tried if one.reading.words == furthest), key=lambda one: -one.likeness)
    alike = max(tried, key=lambda one: one.likeness)
    if alike.likeness >= LEAST_ALIKE and (furthest < 1 or alike.likeness > best[0].likeness):
        return _nearest([alike], len(words), _difference(alike.pattern, words, read))
    return _nearest(best, furthest, _stop(best, words[furthest:])) if furthest else None


def _stop(tried: Sequence[_Tried], unread: Sequence[Word]) -> str:
    """The message for patterns that read a sentence up to some words."""
    wanted = _some(list(dict.fromkeys(one.reading.wanted for one in tried)))
    if not unread:
        return f"it ends where {wanted} is read"
    form = _form(unread[0], [one.reading.expected for one in tried if one.reading.expected])
    return f"{unread[0].text!r}{_read_as(unread[0])}{form} stands where {wanted} is read"


def _some(wanted: list[str]) -> str:
    """The words that rules expect, the first ones of many."""
    more = f" or one of {len(wanted) - MOST_WANTED} others" if len(wanted) > MOST_WANTED + 1 else ""
    return " or ".join(wanted[:MOST_WANTED] if more else wanted) + more


class _Tried(NamedTuple):
    """A pattern, how far it reads a sentence, and how many words it has in common with it."""

    rule: Rule
    pattern: Pattern
    reading: Reading
    likeness: float


def _nearest(tried: Sequence[_Tried], words: int, message: str) -> Nearest:
    accepted = tuple(dict.fromkeys(f"“{one.pattern.shown}”" for one in tried))
    return Nearest(words, message, accepted, frozenset(fact for one in tried for fact in one.rule.settles))


def _difference(pattern: Pattern, words: Sequence[Word], read: Reader) -> str:
    """The message for a pattern that has most words of a sentence, but does not read its beginning."""
    _, unread, lacking = pattern.compared(words, read)
    if not unread and not lacking:
        return "the nearest sentence has these words in another order"
    more = [f"{word.text!r}{_read_as(word)}{_form(word, lacking)}" for word in unread]
    parts = [
        f"has no {', '.join(more)}" if more else "",
        f"has {', '.join(repr(token.text) for token in lacking)}" if lacking else "",
    ]
    return f"the nearest sentence {' and '.join(part for part in parts if part)}"


def _form(word: Word, expected: Sequence[Token]) -> str:
    """The voice, case or article in which a word differs from one that is expected."""
    alike = [token.word for token in expected if not token.hole and meanings(token.word) & meanings(word)]
    found = next((form for other in alike if (form := word.form_unlike(other))), "")
    return f" ({found})" if found else ""


def _read_as(word: Word) -> str:
    """How a word is read, if its author may not expect that."""
    if not word.senses and not word.minor:
        return " (the lexicon lacks it)"
    return " (a name of this kit)" if word.senses and all(sense.axis == NAME for sense in word.senses) else ""
