"""A rule of the game that no printed sentence states.

A rulebook that leaves a rule out is as wrong as one that states it falsely. Each fact of the game must be stated by a
proved sentence, be under a sentence that a person vouches for, or be answered by a ruling. Each kind of action that
players take must be in a proved sentence.

PASS: rulebook.md: `Discard the whole stack` -> `Discard every card of the stack`
FAIL: kit.yaml: `title: Rhinoceros Joust` -> `title: "Rhinoceros Joust"`; \
rulings.yaml: `  asks: idle.ends\\n  says: {draw: a draw}` -> `  untested: It is left out`; \
rulebook.md: `<!-- claim: idle -->` -> `<!-- vouched: -->`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import marked
from pnp.checks.support.film import play_of
from pnp.checks.support.pinned import known_entries
from pnp.checks.support.sentences import sentences
from pnp.diagnostics import Diagnostic
from pnp.rules.claims import FactError


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each fact that nothing states."""
    play, proof = play_of(context), context.proof
    if play is None or proof is None or not context.whole or known_entries(context) is None:
        return
    claims = proof.claims()
    said = {fact for ruling in context.render.kit.rulings.values() for fact in (ruling.asks, *ruling.also)}
    for sentence in sentences(context):
        if sentence.kind in marked.RESTS_ON_FACTS:
            said |= set(sentence.names)
        elif sentence.kind == "proved":
            said |= {fact for name in sentence.names if name in claims for fact in claims[name].settles}
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
