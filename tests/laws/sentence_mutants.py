"""Change proved sentences: single words, two words exchanged, two clauses exchanged; and count what is noticed.

Tests of this folder take samples. Run as a program, it tries every change of a kit, in its own language:
`python -m tests.laws.sentence_mutants rhino rhino-de`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.film import names_of
from pnp.checks.support.sentences import PROVED, Sentence, language_of, sentences, trial
from pnp.lexicon import Word, lexicon
from tests.support.printed import ready


class Score(NamedTuple):
    """How many changes were tried, and those that no check notices. `disproved` were read by a rule, and are false."""

    tried: int
    disproved: int
    survived: list[str]

    @property
    def share(self) -> float:
        return 1 - len(self.survived) / self.tried if self.tried else 1.0


def _words(context: CheckContext, sentence: Sentence) -> Iterator[Word]:
    """The words of meaning that a sentence has once."""
    known = lexicon(language_of(context, sentence))
    assert known is not None
    for word in known.words(sentence.text, names_of(context), context.render.kit.phrasebook.nouns):
        if word.senses and sentence.text.count(word.text) == 1:
            yield word


def replaced(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """The sentence with one word replaced by one that means something else, for each word."""
    known = lexicon(language_of(context, sentence))
    assert known is not None
    for word in _words(context, sentence):
        if not word.neutral:
            yield from (sentence.text.replace(word.text, other) for other in known.replacements(word)[:3])


def exchanged(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """The sentence with each two of its words of meaning exchanged."""
    for one, other in combinations(_words(context, sentence), 2):
        if one.senses != other.senses:
            yield _swapped(sentence.text, one.text, other.text)


_BEGINS = "If|When|Whenever|As soon as|After|Before|Until|Unless|Wenn|Sobald|Nachdem|Bevor|Si|Quand|Dès que"
"""What begins a clause: “B if A” is no other statement than “If A, B”."""
_BETWEEN = re.compile(rf"^(?:{_BEGINS}) |[,;:] (?:and |but |und |et |dann |then )?")
"""What is before and between clauses."""


def turned(_context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """The sentence with each two of its clauses exchanged: of “If A, B” that is “If B, A”."""
    text = sentence.text.rstrip(".!?")
    clauses = [part for part in _BETWEEN.split(text) if part]
    for one, other in combinations(clauses, 2):
        if text.count(one) == text.count(other) == 1:
            yield _swapped(sentence.text, one, other)


def _swapped(text: str, one: str, other: str) -> str:
    return text.replace(one, "\0").replace(other, one).replace("\0", other)


KINDS: dict[str, Callable[[CheckContext, Sentence], Iterator[str]]] = {
    "single words": replaced, "two words exchanged": exchanged, "two clauses exchanged": turned,
}  # fmt: skip


def score(context: CheckContext, kind: str, most: int | None = None) -> Score:
    """What is noticed of all changes of a kind, or of `most` that are spread evenly."""
    proved = dict.fromkeys(one for one in sentences(context) if one.kind == PROVED)
    every = list(dict.fromkeys((one._replace(text=text)) for one in proved for text in KINDS[kind](context, one)))
    tried = every[:: 1 + len(every) // most] if most else every
    found = [(one.text, trial(context, one)) for one in tried]
    survived = [text for text, one in found if one and one.verdict.state in ("proved", "seldom")]
    return Score(len(tried), sum(one is not None for _, one in found) - len(survived), survived)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("kits", nargs="+", metavar="KIT")
    options.add_argument("--survivors", action="store_true", help="print the changed sentences that nothing notices")
    given = options.parse_args()
    for kit in given.kits:
        context = ready(kit)
        for kind in KINDS:
            found = score(context, kind)
            noticed = found.tried - len(found.survived)
            print(f"{kit}: {kind}: {noticed} of {found.tried} noticed, {found.disproved} disproved by play", flush=True)
            if given.survivors:
                print(*(f"  {text}" for text in found.survived), sep="\n")


if __name__ == "__main__":
    main()
