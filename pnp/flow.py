"""Markdown and a column width -> measured strips of type, tables and figures, broken into columns.

A strip is the least that stays together: a line of a paragraph, a row of a table, a figure, a boxed example.
Strips that must not be parted from the next one (a heading, the first line of a paragraph) say so. Understood
are headings, paragraphs, `**bold**`, `*italic*`, lists, tables, block quotes (boxed) and pictures that stand
alone or in a table cell: `![caption](file.svg#40)` is 40 mm wide. A rule across begins a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from pnp import markdown
from pnp.drawing import Drawing, Group, Item, Path, Stroke, Tag, Use, line, rectangle
from pnp.geometry import EPSILON, MM_PER_POINT, Rect, Transform, placed_inside
from pnp.model import Style
from pnp.source import Faults, Span
from pnp.text import Fonts, Run, checked, cut, place_line, quoted, set_block

STEP = 0.02
"""Type of a whole flow is made smaller by this share until it fits."""

HEAD_SEPARATOR = " | "
"""What stands between the words of a head in a table's text for readers."""

_ROLES = ("h1", "h2", "h3", "body", "table", "head", "caption")


class Strip(NamedTuple):
    """Items in a frame of their own (origin at the column's left, the strip's top), and its height in mm.

    `within` are the empty tags that a strip belongs in, the outermost first. Strips that share one (the lines of a
    paragraph, the paragraphs of a list) are put into it where they stand together.
    """

    height: float
    items: tuple[Item, ...]
    before: float = 0.0
    keep: bool = False
    new_page: bool = False
    within: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class Setting:
    """How a flow is set: fonts, the styles by role, colours by name, and who draws a picture of a given name."""

    fonts: Fonts
    styles: Mapping[str, Style]
    colour: Callable[[str], str]
    picture: Callable[[str], Drawing | None]
    span: Span
    faults: Faults

    def scaled(self, factor: float) -> Setting:
        """The same, its type smaller; no style goes below its own least size."""
        return replace(self, styles={role: _scaled(style, factor) for role, style in self.styles.items()})

    @property
    def steps_to_smallest(self) -> int:
        """How many steps smaller every style has reached its least size."""
        shares = [1 - (style.least or style.size) / style.size for style in self.styles.values()]
        return ceil(max(shares) / STEP)


def _scaled(style: Style, factor: float) -> Style:
    return replace(style, size=max(style.least or style.size, style.size * factor))


def styles_of(styles: Mapping[str, Style], prefix: str) -> dict[str, Style]:
    """The styles of a flow: `prefix-h1`, `prefix-body` and so on, `prefix-body` standing in for what is not there."""
    return {role: styles.get(f"{prefix}-{role}", styles[f"{prefix}-body"]) for role in _ROLES}


class _Trial(NamedTuple):
    """A flow set at one size: how high it is, and what is wider than its column."""

    strips: list[Strip]
    height: float
    wide: tuple[str, ...]

    def fits(self, height: float) -> bool:
        return self.height <= height + EPSILON and not self.wide


def fit_column(text: str, setting: Setting, box: Rect) -> tuple[Item, ...]:
    """A whole flow set into one box, its type as large as it fits; a fault if it does not fit at its smallest."""
    tokens = markdown.parse(text, setting.span, setting.faults)

    def tried(steps: int) -> _Trial:
        setter = _Setter(setting.scaled(1 - STEP * steps) if steps else setting, box.w)
        strips = setter.blocks(tokens)
        height = sum(s.height for s in strips) + sum(s.before for s in strips[1:])
        return _Trial(strips, height, tuple(setter.wide))

    best = tried(0)
    if not best.fits(box.h) and setting.steps_to_smallest > 0:
        # Halve the range of sizes: each try sets the whole text again.
        fits, too_large = setting.steps_to_smallest, 0
        best = tried(fits)
        while best.fits(box.h) and fits - too_large > 1:
            middle = (fits + too_large) // 2
            trial = tried(middle)
            if trial.fits(box.h):
                fits, best = middle, trial
            else:
                too_large = middle
    _too_wide(best.wide, setting)
    if best.height > box.h + EPSILON:
        setting.faults.error(
            setting.span,
            "text-overflow",
            f"this text does not fit {box.w:g} × {box.h:g} mm at its smallest size: {best.height - box.h:.1f} mm over",
            "shorten it, or give it more room in faces.yaml",
        )
    return tuple(stacked(best.strips, box.x, box.y))


def _too_wide(found: Iterable[str], setting: Setting) -> None:
    for message in found:
        setting.faults.error(setting.span, "text-overflow", message, "use a shorter word, or give it more room")


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


def _inside(role: str, strips: Iterable[Strip]) -> list[Strip]:
    """Strips in one tag more, round those that they have."""
    tag = Tag(role, ())
    return [strip._replace(within=(tag, *strip.within)) for strip in strips]


def columns(strips: list[Strip], height: float) -> list[list[Strip]]:
    """Strips broken into columns of at most `height` mm; what must stay together does, if a column can hold it."""
    pages: list[list[Strip]] = [[]]
    used = 0.0
    for group, extent in _kept_together(strips, height):
        space = group[0].before if pages[-1] else 0.0
        if pages[-1] and (used + space + extent > height + EPSILON or group[0].new_page):
            pages.append([])
            used, space = 0.0, 0.0
        pages[-1].extend(group)
        used += space + extent
    return pages


def _kept_together(strips: list[Strip], height: float) -> Iterable[tuple[list[Strip], float]]:
    """Strips with those they keep to, and how high they are together; as many as a column holds if not all can be."""
    group: list[Strip] = []
    extent = 0.0
    for strip in strips:
        more = strip.before + strip.height
        if group and extent + more > height + EPSILON:
            yield group, extent
            group = []
        extent = extent + more if group else strip.height
        group.append(strip)
        if not strip.keep:
            yield group, extent
            group = []
    if group:
        yield group, extent


def strips_of(text: str, setting: Setting, width: float) -> list[Strip]:
    """The strips of a Markdown text in a column of `width` mm."""
    setter = _Setter(setting, width)
    strips = setter.blocks(markdown.parse(text, setting.span, setting.faults))
    _too_wide(setter.wide, setting)
    return strips


class _Setter:
    """Sets blocks of tokens into strips of one width; `wide` says what is wider than its column."""

    def __init__(self, setting: Setting, width: float, wide: list[str] | None = None) -> None:
        self.setting = setting
        self.width = width
        self.wide: list[str] = [] if wide is None else wide
        self.em = setting.styles["body"].size * MM_PER_POINT

    def inside(self, width: float) -> _Setter:
        """For blocks that stand inside of others."""
        return _Setter(self.setting, width, self.wide)

    def blocks(self, tokens: list[Any]) -> list[Strip]:
        strips: list[Strip] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            end = markdown.closing(tokens, index)
            inside = tokens[index + 1 : end]
            if token.type == "heading_open":
                strips.extend(self.heading(token.tag, inside[0]))
            elif token.type == "paragraph_open":
                strips.extend(self.paragraph(inside[0]))
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                strips.extend(self.items_of_list(token, inside))
            elif token.type == "table_open":
                strips.extend(self.table(inside))
            elif token.type == "blockquote_open":
                strips.extend(self.boxed(inside))
            elif token.type == "hr":
                strips.append(Strip(0.0, (), self.em, new_page=True))
            index = end + 1
        return strips

    def runs(self, inline: Any, font: str) -> list[Run]:
        """The text of an inline token; fonts that are missing a glyph are faults."""
        known: list[Run] | None = inline.meta.get(f"runs {font}")
        if known is not None:
            return known
        found, bold, italic = [], 0, 0
        for child in inline.children or []:
            if child.type in ("strong_open", "strong_close"):
                bold += child.nesting
            elif child.type in ("em_open", "em_close"):
                italic += child.nesting
            elif child.type in ("text", "code_inline"):
                found.append(Run(child.content, cut(font, bold=bold > 0, italic=italic > 0)))
            elif child.type in ("softbreak", "hardbreak"):
                found.append(Run(" " if child.type == "softbreak" else "\n", font))
        # The same text is wanted again at the next size, and for the width of its column.
        inline.meta[f"runs {font}"] = checked(self.setting.fonts, found, self.setting.span, self.setting.faults)
        return found

    def heading(self, tag: str, inline: Any) -> list[Strip]:
        style = self.setting.styles[tag if tag in ("h1", "h2") else "h3"]
        before = {"h1": 1.4, "h2": 1.2}.get(tag, 0.8) * style.size * MM_PER_POINT
        lines = self.text_lines(self.runs(inline, style.font), style, self.width)
        lines = [lines[0]._replace(before=before), *lines[1:]]
        role = tag.upper() if tag in ("h1", "h2") else "H3"
        kept = [strip._replace(keep=True) for strip in _inside(role, lines)]
        return [*kept[:-1], kept[-1]._replace(height=kept[-1].height + 0.12 * style.size * MM_PER_POINT)]

    def paragraph(self, inline: Any) -> list[Strip]:
        picture = markdown.picture_in(inline)
        if picture is not None:
            return [self.figure(picture, self.width)]
        style = self.setting.styles["body"]
        lines = self.text_lines(self.runs(inline, style.font), style, self.width)
        whole = Tag("P", (), origin=self.setting.span)
        lines = [line._replace(within=(whole,)) for line in lines]
        return _no_orphans([lines[0]._replace(before=0.55 * self.em), *lines[1:]])

    def text_lines(self, runs: list[Run], style: Style, width: float, slack: float = 0.0) -> list[Strip]:
        """One strip a line, each as high as the leading; words may stick out by `slack` mm before that is noted."""
        colour = self.setting.colour(style.colour)
        block = set_block(self.setting.fonts, runs, style.size, style.leading, width)
        y = (block.leading - block.cap) / 2 + block.cap
        strips = []
        for words in block.lines:
            if words.words and words.width > width + slack + EPSILON:
                said = quoted("".join(run.text for _, run in words.words))
                over = f"{words.width - width:.1f} mm wider than its column, {max(width, 0):.1f} mm"
                self.wide.append(f"{said} is {over}")
            texts = place_line(words, 0.0, y, width, style, block.size, colour)
            strips.append(Strip(block.leading, tuple(texts)))
        return strips

    def items_of_list(self, token: Any, inside: list[Any]) -> list[Strip]:
        strips: list[Strip] = []
        number = int((token.attrs or {}).get("start", 1))
        ordered = token.type.startswith("ordered")
        indent = 1.2 * self.em
        if ordered:
            count = sum(1 for t in inside if t.type == "list_item_open" and t.level == token.level + 1)
            indent = max(1.7 * self.em, self.marks_width(range(number, number + count)) + 0.2 * self.em)
        index = 0
        while index < len(inside):
            end = markdown.closing(inside, index)
            marker = f"{number}." if ordered else "•"
            strips.extend(self.item(marker, inside[index + 1 : end], indent, first=not strips))
            number += 1
            index = end + 1
        return _inside("L", strips)

    def marks_width(self, numbers: range) -> float:
        size = self.setting.styles["body"].size
        return max(self.setting.fonts.width(f"{number}.", "bold", size) for number in numbers)

    def item(self, marker: str, inside: list[Any], indent: float, *, first: bool) -> list[Strip]:
        mark = self.text_lines([Run(marker, "bold")], self.setting.styles["body"], indent)[0]
        # An empty item still has its mark.
        inner = self.inside(self.width - indent).blocks(inside) or [mark._replace(items=())]
        shifted = [s._replace(items=(Group(s.items, Transform.move(indent, 0)),)) for s in inner]
        items = (Tag("Lbl", mark.items), *shifted[0].items)
        head = shifted[0]._replace(items=items, before=(0.45 if first else 0.25) * self.em)
        return _inside("LI", _inside("LBody", [head, *shifted[1:]]))

    def figure(self, picture: Any, room: float) -> Strip:
        """A picture with its caption below, in the middle of `room` mm."""
        source = markdown.source(picture)
        drawing = self.setting.picture(source.name)
        if drawing is None:
            return Strip(0.0, ())
        if room <= 0:
            self.wide.append(f"the picture {source.name!r} has no room in its column")
            return Strip(0.0, ())
        width = min(source.width or room, room)
        height = width * drawing.size.h / drawing.size.w
        box = Rect((room - width) / 2, 0, width, height)
        style = self.setting.styles["caption"]
        caption = self.runs(picture, style.font)
        # The caption is read anyway: what the picture tells of itself is more.
        alt = drawing.alt or "".join(run.text for run in caption)
        items: list[Item] = [Tag("Figure", (Use(drawing, placed_inside(drawing.size, box)),), alt)]
        if caption:
            for strip in self.text_lines(caption, style, room):
                items.extend(stacked([strip], 0, height + 0.8))
                height += strip.height
            height += 0.8
        return Strip(height, tuple(items), 0.9 * self.em)

    def boxed(self, inside: list[Any]) -> list[Strip]:
        """A block quote on a tinted ground with a bar at its left; a long one may go on on the next page."""
        pad = 0.8 * self.em
        inner = self.inside(self.width - 2 * pad - 1).blocks(inside)
        strips = []
        for index, strip in enumerate(inner):
            above = pad if index == 0 else strip.before
            below = pad if index == len(inner) - 1 else 0.0
            height = above + strip.height + below
            ground = Path(rectangle(Rect(0, 0, self.width, height)), fill=self.setting.colour("cream"))
            bar = Path(rectangle(Rect(0, 0, 1.1, height)), fill=self.setting.colour("red"))
            content = Group(strip.items, Transform.move(pad + 0.5, above))
            keep = strip.keep or index == 0 < len(inner) - 1
            before = 0.8 * self.em if index == 0 else 0.0
            strips.append(Strip(height, (ground, bar, content), before, keep, within=strip.within))
        return _inside("BlockQuote", strips)

    def table(self, inside: list[Any]) -> list[Strip]:
        """Rows with a rule below each and every other one tinted; a table of pictures has neither."""
        rows = markdown.rows(inside)
        if not rows:
            return []
        widths = self.column_widths(rows)
        plain = any(markdown.picture_in(cell) is not None for _, cells in rows for cell in cells)
        whole = Tag("Table", (), self.head_of(rows), self.setting.span)
        strips = []
        for index, (head, cells) in enumerate(rows):
            strip = self.row(cells, widths, head=head)
            dressed = strip if plain else self.dressed(strip, head=head, odd=index % 2 == 1)
            strips.append(dressed._replace(keep=head or plain, within=(whole,)))
        strips[0] = strips[0]._replace(before=0.7 * self.em)
        strips[-1] = strips[-1]._replace(keep=False)
        if len(strips) > 3:
            strips[-2] = strips[-2]._replace(keep=True)
        return strips

    def head_of(self, rows: list[tuple[bool, list[Any]]]) -> str:
        """The words of a table's head; none if it has no head."""
        head, cells = rows[0]
        font = self.setting.styles["head"].font
        words = ["".join(run.text for run in self.runs(cell, font)) for cell in cells]
        return HEAD_SEPARATOR.join(words) if head else ""

    def column_widths(self, rows: list[tuple[bool, list[Any]]]) -> list[float]:
        """Each column as wide as its longest line; where that is too much, the widest give way first."""
        pad = self.em * 0.9
        natural = [pad] * max(len(cells) for _, cells in rows)
        for head, cells in rows:
            style = self.setting.styles["head" if head else "table"]
            for i, cell in enumerate(cells):
                natural[i] = max(natural[i], self.cell_width(cell, style) + pad)
        if sum(natural) <= self.width:
            return [n * self.width / sum(natural) for n in natural]
        return _squeezed(natural, self.width)

    def cell_width(self, cell: Any, style: Style) -> float:
        """The width a cell would like: its text on one line, or its picture."""
        picture = markdown.picture_in(cell)
        if picture is not None:
            return markdown.source(picture).width or self.width
        return sum(self.setting.fonts.width(r.text, r.font, style.size) for r in self.runs(cell, style.font))

    def row(self, cells: list[Any], widths: list[float], *, head: bool) -> Strip:
        """One row: short texts stand at its top, as a reader expects, and pictures in the middle of its height."""
        style = self.setting.styles["head" if head else "table"]
        pad, gap = self.em * 0.45, 0.22 * self.em
        placed: list[tuple[float, list[Strip], bool]] = []
        x = 0.0
        for cell, width in zip(cells, widths, strict=False):
            picture = markdown.picture_in(cell)
            if picture is not None:
                strips = [self.figure(picture, width - 2 * pad)]
            else:
                aligned = replace(style, align=markdown.alignment(cell))
                # A word may stick out into the room between columns before it is a fault.
                strips = self.text_lines(self.runs(cell, style.font), aligned, width - 2 * pad, slack=pad)
            placed.append((x + pad, strips, picture is not None))
            x += width
        heights = [sum(strip.height for strip in strips) for _, strips, _ in placed]
        height = max(heights)
        tags: list[Item] = []
        for (left, strips, pictured), own in zip(placed, heights, strict=True):
            lower = (height - own) / 2 if pictured else 0.0
            tags.append(Tag("TH" if head else "TD", tuple(stacked(strips, left, gap + lower))))
        return Strip(height + 2 * gap, (Tag("TR", tuple(tags)),))

    def dressed(self, strip: Strip, *, head: bool, odd: bool) -> Strip:
        tint: tuple[Item, ...] = ()
        if odd and not head:
            tint = (Path(rectangle(Rect(0, 0, self.width, strip.height)), fill=self.setting.colour("cream")),)
        pen = Stroke(self.setting.colour("ink" if head else "pale"), 0.3 if head else 0.15)
        return strip._replace(items=(*tint, *strip.items, line(0, strip.height, self.width, strip.height, pen)))


def _squeezed(natural: list[float], width: float) -> list[float]:
    """Narrow columns keep what they want; the others share what is left."""
    widths = dict.fromkeys(range(len(natural)), 0.0)
    open_ = sorted(widths, key=lambda i: natural[i])
    left = width
    while open_:
        share = left / len(open_)
        i = open_.pop(0)
        widths[i] = min(natural[i], share)
        left -= widths[i]
    return [widths[i] for i in range(len(natural))]


def _no_orphans(lines: list[Strip]) -> list[Strip]:
    """The first two lines of a paragraph stay together, and the last two."""
    last = len(lines) - 1
    return [s._replace(keep=s.keep or (last > 0 and i in (0, last - 1))) for i, s in enumerate(lines)]
