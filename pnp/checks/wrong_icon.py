"""An icon beside a word that another icon means.

An icon stands for the word of its name: `:low:` for *low*, `:hidden:` for *hidden*. If the word behind it has another
meaning of the same kind, for which the kit has an icon too, the picture contradicts the word: `:exposed: hidden`. So it
does if no word of the sentence means what the icon means, but one means what another icon does: `:low: In a high hand`.

PASS: rulebook.md: `a step down` -> `:rival: a step down`
FAIL: macros.md: `":brains:` -> `":strength:` everywhere
FAIL: macros.md: `":strength:` -> `":speed:` everywhere
FAIL: soaring/high.md: `:high: In` -> `:low: In`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import names_of
from pnp.checks.support.sentences import DERIVED, PROVED, Sentence, language_of, place, sentences
from pnp.diagnostics import Diagnostic
from pnp.kit.languages import FIRST
from pnp.lexicon import ALIKE, NAME, Sense, Word, lexicon
from pnp.text.icons import NAMED

_ACT = "act"
"""The axis of verbs: behind the icon of an effect there may be a sentence with any of them."""
_Meanings = Mapping[str, frozenset[Sense]]
"""What icons mean, by their names."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each icon that contradicts its sentence."""
    meanings = _meanings(context)
    for sentence in sentences(context):
        if sentence.kind not in (DERIVED, PROVED) or not NAMED.search(sentence.text):
            continue
        for icon, word, other in _wrong(context, sentence, meanings):
            message = f"the icon :{icon}: contradicts {word.text!r} in {sentence.text!r}"
            yield diagnostic(__name__, place(context, sentence), message, f"the icon for {word.text!r} is :{other}:")


def _meanings(context: CheckContext) -> _Meanings:
    """What the icons of a kit mean by their names, which are English."""
    english, ids = lexicon(FIRST), {*names_of(context).values()}
    found = {}
    for icon in context.render.kit.icons:
        words = english.words(re.sub("[-_]", " ", icon), {}) if english else []
        senses = words[0].senses if len(words) == 1 else ()
        found[icon] = frozenset((*senses, *([Sense(NAME, icon)] if icon in ids else [])))
    return found


def _wrong(context: CheckContext, sentence: Sentence, meanings: _Meanings) -> Iterator[tuple[str, Word, str]]:
    """Each icon that contradicts a word of a sentence, with the word and the icon for it."""
    parts = NAMED.split(sentence.text)
    between = [_words(context, part, language_of(context, sentence)) for part in parts[::2]]
    every = [word for words in between for word in words]
    said = {sense for word in every for sense in word.senses}
    for icon, behind in zip(parts[1::2], between[1:], strict=True):
        own = meanings.get(icon, frozenset())
        tried = [*behind[:1], *(filter(_is_of_few, every) if said.isdisjoint(own) else ())]
        found = ((word, _other(word, own, meanings)) for word in tried if own.isdisjoint(word.senses))
        yield from [(icon, word, other) for word, other in found if other][:1]


def _words(context: CheckContext, text: str, language: str) -> list[Word]:
    """The words of a part of a sentence; none in a language without a lexicon."""
    known = lexicon(language)
    return known.words(text, names_of(context), context.render.kit.phrasebook.nouns) if known else []


def _is_of_few(word: Word) -> bool:
    """Whether a word is one of a few that exclude each other, such as “high” and “low”; no verb, noun or name."""
    return {sense.axis for sense in word.senses}.isdisjoint((*ALIKE, NAME))


def _other(word: Word, own: frozenset[Sense], meanings: _Meanings) -> str | None:
    """The icon that means a word, if the word is of the kind of an icon with its own meaning."""
    axes = {sense.axis for sense in own} - {_ACT}
    alike = {sense for sense in word.senses if sense.axis in axes}
    return next((icon for icon, senses in meanings.items() if alike & senses), None)
