"""Set lines and pictures in a column, with a kit's fonts, text styles, colours and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostics, Part, Span
from pnp.graphics import Drawing, Item, Rect, Tag
from pnp.graphics.drawing import Use
from pnp.graphics.geometry import EPSILON, MM_PER_POINT, placed_inside
from pnp.kit import Style
from pnp.text import markdown
from pnp.text.blocks import Strip, stacked
from pnp.text.fit import (
    FittedText,
    Looks,
    checked,
    hyphens_hint,
    in_capitals,
    parted_in,
    place_line,
    plain,
    quoted,
    report_left,
    set_block,
)
from pnp.text.icons import is_touched, named, written_at
from pnp.text.roles import Fonts, Run

if TYPE_CHECKING:
    from markdown_it.token import Token

STEP = 0.02
"""The step, as a share of the type size, by which a whole text shrinks until it fits."""

_ROLES = ("h1", "h2", "h3", "body", "table", "head", "caption", "contents", "index", "foot")
_MORE_ROLES = ("lead", "small", "label", "list", "item", "quote", "figure")
"""Optional roles."""
STYLE_ROLES = frozenset((*_ROLES, *_MORE_ROLES))
"""What the styles of a text are for: the ends of their names, after a prefix."""
_HEADINGS = ("h1", "h2", "h3")
SPACED: Mapping[str, tuple[str, ...]] = {
    "above": (*_HEADINGS, "body", "lead", "small", "table", "list", "item", "quote", "figure", "contents"),
    "below": (*_HEADINGS, "table", "quote", "body"),
    "rule": (*_HEADINGS, "body"),
}
"""Keys of styles that have an effect for some roles only. The style of the body stands for those that are missing."""


@dataclass(frozen=True)
class Setting:
    """The settings of a text: fonts, styles by role, and functions that return a colour by name, a drawing by file name
    and a label by key. `word_colour` is for coloured words, at a place; empty for the colour of the whole text."""

    fonts: Fonts
    styles: Mapping[str, Style]
    colour: Callable[[str], str]
    picture: Callable[[str], Drawing | None]
    span: Span
    diagnostics: Diagnostics
    say: Callable[..., str]
    word_colour: Callable[[str, Span], str] = lambda _name, _span: ""
    parts: tuple[Part, ...] = ()
    """The parts of a card's text and where they are written."""
    written: Span | None = None
    """Where a card's text is written, if it is a single part."""
    breaks: bool = False
    """Whether each line of the text begins a new line."""
    blocks: tuple[str, ...] | None = None
    """For a card's text, the blocks of `markdown.BOOK` for which it has styles."""
    tint: str = ""
    """The colour of every other row of tables; empty for the palette's cream."""
    right_to_left: bool = False
    """Whether the kit's language is written so: text, marks of lists, bars of boxes and columns begin at the right."""

    def of_card(self, span: Span, parts: Iterable[Part], written: Span) -> Setting:
        """The same for a text of a card's element at `span`."""
        body = self.styles["body"]
        headings = any(self.styles[role] is not body for role in _HEADINGS)
        quotes = "quote" in self.styles or "label" in self.styles
        blocks = (("heading", "lheading") if headings else ()) + (("blockquote",) if quotes else ())
        return replace(self, span=span, parts=tuple(parts), written=written, breaks=True, blocks=blocks)

    def scaled(self, factor: float) -> Setting:
        """The same with smaller type; each style's least size is the limit."""
        return replace(self, styles={role: _scaled(style, factor) for role, style in self.styles.items()})

    def block(self, runs: list[Run], style: Style, width: float, parted: str = "") -> FittedText:
        """A text in lines, which begin at the side where the kit's language does."""
        rtl = self.right_to_left
        return set_block(self.fonts, runs, style.size, style.leading, width, parted, right_to_left=rtl)

    @property
    def steps_to_smallest(self) -> int:
        """The number of steps after which all styles are at their least size; 0 if one is larger than its style."""
        shares = [1 - (style.least or style.size) / style.size for style in self.styles.values()]
        return max(0, ceil(max(shares) / STEP))


def _scaled(style: Style, factor: float) -> Style:
    return replace(style, size=max(style.least or style.size, style.size * factor))


def styles_of(styles: Mapping[str, Style], prefix: str) -> dict[str, Style]:
    """The styles of a text by role: `prefix-h1`, `prefix-body` and so on; `prefix-body` replaces missing ones."""
    needed = {role: styles.get(f"{prefix}-{role}", styles[f"{prefix}-body"]) for role in _ROLES}
    return needed | {role: styles[f"{prefix}-{role}"] for role in _MORE_ROLES if f"{prefix}-{role}" in styles}


_ABOVE = {"h1": 1.4, "h2": 1.2, "h3": 0.8, "table": 0.7, "list": 0.45, "item": 0.25, "quote": 0.8, "figure": 0.9}
"""The default space above each role, in ems: its own for headings, the body's for others."""
_ABOVE_TEXT = 0.55


class TooWide(NamedTuple):
    """A message about a word or a picture that is too wide for its column, and its hints."""

    message: str
    hints: tuple[str, ...]


class ColumnSetter:
    """Sets text and pictures as strips of one width; `wide` is what is too wide."""

    def __init__(self, setting: Setting, width: float, wide: list[TooWide] | None = None) -> None:
        self.setting = setting
        self.width = width
        self.wide: list[TooWide] = [] if wide is None else wide
        self.em = setting.styles["body"].size * MM_PER_POINT

    def room(self, role: str) -> float:
        """The space above a role, in mm."""
        style = self.setting.styles.get(role)
        if style is not None and style.above is not None:
            return style.above * MM_PER_POINT
        em = style.size * MM_PER_POINT if style and role in _HEADINGS else self.em
        return _ABOVE.get(role, _ABOVE_TEXT) * em

    def words(self, token: Token) -> str:
        """The text of a token; of an icon, its character. An unknown one is reported."""
        if token.type != "icon":
            return token.content
        setting = self.setting
        place = written_at(named(token.content), setting.parts, setting.span)
        return setting.fonts.icons.sign(token.content, place, setting.diagnostics, touched=is_touched(token))

    def runs(self, inline: Token, font: str) -> list[Run]:
        """The runs of an inline token. Missing glyphs are reported."""
        setting = self.setting

        def colour(name: str) -> str:
            return setting.word_colour(name, written_at(f"{{.{name}}}", setting.parts, setting.span))

        runs, look = list[Run](), Looks(font, colour)
        for child in inline.children or []:
            if look.changed(child):
                continue
            if child.type in ("text", "code_inline", "icon"):
                runs.append(look.run(self.words(child)))
            elif child.type in ("softbreak", "hardbreak"):
                is_space = child.type == "softbreak" and not setting.breaks
                runs.append(Run(" " if is_space else "\n", font))
        if setting.blocks is not None:
            place = setting.written or written_at(inline.content, setting.parts, setting.span)
            report_left(inline.content, runs, place, setting.diagnostics)
        return checked(setting.fonts, runs, setting.span, setting.diagnostics, setting.parts)

    def text_lines(self, runs: list[Run], style: Style, width: float, slack: float = 0.0) -> list[Strip]:
        """One strip per line, as high as the leading. Lines that are more than `slack` mm too wide are reported."""
        colour, setting = self.setting.colour(style.colour), self.setting
        if style.capitals:
            runs = in_capitals(setting.fonts, runs)
            runs = checked(setting.fonts, runs, setting.span, setting.diagnostics, setting.parts)
        block = setting.block(runs, style, width, parted_in(style))
        y = (block.leading - block.cap) / 2 + block.cap
        strips = []
        for words in block.lines:
            if words.words and words.width > width + slack + EPSILON:
                content = quoted("".join(run.text for _, run in words.words))
                over = f"{words.width - width:.1f} mm wider than its column, {max(width, 0):.1f} mm"
                hints = "use a shorter word, or a wider column", hyphens_hint(setting.fonts, block, style, width)
                self.wide.append(TooWide(f"{content} is {over}", hints))
            texts = place_line(words, 0.0, y, width, style, block.size, colour)
            strips.append(Strip(block.leading, tuple(texts)))
        return strips

    def figure(self, picture: Token, room: float) -> Strip:
        """A picture with its caption below, centred in a width of `room` mm."""
        source = markdown.source(picture)
        drawing = self.setting.picture(source.name)
        if drawing is None:
            return Strip(0.0, ())
        if room <= 0:
            message = f"the picture {source.name!r} has no room in its column"
            self.wide.append(TooWide(message, ("put it outside of the list or table, or make the column wider",)))
            return Strip(0.0, ())
        width = min(source.width or room, room)
        height = width * drawing.size.h / drawing.size.w
        box = Rect((room - width) / 2, 0, width, height)
        style = self.setting.styles["caption"]
        caption = self.runs(picture, style.font)
        # Prefer the picture's own alternative text: screen readers read the caption anyway.
        alt = drawing.alt or plain(caption)
        items: list[Item] = [Tag("Figure", (Use(drawing, placed_inside(drawing.size, box)),), alt)]
        if caption:
            for strip in self.text_lines(caption, style, room):
                items.extend(stacked([strip], 0, height + 0.8))
                height += strip.height
            height += 0.8
        return Strip(height, tuple(items), self.room("figure"))
