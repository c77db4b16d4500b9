"""Lay out Markdown in a column, as strips of text, tables and figures.

Supported are headings, paragraphs, `**bold**`, `*italic*`, lists, tables, block quotes (drawn as callouts; bold words
at the beginning are the label) and pictures alone in a paragraph or a table cell: `![caption](file.svg#40)` is 40 mm
wide, and `file.svg#30-right` is to the right of the following text. A horizontal rule begins a page; in a box, it is a
line. The comment `<!-- small -->` sets the rest of the chapter in the `small` style.

Paragraphs below one another, from the top left, for pages that are drawn without a template.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.graphics import Group, Item, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import Text, TextBlock, line
from pnp.graphics.geometry import EPSILON, MM_PER_POINT
from pnp.text import direction, markdown, marked
from pnp.text.blocks import Strip, TextHeading, ends_kept, height_of, inside, stacked
from pnp.text.fit import LEAST_OVER, checked, plain, runs, set_block
from pnp.text.markdown import Term
from pnp.text.roles import Fonts, Run
from pnp.text.styles import STEP, ColumnSetter, Setting, TooWide
from pnp.text.table import CalloutGround, boxed, table

if TYPE_CHECKING:
    from markdown_it.token import Token


_RULE_DROP = 0.07
"""How far the line below a heading is below its type, for descenders, in mm per pt."""
_BELOW_HEADING = 0.12
_RULE, _RULE_ROOM = 0.2, 0.2
"""The width of a horizontal rule in a box, in mm, and the space above it, as a factor of the type size."""
_ICON_ROOM = 1.7
"""The indent of a list whose items begin with icons, in ems."""
_BELOW = {"table_open": "table", "blockquote_open": "quote"}
"""The styles whose `below` is the space below these blocks."""

BESIDE_GAP, BESIDE_OVER, BESIDE_MOST = 4.0, 10.0, 0.6
"""The gap between a picture and the text beside it, in mm; how much higher than the picture a table or callout beside
it may be, in mm; and the maximum width of the picture as a share of the column."""


def fit_column(text: str, setting: Setting, box: Rect) -> tuple[Item, ...]:
    """Set a Markdown text into a box, at the largest size that fits. An overflow at the smallest size is an error."""
    tokens = marked.parse(text, setting.written or setting.span, setting.diagnostics, setting.blocks)

    @cache
    def attempt(steps: int) -> tuple[list[Strip], list[TooWide]]:
        """The strips at a size some steps smaller, and what is wider than its column."""
        setter = _BlockSetter(setting.scaled(1 - STEP * steps) if steps else setting, box.w)
        setter.draws_rules = True
        return setter.blocks(tokens), setter.wide

    def fits(steps: int) -> bool:
        strips, wide = attempt(steps)
        return height_of(strips) <= box.h + EPSILON and not wide

    smallest = setting.steps_to_smallest
    strips, wide = attempt(0 if fits(0) else bisect_left(range(smallest), x=True, lo=min(1, smallest), key=fits))
    _too_wide(wide, setting)
    over = height_of(strips) - box.h
    if over > EPSILON:
        shown = max(over, LEAST_OVER)
        setting.diagnostics.error(
            setting.span,
            "text-overflow",
            f"this text does not fit {box.size} at its smallest size: {shown:.1f} mm over",
            "shorten it, or enlarge its box in faces.yaml",
            on_card=True,
        )
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[setting.styles["body"].valign]
    return tuple(stacked(strips, box.x, box.y - share * min(over, 0.0)))


def _too_wide(found: Iterable[TooWide], setting: Setting) -> None:
    for one in found:
        setting.diagnostics.error(setting.span, "text-overflow", one.message, *one.hints, on_card=True)


class SetText(NamedTuple):
    """A laid-out text, and the terms for its index."""

    strips: list[Strip]
    terms: list[Term]


def set_text(text: str, setting: Setting, width: float) -> SetText:
    """Set a Markdown text in a column of `width` mm."""
    tokens = marked.parse(text, setting.span, setting.diagnostics)
    setter = _BlockSetter(setting, width)
    setter.has_lead = "lead" in setting.styles
    strips = setter.blocks(tokens)
    _too_wide(setter.wide, setting)
    return SetText(strips, markdown.terms(tokens))


def headed(words: str, setting: Setting, width: float) -> list[Strip]:
    """Set a text as a first-level heading."""
    setter = _BlockSetter(setting, width)
    font = setting.styles["h1"].font
    return setter.titled("h1", checked(setting.fonts, [Run(words, font)], setting.span, setting.diagnostics), 1)


class _BlockSetter(ColumnSetter):
    """Lays out blocks of Markdown tokens in a column."""

    def __init__(self, setting: Setting, width: float, wide: list[TooWide] | None = None, text: str = "body") -> None:
        super().__init__(setting, width, wide)
        self.text = text
        """The role of paragraphs: `body`, `lead` right after the first heading, or `small` after `<!-- small -->`."""
        self.has_lead = False
        """Whether the paragraph after the next heading is a lead."""
        self.depth = 0
        """The level of the last heading, as readers of tags have it."""
        self.draws_rules = False
        """Whether a horizontal rule is a line; otherwise it begins a page."""

    def within(self, width: float) -> _BlockSetter:
        return _BlockSetter(self.setting, width, self.wide, self.text)

    def blocks(self, tokens: list[Token]) -> list[Strip]:
        strips: list[Strip] = []
        index, below, fresh = 0, 0.0, False
        while index < len(tokens):
            token, end = tokens[index], markdown.closing(tokens, index)
            beside = self.beside(tokens[index : end + 1])
            if beside is not None:
                end, more = self.wrapped(beside, tokens, end + 1)
            else:
                more = self.block(token, tokens[index + 1 : end])
            if more:
                first = more[0]._replace(before=max(more[0].before, below), new_page=fresh)
                strips.extend([first, *more[1:]])
                # A paragraph that ends in a colon stays with the next block.
                announces = token.type == "paragraph_open" and tokens[index + 1].content.rstrip("*_ ").endswith(":")
                strips[-1] = strips[-1]._replace(keep=strips[-1].keep or announces)
                style = self.setting.styles.get(_BELOW.get(token.type, ""))
                below = (style.below or 0.0) * MM_PER_POINT if style else 0.0
            fresh = token.type == "hr" and not self.draws_rules
            index = end + 1
        return strips

    def block(self, token: Token, inner: list[Token]) -> list[Strip]:
        kind = token.type
        if kind == "heading_open":
            return self.heading(token.tag, inner[0])
        if kind == "paragraph_open":
            return self.paragraph(inner[0])
        if self.text == "lead":
            self.text = "body"
        if kind in ("bullet_list_open", "ordered_list_open"):
            return self.items_of_list(token, inner)
        if kind == "table_open":
            return table(self, markdown.rows(inner))
        if kind == "blockquote_open":
            return self.boxed(inner)
        if kind == "hr" and self.draws_rules:
            return [self.rule()]
        if kind == "html_block":
            self.comment(token.content)
        return []

    def comment(self, text: str) -> None:
        if _SMALL.search(text) and "small" in self.setting.styles:
            self.text = "small"

    def rule(self) -> Strip:
        """A line across the column, in the colour of the text."""
        pen = Stroke(self.setting.colour(self.setting.styles["body"].colour), _RULE)
        y = _RULE_ROOM * self.em
        return Strip(y, (line(0, y, self.width, y, pen),), before=self.room("body"))

    def heading(self, tag: str, inline: Token) -> list[Strip]:
        level = int(tag[1:]) if tag in ("h1", "h2") else 3
        role = f"h{level}"
        style = self.setting.styles[role]
        if level == 1 or self.text == "lead":
            self.text = "lead" if self.has_lead else "body"
            self.has_lead = False
        # No level is skipped, even if a heading is set smaller than its level.
        self.depth = 2 if (level, self.depth) == (3, 1) else level
        return self.titled(role, self.runs(inline, style.font), self.depth, marked.block_of(inline))

    def titled(self, role: str, runs: list[Run], level: int, block: TextBlock | None = None) -> list[Strip]:
        style = self.setting.styles[role]
        lines = self.text_lines(runs, style, self.width)
        lines[0] = lines[0]._replace(before=self.room(role), heading=TextHeading(level, plain(runs)))
        below = _BELOW_HEADING * style.size if style.below is None else style.below
        last = lines[-1]._replace(height=lines[-1].height + below * MM_PER_POINT)
        if style.rule:
            pen = Stroke(self.setting.colour(style.colour), style.rule)
            y, drop = lines[-1].height, _RULE_DROP * style.size
            last = last._replace(
                height=last.height + drop, items=(*last.items, line(0, y + drop, self.width, y + drop, pen))
            )
        return [strip._replace(keep=True) for strip in inside(f"H{level}", [*lines[:-1], last], block)]

    def paragraph(self, inline: Token) -> list[Strip]:
        picture = markdown.picture_in(inline)
        if picture is not None:
            return [self.figure(picture, self.width)]
        style = self.setting.styles[self.text]
        room = self.room(self.text)
        if self.text == "lead":
            self.text = "body"
        lines = self.text_lines(self.runs(inline, style.font), style, self.width)
        whole = Tag("P", (), origin=self.setting.span, block=marked.block_of(inline))
        lines = [line._replace(within=(whole,)) for line in lines]
        return ends_kept([lines[0]._replace(before=room), *lines[1:]])

    def items_of_list(self, token: Token, inner: list[Token]) -> list[Strip]:
        """The items of a list. An item of an unordered list that begins with an icon has the icon as its mark."""
        strips: list[Strip] = []
        number = int(markdown.attribute(token, "start") or 1)
        ordered = token.type.startswith("ordered")
        items: list[tuple[Token | None, list[Token]]] = []
        index = 0
        while index < len(inner):
            end = markdown.closing(inner, index)
            items.append((None, inner[index + 1 : end]) if ordered else markdown.icon_first(inner[index + 1 : end]))
            index = end + 1
        indent = self.room_of_numbers(range(number, number + len(items))) if ordered else 1.2 * self.em
        if any(icon for icon, _ in items):
            indent = _ICON_ROOM * self.em
        for icon, rest in items:
            marker = self.runs(icon, "bold") if icon else [Run(_mark(token, number), "bold")]
            strips.extend(self.item(marker, rest, indent, first=not strips))
            number += 1
        return inside("L", strips)

    def room_of_numbers(self, numbers: range) -> float:
        size, fonts = self.setting.styles["body"].size, self.setting.fonts
        widest = max(fonts.width(f"{number}.", "bold", size) for number in numbers)
        return max(1.7 * self.em, widest + 0.2 * self.em)

    def item(self, marker: list[Run], inner: list[Token], indent: float, *, first: bool) -> list[Strip]:
        mark = self.text_lines(marker, self.setting.styles["body"], indent)[0]
        # An empty item still has its mark.
        strips = self.within(self.width - indent).blocks(inner) or [mark._replace(items=())]
        rtl = self.setting.right_to_left or any(direction.begins_rtl(_letters(token)) for token in inner[1:2])
        shift = Transform.move(0 if rtl else indent, 0)
        shifted = [s._replace(items=(Group(s.items, shift),)) for s in strips]
        if rtl:
            right = self.width - self.room_of_mark(mark, indent)
            mark = mark._replace(items=(Group(mark.items, Transform.move(right, 0)),))
        items = (Tag("Lbl", mark.items), *shifted[0].items)
        head = shifted[0]._replace(items=items, before=self.room("list" if first else "item"))
        return inside("LI", inside("LBody", [head, *shifted[1:]]))

    def room_of_mark(self, mark: Strip, indent: float) -> float:
        """The width that a mark takes: all of the indent if it is at the right of that already."""
        last = mark.items[-1]
        if self.setting.right_to_left or not isinstance(last, Text):
            return indent
        return self.setting.fonts.extent(last)

    def beside(self, tokens: list[Token]) -> Token | None:
        """The picture in these tokens, if text is set beside it."""
        picture = markdown.picture_in(tokens[1]) if tokens[0].type == "paragraph_open" else None
        if picture is None:
            return None
        source = markdown.source(picture)
        wide = source.width is None or source.width > BESIDE_MOST * self.width
        return None if not source.side or wide else picture

    def wrapped(self, picture: Token, tokens: list[Token], index: int) -> tuple[int, list[Strip]]:
        """A picture with the blocks from `index` on beside it, up to its height or the next heading; and the index of
        their last token."""
        source = markdown.source(picture)
        width = source.width or 0.0
        figure = self.figure(picture, width)
        index, beside = self.blocks_beside(figure, width, tokens, index)
        left = source.side == "left"
        at = Transform.move(0.0 if left else self.width - width, 0)
        shift = Transform.move(width + BESIDE_GAP if left else 0.0, 0)
        shown = figure._replace(items=(Group(figure.items, at),))
        if not beside:
            return index - 1, [shown]
        first = Strip(0.0, shown.items, max(figure.before, beside[0].before), keep=True)
        moved = [strip._replace(items=(Group(strip.items, shift),)) for strip in beside]
        return index - 1, [first, *_as_high([moved[0]._replace(before=0.0), *moved[1:]], figure.height)]

    def blocks_beside(self, figure: Strip, width: float, tokens: list[Token], index: int) -> tuple[int, list[Strip]]:
        """The index behind the last block that fits beside a figure, and the strips of these blocks."""
        narrow = _BlockSetter(self.setting, self.width - width - BESIDE_GAP, text=self.text)
        beside: list[Strip] = []
        while index < len(tokens) and tokens[index].type not in _CLEARING and height_of(beside) < figure.height:
            end = markdown.closing(tokens, index)
            if self.beside(tokens[index : end + 1]) is not None:
                break
            block = narrow.block(tokens[index], tokens[index + 1 : end])
            left = figure.height - height_of(beside) + BESIDE_OVER
            if narrow.wide or (beside and tokens[index].type in _WHOLE and height_of(block) > left):
                # A block that is too wide or too high goes below the picture.
                break
            beside.extend(block)
            index = end + 1
        self.text = narrow.text
        return index, beside

    def boxed(self, inner: list[Token]) -> list[Strip]:
        """A block quote as a callout. Bold words at its beginning are the label."""
        fill, accent = map(self.setting.colour, ("cream", "accent"))
        ground = CalloutGround(self.width, self.room("quote"), fill, accent, self.setting.right_to_left)
        block = marked.block_of(inner[1]) if len(inner) > 1 else None
        words, inner = self.label(inner)
        column = self.within(ground.inner)
        label: list[Strip] = []
        remade: list[Strip] = []
        if words:
            style = self.setting.styles["label"]
            more = f"{words} – {self.setting.say('continued')}"
            label, remade = (column.text_lines([Run(text, style.font)], style, ground.inner) for text in (words, more))
        return boxed(ground, label, remade, column.blocks(inner), block)

    def label(self, inner: list[Token]) -> tuple[str, list[Any]]:
        """The label of a callout, if there is a style for it, and the remaining tokens."""
        if "label" not in self.setting.styles or not inner or inner[0].type != "paragraph_open":
            return "", inner
        kids = list(filterfalse(_is_empty, inner[1].children or []))
        if not kids or kids[0].type != "strong_open":
            return "", inner
        end = markdown.closing(kids, 0)
        words = "".join(kid.content for kid in kids[1:end]).rstrip(".: ")
        rest = kids[end + 1 :]
        if all(map(_is_unprinted, rest)):
            # A comment behind the label is not printed; as a paragraph it would leave an empty line.
            return words, inner[3:]
        if rest[0].type == "text":
            rest[0] = rest[0].copy(content=rest[0].content.lstrip())
        return words, [inner[0], inner[1].copy(children=rest), *inner[2:]]


def _mark(token: Token, number: int) -> str:
    """The mark of an item as it is typed: `7)` is no `7.`."""
    return f"{number}{token.markup}" if token.type.startswith("ordered") else "+" if token.markup == "+" else "•"


def _is_empty(token: Token) -> bool:
    return token.type == "text" and not token.content


def _is_unprinted(token: Token) -> bool:
    return token.type == "html_inline" or (token.type == "text" and not token.content.strip())


_SMALL = re.compile(r"<!--\s*small\s*-->")
_CLEARING = ("heading_open", "hr")
_WHOLE = ("table_open", "blockquote_open")


def _as_high(strips: list[Strip], height: float) -> list[Strip]:
    """Keep strips together beside a picture of `height` mm and fill up its height. If they are only a little higher,
    they all stay together, because narrow lines without the picture would look lost on the next page."""
    whole = height_of(strips) <= 1.6 * height
    found, reached = [], 0.0
    for index, strip in enumerate(strips):
        reached += strip.height + (strip.before if index else 0.0)
        kept = strip.keep or whole or reached < height
        found.append(strip._replace(keep=kept and index < len(strips) - 1))
    found[-1] = found[-1]._replace(height=found[-1].height + max(0.0, height - reached))
    return found


def _letters(inline: Token) -> str:
    """The words of a paragraph, without the names of icons, which have no direction."""
    return "".join(child.content for child in inline.children or [] if child.type == "text")


APART = 2.0
"""The distance between paragraphs, mm."""
_INK = "#000000"


def paragraphs(fonts: Fonts, texts: Iterable[str], width: float, size: float) -> tuple[Group, float]:
    """Paragraphs of marked text in a type size in pt, and their height in mm."""
    words: list[Text] = []
    top = 0.0
    for text in texts:
        block = set_block(fonts, runs(text, "body"), size, 1.25, width)
        words += (
            Text(dx, top + block.cap + number * block.leading, run.text, run.font, block.size, _INK)
            for number, line in enumerate(block.lines)
            for dx, run in line.words
        )
        top += block.height + APART
    return Group(tuple(words), Transform()), max(0.0, top - APART)
