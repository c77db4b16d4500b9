"""Break strips of text, tables and figures into columns at the best places.

A strip is the smallest unit: a line of a paragraph, a row of a table, a figure. A strip with `keep` stays with the next
one, such as a heading or the first line of a paragraph. Of all possible breaks, those with the lowest total cost are
used. Costs are free space at the end of a page, a table, box or paragraph that continues on the next page, and every
page. A chapter that begins a page reduces the cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pnp.graphics import Group, Item, Tag, Transform
from pnp.graphics.drawing import TextBlock
from pnp.graphics.geometry import EPSILON

PAGE_COST = 0.25
"""The cost of a page, and of a page that is half empty."""
PARTED_COST = {"Table": 0.08, "BlockQuote": 0.06, "L": 0.02, "P": 0.01}
"""The cost of continuing one of these on a new page."""
CHAPTER_WORTH = 0.1
SECTION_WORTH = 0.02
NEARLY_EMPTY = 0.3
"""A page that ends before a forced page break has a cost if it is less full than this."""
LONELY, LONELY_COST = 0.2, 0.5
"""The share at the end of a page in which a chapter should not begin, and the cost if it does."""


class TextHeading(NamedTuple):
    """A heading: its level, from 1, and its text."""

    level: int
    words: str


class Strip(NamedTuple):
    """Items that stay together, relative to the column's left and the strip's top, with their height in mm.

    `before` is the space above it, except at the top of a column. `within` are the empty tags around it, the outermost
    first; adjacent strips that share a tag (the lines of a paragraph, the paragraphs of a list) are put into it
    together. `again` is repeated above the strip if a column begins with it (the head of its table), and `tail` is
    added below it if a column ends with it.
    """

    height: float
    items: tuple[Item, ...]
    before: float = 0.0
    keep: bool = False
    new_page: bool = False
    within: tuple[Tag, ...] = ()
    heading: TextHeading | None = None
    again: tuple[Strip, ...] = ()
    tail: tuple[Strip, ...] = ()


def stacked(strips: Iterable[Strip], x: float, y: float) -> Iterable[Item]:
    """The items of strips stacked from (x, y) downwards, in their tags."""
    groups = []
    for index, strip in enumerate(strips):
        y += strip.before if index else 0.0
        groups.append((strip.within, Group(strip.items, Transform.move(x, y))))
        y += strip.height
    return _tagged(groups, 0)


def _tagged(groups: Sequence[tuple[tuple[Tag, ...], Item]], depth: int) -> Iterable[Item]:
    """Put items into their tags from a depth on; adjacent items with the same tag share it."""
    for _, run in groupby(groups, key=lambda group: id(group[0][depth]) if len(group[0]) > depth else None):
        members = list(run)
        within = members[0][0]
        if len(within) > depth:
            yield within[depth]._replace(items=tuple(_tagged(members, depth + 1)))
        else:
            yield from (item for _, item in members)


def inside(role: str, strips: Iterable[Strip], block: TextBlock | None = None) -> list[Strip]:
    """Strips with a tag added around their other tags. `block` is what they print."""
    tag = Tag(role, (), block=block)
    return [strip._replace(within=(tag, *strip.within)) for strip in strips]


def height_of(strips: Iterable[Strip]) -> float:
    """The height of stacked strips in mm, without the space above the first."""
    stack = list(strips)
    return sum(strip.height for strip in stack) + sum(strip.before for strip in stack[1:])


def ends_kept(strips: list[Strip], *, least: int = 2) -> list[Strip]:
    """Keep at least `least` of these strips on either side of a column break."""
    last = len(strips) - 1
    return [
        strip._replace(keep=strip.keep or (i < last and (i < least - 1 or i > last - least)))
        for i, strip in enumerate(strips)
    ]


class _Group(NamedTuple):
    """Strips that stay together, and their height in mm."""

    strips: list[Strip]
    extent: float

    def again(self, height: float) -> tuple[Strip, ...]:
        """The strips to repeat above them at the top of a column, if there is room."""
        again = self.strips[0].again
        return again if height_of(again) + self.extent <= height + EPSILON else ()


def columns(strips: list[Strip], height: float) -> list[list[Strip]]:
    """Break strips into columns of at most `height` mm. Strips that stay together are only separated if they are higher
    than a column."""
    kept = list(_kept_together(strips, height))
    if not kept:
        return [[]]
    costs = [_cost_of_break(before.strips[-1], after.strips[0]) for before, after in pairwise(kept)]
    # From the end: the lowest cost of the rest if a page begins with this group, and where the next page begins.
    best = [(0.0, 0)] * (len(kept) + 1)
    for start in range(len(kept) - 1, -1, -1):
        best[start] = min(
            (cost + best[end][0] + (costs[end - 1] if end < len(kept) else 0.0), end)
            for end, cost in _pages_from(kept, start, height)
        )
    result, start = [], 0
    while start < len(kept):
        end = best[start][1]
        column = [strip for group in kept[start:end] for strip in group.strips]
        tail = column[-1].tail if end < len(kept) else ()
        result.append([*kept[start].again(height), *column, *tail])
        start = end
    return result


def _is_chapter(strip: Strip) -> bool:
    return strip.heading is not None and strip.heading.level == 1


def _is_page_end(kept: list[_Group], end: int) -> bool:
    return end == len(kept) or kept[end].strips[0].new_page


def _pages_from(kept: list[_Group], start: int, height: float) -> Iterable[tuple[int, float]]:
    """The possible ends of a page that begins with a group, with their costs. A page has at least one group."""
    used, chapter = height_of(kept[start].again(height)), 0.0
    for end, group in enumerate(kept[start:], start + 1):
        first = group.strips[0]
        if end > start + 1:
            if first.new_page:
                return
            used += first.before
        if _is_chapter(first):
            chapter = used / height
        used += group.extent
        if used > height + EPSILON and end > start + 1:
            return
        if _is_page_end(kept, end):
            yield end, PAGE_COST + max(NEARLY_EMPTY - used / height, 0.0)
        elif end == start + 1 or used + height_of(group.strips[-1].tail) <= height + EPSILON:
            free = max(1.0 - used / height, 0.0)
            yield end, PAGE_COST + free * free + LONELY_COST * (chapter > 1 - LONELY)


def _cost_of_break(before: Strip, after: Strip) -> float:
    """The cost, negative if good, of ending a page with one strip and beginning the next with another."""
    if after.heading:
        return -CHAPTER_WORTH if after.heading.level == 1 else -SECTION_WORTH if after.heading.level == 2 else 0.0
    shared = [tag.role for tag, other in zip(before.within, after.within, strict=False) if tag is other]
    return sum(PARTED_COST.get(role, 0.0) for role in shared)


def _kept_together(strips: list[Strip], height: float) -> Iterable[_Group]:
    """Group strips that stay together, as far as they fit in a column."""
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
