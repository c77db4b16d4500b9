"""Lay out pairs of drawings side by side: the old one on the left, the new one on the right.

Drawings are shown at true size if both fit beside each other. Otherwise both are reduced by the same scale, which is
printed above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, files
from pnp.graphics import Drawing, Group, Item, Path, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.contour import outline
from pnp.graphics.drawing import RECTANGLE, Changed, Shape, Text, Use
from pnp.pdf import Page
from pnp.text import Fonts
from pnp.text.fontfile import MAX_BYTES

FONT, TYPE, LEAST = "body", 8.0, 4.0
HEADING = 9.0
"""Height of the line above all pairs of a page, mm."""
CAPTION = 6.0
"""Height of the line above a pair."""
BETWEEN = 6.0
INK = "#000000"
EDGE = Stroke("#808080", 0.15)


class DrawingPair(NamedTuple):
    """The old and the new drawing of one side of a piece, with a caption."""

    caption: str
    old: Drawing
    new: Drawing


def pages(pairs: list[DrawingPair], names: tuple[str, str], paper: Size, margin: float, fonts: Fonts) -> list[Page]:
    """Lay out the pairs on pages; `names` are those of the old and the new state."""
    area = Rect(0, 0, *paper).inset(margin)
    page_pairs = list(_paginate(pairs, area))
    drawn = []
    for number, pairs_here in enumerate(page_pairs, start=1):
        label = f"page {number} of {len(page_pairs)}"
        items = [*_heading(names, label, area, fonts)]
        y = area.y + HEADING
        for pair in pairs_here:
            items.extend(_side_by_side(pair, y, area, fonts))
            y += _height(pair, area)
        drawn.append(Page(paper, (), Drawing(label, paper, tuple(items)), label))
    return drawn


def _paginate(pairs: list[DrawingPair], area: Rect) -> Iterator[list[DrawingPair]]:
    """The pairs of each page."""
    batch: list[DrawingPair] = []
    left = room = area.h - HEADING
    for pair in pairs:
        height = _height(pair, area)
        if batch and height > left:
            yield batch
            batch, left = [], room
        batch.append(pair)
        left -= height
    if batch:
        yield batch


def _scale(pair: DrawingPair, area: Rect) -> float:
    wide = max(pair.old.size.w, pair.new.size.w)
    high = max(pair.old.size.h, pair.new.size.h)
    return min(1.0, (area.w - BETWEEN) / 2 / wide, (area.h - HEADING - CAPTION - BETWEEN) / high)


def _height(pair: DrawingPair, area: Rect) -> float:
    return CAPTION + _scale(pair, area) * max(pair.old.size.h, pair.new.size.h) + BETWEEN


def _side_by_side(pair: DrawingPair, y: float, area: Rect, fonts: Fonts) -> Iterator[Item]:
    scale = _scale(pair, area)
    caption = pair.caption if scale == 1 else f"{pair.caption} · at {100 * scale:.0f} %"
    yield Tag("P", (_line(caption, area.x, y + CAPTION - 2, area.w, fonts),))
    for x, drawing, age in ((area.x, pair.old, "old"), (area.x + (area.w + BETWEEN) / 2, pair.new, "new")):
        yield Tag("Figure", (framed(drawing, scale, x, y + CAPTION),), f"{pair.caption}, {age}")


def _heading(names: tuple[str, str], page_label: str, area: Rect, fonts: Fonts) -> Iterator[Item]:
    half = (area.w - BETWEEN) / 2
    last = fonts.width(page_label, FONT, TYPE)
    y = area.y + HEADING - 5
    yield Tag("P", (_line(f"old: {names[0]}", area.x, y, half, fonts),))
    yield Tag("P", (_line(f"new: {names[1]}", area.x + half + BETWEEN, y, half - last - BETWEEN, fonts),))
    yield Tag("Artifact", (Text(area.right - last, y, page_label, FONT, TYPE, INK),))


def framed(drawing: Drawing, scale: float, x: float, y: float, shape: Shape = RECTANGLE) -> Group:
    """A drawing, scaled and moved, clipped at its trim, with a thin border."""
    trim = outline(shape, Rect(0, 0, *drawing.size))
    inside = Group((Use(drawing, Transform()),), clip=trim)
    return Group((inside, Path(trim, stroke=EDGE)), Transform(scale, 0, 0, scale, x, y))


def fitted(words: str, width: float, fonts: Fonts, font: str, size: float, least: float) -> float:
    """The size in pt, at least `least`, at which words fit on one line of `width` mm."""
    while size > least and fonts.width(words, font, size) > width:
        size -= 0.25
    return size


def _line(words: str, x: float, y: float, width: float, fonts: Fonts) -> Text:
    return Text(x, y, words, FONT, fitted(words, width, fonts, FONT, TYPE, LEAST), INK)


class Restyled:
    """Adapts another kit's drawings to a file with this kit's fonts.

    Text in a font role that the two kits fill from different files gets a role of its own, which begins with `prefix`.
    """

    def __init__(self, mine: Fonts, others: Fonts, diagnostics: Diagnostics, prefix: str = "old") -> None:
        named = {role: f"{prefix} {role}" for role in others.roles() if not _same(role, mine, others)}
        self._names: Mapping[str, str] = named
        self._changed = Changed(self._renamed)
        self.fonts = mine.joined(others, named, diagnostics) if named else mine

    def drawing(self, drawing: Drawing) -> Drawing:
        return self._changed.drawing(drawing) if self._names else drawing

    def _renamed(self, item: Item) -> tuple[Item]:
        if isinstance(item, Text) and item.font in self._names:
            return (item._replace(font=self._names[item.font]),)
        return (item,)


def _same(role: str, mine: Fonts, others: Fonts) -> bool:
    """Whether two kits fill a role with the same font file, at any path."""
    if role not in mine.roles():
        return False
    here, there = mine.path(role), others.path(role)
    return here == there or files.read(here, MAX_BYTES) == files.read(there, MAX_BYTES)
