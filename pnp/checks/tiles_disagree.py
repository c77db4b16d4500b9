"""A row of tiles that lights other positions, or carries other points, than the engine allows and counts.

Tiles are read faster than words, across a table and in any language. Which of them are lit on the finished card is
held against where the engine lets the card be played, and their numbers against what it then scores.

PASS: cards.yaml: `count: 8` -> `count: 8`
FAIL: faces.yaml: `lit: "{traits.move.positions}"` -> `lit: "{traits.counters}"`
FAIL: faces.yaml: `lit: "{traits.move.positions}"` -> `lit: "{traits.move.position}"`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.printed import tags
from pnp.components.elements.tiles import tile_alt
from pnp.diagnostics import Diagnostic
from pnp.graphics.drawing import Tag


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault for every card whose tiles are not what play shows."""
    if context.proof is None:
        return
    for deck, id_, card in context.cards():
        piece, seen = context.piece(deck, id_), context.proof.tiles(deck, id_)
        printed = [tag for tag in tags(piece.front.items, "Figure") if _is_tile(context, tag)] if piece else []
        if seen is None or not printed:
            continue
        wanted = [_said(context, place, worth) for place, worth in seen.items()]
        found = [tag.alt for tag in printed]
        if found != wanted and printed[0].origin:
            wrong = ", ".join(sorted(set(found) - set(wanted)))
            message = f"the tiles of {card.name!r} say {wrong or 'too little'}; in play it is {', '.join(wanted)}"
            yield diagnostic(__name__, printed[0].origin, message)


def _is_tile(context: CheckContext, figure: Tag) -> bool:
    return any(f": {context.render.say(key)}" in figure.alt for key in ("lit", "unlit"))


def _said(context: CheckContext, place: str, worth: Any) -> str:
    """A tile's text: `worth` is False where the card may not be played, True or its points where it may."""
    points = None if isinstance(worth, bool) else worth
    return tile_alt(context.render, place, lit=worth is not False, points=points)
