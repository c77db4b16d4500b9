"""Draw a block quote as a callout: on a tinted ground with a bar where lines begin and an optional label.

A low callout stays together. A higher one may continue on the next page, where its label is repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.graphics import Group, Path, Rect, Tag, Transform
from pnp.graphics.drawing import Text, TextBlock, every, polygon, rectangle
from pnp.text.blocks import Strip, ends_kept, height_of, inside

WHOLE = 45.0
"""The maximum height in mm of a callout that is never split between pages."""
BAR = 0.8
UNDER_LABEL = 0.6
"""The share of the padding that is above the label."""
MARK_SHARE = 0.28
"""Half the height of the mark before a label, as a share of the line's height."""


class CalloutGround(NamedTuple):
    """The width, padding and colours of a callout; lengths in mm. The bar is at the left, or at the right if the kit's
    language is written from there."""

    width: float
    pad: float
    fill: str
    accent: str
    right_to_left: bool = False

    @property
    def inner(self) -> float:
        return self.width - 2 * self.pad - BAR

    def under(self, strip: Strip, above: float) -> Strip:
        """Draw a strip on the ground, which extends `above` mm above it."""
        height = above + strip.height
        ground = Path(rectangle(Rect(0, 0, self.width, height)), fill=self.fill)
        bar = Path(rectangle(Rect(self.width - BAR if self.right_to_left else 0, 0, BAR, height)), fill=self.accent)
        content = Group(strip.items, Transform.move(self.pad + (0 if self.right_to_left else BAR), above))
        return strip._replace(height=height, items=(ground, bar, content), before=0.0)

    def marked(self, strip: Strip) -> Strip:
        """The label with a mark before it: at its right if it runs from right to left."""
        r, middle = MARK_SHARE * strip.height, strip.height / 2
        rtl = self.right_to_left or next((one.rtl for one in every(strip.items) if isinstance(one, Text)), False)
        x = self.inner - 2 * r if rtl else 0.0
        mark = Path(polygon((x + r, middle - r), (x + 2 * r, middle), (x + r, middle + r), (x, middle)), self.accent)
        return strip._replace(items=(mark, Group(strip.items, Transform.move(-3 * r if rtl else 3 * r, 0))))


def boxed(
    ground: CalloutGround,
    label: Sequence[Strip],
    remade: Sequence[Strip],
    content: Sequence[Strip],
    block: TextBlock | None = None,
) -> list[Strip]:
    """The strips of a callout. `remade` is the label for further pages; `block` is what the label belongs to."""
    if not content:
        return []
    closing = Strip(ground.pad / 2, ())
    inner = [content[0]._replace(before=0.0), *content[1:]]
    inner[-1] = inner[-1]._replace(height=inner[-1].height + ground.pad)
    top = [ground.marked(strip)._replace(within=(Tag("P", (), block=block),), keep=True) for strip in label]
    again = [Strip(strip.height, (Tag("Artifact", ground.marked(strip).items),)) for strip in remade] or [closing]
    first, *rest = [*top, *inner]
    strips = [ground.under(first, ground.pad * (UNDER_LABEL if top else 1.0))]
    strips += [ground.under(strip, strip.before) for strip in rest]
    low = height_of(strips) <= WHOLE
    opened = (ground.under(again[0], ground.pad / 2), *(ground.under(strip, 0.0) for strip in again[1:]))
    closed = (ground.under(closing, 0.0),)
    strips = [strip._replace(keep=low or strip.keep, again=opened, tail=closed) for strip in ends_kept(strips)]
    strips[0] = strips[0]._replace(before=ground.pad, again=())
    strips[-1] = strips[-1]._replace(keep=False, tail=())
    return inside("BlockQuote", strips)
