"""A rule of the game that no printed sentence states.

A rulebook that leaves a rule out is as wrong as one that states it falsely. Each fact of the game must be stated by a
proved sentence, be under a sentence that a person vouches for, or be answered by a ruling. Of each kind of action that
occurs in play, deals and draws included, a proved sentence must state something.

PASS: rulebook.md: `Discard the whole stack` -> `Discard every card of the stack`
FAIL: kit.yaml: `title: Rhinoceros Joust` -> `title: "Rhinoceros Joust"`; \
rulings.yaml: `  asks: idle.ends\\n  says: {draw: a tie}` -> `  untested: It is left out`; \
rulebook.md: `<!-- claim: idle -->` -> `<!-- vouched: -->`
FAIL: kit.yaml: `title: Rhinoceros Joust` -> `title: "Rhinoceros Joust"`; \
rulebook.md: `<!-- claim: riders.different -->` -> `<!-- vouched: riders.same_allowed -->`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import marked
from pnp.checks.support.film import play_of, proved
from pnp.checks.support.pinned import known_entries
from pnp.checks.support.sentences import Sentence, language_of, sentences
from pnp.diagnostics import Diagnostic
from pnp.rules.claims import Claim, FactError, Play, Verdict


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each fact and each kind of action that nothing states."""
    play, proof = play_of(context), context.proof
    if play is None or proof is None or not context.whole or known_entries(context) is None:
        return
    claims = proof.claims()
    stated = [s for s in sentences(context) if s.kind == "proved" and claims.keys() & s.names[:1]]
    yield from _unsaid_facts(context, play, _facts_said(context, stated, claims))
    verdicts = [proved(context, s.text, claims[s.names[0]], language_of(context, s)) for s in stated]
    if claims and all(verdict and verdict.state == "proved" for verdict in verdicts):  # others are errors already
        yield from _unsaid_actions(context, play, [verdict for verdict in verdicts if verdict])


def _facts_said(context: CheckContext, stated: list[Sentence], claims: Mapping[str, Claim]) -> set[str]:
    """The facts that rulings ask for, that proved sentences settle, and that stand at other sentences' marks."""
    rulings = context.render.kit.rulings.values()
    said = {fact for ruling in rulings for fact in (ruling.asks, *ruling.also) if fact}
    said |= {fact for sentence in stated for fact in claims[sentence.names[0]].settles}
    return said | {fact for s in sentences(context) if s.kind in marked.RESTS_ON_FACTS for fact in s.names}


def _unsaid_facts(context: CheckContext, play: Play, said: set[str]) -> Iterator[Diagnostic]:
    kit = context.render.kit
    for name in play.names():
        try:
            play.fact(name)
        except FactError as error:
            yield diagnostic(__name__, kit.at("engine"), str(error), "correct the engine, or the fact")
            continue
        if name not in said:
            message = f"no printed sentence states the fact {name} of the game"
            hint = "add a sentence with a claim that settles it, or one with the mark <!-- vouched: " + name + " -->"
            yield diagnostic(__name__, kit.at("title"), message, hint)


def _unsaid_actions(context: CheckContext, play: Play, verdicts: list[Verdict]) -> Iterator[Diagnostic]:
    for verb in sorted(play.verbs - frozenset().union(*(verdict.verbs for verdict in verdicts))):
        message = f"no proved sentence states anything about the action {verb!r} of the game"
        hint = f"add a sentence with a claim about moments whose `verb` is {verb!r}"
        yield diagnostic(__name__, context.render.kit.at("title"), message, hint)
