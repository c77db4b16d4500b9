"""Markdown and a column width -> measured strips of type, tables and figures.

Understood are headings, paragraphs, `**bold**`, `*italic*`, lists, tables, block quotes (boxed; bold words that begin
one are its label) and pictures that stand alone or in a table cell: `![caption](file.svg#40)` is 40 mm wide, and
`file.svg#30-right` stands at the right of what follows. A rule across begins a page; the comment `<!-- small -->` sets
what follows, to the end of the chapter, in the `small` style.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import markdown
from pnp.boxed import Ground, boxed
from pnp.drawing import Group, Item, Stroke, Tag, Use, line
from pnp.geometry import EPSILON, MM_PER_POINT, Rect, Transform, placed_inside
from pnp.markdown import Term
from pnp.model import Style
from pnp.rows import table
from pnp.setting import STEP, Setting
from pnp.source import Span
from pnp.strips import Heading, Strip, ends_kept, height_of, inside, stacked
from pnp.text import Run, checked, cut, parted_in, place_line, plain, quoted, set_block, spelt

if TYPE_CHECKING:
    from markdown_it.token import Token

_ABOVE = {"h1": 1.4, "h2": 1.2, "h3": 0.8, "table": 0.7, "list": 0.45, "item": 0.25, "quote": 0.8, "figure": 0.9}
"""The room above each of these where its style does not say, in its own size for headings, in the body's for others."""
_ABOVE_TEXT, _BELOW_HEADING = 0.55, 0.12
_BELOW = {"table_open": "table", "blockquote_open": "quote"}
"""The styles that say how much room is below these blocks."""

BESIDE_GAP, BESIDE_OVER, BESIDE_MOST = 4.0, 10.0, 0.6
"""Between a picture and the text beside it, in mm; how much higher than it a table or a box beside it may be; and which
part of its column it may take."""


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
        return _Trial(strips, height_of(strips), tuple(setter.wide))

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


class SetText(NamedTuple):
    """A text that is set, and the terms that it may explain."""

    strips: list[Strip]
    terms: list[Term]


def set_text(text: str, setting: Setting, width: float) -> SetText:
    """A Markdown text set in a column of `width` mm."""
    tokens = markdown.parse(text, setting.span, setting.faults)
    setter = _Setter(setting, width)
    setter.has_lead = "lead" in setting.styles
    strips = setter.blocks(tokens)
    _too_wide(setter.wide, setting)
    return SetText(strips, markdown.terms(tokens))


def headed(words: str, setting: Setting, width: float) -> list[Strip]:
    """A heading of the first level that is not written in Markdown."""
    setter = _Setter(setting, width)
    font = setting.styles["h1"].font
    return setter.titled("h1", checked(setting.fonts, [Run(words, font)], setting.span, setting.faults))


class _Setter:
    """Sets blocks of tokens into strips of one width; `wide` says what is wider than its column."""

    def __init__(self, setting: Setting, width: float, wide: list[str] | None = None, text: str = "body") -> None:
        self.setting = setting
        self.width = width
        self.wide: list[str] = [] if wide is None else wide
        self.text = text
        """The role of running text: `lead` right after the first heading of all, `small` where that was asked for."""
        self.has_lead = False
        """Whether a lead comes after the next heading: after the first one of a text."""
        self.em = setting.styles["body"].size * MM_PER_POINT

    @property
    def span(self) -> Span:
        return self.setting.span

    def style(self, role: str) -> Style:
        return self.setting.styles[role]

    def colour(self, name: str) -> str:
        return self.setting.colour(name)

    def room(self, role: str) -> float:
        """The room above what is set in a role, in mm."""
        style = self.setting.styles.get(role)
        if style is not None and style.above is not None:
            return style.above * MM_PER_POINT
        em = style.size * MM_PER_POINT if style and role in ("h1", "h2", "h3") else self.em
        return _ABOVE.get(role, _ABOVE_TEXT) * em

    def line_width(self, runs: list[Run], size: float) -> float:
        return sum(self.setting.fonts.width(run.text, run.font, size) for run in runs)

    def within(self, width: float) -> _Setter:
        """For blocks that stand inside of others, or beside them."""
        return _Setter(self.setting, width, self.wide, self.text)

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
                # Words that end in a colon stay with what they announce.
                strips[-1] = strips[-1]._replace(keep=strips[-1].keep or _announces(token, tokens[index + 1]))
                style = self.setting.styles.get(_BELOW.get(token.type, ""))
                below = (style.below or 0.0) * MM_PER_POINT if style else 0.0
            fresh = token.type == "hr"
            index = end + 1
        return strips

    def block(self, token: Token, held: list[Token]) -> list[Strip]:
        """One block, which begins with a token and holds others."""
        kind = token.type
        if kind == "heading_open":
            return self.heading(token.tag, held[0])
        if kind == "paragraph_open":
            return self.paragraph(held[0])
        if self.text == "lead":
            self.text = "body"
        if kind in ("bullet_list_open", "ordered_list_open"):
            return self.items_of_list(token, held)
        if kind == "table_open":
            return table(self, markdown.rows(held))
        if kind == "blockquote_open":
            return self.boxed(held)
        if kind == "html_block" and _SMALL.search(token.content) and "small" in self.setting.styles:
            self.text = "small"
        return []

    def runs(self, inline: Token, font: str) -> list[Run]:
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
            elif child.type in ("text", "code_inline", "icon"):
                said = self.icon(child.content) if child.type == "icon" else child.content
                found.append(Run(said, cut(font, bold=bold > 0, italic=italic > 0)))
            elif child.type in ("softbreak", "hardbreak"):
                found.append(Run(" " if child.type == "softbreak" else "\n", font))
        # The same text is wanted again at the next size, and for the width of its column.
        inline.meta[f"runs {font}"] = checked(self.setting.fonts, found, self.setting.span, self.setting.faults)
        return found

    def icon(self, name: str) -> str:
        return self.setting.fonts.icons.sign(name, self.setting.span, self.setting.faults)

    def words(self, inline: Token, font: str) -> str:
        """The words of an inline token as they are read off a drawing."""
        return spelt(self.setting.fonts, self.runs(inline, font))

    def heading(self, tag: str, inline: Token) -> list[Strip]:
        level = int(tag[1:]) if tag in ("h1", "h2") else 3
        role = f"h{level}"
        style = self.setting.styles[role]
        if level == 1 or self.text == "lead":
            self.text = "lead" if self.has_lead else "body"
            self.has_lead = False
        return self.titled(role, self.runs(inline, style.font))

    def titled(self, role: str, runs: list[Run]) -> list[Strip]:
        style, level = self.setting.styles[role], int(role[1:])
        lines = self.text_lines(runs, style, self.width)
        lines[0] = lines[0]._replace(before=self.room(role), heading=Heading(level, plain(runs)))
        below = _BELOW_HEADING * style.size if style.below is None else style.below
        last = lines[-1]._replace(height=lines[-1].height + below * MM_PER_POINT)
        if style.rule:
            pen = Stroke(self.colour(style.colour), style.rule)
            y = lines[-1].height
            last = last._replace(items=(*last.items, line(0, y, self.width, y, pen)))
        return [strip._replace(keep=True) for strip in inside(role.upper(), [*lines[:-1], last])]

    def paragraph(self, inline: Token) -> list[Strip]:
        picture = markdown.picture_in(inline)
        if picture is not None:
            return [self.figure(picture, self.width)]
        style = self.setting.styles[self.text]
        room = self.room(self.text)
        if self.text == "lead":
            self.text = "body"
        lines = self.text_lines(self.runs(inline, style.font), style, self.width)
        whole = Tag("P", (), origin=self.setting.span)
        lines = [line._replace(within=(whole,)) for line in lines]
        return ends_kept([lines[0]._replace(before=room), *lines[1:]])

    def text_lines(self, runs: list[Run], style: Style, width: float, slack: float = 0.0) -> list[Strip]:
        """One strip a line, each as high as the leading; words may stick out by `slack` mm before that is noted."""
        colour = self.setting.colour(style.colour)
        block = set_block(self.setting.fonts, runs, style.size, style.leading, width, parted_in(style))
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

    def items_of_list(self, token: Token, held: list[Token]) -> list[Strip]:
        strips: list[Strip] = []
        number = int(markdown.attribute(token, "start") or 1)
        ordered = token.type.startswith("ordered")
        indent = 1.2 * self.em
        if ordered:
            count = sum(1 for t in held if t.type == "list_item_open" and t.level == token.level + 1)
            indent = max(1.7 * self.em, self.marks_width(range(number, number + count)) + 0.2 * self.em)
        index = 0
        while index < len(held):
            end = markdown.closing(held, index)
            marker = f"{number}." if ordered else "•"
            strips.extend(self.item(marker, held[index + 1 : end], indent, first=not strips))
            number += 1
            index = end + 1
        return inside("L", strips)

    def marks_width(self, numbers: range) -> float:
        size = self.setting.styles["body"].size
        return max(self.setting.fonts.width(f"{number}.", "bold", size) for number in numbers)

    def item(self, marker: str, held: list[Token], indent: float, *, first: bool) -> list[Strip]:
        mark = self.text_lines([Run(marker, "bold")], self.setting.styles["body"], indent)[0]
        # An empty item still has its mark.
        inner = self.within(self.width - indent).blocks(held) or [mark._replace(items=())]
        shifted = [s._replace(items=(Group(s.items, Transform.move(indent, 0)),)) for s in inner]
        items = (Tag("Lbl", mark.items), *shifted[0].items)
        head = shifted[0]._replace(items=items, before=self.room("list" if first else "item"))
        return inside("LI", inside("LBody", [head, *shifted[1:]]))

    def figure(self, picture: Token, room: float) -> Strip:
        """A picture with its caption below, in the middle of `room` mm."""
        source = _source(picture)
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
        alt = drawing.alt or plain(caption)
        items: list[Item] = [Tag("Figure", (Use(drawing, placed_inside(drawing.size, box)),), alt)]
        if caption:
            for strip in self.text_lines(caption, style, room):
                items.extend(stacked([strip], 0, height + 0.8))
                height += strip.height
            height += 0.8
        return Strip(height, tuple(items), self.room("figure"))

    def beside(self, tokens: list[Token]) -> Token | None:
        """The picture that these tokens are, if text stands beside it."""
        picture = markdown.picture_in(tokens[1]) if tokens[0].type == "paragraph_open" else None
        if picture is None:
            return None
        source = _source(picture)
        wide = source.width is None or source.width > BESIDE_MOST * self.width
        return None if not source.side or wide else picture

    def wrapped(self, picture: Token, tokens: list[Token], index: int) -> tuple[int, list[Strip]]:
        """A picture with the blocks from `index` on beside it, until they are as high as it is or a heading comes; and
        the index of the last token of these."""
        source = _source(picture)
        width = source.width or 0.0
        figure = self.figure(picture, width)
        narrow = _Setter(self.setting, self.width - width - BESIDE_GAP, text=self.text)
        beside: list[Strip] = []
        while index < len(tokens) and tokens[index].type not in _CLEARING and height_of(beside) < figure.height:
            end = markdown.closing(tokens, index)
            if self.beside(tokens[index : end + 1]) is not None:
                break
            block = narrow.block(tokens[index], tokens[index + 1 : end])
            left = figure.height - height_of(beside) + BESIDE_OVER
            if narrow.wide or (beside and tokens[index].type in _WHOLE and height_of(block) > left):
                # What is too wide or too high to stand beside it stands below.
                break
            beside.extend(block)
            index = end + 1
        self.text = narrow.text
        left = source.side == "left"
        at = Transform.move(0.0 if left else self.width - width, 0)
        shift = Transform.move(width + BESIDE_GAP if left else 0.0, 0)
        shown = figure._replace(items=(Group(figure.items, at),))
        if not beside:
            return index - 1, [shown]
        first = Strip(0.0, shown.items, max(figure.before, beside[0].before), keep=True)
        moved = [strip._replace(items=(Group(strip.items, shift),)) for strip in beside]
        return index - 1, [first, *_as_high([moved[0]._replace(before=0.0), *moved[1:]], figure.height)]

    def boxed(self, held: list[Token]) -> list[Strip]:
        """A block quote in a box; bold words that begin it are its label."""
        ground = Ground(self.width, self.room("quote"), self.colour("cream"), self.colour("accent"))
        words, held = self.label(held)
        inner = self.within(ground.inner)
        label: list[Strip] = []
        anew: list[Strip] = []
        if words:
            style = self.setting.styles["label"]
            more = f"{words} – {self.setting.say('continued')}"
            label, anew = (
                inner.text_lines([Run(text.upper() if style.capitals else text, style.font)], style, ground.inner)
                for text in (words, more)
            )
        return boxed(ground, label, anew, inner.blocks(held))

    def label(self, held: list[Token]) -> tuple[str, list[Any]]:
        """The bold words that begin a box, where there is a style for them, and the tokens that are left."""
        if "label" not in self.setting.styles or not held or held[0].type != "paragraph_open":
            return "", held
        kids = [kid for kid in held[1].children or [] if kid.type != "text" or kid.content]
        if not kids or kids[0].type != "strong_open":
            return "", held
        end = markdown.closing(kids, 0)
        words = "".join(kid.content for kid in kids[1:end]).rstrip(".: ")
        rest = kids[end + 1 :]
        if not rest:
            return words, held[3:]
        if rest[0].type == "text":
            rest[0] = rest[0].copy(content=rest[0].content.lstrip())
        return words, [held[0], held[1].copy(children=rest, meta={}), *held[2:]]


_SMALL = re.compile(r"<!--\s*small\s*-->")
_CLEARING = ("heading_open", "hr")
_WHOLE = ("table_open", "blockquote_open")


def _announces(token: Token, inline: Token) -> bool:
    return token.type == "paragraph_open" and str(inline.content).rstrip("*_ ").endswith(":")


class _Source(NamedTuple):
    """The name of a picture, the width in mm that is asked for, if one is, and on which side of the text it stands."""

    name: str
    width: float | None
    side: str


_BESIDE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)-(left|right)")


def _source(picture: Token) -> _Source:
    """What stands in the round brackets of a picture."""
    name, width = markdown.source(picture)
    match = _BESIDE.fullmatch(markdown.attribute(picture, "src").partition("#")[2])
    return _Source(name, float(match[1]) or None, match[2]) if match else _Source(name, width, "")


def _as_high(strips: list[Strip], height: float) -> list[Strip]:
    """Strips beside a picture of a height: they stay with it, and what follows stands below it. A little more than
    stands beside it stays, too: narrow lines without a picture would look lost overleaf."""
    whole = height_of(strips) <= 1.6 * height
    found, reached = [], 0.0
    for index, strip in enumerate(strips):
        reached += strip.height + (strip.before if index else 0.0)
        kept = strip.keep or whole or reached < height
        found.append(strip._replace(keep=kept and index < len(strips) - 1))
    found[-1] = found[-1]._replace(height=found[-1].height + max(0.0, height - reached))
    return found
