"""A deck with which the game cannot be dealt or won.

A custom edition may change any count. But every player must get a full hand, some card must score in a position that
play can reach, and every card must be playable somewhere.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: rules.yaml: `score_by_position: {head_to_head: 1, flanking: 2, chasing: 3}` -> `score_by_position: {fleeing: 1}`
FAIL: cards.yaml: `positions: [fleeing]` -> `positions: []`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every problem that keeps the game from being played to its end."""
    kit = context.render.kit
    for place, message in context.proof.problems() if context.proof else ():
        if isinstance(place, tuple):
            deck, id_ = place
            yield diagnostic(__name__, kit.cards[deck][id_].at("traits"), message, "change its traits, or the rules")
        else:
            yield diagnostic(
                __name__, kit.rules.at(place), message, "change the cards' counts and traits, or the rules"
            )
