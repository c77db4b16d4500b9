"""Set tables: one strip per row, with the head repeated on further pages.

The first column is at the left, or at the right if the kit's language is written from there.

Draw a block quote as a callout: on a tinted ground with a bar where lines begin and an optional label.

A low callout stays together. A higher one may continue on the next page, where its label is repeated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pnp.graphics import Group, Item, Path, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import Text, TextBlock, every, line, polygon, rectangle
from pnp.kit import Style
from pnp.text import direction, markdown, marked
from pnp.text.blocks import Strip, ends_kept, height_of, inside, stacked
from pnp.text.fit import in_capitals, spelling
from pnp.text.roles import Run
from pnp.text.styles import ColumnSetter

if TYPE_CHECKING:
    from markdown_it.token import Token


Align: TypeAlias = Literal["left", "centre", "right"]

HEAD_SEPARATOR = " | "
"""The separator between the cells of a head in a table's alternative text."""

SHORT = 6
"""A table with at most this many rows is never split between pages."""

Row: TypeAlias = "tuple[bool, list[Token]]"
"""Whether a row is the head, and the inline tokens of its cells."""


def table(column: ColumnSetter, rows: list[Row]) -> list[Strip]:
    """Set a table with a rule below each row and every other row tinted. A table with pictures has neither and is never
    split."""
    if not rows:
        return []
    widths = column_widths(column, rows)
    plain = any(markdown.picture_in(cell) is not None for _, cells in rows for cell in cells)
    whole = Tag("Table", (), _head_of(column, rows), column.setting.span)
    strips = []
    for index, (head, cells) in enumerate(rows):
        strip = _row(column, cells, widths, head=head)
        strips.append(strip if plain else _dressed(column, strip, head=head, odd=index % 2 == 1))
    strips = _breakable(strips, headed=rows[0][0], plain=plain)
    strips[0] = strips[0]._replace(before=column.room("table"))
    return [strip._replace(within=(whole,)) for strip in strips]


def _breakable(strips: list[Strip], *, headed: bool, plain: bool) -> list[Strip]:
    """Mark where a table may break between pages, with its head repeated."""
    rows = strips[1:] if headed else strips
    if plain or len(rows) <= SHORT:
        return [strip._replace(keep=i < len(strips) - 1) for i, strip in enumerate(strips)]
    kept = ends_kept(rows)
    if not headed:
        return kept
    head = strips[0]
    again = (head._replace(items=(Tag("Artifact", tuple(_untagged(head.items))),)),)
    return [head._replace(keep=True), *(strip._replace(again=again) for strip in kept)]


def _untagged(items: tuple[Item, ...]) -> list[Item]:
    """Items without their tags, so that screen readers skip a repeated head."""
    found = every(items, lambda item: isinstance(item, Tag))
    return [item for item in found if not isinstance(item, Tag)]


def _head_of(column: ColumnSetter, rows: list[Row]) -> str:
    head, cells = rows[0]
    font = column.setting.styles["head"].font
    words = [spelling(column.setting.fonts, column.runs(cell, font)) for cell in cells]
    return HEAD_SEPARATOR.join(words) if head else ""


def column_widths(column: ColumnSetter, rows: list[Row]) -> list[float]:
    """The widths of columns in mm: each as wide as its longest line or, if that is too much, the widest reduced, but
    not below their longest word."""
    pad = column.em * 0.9
    natural = [pad] * max(len(cells) for _, cells in rows)
    least = list(natural)
    for head, cells in rows:
        style = column.setting.styles["head" if head else "table"]
        for i, cell in enumerate(cells):
            line, word = _cell_widths(column, cell, style)
            natural[i] = max(natural[i], line + pad)
            # A word may stick out into the space between columns.
            least[i] = max(least[i], word + pad / 2)
    if sum(natural) <= column.width:
        return [n * column.width / sum(natural) for n in natural]
    return squeezed(natural, least, column.width)


def squeezed(natural: list[float], least: list[float], width: float) -> list[float]:
    """Reduce widths to a total: narrow columns keep theirs, the others share the rest. If there is room for all `least`
    widths, no column gets less."""
    if sum(least) > width:
        least = [0.0] * len(least)
    level = _level(natural, least, width)
    return _up_to(level, natural, least)


def _up_to(level: float, natural: list[float], least: list[float]) -> list[float]:
    """The widths of columns that get a width at most, but their least at least."""
    return [max(low, min(high, level)) for low, high in zip(least, natural, strict=True)]


def _level(natural: list[float], least: list[float], width: float) -> float:
    """The width up to which columns together are as wide as a total."""
    below = 0.0
    for step in sorted({*natural, *least}):
        if sum(_up_to(step, natural, least)) >= width:
            open_ = sum(low <= below < high for low, high in zip(least, natural, strict=True))
            return below + (width - sum(_up_to(below, natural, least))) / (open_ or 1)
        below = step
    return below


def _cell_widths(column: ColumnSetter, cell: Token, style: Style) -> tuple[float, float]:
    """The width of a cell's text on one line and of its longest word, or of its picture, which may be
    reduced."""
    picture = markdown.picture_in(cell)
    if picture is not None:
        width = markdown.source(picture).width or column.width
        return width, 0.0
    line = longest = word = 0.0
    runs = column.runs(cell, style.font)
    for run in in_capitals(column.setting.fonts, runs) if style.capitals else runs:
        line += column.setting.fonts.width(run.text, run.font, style.size)
        for part in re.split(r"( +)", run.text):
            word = 0.0 if part[:1] == " " else word + column.setting.fonts.width(part, run.font, style.size)
            longest = max(longest, word)
    return line, longest


def _row(column: ColumnSetter, cells: list[Token], widths: list[float], *, head: bool) -> Strip:
    """A row with texts at its top (in the head, at its bottom) and pictures in the middle of its height."""
    style = column.setting.styles["head" if head else "table"]
    pad, gap = column.em * 0.45, 0.22 * column.em
    set_cells = [_set(column, cell, style, width - 2 * pad, pad) for cell, width in zip(cells, widths, strict=False)]
    heights = [sum(strip.height for strip in strips) for strips in set_cells]
    height = max(heights)
    tags: list[Item] = []
    for cell, left, strips, own in zip(cells, _lefts(column, widths), set_cells, heights, strict=False):
        pictured = markdown.picture_in(cell) is not None
        lower = (height - own) / 2 if pictured else height - own if head else 0.0
        inner = tuple(stacked(strips, left + pad, gap + lower))
        tags.append(Tag("TH" if head else "TD", inner, block=marked.block_of(cell)))
    return Strip(height + 2 * gap, (Tag("TR", tuple(tags)),))


def _lefts(column: ColumnSetter, widths: list[float]) -> list[float]:
    """The left edges of columns. From right to left, the first column is at the right."""
    ends = [*accumulate(widths)]
    return [ends[-1] - end for end in ends] if column.setting.right_to_left else [0.0, *ends[:-1]]


def _set(column: ColumnSetter, cell: Token, style: Style, width: float, slack: float) -> list[Strip]:
    """The picture or the lines of a cell."""
    picture = markdown.picture_in(cell)
    if picture is not None:
        return [column.figure(picture, width)]
    runs = column.runs(cell, style.font)
    aligned = replace(style, align=_alignment(cell, runs, right_to_left=column.setting.right_to_left))
    return column.text_lines(runs, aligned, width, slack=slack)


def _alignment(cell: Token, runs: list[Run], *, right_to_left: bool) -> Align:
    """The alignment of a cell. A column at the right has all its cells there: words that begin at the right do so."""
    align: Align = markdown.alignment(cell)
    begins_right = right_to_left or direction.begins_rtl("".join(run.text for run in runs))
    return "left" if align == "right" and begins_right else align


def _dressed(column: ColumnSetter, strip: Strip, *, head: bool, odd: bool) -> Strip:
    tint: tuple[Item, ...] = ()
    if odd and not head:
        colour = column.setting.tint or column.setting.colour("cream")
        tint = (Path(rectangle(Rect(0, 0, column.width, strip.height)), fill=colour),)
    pen = Stroke(column.setting.colour("ink" if head else "pale"), 0.3 if head else 0.15)
    return strip._replace(items=(*tint, *strip.items, line(0, strip.height, column.width, strip.height, pen)))


WHOLE = 45.0
"""The maximum height in mm of a callout that is never split between pages."""
BAR = 0.8
UNDER_LABEL = 0.6
"""The share of the padding that is above the label."""
MARK_SHARE = 0.28
"""Half the height of the mark before a label, as a share of the line's height."""


class CalloutGround(NamedTuple):
    """The width, padding and colours of a callout; lengths in mm. The bar is at the left, or at the right if the kit's
    language is written from there."""

    width: float
    pad: float
    fill: str
    accent: str
    right_to_left: bool = False

    @property
    def inner(self) -> float:
        return self.width - 2 * self.pad - BAR

    def under(self, strip: Strip, above: float) -> Strip:
        """Draw a strip on the ground, which extends `above` mm above it."""
        height = above + strip.height
        ground = Path(rectangle(Rect(0, 0, self.width, height)), fill=self.fill)
        bar = Path(rectangle(Rect(self.width - BAR if self.right_to_left else 0, 0, BAR, height)), fill=self.accent)
        content = Group(strip.items, Transform.move(self.pad + (0 if self.right_to_left else BAR), above))
        return strip._replace(height=height, items=(ground, bar, content), before=0.0)

    def marked(self, strip: Strip) -> Strip:
        """The label with a mark before it: at its right if it runs from right to left."""
        r, middle = MARK_SHARE * strip.height, strip.height / 2
        rtl = self.right_to_left or next((one.rtl for one in every(strip.items) if isinstance(one, Text)), False)
        x = self.inner - 2 * r if rtl else 0.0
        mark = Path(polygon((x + r, middle - r), (x + 2 * r, middle), (x + r, middle + r), (x, middle)), self.accent)
        return strip._replace(items=(mark, Group(strip.items, Transform.move(-3 * r if rtl else 3 * r, 0))))


def boxed(
    ground: CalloutGround,
    label: Sequence[Strip],
    remade: Sequence[Strip],
    content: Sequence[Strip],
    block: TextBlock | None = None,
) -> list[Strip]:
    """The strips of a callout. `remade` is the label for further pages; `block` is what the label belongs to."""
    if not content:
        return []
    closing = Strip(ground.pad / 2, ())
    inner = [content[0]._replace(before=0.0), *content[1:]]
    inner[-1] = inner[-1]._replace(height=inner[-1].height + ground.pad)
    top = [ground.marked(strip)._replace(within=(Tag("P", (), block=block),), keep=True) for strip in label]
    again = [Strip(strip.height, (Tag("Artifact", ground.marked(strip).items),)) for strip in remade] or [closing]
    first, *rest = [*top, *inner]
    strips = [ground.under(first, ground.pad * (UNDER_LABEL if top else 1.0))]
    strips += [ground.under(strip, strip.before) for strip in rest]
    low = height_of(strips) <= WHOLE
    opened = (ground.under(again[0], ground.pad / 2), *(ground.under(strip, 0.0) for strip in again[1:]))
    closed = (ground.under(closing, 0.0),)
    strips = [strip._replace(keep=low or strip.keep, again=opened, tail=closed) for strip in ends_kept(strips)]
    strips[0] = strips[0]._replace(before=ground.pad, again=())
    strips[-1] = strips[-1]._replace(keep=False, tail=())
    return inside("BlockQuote", strips)
