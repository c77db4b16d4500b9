"""Measured strips of type, tables and figures -> columns of a height, broken where it hurts a reader least.

A strip is the least that stays together: a line of a paragraph, a row of a table, a figure. Those that must not be
parted from the next one (a heading, the first line of a paragraph) say so. Of all ways to break what is left, the one
is taken that costs least: free room at a page's foot, a table, an example or a paragraph that goes on overleaf, a page
more; a chapter that begins a page is worth some room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pnp.graphics.drawing import Group, Item, Tag
from pnp.graphics.geometry import EPSILON, Transform

PAGE_COST = 0.25
"""What a page more costs, as does a page of which half is left free."""
PARTED_COST = {"Table": 0.08, "BlockQuote": 0.06, "L": 0.02, "P": 0.01}
"""What it costs to go on with one of these on a new page."""
CHAPTER_WORTH = 0.1
SECTION_WORTH = 0.02
NEARLY_EMPTY = 0.3
"""A page less full than this, before a page that has to begin, is costly too."""
LONELY, LONELY_COST = 0.2, 0.5
"""A chapter that begins in this last part of a page, and what that costs."""


class Heading(NamedTuple):
    """A heading: its level, from 1, and its words."""

    level: int
    words: str


class Strip(NamedTuple):
    """Items in a frame of their own (origin at the column's left, the strip's top), and its height in mm.

    `within` are the empty tags that a strip belongs in, the outermost first. Strips that share one (the lines of a
    paragraph, the paragraphs of a list) are put into it where they stand together. Where a column begins with the
    strip, `again` stands above it: the head of its table. Where a column ends with it, `tail` stands below it.
    """

    height: float
    items: tuple[Item, ...]
    before: float = 0.0
    keep: bool = False
    new_page: bool = False
    within: tuple[Tag, ...] = ()
    heading: Heading | None = None
    again: tuple[Strip, ...] = ()
    tail: tuple[Strip, ...] = ()


def stacked(strips: Iterable[Strip], x: float, y: float) -> Iterable[Item]:
    """Strips one below the other, the first at the very top; each in the tags that it belongs in."""
    groups = []
    for index, strip in enumerate(strips):
        y += strip.before if index else 0.0
        groups.append((strip.within, Group(strip.items, Transform.move(x, y))))
        y += strip.height
    return _tagged(groups, 0)


def _tagged(groups: Sequence[tuple[tuple[Tag, ...], Item]], depth: int) -> Iterable[Item]:
    """Items in their tags from a depth on; neighbours in the same tag stand in it together."""
    for _, run in groupby(groups, key=lambda group: id(group[0][depth]) if len(group[0]) > depth else None):
        together = list(run)
        within = together[0][0]
        if len(within) > depth:
            yield within[depth]._replace(items=tuple(_tagged(together, depth + 1)))
        else:
            yield from (item for _, item in together)


def inside(role: str, strips: Iterable[Strip]) -> list[Strip]:
    """Strips in one tag more, round those that they have."""
    tag = Tag(role, ())
    return [strip._replace(within=(tag, *strip.within)) for strip in strips]


def height_of(strips: Iterable[Strip]) -> float:
    """How high strips are one below the other, the room above the first left out."""
    held = list(strips)
    return sum(strip.height for strip in held) + sum(strip.before for strip in held[1:])


def ends_kept(strips: list[Strip], *, least: int = 2) -> list[Strip]:
    """At least so many of these strips stand on either side wherever a column ends within them."""
    last = len(strips) - 1
    return [
        strip._replace(keep=strip.keep or (i < last and (i < least - 1 or i > last - least)))
        for i, strip in enumerate(strips)
    ]


class _Group(NamedTuple):
    """Strips that keep together, and how high they are."""

    strips: list[Strip]
    extent: float

    def again(self, height: float) -> tuple[Strip, ...]:
        """What stands above them where a column begins with them, if there is room for it."""
        again = self.strips[0].again
        return again if height_of(again) + self.extent <= height + EPSILON else ()


def columns(strips: list[Strip], height: float) -> list[list[Strip]]:
    """Strips broken into columns of at most `height` mm; what must stay together does, if a column can hold it."""
    kept = list(_kept_together(strips, height))
    if not kept:
        return [[]]
    costs = [_cost_of_break(before.strips[-1], after.strips[0]) for before, after in pairwise(kept)]
    # From the end: what the rest costs at best if a page begins with this group, and where the next page begins.
    best = [(0.0, 0)] * (len(kept) + 1)
    for start in range(len(kept) - 1, -1, -1):
        best[start] = min(
            (cost + best[end][0] + (costs[end - 1] if end < len(kept) else 0.0), end)
            for end, cost in _pages_from(kept, start, height)
        )
    found, start = [], 0
    while start < len(kept):
        end = best[start][1]
        column = [strip for group in kept[start:end] for strip in group.strips]
        tail = column[-1].tail if end < len(kept) else ()
        found.append([*kept[start].again(height), *column, *tail])
        start = end
    return found


def _pages_from(kept: list[_Group], start: int, height: float) -> Iterable[tuple[int, float]]:
    """Where a page that begins with a group may end, and what it costs; one group fits or nothing does."""
    used, chapter = height_of(kept[start].again(height)), 0.0
    for end, group in enumerate(kept[start:], start + 1):
        first = group.strips[0]
        if end > start + 1:
            if first.new_page:
                return
            used += first.before
        if first.heading and first.heading.level == 1:
            chapter = used / height
        used += group.extent
        if used > height + EPSILON and end > start + 1:
            return
        if end == len(kept) or kept[end].strips[0].new_page:
            yield end, PAGE_COST + max(NEARLY_EMPTY - used / height, 0.0)
        elif end == start + 1 or used + height_of(group.strips[-1].tail) <= height + EPSILON:
            free = max(1.0 - used / height, 0.0)
            yield end, PAGE_COST + free * free + (LONELY_COST if chapter > 1 - LONELY else 0.0)


def _cost_of_break(before: Strip, after: Strip) -> float:
    """What is lost or won by ending a page with one strip and beginning the next with another."""
    if after.heading:
        return -CHAPTER_WORTH if after.heading.level == 1 else -SECTION_WORTH if after.heading.level == 2 else 0.0
    shared = [tag.role for tag, other in zip(before.within, after.within, strict=False) if tag is other]
    return sum(PARTED_COST.get(role, 0.0) for role in shared)


def _kept_together(strips: list[Strip], height: float) -> Iterable[_Group]:
    """Strips with those they keep to; as many as a column holds if not all can be."""
    group: list[Strip] = []
    extent = 0.0
    for strip in strips:
        more = strip.before + strip.height
        if group and extent + more > height + EPSILON:
            yield _Group(group, extent)
            group = []
        extent = extent + more if group else strip.height
        group.append(strip)
        if not strip.keep:
            yield _Group(group, extent)
            group = []
    if group:
        yield _Group(group, extent)
