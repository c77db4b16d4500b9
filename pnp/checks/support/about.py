"""What texts and facts are about: the nouns, verbs and names in them."""

from __future__ import annotations

import re

from pnp.checks.support.context import CheckContext
from pnp.checks.support.film import names_of, rules_of
from pnp.checks.support.memo import memo
from pnp.checks.support.sentences import Sentence, language_of
from pnp.lexicon import lexicon
from pnp.text.icons import NAMED

_AXES = ("thing", "act", "name", "result", "role", "face", "change")
_LEAST = 4
"""The letters of a word in a fact's name that is looked for in a text although no lexicon may have it."""
_SIGNS = re.compile(r"\[\w+[=:]([^]]*)\]|[(){}|<>~]")
"""The holes and signs of a sentence in a rule file."""
Subjects = frozenset[tuple[str, str | int]]


def is_about(context: CheckContext, sentence: Sentence, fact: str) -> bool:
    """Whether a text and a fact have a noun, a verb or a name in common.

    A fact is about the words of its own name, and those of the sentences of its rules.
    """
    text = NAMED.sub(lambda match: f" {match[1].replace('_', ' ')} ", sentence.text)
    is_named = any(word in text.casefold() for word in re.split(r"[._]", fact) if len(word) >= _LEAST)
    return is_named or bool(_subjects(context, text, language_of(context, sentence)) & _of_fact(context, fact))


def _of_fact(context: CheckContext, fact: str) -> Subjects:
    def make() -> Subjects:
        rules = rules_of(context)
        found = _subjects(context, re.sub(r"[._]", " ", fact), "en")
        for rule in rules.rules.values() if rules else ():
            for pattern in rule.patterns if fact in rule.settles else ():
                found |= _subjects(context, _SIGNS.sub(r" \1 ", pattern.text), pattern.language)
        return found

    return memo(context.render, (_of_fact, context.game, fact), make)


def _subjects(context: CheckContext, text: str, language: str) -> Subjects:
    known = lexicon(language)
    words = known.words(text, names_of(context), context.render.kit.phrasebook.nouns) if known else []
    return frozenset((sense.axis, sense.value) for word in words for sense in word.senses if sense.axis in _AXES)
