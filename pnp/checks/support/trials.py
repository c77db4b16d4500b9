"""Try printed sentences on play, by the rules of the game's rule file."""

from __future__ import annotations

from typing import NamedTuple

from pnp.checks.support import film
from pnp.checks.support.context import CheckContext
from pnp.checks.support.memo import memo
from pnp.kit.languages import primary
from pnp.rulefile import Nearest, Read, nearest, readers
from pnp.rules import guard
from pnp.rules.moments import Verdict

MOST_ACCEPTED = 3
"""The number of accepted sentences that a message lists."""


class Trial(NamedTuple):
    """What a sentence was tried by, the facts that it states, and the verdict."""

    name: str
    settles: tuple[str, ...]
    verdict: Verdict


def proves(context: CheckContext) -> bool:
    """Whether anything proves sentences of the kit's game."""
    return film.rules_of(context) is not None


def is_read(context: CheckContext, text: str, language: str) -> bool:
    """Whether a rule of the kit's rule file reads a text. Without such a file, none does."""
    return bool(readings(context, text, language))


def by_rules(context: CheckContext, text: str, language: str) -> Trial | None:
    """The trial of a sentence by the kit's rule file; None if no rule reads it."""
    prover, every = film.prover_of(context), readings(context, text, language)
    if prover is None:
        return None

    def make() -> Trial | None:
        found = guard.ask(prover.play.game, "a rule", lambda: prover.proved(every))
        return Trial(found.rule.name, found.rule.settles, found.verdict) if found else None

    return memo(context.render, (by_rules, context.game, text, language), make)


def readings(context: CheckContext, text: str, language: str) -> list[Read]:
    """The rules that read a text, with the words in their holes. A question states nothing."""

    def make() -> list[Read]:
        rules = film.rules_of(context)
        if rules is None:  # first of all: to find the words of a text takes longer than all else here
            return []
        read, words = film.reader_of(context, language), film.words_of(context, text, language)
        if read is None or words is None:
            return []
        found = readers(list(rules.rules.values()), list(words), primary(language), read)
        return [one for one in found if text.count("?") == one.pattern.text.count("?")]

    return memo(context.render, (readings, context.game, text, language), make)


def near(context: CheckContext, text: str, language: str) -> Nearest | None:
    """Why no rule reads a text, by the rules that read most of it; None if none reads any of it."""

    def make() -> Nearest | None:
        rules = film.rules_of(context)
        if rules is None:  # first of all: to find the words of a text takes longer than all else here
            return None
        read, words = film.reader_of(context, language), film.words_of(context, text, language)
        if read is None or words is None:
            return None
        return nearest(list(rules.rules.values()), list(words), primary(language), read)

    return memo(context.render, (near, context.game, text, language), make)


def accepted(nearest: Nearest) -> str:
    """The hint with the sentences that the nearest rules read, the first ones of many."""
    return f"accepted: {' or '.join(nearest.accepted[:MOST_ACCEPTED])}"
