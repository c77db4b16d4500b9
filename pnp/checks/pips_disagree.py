"""A card whose number of pips differs from its value.

Players see pips before numbers. A picture that a card's face repeats must be there as often as the card is worth in
play.

PASS: duel/cards.yaml: `name: Two of Clubs` -> `name: Two of Clubs   # the lowest club but one`
FAIL: soaring/faces.yaml: `count: "{traits.value}"` -> `count: "4"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import observed
from pnp.diagnostics import Diagnostic

_PIPS = re.compile(r"(\d+) × .+")
WORTH = "value"
"""The trait with a card's value."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every card whose number of pips differs from its value."""
    if context.game is None:
        return
    for deck, id_, card in context.cards():
        piece, seen = context.piece(deck, id_), observed(context, deck, id_)
        worth = seen.get(WORTH) if isinstance(seen, dict) else None
        if piece is None or type(worth) is not int:
            continue
        for figure in piece.front.tags("Figure"):
            match = _PIPS.fullmatch(figure.alt)
            if match and int(match[1]) != worth and figure.origin:
                message = f"{card.name!r} shows {match[1]} pips; in play it is worth {worth}"
                yield diagnostic(__name__, figure.origin, message)
