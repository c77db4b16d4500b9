"""The words of a phrase, which a game's meanings read by axis.

A meaning takes the words of meaning of a phrase and the traits that it is for, and says whether they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pnp.lexicon import NAME, Word

Value = str | int


class WordsError(ValueError):
    """A phrase does not have the words that its meaning reads."""


class PhraseWords:
    """The words of a phrase. A meaning reads them by axis, in their order; at the end none may be left unread."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = list(words)
        self._unread = [True] * len(words)

    def __iter__(self) -> Iterator[Word]:
        """All words, read or not."""
        return iter(self._words)

    def one(self, axis: str, *allowed: Value) -> Value:
        """The value of the next unread word on an axis. Raises WordsError if there is none, or if it is not allowed."""
        value = self.maybe(axis)
        if value is None:
            expected = f" ({' or '.join(map(str, allowed))})" if allowed else ""
            raise WordsError(f"it has no word for {axis!r}{expected}")
        if allowed and value not in allowed:
            raise WordsError(f"its word for {axis!r} means {value!r}, not {' or '.join(map(repr, allowed))}")
        return value

    def maybe(self, axis: str) -> Value | None:
        """The value of the next unread word on an axis; None if there is none."""
        for index, word in enumerate(self._words):
            value = word.value(axis)
            if self._unread[index] and value is not None:
                self._unread[index] = False
                return value
        return None

    def every(self, axis: str) -> tuple[Value, ...]:
        """The values of all unread words on an axis."""
        found: list[Value] = []
        while (value := self.maybe(axis)) is not None:
            found.append(value)
        return tuple(found)

    def number(self) -> int:
        """The next number, in digits or as a word."""
        return int(self.one("number"))

    def name(self) -> str:
        """The id of the next card, component or term."""
        return str(self.one(NAME))

    def has(self, axis: str, value: Value) -> bool:
        """Whether the next unread word on an axis has a value; if so, it is read."""
        for index, word in enumerate(self._words):
            if self._unread[index] and word.value(axis) is not None:
                if word.value(axis) == value:
                    self._unread[index] = False
                    return True
                return False
        return False

    def negated(self) -> bool:
        """Whether there is an unread `not`."""
        return self.maybe("neg") is not None

    def about(self, *things: str, optional: Iterable[str] = ()) -> None:
        """Read what the sentence is about: all words for certain nouns, verbs, or names.

        Raises WordsError if one of `things` is not mentioned. Those in `optional` may be.
        """
        known = {*things, *optional}
        mentioned: set[Value] = set()
        for index, word in enumerate(self._words):
            values = {sense.value for sense in word.senses if sense.axis in ("thing", "act", NAME, "role")} & known
            if self._unread[index] and values:
                self._unread[index] = False
                mentioned |= values
        missing = [thing for thing in things if thing not in mentioned]
        if missing:
            raise WordsError(f"it does not mention {', '.join(missing)}")

    def skip(self, axis: str, *values: Value) -> None:
        """Read every word on an axis that has one of some values: words that belong to the sentence's grammar only."""
        for index, word in enumerate(self._words):
            if self._unread[index] and word.value(axis) in values:
                self._unread[index] = False

    def unread(self) -> list[Word]:
        """The words of meaning that no meaning has read, and words that the lexicon lacks."""
        words = zip(self._words, self._unread, strict=True)
        return [word for word, unread in words if unread and not (word.neutral or word.minor)]


Meaning = Callable[[PhraseWords, Any], None]
"""Reads the words of a phrase, given the traits that it is for. Raises WordsError if they disagree."""
