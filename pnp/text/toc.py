"""Make the table of contents and the index of a text, and find the chapter of a page.

All of it is derived from the pages as laid out. The index contains the terms that the text explains (a few words in
bold) and given names. It lists the pages that mention a term, in bold if the term is explained there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.graphics import Item, Stroke, Tag
from pnp.graphics.drawing import Holder, Text, every, is_own, line
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import languages
from pnp.text.blocks import Strip, TextHeading, columns, height_of, inside, stacked
from pnp.text.fit import checked, place_line
from pnp.text.markdown import Term
from pnp.text.roles import Run
from pnp.text.styles import Setting

Pages = Sequence[Sequence[Strip]]

INDENT = 5.0
LEADER = (0.3, 1.2)
"""The dots between a heading and its page: their diameter and distance in mm."""
INDEX_COLUMNS, INDEX_GAP = 3, 5.0

MOST_PAGES = 5
"""For a term on more pages than this, the index only lists the pages that explain it."""


class TocEntry(NamedTuple):
    """A heading, its page, and its distance from the top in mm."""

    heading: TextHeading
    page: int
    down: float = 0.0


def entries(pages: Pages, first: int) -> list[TocEntry]:
    """The headings of pages, numbered from `first`."""
    headings = []
    for number, strips in enumerate(pages, start=first):
        down = 0.0
        for index, strip in enumerate(strips):
            down += strip.before if index else 0.0
            if strip.heading:
                headings.append(TocEntry(strip.heading, number, down))
            down += strip.height
    return headings


def running(headings: Iterable[TocEntry], page: int) -> str:
    """The chapter or section whose heading a page begins with; else the first chapter of the page, or the one that
    continues there."""
    continued = ""
    for (level, words), begins, down in headings:
        if begins > page:
            break
        if begins == page and (level == 1 or (level == 2 and not down)):
            return words
        if level == 1:
            continued = words
    return continued


# Contents -----------------------------------------------------------------------------------------------------


def contents(entries: Sequence[TocEntry], setting: Setting, width: float, height: float) -> list[Strip]:
    """A line for each heading of the first two levels, or only of the first level if they do not fit."""
    for most in (2, 1):
        rows = [_row(entry, setting, width) for entry in entries if entry.heading.level <= most]
        if height_of(rows) <= height:
            break
    return inside("TOC", rows)


def _row(entry: TocEntry, setting: Setting, width: float) -> Strip:
    """A line of the table of contents. A heading from right to left begins at the right, with its page at the left."""
    style = setting.styles["contents"]
    chief = entry.heading.level == 1
    font = setting.fonts.cut(style.font, bold=chief)
    indent = 0.0 if chief else INDENT
    number = str(entry.page)
    wide = setting.fonts.width(number, font, style.size)
    runs = checked(setting.fonts, [Run(entry.heading.words, font)], setting.span, setting.diagnostics)
    block = setting.block(runs, style, width - indent - wide - 2 * LEADER[1])
    colour = setting.colour(style.colour)
    last = block.lines[-1]
    y, items = 0.0, list[Item]()
    for words in block.lines:
        y += block.leading
        items.extend(place_line(words, 0.0 if words.rtl else indent, y, width - indent, style, style.size, colour))
    begin, end = indent + last.width + LEADER[1], width - wide - LEADER[1]
    if last.rtl:
        begin, end = width - end, width - begin
    dots = Stroke(setting.colour("soft"), LEADER[0], (0.01, LEADER[1]), cap=1)
    leader = (Tag("Artifact", (line(begin, y - 0.2, end, y - 0.2, dots),)),) if end > begin else ()
    page = Text(0.0 if last.rtl else width - wide, y, number, font, style.size, colour)
    before = (style.above or 0.0) * MM_PER_POINT if chief else 0.0
    return inside("TOCI", [Strip(y + 0.3 * block.leading, (*items, *leader, page), before)])[0]


# Index --------------------------------------------------------------------------------------------------------


Found = tuple[str, list[tuple[int, bool]]]
"""A term, its pages, and whether it is explained there."""


class Said(NamedTuple):
    """The words of a page, and those in bold or in headings."""

    words: str
    marked: str


def said(strips: Iterable[Strip]) -> Said:
    """The words of a page's strips, without pictures."""
    words, marked, bold = [], [], False
    for strip in strips:
        titled = any(tag.role[0] == "H" for tag in strip.within)
        for text in (item for item in every(strip.items, _is_read) if isinstance(item, Text)):
            now = titled or text.font.startswith("bold")
            if now:
                marked.append(text.text if bold else f"\n{text.text}")
            words.append(text.text)
            bold = now
        bold = bold and not titled
    return Said(_whole(" ".join(words)), _whole(" ".join(marked)))


def _whole(words: str) -> str:
    """Add the text with hyphenated words made whole."""
    return f"{words}\n{words.replace('- ', '')}" if "- " in words else words


def _is_read(item: Holder) -> bool:
    """Whether an item has words of the book inside it."""
    return is_own(item) and not (isinstance(item, Tag) and item.is_decoration)


def terms(bold: Iterable[Term], names: Iterable[str]) -> list[str]:
    """The terms of an index: those that a text explains, and names in bold, also in tables."""
    kept: dict[str, str] = {}
    known = {name.lower(): name for name in names}
    for words, explained in bold:
        key = words.lower()
        if key in known or explained:
            kept.setdefault(key, known.get(key, words))
    return [term for key, term in kept.items() if not (key.endswith("s") and key[:-1] in kept)]


def looked_up(wanted: Iterable[str], pages: Mapping[int, Said], language: str) -> list[Found]:
    """The terms in the order of a language, each with its pages and whether it is explained there."""
    low = {number: Said(page.words.lower(), page.marked.lower()) for number, page in pages.items()}
    entries = []
    for term in sorted(wanted, key=lambda term: languages.order(term, language)):
        mentioned = re.compile(rf"\b{re.escape(term.lower())}(?:s|es)?\b").search
        places = [(number, mentioned(page.marked) is not None) for number, page in low.items() if mentioned(page.words)]
        if len(places) > MOST_PAGES:
            places = [place for place in places if place[1]][:MOST_PAGES]
        if places:
            entries.append((term, places))
    return entries


def index(entries: Sequence[Found], setting: Setting, width: float) -> list[Strip]:
    """The index in columns of even heights, as one strip. From right to left, the first column is at the right."""
    own = (width - INDEX_GAP * (INDEX_COLUMNS - 1)) / INDEX_COLUMNS
    lines = [_term(term, places, setting, own) for term, places in entries]
    if not lines:
        return []
    height = height_of(lines) / INDEX_COLUMNS
    while len(parts := columns(lines, height)) > INDEX_COLUMNS:
        height += lines[0].height / 2
    lefts = [n * (own + INDEX_GAP) for n in range(INDEX_COLUMNS)]
    ordered = lefts[::-1] if setting.right_to_left else lefts
    items = [item for left, part in zip(ordered, parts, strict=False) for item in stacked(part, left, 0)]
    return [Strip(max(map(height_of, parts)), tuple(items), within=(Tag("Index", ()),))]


def _term(term: str, places: list[tuple[int, bool]], setting: Setting, width: float) -> Strip:
    style = setting.styles["index"]
    bold = setting.fonts.cut(style.font, bold=True)
    runs = [Run(term, style.font)]
    for number, explained in places:
        runs += [Run(", ", style.font), Run(str(number), bold if explained else style.font)]
    block = setting.block(runs, style, width - INDENT)
    colour = setting.colour(style.colour)
    items: list[Item] = []
    for n, words in enumerate(block.lines):
        indent, y = INDENT if n else 0.0, (n + 1) * block.leading
        x = 0.0 if words.rtl else indent
        items.extend(place_line(words, x, y, width - indent, style, style.size, colour))
    return inside("P", [Strip(block.leading * len(block.lines), tuple(items))])[0]
