"""Sentences with holes, and how the words of a printed sentence are read by them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, permutations, product
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.lexicon import ALIKE, NAME, Sense, Word
from pnp.rulefile.source import RuleError, RuleText

Reader = Callable[[str], list[Word]]
"""Finds the words of meaning of a text."""
Holes = Mapping[str, Any]
"""The values of a sentence's holes."""

MOST_ORDERS = 400
"""The maximum number of ways in which a sentence can be written."""
_PART = re.compile(r"\[(\w+)([=:])([^]\[]*)\]|<([\w.-]+)>|([(){}|])")
_CLAUSES = "~"
_ALIKE = (*ALIKE, NAME)
"""Axes of the lexicon whose values are compared as one."""
_LINK = "link"
"""The axis of `and` and `or`."""
_CLAUSE, _QUANT, _PARTY, _MODE = "clause", "quant", "party", "mode"
"""The axes of “if”, “only”, “you” and “must”."""
_Meanings = frozenset[tuple[str, str | int]]
_Piece = str | re.Match[str]


class Token(NamedTuple):
    """A word that a pattern reads: one with the same meaning as `word`, or, in a hole, any word on its axis.

    In a hole, a word with one of the meanings of `aliases` stands for `word`. With a `link` it reads a list:
    `[cards:name and]` reads names that are joined by commas and `and`.
    """

    text: str
    word: Word
    hole: str = ""
    axis: str = ""
    aliases: _Meanings = frozenset()
    link: str | int | None = None

    def value(self, word: Word) -> Any:
        """What a word says in the hole; None if it says nothing there."""
        found = word.value(self.axis)
        if found is not None:
            return found if self._without_article(word).agrees(self.word) else None
        is_alias = meanings(word) & self.aliases and word._replace(shade=self.word.shade).agrees(self.word)
        return self.word.value(self.axis) if is_alias else None

    def _without_article(self, word: Word) -> Word:
        """A word for a hole: names and roles may have any article, as in “a [a=Downer] beats the [b=plain]”."""
        return word._replace(article="") if self.axis in _ALIKE else word

    def reads(self, word: Word) -> bool:
        """Whether a fixed word has the meaning of another one."""
        own, wanted = meanings(word), meanings(self.word)
        return (own <= wanted or own >= wanted) and word.agrees(self.word)


_COMMA = Token(",", Word(",", ()))
"""A comma between clauses. No word is compared with it."""


@lru_cache(maxsize=8_192)
def meanings(word: Word) -> _Meanings:
    """What a word means. A word that the lexicon lacks means itself."""
    senses = [sense for sense in word.senses if sense.axis != _CLAUSE]  # it may begin a clause, and mean the same
    found = frozenset(("id" if sense.axis in _ALIKE else sense.axis, sense.value) for sense in senses)
    return found or frozenset({("text", word.text.lower())})


class Reading(NamedTuple):
    """What came of reading a sentence by a pattern: the values of its holes; or None, with the number of words that
    were read and the token that was expected then."""

    holes: Holes | None
    words: int
    expected: Token | None = None

    @property
    def wanted(self) -> str:
        return f"{self.expected.text!r}" if self.expected else "its end"


class Pattern:
    """A sentence with holes, in one language."""

    def __init__(self, source: RuleText, language: str, by: str = "") -> None:
        self.source, self.language, self.by = source, language, by
        self.text = " ".join(source.text.split())
        self.shown = re.sub(r"\[\w+[=:]([^]]*)\]", r"[\1]", self.text)
        """The pattern as messages show it."""
        self.holes = tuple(dict.fromkeys(match[1] for match in _PART.finditer(source.text) if match[1]))
        bare = _PART.sub(lambda match: " " * len(match[0]), source.text)
        if stray := re.search(r"[][<>]", bare):
            hint = "a hole is [name=example] or [name:name], a card <id>"
            raise RuleError(source.at(stray.start()), f"{stray[0]!r} belongs to no hole", hint)
        self._orders: list[list[Token]] | None = None
        self._needed: list[_Meanings] = []
        self._pieces = self._written()

    def at(self, hole: str) -> Span:
        """The place of a hole."""
        found = next(match for match in _PART.finditer(self.source.text) if match[1] == hole)
        return self.source.at(found.start(), len(found[0]))

    def _written(self) -> list[list[_Piece]]:
        """Each way to write the sentence, as texts and holes."""
        clauses = [self._ways(clause) for clause in self.text.split(_CLAUSES)]
        found = []
        for order in permutations(clauses):
            for parts in product(*order):
                found.append([piece for part in parts for piece in part])
                if len(found) > MOST_ORDERS:
                    message = f"the sentence can be written in more than {MOST_ORDERS} ways"
                    raise RuleError(self.source.at(), message, "write several sentences")
        return found

    def _ways(self, text: str) -> list[list[_Piece]]:
        """Each way to write a text: what is in (round brackets) may be left out, {curly|ones} are a choice."""
        groups: list[tuple[str, list[list[list[_Piece]]]]] = [("", [[[]]])]
        for piece in _pieces(text):
            if piece in ("(", "{"):
                groups.append((str(piece), [[[]]]))
            elif piece == "|" and groups[-1][0]:
                groups[-1][1].append([[]])
            elif piece in (")", "}") and groups[-1][0] == {")": "(", "}": "{"}[str(piece)]:
                opened, choices = groups.pop()
                ways = [*chain.from_iterable(choices), *([[]] if opened == "(" else [])]
                self._extend(groups[-1][1], ways)
            elif piece in (")", "}", "|"):
                raise RuleError(self.source.at(), f"{piece!r} belongs to no bracket")
            else:
                self._extend(groups[-1][1], [[piece]])
        if len(groups) > 1:
            raise RuleError(self.source.at(), f"the bracket {groups[-1][0]!r} is not closed")
        return groups[0][1][0]

    def _extend(self, choices: list[list[list[_Piece]]], ways: list[list[_Piece]]) -> None:
        choices[-1] = [[*before, *way] for before in choices[-1] for way in ways]
        if len(choices[-1]) > MOST_ORDERS:
            message = f"the sentence can be written in more than {MOST_ORDERS} ways"
            raise RuleError(self.source.at(), message, "write several sentences")

    def orders(self, read: Reader) -> list[list[Token]]:
        """The tokens of each way to write the sentence. Raises RuleError."""
        if self._orders is None:
            written = [list(self._tokens(pieces, read)) for pieces in self._pieces]
            turned = [] if _CLAUSES in self.text else [found for tokens in written if (found := _turned(tokens))]
            self._orders = [[token for token in tokens if token != _COMMA] for tokens in [*written, *turned]]
            fixed = [{meanings(token.word) for token in order if not token.hole} for order in self._orders]
            self._needed = list(set.intersection(*fixed))
        return self._orders

    def may_read(self, said: _Meanings, read: Reader) -> bool:
        """Whether a sentence with words of these meanings has all the fixed words: a quick answer for most.

        The word that was missing last is looked for first, because a rare word is missing in most sentences.
        """
        self.orders(read)
        for number, meaning in enumerate(self._needed):
            if meaning.isdisjoint(said):
                self._needed.insert(0, self._needed.pop(number))
                return False
        return True

    def _tokens(self, pieces: Sequence[_Piece], read: Reader) -> Iterator[Token]:
        """The tokens of one way to write the sentence, with its commas."""
        run = ""
        for piece in [*pieces, None]:
            if isinstance(piece, str):
                run += f"{piece} " if piece in _CLAUSES else piece
                continue
            for number, part in enumerate(run.split(",")):
                if number:
                    yield _COMMA
                yield from (Token(word.text, word) for word in read(part) if not word.neutral or word.senses)
            if piece is not None:
                yield self._hole(piece, run, read)
            run = ""

    def _hole(self, match: re.Match[str], before: str, read: Reader) -> Token:
        """The token of a hole. `before` is the text before it: in “who is [what=unseated]” the verb is passive."""
        name, kind, inside, card = match[1], match[2], match[3], match[4]
        if card:
            return Token(card, _word(card, NAME, card))
        if kind == ":":
            axis, _, link = inside.partition(" ")
            return Token(f"[{inside}]", _word("", "", ""), name, axis, link=link or None)
        example, *others = inside.split("|")
        words = read(example)
        if not words or not words[0].senses:
            hint = "its first word must be a word of meaning"
            raise RuleError(self.source.at(), f"the lexicon lacks the example {example!r} of the hole {name!r}", hint)
        # A hole is for numbers if it can be; names come last, because a kit may name anything.
        axis = min(words[0].senses, key=lambda sense: (sense.axis != "number", sense.axis == NAME)).axis
        link = next((value for word in words[1:] if (value := word.value(_LINK)) is not None), None)
        aliases = frozenset(meaning for other in others for word in read(other) for meaning in meanings(word))
        in_place = next(iter(read(f"{before}{example}")[len(read(before)) :]), words[0])
        word = words[0]._replace(voice=in_place.voice, case=in_place.case, article=in_place.article)
        return Token(f"[{inside}]", word, name, axis, aliases, link)

    def read(self, words: Sequence[Word], read: Reader) -> Reading:
        """Read the words of a sentence: the first way that fits, or the one that fits furthest."""
        furthest = Reading(None, -1)
        for order in self.orders(read):
            reading = _matched(words, order)
            if reading.holes is not None:
                return reading
            furthest = max(furthest, reading, key=lambda one: one.words)
        shorter = _without_you(words)
        readings = (_matched(shorter, order) for order in self.orders(read) if shorter)
        return next((reading for reading in readings if reading.holes is not None), furthest)

    def compared(self, words: Sequence[Word], read: Reader) -> tuple[int, list[Word], list[Token]]:
        """How many words a sentence and this one have in common, in any order, and those that only one has."""
        return max((_compared(words, order) for order in self.orders(read)), key=lambda one: 2 * one[0] - len(one[2]))

    def likeness(self, words: Sequence[Word], read: Reader) -> float:
        """The share of common words among all words of a sentence and this one, from 0 to 1."""
        common, unread, lacking = self.compared(words, read)
        return 2 * common / max(1, 2 * common + len(unread) + len(lacking))

    def example(self, read: Reader) -> list[Word]:
        """The words of the sentence as it is written first, with its examples in the holes."""
        return [token.word for token in self.orders(read)[0]]


def _turned(tokens: Sequence[Token]) -> list[Token]:
    """A sentence with its two clauses in the other order: “If A, B” for “B if A”, or the reverse; empty without one.

    A condition with “only” before it says something else when it comes first.
    """
    begins = [number for number, token in enumerate(tokens) if token.word.value(_CLAUSE) is not None]
    commas = [number for number, token in enumerate(tokens) if token == _COMMA]
    if len(begins) != 1 or len(commas) > 1:
        return []
    at = begins[0]
    if at == 0 and commas:
        return [*tokens[commas[0] + 1 :], *tokens[: commas[0]]]
    if at == 0 or commas or tokens[at - 1].word.value(_QUANT) is not None:
        return []
    return [*tokens[at:], *tokens[:at]]


def _without_you(words: Sequence[Word]) -> Sequence[Word]:
    """“You may not ride back” as “never ride back”; empty for other sentences."""
    forbids = len(words) > 2 and words[0].value(_PARTY) == "you" and words[1].value(_MODE) == "never"
    return words[1:] if forbids else ()


def _word(text: str, axis: str, value: str) -> Word:
    return Word(text, (Sense(axis, value),))


def _pieces(text: str) -> Iterator[_Piece]:
    """The plain texts, holes and brackets of a sentence, in their order."""
    at = 0
    for match in _PART.finditer(text):
        if match.start() > at:
            yield text[at : match.start()]
        yield match[5] or match
        at = match.end()
    if text[at:]:
        yield text[at:]


def _compared(words: Sequence[Word], tokens: Sequence[Token]) -> tuple[int, list[Word], list[Token]]:
    unread, lacking = list(words), []
    for token in sorted(tokens, key=lambda one: bool(one.hole)):  # a hole takes any word that no fixed one needs
        fits = (lambda word, token=token: token.value(word) is not None) if token.hole else token.reads
        found = next((number for number, word in enumerate(unread) if fits(word)), None)
        if found is None:
            lacking.append(token)
        else:
            del unread[found]
    return len(tokens) - len(lacking), [word for word in unread if not word.neutral], lacking


def _matched(words: Sequence[Word], tokens: Sequence[Token]) -> Reading:
    holes: dict[str, Any] = {}
    at = index = 0
    while index < len(words):
        word, token = words[index], tokens[at] if at < len(tokens) else None
        if token and token.hole and (value := token.value(word)) is not None:
            if token.link is not None:
                value, index = _listed(words, index, token, value)
            holes[token.hole], at = value, at + 1
        elif token and not token.hole and token.reads(word):
            at += 1
        elif not word.neutral:
            return Reading(None, index, token)
        index += 1
    return Reading(None, len(words), tokens[at]) if at < len(tokens) else Reading(holes, len(words))


def _is_repeated(word: Word, before: str) -> bool:
    """Whether a word may be behind the link of a list: a neutral or minor one, or the one before the list."""
    return word.neutral or word.minor or word.text.lower() == before


def _listed(words: Sequence[Word], index: int, token: Token, first: Any) -> tuple[list[Any], int]:
    """The values of a list, joined by the hole's link or by commas, and the index of its last word.

    Behind a link a neutral or minor word may be repeated: “zu dritt oder zu viert”.
    """
    values, at = [first], index + 1
    before = words[index - 1].text.lower() if index else ""
    while at < len(words):
        if words[at].value(_LINK) == token.link:
            at += 1
            while at < len(words) and _is_repeated(words[at], before) and token.value(words[at]) is None:
                at += 1
        if at >= len(words) or (more := token.value(words[at])) is None:
            break
        values.append(more)
        index, at = at, at + 1
    return values, index
