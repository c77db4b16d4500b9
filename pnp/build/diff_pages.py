"""Pairs of drawings -> pages that show them side by side: the old one on the left, the new one on the right.

Drawings are shown at their true size where two of them fit beside each other, else both made smaller by as much as they
need, which is told above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, files
from pnp.graphics.drawing import Drawing, Group, Item, Path, Stroke, Tag, Text, Use, rectangle
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.pdf import Page
from pnp.text.fit import Fonts
from pnp.text.fontfile import MAX_BYTES

FONT, TYPE, LEAST = "body", 8.0, 4.0
HEADING = 9.0
"""Height of the line above all pairs of a page, mm."""
CAPTION = 6.0
"""Height of the line above a pair."""
BETWEEN = 6.0
INK = "#000000"
EDGE = Stroke("#808080", 0.15)


class Pair(NamedTuple):
    """What was drawn and what is drawn now, and what to call it."""

    caption: str
    old: Drawing
    new: Drawing


def pages(pairs: list[Pair], names: tuple[str, str], paper: Size, margin: float, fonts: Fonts) -> list[Page]:
    """As many pages as the pairs need; `names` are those of the old and of the new state."""
    area = Rect(0, 0, *paper).inset(margin)
    parted = list(_parted(pairs, area))
    made = []
    for number, held in enumerate(parted, start=1):
        message = f"page {number} of {len(parted)}"
        items = [*_heading(names, message, area, fonts)]
        y = area.y + HEADING
        for pair in held:
            items.extend(_shown(pair, y, area, fonts))
            y += _height(pair, area)
        made.append(Page(paper, (), Drawing(message, paper, tuple(items)), message))
    return made


def _parted(pairs: list[Pair], area: Rect) -> Iterator[list[Pair]]:
    """The pairs of each page."""
    held: list[Pair] = []
    left = room = area.h - HEADING
    for pair in pairs:
        height = _height(pair, area)
        if held and height > left:
            yield held
            held, left = [], room
        held.append(pair)
        left -= height
    if held:
        yield held


def _scale(pair: Pair, area: Rect) -> float:
    wide = max(pair.old.size.w, pair.new.size.w)
    high = max(pair.old.size.h, pair.new.size.h)
    return min(1.0, (area.w - BETWEEN) / 2 / wide, (area.h - HEADING - CAPTION - BETWEEN) / high)


def _height(pair: Pair, area: Rect) -> float:
    return CAPTION + _scale(pair, area) * max(pair.old.size.h, pair.new.size.h) + BETWEEN


def _shown(pair: Pair, y: float, area: Rect, fonts: Fonts) -> Iterator[Item]:
    scale = _scale(pair, area)
    caption = pair.caption if scale == 1 else f"{pair.caption} · at {100 * scale:.0f} %"
    yield Tag("P", (_line(caption, area.x, y + CAPTION - 2, area.w, fonts),))
    for x, drawing, message in ((area.x, pair.old, "old"), (area.x + (area.w + BETWEEN) / 2, pair.new, "new")):
        yield Tag("Figure", (framed(drawing, scale, x, y + CAPTION),), f"{pair.caption}, {message}")


def _heading(names: tuple[str, str], message: str, area: Rect, fonts: Fonts) -> Iterator[Item]:
    half = (area.w - BETWEEN) / 2
    last = fonts.width(message, FONT, TYPE)
    y = area.y + HEADING - 5
    yield Tag("P", (_line(f"old: {names[0]}", area.x, y, half, fonts),))
    yield Tag("P", (_line(f"new: {names[1]}", area.x + half + BETWEEN, y, half - last - BETWEEN, fonts),))
    yield Tag("Artifact", (Text(area.right - last, y, message, FONT, TYPE, INK),))


def framed(drawing: Drawing, scale: float, x: float, y: float) -> Group:
    """A drawing at a scale and a place, clipped at its trim, with a thin line around it."""
    trim = rectangle(Rect(0, 0, *drawing.size))
    inside = Group((Use(drawing, Transform()),), clip=trim)
    return Group((inside, Path(trim, stroke=EDGE)), Transform(scale, 0, 0, scale, x, y))


def fitted(words: str, width: float, fonts: Fonts, font: str, size: float, least: float) -> float:
    """The size in pt, not below `least`, at which words fit on one line of a width in mm."""
    while size > least and fonts.width(words, font, size) > width:
        size -= 0.25
    return size


def _line(words: str, x: float, y: float, width: float, fonts: Fonts) -> Text:
    return Text(x, y, words, FONT, fitted(words, width, fonts, FONT, TYPE, LEAST), INK)


class Restyled:
    """Another kit's drawings for a file that has this kit's fonts: texts in a font of the same role but from another
    file are set in a role of their own."""

    def __init__(self, mine: Fonts, others: Fonts, diagnostics: Diagnostics) -> None:
        named = {role: f"old {role}" for role in others.roles() if not _same(role, mine, others)}
        self._names: Mapping[str, str] = named
        self._done: dict[Drawing, Drawing] = {}
        self.fonts = mine.joined(others, named, diagnostics) if named else mine

    def drawing(self, drawing: Drawing) -> Drawing:
        if not self._names:
            return drawing
        if drawing not in self._done:
            self._done[drawing] = replace(drawing, items=self._items(drawing.items))
        return self._done[drawing]

    def _items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(map(self._item, items))

    def _item(self, item: Item) -> Item:
        if isinstance(item, Text):
            icon = item.icon and item.icon._replace(drawing=self.drawing(item.icon.drawing))
            return item._replace(font=self._names.get(item.font, item.font), icon=icon)
        if isinstance(item, Group | Tag):
            return item._replace(items=self._items(item.items))
        if isinstance(item, Use):
            return item._replace(drawing=self.drawing(item.drawing))
        return item


def _same(role: str, mine: Fonts, others: Fonts) -> bool:
    """Whether a role is played by the same file, wherever it lies."""
    if role not in mine.roles():
        return False
    here, there = mine.path(role), others.path(role)
    return here == there or files.read(here, MAX_BYTES) == files.read(there, MAX_BYTES)
