"""A row of tiles whose lit positions or points differ from the engine's.

Players read tiles faster than words, from across the table and in any language. The lit tiles on the finished card
must be the positions in which the engine allows the card, and their numbers must be its points.

PASS: cards.yaml: `count: 8` -> `count: 8`
FAIL: faces.yaml: `lit: "{traits.move.positions}"` -> `lit: "{traits.counters}"`
FAIL: faces.yaml: `lit: "{traits.move.positions}"` -> `lit: "{traits.move.position}"`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.components.elements.tiles import tile_alt
from pnp.diagnostics import Diagnostic
from pnp.graphics import Tag


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every card whose tiles differ from play."""
    if context.proof is None:
        return
    for deck, id_, card in context.cards():
        piece, seen = context.piece(deck, id_), context.proof.tiles(deck, id_)
        printed = [tag for tag in piece.front.tags("Figure") if _is_tile(context, tag)] if piece else []
        wanted = [_alt(context, place, worth) for place, worth in (seen or {}).items()]
        alts = [tag.alt for tag in printed]
        is_comparable = seen is not None or card.plain_traits
        if printed and printed[0].origin and is_comparable and alts != wanted:
            wrong = ", ".join(sorted(set(alts) - set(wanted)))
            right = f"in play it is {', '.join(wanted)}" if wanted else "the game has no tiles for it"
            message = f"the tiles of {card.name!r} show {wrong or 'too little'}; {right}"
            yield diagnostic(__name__, printed[0].origin, message)


def _is_tile(context: CheckContext, figure: Tag) -> bool:
    return any(f": {context.render.say(key)}" in figure.alt for key in ("lit", "unlit"))


def _alt(context: CheckContext, place: str, worth: Any) -> str:
    """A tile's text. `worth` is False if the card may not be played there, else True or its points."""
    points = None if isinstance(worth, bool) else worth
    return tile_alt(context.render, place, lit=worth is not False, points=points)
