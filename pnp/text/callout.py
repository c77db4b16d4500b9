"""Strips of a block quote -> the same on a tinted ground with a bar at its left, under a label if it has one.

A box that is low stays together. A higher one may go on on the next page: its ground is closed there and opened anew,
under the same label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.graphics.drawing import Group, Path, Tag, polygon, rectangle
from pnp.graphics.geometry import Rect, Transform
from pnp.text.blocks import Strip, ends_kept, height_of, inside

WHOLE = 45.0
"""A box that is no higher than this, in mm, is never parted."""
BAR = 0.8
UNDER_LABEL = 0.6
"""How much of the room inside a box is above its label."""
MARK_SHARE = 0.28
"""Half the height of the mark before a label, of its line's height."""


class Ground(NamedTuple):
    """What a box is drawn with: how wide it is, the room inside it, its colours."""

    width: float
    pad: float
    fill: str
    accent: str

    @property
    def inner(self) -> float:
        return self.width - 2 * self.pad - BAR

    def under(self, strip: Strip, above: float) -> Strip:
        """A strip on the ground, `above` mm of it over the strip."""
        height = above + strip.height
        ground = Path(rectangle(Rect(0, 0, self.width, height)), fill=self.fill)
        bar = Path(rectangle(Rect(0, 0, BAR, height)), fill=self.accent)
        content = Group(strip.items, Transform.move(self.pad + BAR, above))
        return strip._replace(height=height, items=(ground, bar, content), before=0.0)

    def marked(self, strip: Strip) -> Strip:
        r, middle = MARK_SHARE * strip.height, strip.height / 2
        mark = Path(polygon((r, middle - r), (2 * r, middle), (r, middle + r), (0, middle)), self.accent)
        return strip._replace(items=(mark, Group(strip.items, Transform.move(3 * r, 0))))


def boxed(ground: Ground, label: Sequence[Strip], remade: Sequence[Strip], content: Sequence[Strip]) -> list[Strip]:
    """What stands in a box under its label; `anew` is the label where the box goes on on a new page."""
    if not content:
        return []
    closing = Strip(ground.pad / 2, ())
    held = [content[0]._replace(before=0.0), *content[1:]]
    held[-1] = held[-1]._replace(height=held[-1].height + ground.pad)
    top = [ground.marked(strip)._replace(within=(Tag("P", ()),), keep=True) for strip in label]
    again = [Strip(strip.height, (Tag("Artifact", ground.marked(strip).items),)) for strip in remade] or [closing]
    first = ground.pad * (UNDER_LABEL if top else 1.0)
    strips = [ground.under(strip, strip.before if i else first) for i, strip in enumerate([*top, *held])]
    low = height_of(strips) <= WHOLE
    opened = tuple(ground.under(strip, 0.0 if i else ground.pad / 2) for i, strip in enumerate(again))
    closed = (ground.under(closing, 0.0),)
    strips = [
        strip._replace(keep=low or strip.keep, again=opened if i else (), tail=closed)
        for i, strip in enumerate(ends_kept(strips))
    ]
    strips[0] = strips[0]._replace(before=ground.pad)
    strips[-1] = strips[-1]._replace(keep=False, tail=())
    return inside("BlockQuote", strips)
