"""Arrows and rings that show moves on boards, whole or broken, so that two players' differ without colour too."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from pnp.components.elements.line import arrow_head
from pnp.graphics import Item, Path, Stroke
from pnp.graphics.drawing import Segment, ellipse

ARROW, ARROW_HEAD, SHARE = 0.9, 2.8, 0.6
"""The thickness of arrows, the length of their heads, mm, and the largest share of an arrow that its head is."""
BROKEN, BROKEN_RING, OPEN = (0.5, 0.4), (1.4, 0.8), 0.5
"""The dashes of broken arrows and rings, and the outline of their open heads, mm."""


def ring(centre: tuple[float, float], radius: float, pen: str, halo: float, broken: bool) -> Iterator[Item]:
    """A ring, its radius in mm, over a white one if `halo` is not 0. A broken one has dashes."""
    shape: tuple[Segment, ...] = ellipse(*centre, radius, radius)
    dash = BROKEN_RING if broken else ()
    if halo:
        # As broken as the ring: with little ink, white on dark becomes a dark line, which would fill the gaps.
        yield Path(shape, stroke=Stroke("#ffffff", 1.6, dash))
    yield Path(shape, stroke=Stroke(pen, ARROW, dash))


def arrow(first: tuple[float, float], last: tuple[float, float], pen: str, halo: float, broken: bool) -> Iterator[Item]:
    """An arrow over a white one that is wider by `halo` mm. A broken one has dashes and an open head."""
    base, head = arrow_head(first, last, min(ARROW_HEAD, SHARE * dist(first, last)))
    if halo:
        yield Path((("m", first), ("l", base)), stroke=Stroke("#ffffff", ARROW + halo))
        yield Path(head, "#ffffff", Stroke("#ffffff", halo))
    yield Path((("m", first), ("l", base)), stroke=Stroke(pen, ARROW, BROKEN if broken else ()))
    yield Path(head, "#ffffff" if broken else pen, Stroke(pen, OPEN) if broken else None)
