"""The pages of a text -> what a reader finds things by: contents, index, and the chapter that a page belongs to.

All of it is read off the pages as they are laid out. An index has the terms that running text explains (bold, of a few
words and no sentence) and the names it is given; a term's pages are those that say it, in bold where it is explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.graphics.drawing import Group, Item, Stroke, Tag, Text, line
from pnp.graphics.geometry import MM_PER_POINT
from pnp.text.blocks import Heading, Strip, columns, height_of, inside, stacked
from pnp.text.fit import Run, checked, cut, place_line, set_block
from pnp.text.markdown import Term
from pnp.text.styles import Setting

Pages = Sequence[Sequence[Strip]]

INDENT = 5.0
LEADER = (0.3, 1.2)
"""The dots from a heading to its page: how long, and how far apart, in mm."""
INDEX_COLUMNS, INDEX_GAP = 3, 5.0

MOST_PAGES = 5
"""A term that is said on more pages is looked up where it is explained, and nowhere else."""


class Entry(NamedTuple):
    """A heading and the page on which it stands, and how far down in mm."""

    heading: Heading
    page: int
    down: float = 0.0


def entries(pages: Pages, first: int) -> list[Entry]:
    """The headings of pages, of which the first has a number."""
    found = []
    for number, strips in enumerate(pages, start=first):
        down = 0.0
        for index, strip in enumerate(strips):
            down += strip.before if index else 0.0
            if strip.heading:
                found.append(Entry(strip.heading, number, down))
            down += strip.height
    return found


def chapter(headings: Iterable[Entry], page: int) -> str:
    """The chapter that the end of a page belongs to."""
    return next((e.heading.words for e in reversed(list(headings)) if e.heading.level == 1 and e.page <= page), "")


# Contents -----------------------------------------------------------------------------------------------------


def contents(found: Sequence[Entry], setting: Setting, width: float, height: float) -> list[Strip]:
    """A line for each heading of the first two levels; the chapters alone where they do not fit otherwise."""
    for most in (2, 1):
        rows = [_row(entry, setting, width) for entry in found if entry.heading.level <= most]
        if height_of(rows) <= height:
            break
    return inside("TOC", rows)


def _row(entry: Entry, setting: Setting, width: float) -> Strip:
    """A heading at the left, its page at the right, and dots between them."""
    style = setting.styles["contents"]
    chief = entry.heading.level == 1
    font = cut(style.font, bold=chief, italic=False)
    indent = 0.0 if chief else INDENT
    number = str(entry.page)
    wide = setting.fonts.width(number, font, style.size)
    runs = checked(setting.fonts, [Run(entry.heading.words, font)], setting.span, setting.diagnostics)
    block = set_block(setting.fonts, runs, style.size, style.leading, width - indent - wide - 2 * LEADER[1])
    colour = setting.colour(style.colour)
    y, items = 0.0, list[Item]()
    for words in block.lines:
        y += block.leading
        items.extend(place_line(words, indent, y, width, style, style.size, colour))
    begin, end = indent + block.lines[-1].width + LEADER[1], width - wide - LEADER[1]
    dots = Stroke(setting.colour("soft"), LEADER[0], (0.01, LEADER[1]), cap=1)
    leader = (Tag("Artifact", (line(begin, y - 0.2, end, y - 0.2, dots),)),) if end > begin else ()
    page = Text(width - wide, y, number, font, style.size, colour)
    before = (style.above or 0.0) * MM_PER_POINT if chief else 0.0
    return inside("TOCI", [Strip(y + 0.3 * block.leading, (*items, *leader, page), before)])[0]


# Index --------------------------------------------------------------------------------------------------------


Found = tuple[str, list[tuple[int, bool]]]
"""A term, its pages, and whether it is explained there."""


class Said(NamedTuple):
    """What a page says: all its words, and those in bold or in headings."""

    words: str
    marked: str


def said(strips: Iterable[Strip]) -> Said:
    """The words of a page's strips, pictures left out."""
    words, marked, bold = [], [], False
    for strip in strips:
        titled = any(tag.role[0] == "H" for tag in strip.within)
        for text in _texts(strip.items):
            now = titled or text.font.startswith("bold")
            if now:
                marked.append(text.text if bold else f"\n{text.text}")
            words.append(text.text)
            bold = now
        bold = bold and not titled
    return Said(_whole(" ".join(words)), _whole(" ".join(marked)))


def _whole(words: str) -> str:
    """Words that are parted at the ends of lines said whole, too."""
    return f"{words}\n{words.replace('- ', '')}" if "- " in words else words


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group) or (isinstance(item, Tag) and item.role != "Artifact"):
            yield from _texts(item.items)


def terms(found: Iterable[Term], names: Iterable[str]) -> list[str]:
    """What an index is made of: terms that a text explains, and names where they stand in bold, in tables too."""
    kept: dict[str, str] = {}
    known = {name.lower(): name for name in names}
    for words, explained in found:
        key = words.lower()
        if key in known or explained:
            kept.setdefault(key, known.get(key, words))
    return [term for key, term in kept.items() if not (key.endswith("s") and key[:-1] in kept)]


def looked_up(wanted: Iterable[str], pages: Mapping[int, Said]) -> list[Found]:
    """The terms in order, each with its pages, and whether it is explained there."""
    low = {number: Said(page.words.lower(), page.marked.lower()) for number, page in pages.items()}
    found = []
    for term in sorted(wanted, key=lambda term: (term.casefold(), term)):
        says = re.compile(rf"\b{re.escape(term.lower())}(?:s|es)?\b").search
        places = [(number, says(page.marked) is not None) for number, page in low.items() if says(page.words)]
        if len(places) > MOST_PAGES:
            places = [place for place in places if place[1]][:MOST_PAGES]
        if places:
            found.append((term, places))
    return found


def index(found: Sequence[Found], setting: Setting, width: float) -> list[Strip]:
    """Terms with their pages in columns of even heights, as one strip."""
    own = (width - INDEX_GAP * (INDEX_COLUMNS - 1)) / INDEX_COLUMNS
    lines = [_term(term, places, setting, own) for term, places in found]
    if not lines:
        return []
    height = height_of(lines) / INDEX_COLUMNS
    while len(parts := columns(lines, height)) > INDEX_COLUMNS:
        height += lines[0].height / 2
    items = [item for n, part in enumerate(parts) for item in stacked(part, n * (own + INDEX_GAP), 0)]
    return [Strip(max(map(height_of, parts)), tuple(items), within=(Tag("Index", ()),))]


def _term(term: str, places: list[tuple[int, bool]], setting: Setting, width: float) -> Strip:
    style = setting.styles["index"]
    bold = cut(style.font, bold=True, italic=False)
    runs = [Run(term, style.font)]
    for number, explained in places:
        runs += [Run(", ", style.font), Run(str(number), bold if explained else style.font)]
    block = set_block(setting.fonts, runs, style.size, style.leading, width - INDENT)
    colour = setting.colour(style.colour)
    items: list[Item] = []
    for n, words in enumerate(block.lines):
        x, y = INDENT if n else 0.0, (n + 1) * block.leading
        items.extend(place_line(words, x, y, width, style, style.size, colour))
    return inside("P", [Strip(block.leading * len(block.lines), tuple(items))])[0]
