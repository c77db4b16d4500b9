"""A rule of the game that no printed sentence states.

A rulebook that leaves a rule out is as wrong as one that states it falsely. Each fact of the game must be stated by a
proved sentence, be under a sentence that a person vouches for, or be answered by a printed ruling. A fact that is empty
needs no sentence, such as the ranges of a parry in a kit without one. Of each kind of action that occurs in play, deals
and draws included, a proved sentence must state something.

PASS: rulebook.md: `Discard the whole stack` -> `Discard every card of the stack`
FAIL: kit.yaml: `title: Rhinoceros Joust` -> `title: "Rhinoceros Joust"`; \
rulebook.md: `drawn, the bout is a tie.` -> `drawn, nobody wins. <!-- vouched: -->`
FAIL: kit.yaml: `title: Rhinoceros Joust` -> `title: "Rhinoceros Joust"`; \
rulebook.md: `Each rider chooses a different rhino.` -> `No rhino has two riders. <!-- vouched: riders.same_allowed -->`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import Trial, near, play_of, proves, rules_of
from pnp.checks.support.pinned import known_entries
from pnp.checks.support.sentences import PROVED, UNCLASSIFIED, language_of, printed_rulings, sentences, trial
from pnp.diagnostics import Diagnostic
from pnp.rules.moments import FactError, Play, Verdict
from pnp.text import marked

_NOTHING: tuple[object, ...] = ([], {}, "", None, "unseen")
"""Facts about what a kit does not have, or that no moment of play shows: there is nothing to state."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each fact and each kind of action that nothing states."""
    play, rules = play_of(context), rules_of(context)
    missing = context.render.templates.missing  # their sentences may state it, once what keeps them out is mended
    if play is None or not context.whole or known_entries(context) is None or (rules and rules.wrong) or missing:
        return
    stated = [found for s in sentences(context) if s.kind == PROVED and (found := trial(context, s))]
    yield from _unsaid_facts(context, play, _facts_said(context, stated))
    verdicts = [one.verdict for one in stated]
    if proves(context) and all(one.state == PROVED for one in verdicts):  # others are errors already
        yield from _unsaid_actions(context, play, verdicts)


def _facts_said(context: CheckContext, stated: list[Trial]) -> set[str]:
    """The facts that printed rulings ask for, that proved sentences settle, and those at the marks of others."""
    rulings = (context.render.kit.rulings[id_] for id_ in printed_rulings(context))
    said = {fact for ruling in rulings for fact in (ruling.asks, *ruling.also) if fact}
    said |= {fact for one in stated for fact in one.settles}
    said |= _facts_of_unread(context)
    return said | {fact for s in sentences(context) if s.kind in marked.RESTS_ON_FACTS for fact in s.names}


def _facts_of_unread(context: CheckContext) -> set[str]:
    """The facts that sentences may state that no rule reads: these are errors already, at their own lines."""
    unread = (sentence for sentence in sentences(context) if sentence.kind == UNCLASSIFIED)
    nearest = (near(context, sentence.text, language_of(context, sentence)) for sentence in unread)
    return {fact for found in nearest if found for fact in found.settles}


def _unsaid_facts(context: CheckContext, play: Play, said: set[str]) -> Iterator[Diagnostic]:
    kit = context.render.kit
    for name in play.names():
        try:
            found = play.fact(name)
        except FactError as error:
            yield diagnostic(__name__, kit.at("engine"), str(error), "correct the engine, or the fact")
            continue
        if name not in said and found not in _NOTHING:
            message = f"no printed sentence states the fact {name} of the game"
            hint = "add a sentence that states it, or one with the mark <!-- vouched: " + name + " -->"
            yield diagnostic(__name__, kit.at("title"), message, hint)


def _unsaid_actions(context: CheckContext, play: Play, verdicts: list[Verdict]) -> Iterator[Diagnostic]:
    for verb in sorted(play.verbs - frozenset().union(*(verdict.verbs for verdict in verdicts))):
        message = f"no proved sentence states anything about the action {verb!r} of the game"
        hint = f"add a sentence, and a rule about moments whose `verb` is {verb!r}"
        yield diagnostic(__name__, context.render.kit.at("title"), message, hint)
