"""A deck with which the game cannot be dealt, or cannot be won.

A custom edition may change any count; but every player must get a full hand, and there must be a card that brings
points, and one that may be played where the game begins or where others lead to.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: rules.yaml: `score_by_position: {head_to_head: 1, flanking: 2, chasing: 3}` -> `score_by_position: {fleeing: 1}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import Desk, fault
from pnp.source import Diagnostic


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for everything without which the game cannot be played to its end."""
    lacks = getattr(desk.game, "lacks", None)
    if lacks is None:
        return
    for key, message in lacks():
        yield fault(
            __name__, desk.bench.kit.rules.at(key), message, "change the cards' counts and traits, or the rules"
        )
