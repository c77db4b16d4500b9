"""A bitmap that has too few pixels for the size it is printed in.

What looks fine on a screen comes out of the printer in steps and blurs. The limit is `least_dpi` in papers.yaml,
pixels to the inch as printed; SVG has no such limit and is the better choice for drawings.

PASS: cards.yaml: `art: dodge.svg` -> `art: dodge.svg`
FAIL: tiny.png: 60 × 36 pixels; cards.yaml: `art: dodge.svg` -> `art: tiny.png`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import Desk, fault
from pnp.drawing import Group, Item, Picture, Tag, Use
from pnp.geometry import MM_PER_INCH, Transform
from pnp.source import Diagnostic


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for every card whose picture is too coarse on some piece."""
    limit = desk.bench.facts.least_dpi
    for deck, id_, card in desk.cards():
        piece = desk.piece(deck, id_)
        found = list(_dpis(piece.front.items, Transform())) if piece and card.art else []
        if found and min(found) < limit:
            message = f"the picture of {card.name!r} has {min(found):.0f} dpi as printed; {limit:g} are the least"
            yield fault(__name__, card.at("art"), message, "use a larger picture, or an SVG")


def _dpis(items: tuple[Item, ...], frame: Transform) -> Iterator[float]:
    """Pixels to the inch of every bitmap among items; the coarser of its two directions."""
    for item in items:
        if isinstance(item, Picture):
            width = item.box.w * abs(frame.a or frame.b)
            height = item.box.h * abs(frame.d or frame.c)
            yield min(item.pixels[0] / width, item.pixels[1] / height) * MM_PER_INCH
        elif isinstance(item, Group):
            yield from _dpis(item.items, frame.over(item.transform))
        elif isinstance(item, Tag):
            yield from _dpis(item.items, frame)
        elif isinstance(item, Use):
            yield from _dpis(item.drawing.items, frame.over(item.transform))
