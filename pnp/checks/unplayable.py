"""A deck with which the game cannot be dealt, or cannot be won.

A custom edition may change any count; but every player must get a full hand, there must be a card that brings points
where play can come, and no card may be a move that can never be played.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: rules.yaml: `score_by_position: {head_to_head: 1, flanking: 2, chasing: 3}` -> `score_by_position: {fleeing: 1}`
FAIL: cards.yaml: `positions: [fleeing]` -> `positions: []`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault for everything without which the game cannot be played to its end."""
    kit = context.render.kit
    for asking, message in context.proof.problems() if context.proof else ():
        if isinstance(asking, tuple):
            deck, id_ = asking
            yield diagnostic(__name__, kit.cards[deck][id_].at("traits"), message, "change its traits, or the rules")
        else:
            yield diagnostic(
                __name__, kit.rules.at(asking), message, "change the cards' counts and traits, or the rules"
            )
