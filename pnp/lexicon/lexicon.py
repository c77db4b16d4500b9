"""Read lexicons, and find the words of meaning in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import yaml

from pnp.lexicon.forms import FORMS, Forms, Sense, Word

_FOLDER = Path(__file__).parent
_NEUTRAL = "neutral"
_ELIDED = "elided"
_SHADES = "shades"
_MINOR = "minor"
NAME = "name"
"""The axis of the names of a kit: its cards, components and terms. The value is the id."""
NUMBER = "number"
ALIKE = ("thing", "act", "role")
"""Axes whose values a kit may give a name of its own: “keeper” for the role `defender`."""

_WORD = re.compile(r":[a-z][\w-]*:|\d+|[^\W\d_]\d+\b|[+−]|[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_Pairs = tuple[tuple[str, str], ...]
_ENDINGS = ("", "s", "’s", "n", "e", "es", "en", "er", "x")
"""Endings of plurals and cases that names get."""


class Lexicon:
    """The words of meaning of one language. `axes` maps an axis to its values, and these to their expressions.

    `elided` are words that lose their vowel and are joined to the next one, such as « l » in « l’avantage ».
    """

    def __init__(
        self,
        axes: Mapping[str, Mapping[str | int, list[str]]],
        neutral: list[str],
        elided: Iterable[str] = (),
        forms: Sequence[Forms] = (),
        shades: Mapping[str, list[str]] | None = None,
        minor: Iterable[str] = (),
    ) -> None:
        self.axes = axes
        self._shades = {_folded(word): shade for shade, words in (shades or {}).items() for word in words}
        self._forms = forms
        self._minor = {_folded(word) for word in minor}
        self._elided = re.compile(rf"\b({'|'.join(elided) or '(?!)'})’(?=\w)", re.IGNORECASE)
        self._neutral = {_folded(word) for word in neutral}
        self._senses: dict[str, list[Sense]] = {}
        for axis, values in axes.items():
            for value, words in values.items():
                for word in words:
                    self._senses.setdefault(_folded(word), []).append(Sense(axis, value))
        self._longest = _longest((*self._senses, *self._neutral, *self._minor))

    def words(
        self, sentence: str, names: Mapping[str, str], nouns: Mapping[str, Sequence[str]] | None = None
    ) -> list[Word]:
        """The words of a sentence that have a meaning, or that the lexicon lacks.

        `names` maps the names of a kit to their ids, `nouns` the things of its game to the words for them. Pictures
        within text (`:name:`) are left out.
        """
        things = tuple((word, thing) for thing, words in (nouns or {}).items() for word in words)
        return list(self._words(sentence, tuple(names.items()), things))

    @lru_cache(maxsize=5000)  # noqa: B019 - there is one lexicon of each language
    def _words(self, sentence: str, names: _Pairs, things: _Pairs) -> tuple[Word, ...]:
        """As `words`. Several checks ask for those of the same sentences."""
        known, longest = self._own(names, things)
        tokens = _WORD.findall(self._parted(sentence))
        found, at = [], 0
        while at < len(tokens):
            first = tokens[at].lower()
            most = max(self._longest.get(first, 1), longest.get(first, 1))
            size, word = self._word_at(tokens, at, most, known)
            if not tokens[at].startswith(":"):
                found.append(word)
            at += size
        for forms in self._forms:
            found = list(forms.marked(found))
        return tuple(word for word in found if word.senses or not word.neutral)

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
            minor = folded in self._minor
            if senses or minor or folded in self._neutral:
                shade = self._shades.get(folded, "")
                return size, Word(text, tuple(senses), folded in self._neutral, minor=minor, shade=shade)
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
        if axis not in (_NEUTRAL, _MINOR, _ELIDED, _SHADES, *FORMS)
    }
    forms = [make(**data[part]) for part, make in FORMS.items() if part in data]
    return Lexicon(axes, data[_NEUTRAL], data.get(_ELIDED, ()), forms, data.get(_SHADES), data.get(_MINOR, ()))


def _key(text: str) -> str | int:
    return int(text) if text.isdecimal() else text
