"""Read lexicons, and find the words of meaning in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

_FOLDER = Path(__file__).parent
_NEUTRAL = "neutral"
_ELIDED = "elided"
_PASSIVE = "passive"
NAME = "name"
"""The axis of the names of a kit: its cards, components and terms. The value is the id."""
NUMBER = "number"
ALIKE = ("thing", "act", "role")
"""Axes whose values a kit may give a name of its own: “keeper” for the role `defender`."""

_WORD = re.compile(r":[a-z][\w-]*:|\d+|[^\W\d_]\d+\b|[+−]|[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_ACT = "act"
"""The axis of verbs."""
ACTIVE, PASSIVE = "active", "passive"
"""The voices of verbs: “beats” and “is beaten”."""
_Pairs = tuple[tuple[str, str], ...]
_ENDINGS = ("", "s", "’s", "n", "e", "es", "en", "er", "x")
"""Endings of plurals and cases that names get."""


class Sense(NamedTuple):
    """A meaning: a value on an axis."""

    axis: str
    value: str | int


class Word(NamedTuple):
    """An expression in a sentence and its meanings; none if the lexicon lacks it. A neutral one need not be read.

    The voice of a verb is empty if it may be either, as that of “discarded” in “the cards discarded”.
    """

    text: str
    senses: tuple[Sense, ...]
    neutral: bool = False
    voice: str = ""

    def value(self, axis: str) -> str | int | None:
        """The value on an axis; None if it has none."""
        return next((sense.value for sense in self.senses if sense.axis == axis), None)


class PassiveForms:
    """How a language forms the passive, by words such as “is” before a participle or “wird” behind one.

    Only the words `between` may be between an auxiliary and its participle: “is not beaten”. A verb that is no
    participle is in the active voice; a participle alone may be either.
    """

    def __init__(
        self, participles: str, before: Iterable[str] = (), between: Iterable[str] = (), behind: Iterable[str] = ()
    ) -> None:
        """`participles` is a regular expression for their ends."""
        self._participle = re.compile(rf"(?:{participles})$")
        self._before, self._between, self._behind = frozenset(before), frozenset(between), frozenset(behind)

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words with the voices of their verbs."""
        is_passive = False
        for number, word in enumerate(words):
            text = word.text.lower()
            following = words[number + 1].text.lower() if number + 1 < len(words) else ""
            if word.value(_ACT) is None:
                is_passive = text in self._before or (is_passive and text in self._between)
                yield word
            elif not any(self._participle.search(part) for part in text.split()):  # “turned over”
                is_passive = False
                yield word._replace(voice=ACTIVE)
            else:  # in “is played and discarded”, both verbs are passive
                is_passive = is_passive or following in self._behind
                yield word._replace(voice=PASSIVE if is_passive else "")


class Lexicon:
    """The words of meaning of one language. `axes` maps an axis to its values, and these to their expressions.

    `elided` are words that lose their vowel and are joined to the next one, such as « l » in « l’avantage ».
    """

    def __init__(
        self,
        axes: Mapping[str, Mapping[str | int, list[str]]],
        neutral: list[str],
        elided: Iterable[str] = (),
        passive: PassiveForms | None = None,
    ) -> None:
        self.axes = axes
        self._passive = passive
        self._elided = re.compile(rf"\b({'|'.join(elided) or '(?!)'})’(?=\w)", re.IGNORECASE)
        self._neutral = {_folded(word) for word in neutral}
        self._senses: dict[str, list[Sense]] = {}
        for axis, values in axes.items():
            for value, words in values.items():
                for word in words:
                    self._senses.setdefault(_folded(word), []).append(Sense(axis, value))
        self._longest = _longest((*self._senses, *self._neutral))

    def words(
        self, sentence: str, names: Mapping[str, str], nouns: Mapping[str, Sequence[str]] | None = None
    ) -> list[Word]:
        """The words of a sentence that have a meaning, or that the lexicon lacks.

        `names` maps the names of a kit to their ids, `nouns` the things of its game to the words for them. Pictures
        within text (`:name:`) are left out.
        """
        things = tuple((word, thing) for thing, words in (nouns or {}).items() for word in words)
        known, longest = self._own(tuple(names.items()), things)
        tokens = _WORD.findall(self._parted(sentence))
        found, at = [], 0
        while at < len(tokens):
            first = tokens[at].lower()
            most = max(self._longest.get(first, 1), longest.get(first, 1))
            size, word = self._word_at(tokens, at, most, known)
            if not tokens[at].startswith(":"):
                found.append(word)
            at += size
        marked = self._passive.marked(found) if self._passive else found
        return [word for word in marked if word.senses or not word.neutral]

    @lru_cache(maxsize=8)  # noqa: B019 - there is one lexicon of each language
    def _own(self, names: _Pairs, things: _Pairs) -> tuple[dict[str, list[Sense]], dict[str, int]]:
        """The meanings of a kit's own words, and how long they are, as `_longest`."""
        folded = sorted((_folded(self._parted(word)), thing) for word, thing in things)
        known = _senses(sorted((_key_of(self._parted(name)), id_) for name, id_ in names), folded)
        for name, senses in known.items():
            if name not in self._senses and senses[0].axis == NAME:
                id_ = senses[0].value
                senses += [Sense(axis, id_) for axis in ALIKE if id_ in self.axes.get(axis, {})]
        return known, _longest(known)

    def _parted(self, text: str) -> str:
        """A text with a space behind each elided word."""
        return self._elided.sub(r"\1 ", text.replace("'", "’"))

    def _word_at(self, tokens: list[str], at: int, longest: int, known: Mapping[str, list[Sense]]) -> tuple[int, Word]:
        """The longest expression at a token, and its number of tokens."""
        for size in range(min(longest, len(tokens) - at), 0, -1):
            text = " ".join(tokens[at : at + size])
            folded = _folded(text)
            senses = [*known.get(_key_of(text), ()), *self._senses.get(folded, ())]
            if senses or folded in self._neutral:
                return size, Word(text, tuple(senses), folded in self._neutral)
        token = tokens[at]
        return 1, Word(token, (Sense(NUMBER, int(token)),) if token.isdecimal() else ())

    def expressions(self) -> Iterator[tuple[str, Sense]]:
        """Every expression with each of its meanings."""
        for axis, values in self.axes.items():
            for value, words in values.items():
                for word in words:
                    yield word, Sense(axis, value)

    def replacements(self, word: Word) -> list[str]:
        """Expressions that turn a word round: one for each other value on each axis of its meanings."""
        return [
            words[0]
            for sense in word.senses
            for value, words in self.axes.get(sense.axis, {}).items()
            if value != sense.value and words
        ]


def _longest(expressions: Iterable[str]) -> dict[str, int]:
    """The number of words of the longest expression that begins with a word, in small letters."""
    found: dict[str, int] = {}
    for expression in expressions:
        first = expression.partition(" ")[0].lower()
        found[first] = max(found.get(first, 1), expression.count(" ") + 1)
    return found


def _senses(names: Iterable[tuple[str, str]], things: Iterable[tuple[str, str]]) -> dict[str, list[Sense]]:
    """The meanings of a kit's own words: names with the endings that they may have, and nouns.

    A name of one letter has no endings: “as” is not a plural of “A”.
    """
    short = dict(names)
    forms = {f"{name}{ending}": id_ for name, id_ in short.items() if len(name) > 1 for ending in reversed(_ENDINGS)}
    forms |= short
    found = {form: [Sense(NAME, id_)] for form, id_ in forms.items()}
    for word, thing in things:
        found.setdefault(word, []).append(Sense("thing", thing))
    return found


def _key_of(name: str) -> str:
    """How a name is compared: in any capitals, but for single letters: “a” is not the suit “A”, nor “a 1” its card."""
    return name if all(len(word) == 1 for word in name.split()) else _folded(name)


@lru_cache(maxsize=20_000)
def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.replace("'", "’").lower()))


def languages() -> list[str]:
    """The languages that have a lexicon."""
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))


@cache
def lexicon(language: str) -> Lexicon | None:
    """The lexicon of a language; None if there is none."""
    path = _FOLDER / f"{language.partition('-')[0]}.yaml"  # that of de-AT is de
    if not path.is_file():
        return None
    # BaseLoader makes texts of everything: `on` and `no` are words here.
    data = yaml.load(path.read_text("utf-8"), getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506 - makes texts only
    axes = {
        axis: {_key(key): words for key, words in values.items()}
        for axis, values in data.items()
        if axis not in (_NEUTRAL, _ELIDED, _PASSIVE)
    }
    passive = PassiveForms(**data[_PASSIVE]) if _PASSIVE in data else None
    return Lexicon(axes, data[_NEUTRAL], data.get(_ELIDED, ()), passive)


def _key(text: str) -> str | int:
    return int(text) if text.isdecimal() else text
