"""Forms of words that change what a sentence states, such as the voices of verbs and the cases of nouns.

Words of a sentence and their meanings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol


class Sense(NamedTuple):
    """A meaning: a value on an axis."""

    axis: str
    value: str | int


class Word(NamedTuple):
    """An expression in a sentence and its meanings; none if the lexicon lacks it. A neutral one need not be read,
    a minor one only in sentences.

    The voice of a verb is empty if it may be either, as that of “discarded” in “the cards discarded”; so are the case
    of a noun and its article (definite or indefinite). Words with one value and different shades, such as “highest” and
    “most”, do not mean the same.
    """

    text: str
    senses: tuple[Sense, ...]
    neutral: bool = False
    minor: bool = False
    voice: str = ""
    case: str = ""
    article: str = ""
    shade: str = ""

    def value(self, axis: str) -> str | int | None:
        """The value on an axis; None if it has none."""
        return next((sense.value for sense in self.senses if sense.axis == axis), None)

    def agrees(self, other: Word) -> bool:
        """Whether two words with one meaning say the same: “beats” and “is beaten” do not."""
        return self.shade == other.shade and not self.form_unlike(other)

    def form_unlike(self, other: Word) -> str:
        """The voice, case or article in which a word differs from another one; empty if it may be the same."""
        forms = ((self.voice, other.voice), (self.case, other.case), (self.article, other.article))
        return next((own for own, wanted in forms if own and wanted and own != wanted), "")


_VERBS = ("act", "change")
"""The axes of verbs."""
ACTIVE, PASSIVE = "active", "passive"
"""The voices of verbs: “beats” and “is beaten”."""
_ONLY = Sense("quant", "only")


def _is_verb(word: Word) -> bool:
    return any(sense.axis in _VERBS for sense in word.senses)


class Forms(Protocol):
    """Words of a language that change what other words state."""

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words with what the forms beside them change."""
        ...


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
            if not _is_verb(word):
                is_passive = text in self._before or (is_passive and text in self._between)
                yield word
            elif not any(self._participle.search(part) for part in text.split()):  # “turned over”
                is_passive = False
                yield word._replace(voice=ACTIVE)
            else:  # in “is played and discarded”, both verbs are passive
                is_passive = is_passive or following in self._behind
                yield word._replace(voice=PASSIVE if is_passive else "")


class CaseForms:
    """Determiners by their case: „den“ is accusative. It is the case of the determiner and of the noun behind it."""

    def __init__(self, **cases: Iterable[str]) -> None:
        self._cases = {word: case for case, words in cases.items() for word in words}

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words with their cases."""
        before = ""
        for word in words:
            case = self._cases.get(word.text.lower(), "")
            yield word._replace(case=case or ("" if _is_verb(word) else before))
            before = case


class ArticleForms:
    """Definite and indefinite articles: “the card” is not “a card”."""

    def __init__(self, definite: Iterable[str], indefinite: Iterable[str]) -> None:
        self._articles = {**dict.fromkeys(definite, "definite"), **dict.fromkeys(indefinite, "indefinite")}

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words with the articles before them."""
        article = ""
        for word in words:
            yield word._replace(article=article)
            article = self._articles.get(word.text.lower(), "")


class PartitiveForms:
    """Words that may be an article or a number: “une” is a number before “de”, and must be read then."""

    def __init__(self, one: Iterable[str], behind: Iterable[str]) -> None:
        self._one, self._behind = frozenset(one), frozenset(behind)

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words; a number is not neutral."""
        for number, word in enumerate(words):
            following = words[number + 1].text.lower() if number + 1 < len(words) else ""
            is_number = word.text.lower() in self._one and following in self._behind
            yield word._replace(neutral=False) if is_number else word


class RestrictiveForms:
    """Two words that mean “only” together: « ne … que ». With a word of `without` before the second, they do not."""

    def __init__(self, before: Iterable[str], behind: Iterable[str], without: Iterable[str]) -> None:
        self._before, self._behind, self._without = frozenset(before), frozenset(behind), frozenset(without)

    def marked(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words; the second of the two has the meaning of “only”."""
        is_open = negates = False
        for word in words:
            parts = {*word.text.lower().replace("’", " ").split()}
            negates = negates or not parts.isdisjoint(self._without)
            if is_open and not negates and word.neutral and not parts.isdisjoint(self._behind):
                is_open = False
                yield word._replace(senses=(_ONLY,), neutral=False)
            else:
                is_open = is_open or not parts.isdisjoint(self._before)
                yield word


FORMS: dict[str, Callable[..., Forms]] = {
    "passive": PassiveForms,
    "cases": CaseForms,
    "articles": ArticleForms,
    "partitive": PartitiveForms,
    "restrictive": RestrictiveForms,
}
"""What reads each part of a lexicon about forms."""
