"""A rule of a game: the sentences that state it, and what play must show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.diagnostics import Span
from pnp.lexicon import NAME, Word
from pnp.rulefile.line import RuleLine
from pnp.rulefile.pattern import Holes, Pattern, Reader, meanings

LEAST_ALIKE = 0.5
"""The minimum likeness, from 0 to 1, of a pattern that messages show although it reads no beginning of a sentence."""


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
    """Why no rule reads a sentence: the number of words that the nearest rule reads, and what it expects then."""

    words: int
    message: str
    accepted: tuple[str, ...]


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
    patterns = [pattern for rule in rules for pattern in rule.patterns if pattern.language == language]
    tried = [(pattern.read(words, read), pattern) for pattern in patterns]
    furthest = max((reading.words for reading, _ in tried), default=0)
    alike = {id(pattern): pattern.likeness(words, read) for pattern in patterns}
    most = max(alike.values(), default=0)
    best = [(reading, pattern) for reading, pattern in tried if reading.words == furthest]
    best.sort(key=lambda one: -alike[id(one[1])])
    if most >= LEAST_ALIKE and (furthest < 1 or most > alike[id(best[0][1])]):
        return _alike(next(pattern for pattern in patterns if alike[id(pattern)] == most), words, read)
    if furthest < 1:
        return None
    wanted = " or ".join(dict.fromkeys(reading.wanted for reading, _ in best))
    accepted = tuple(dict.fromkeys(f"“{pattern.shown}”" for _, pattern in best))
    if furthest == len(words):
        return Nearest(furthest, f"it ends where {wanted} is read", accepted)
    word = words[furthest]
    return Nearest(furthest, f"{word.text!r}{_read_as(word)} stands where {wanted} is read", accepted)


def _alike(pattern: Pattern, words: Sequence[Word], read: Reader) -> Nearest:
    """The message for a pattern that has most words of a sentence, but not from its beginning."""
    common, unread, lacking = pattern.compared(words, read)
    if not unread and not lacking:
        return Nearest(common, "the nearest sentence has these words in another order", (f"“{pattern.shown}”",))
    parts = [
        f"has no {', '.join(f'{word.text!r}{_read_as(word)}' for word in unread)}" if unread else "",
        f"has {', '.join(repr(token.text) for token in lacking)}" if lacking else "",
    ]
    message = f"the nearest sentence {' and '.join(part for part in parts if part)}"
    return Nearest(common, message, (f"“{pattern.shown}”",))


def _read_as(word: Word) -> str:
    """How a word is read, if its author may not expect that."""
    if not word.senses:
        return " (the lexicon lacks it)"
    return " (a name of this kit)" if all(sense.axis == NAME for sense in word.senses) else ""
