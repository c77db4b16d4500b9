"""Tables in running text: widths of columns, rows, heads, rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import Path, rectangle
from pnp.graphics.geometry import EPSILON, Rect
from pnp.text import layout
from pnp.text.blocks import Strip
from pnp.text.layout import set_text
from pnp.text.markdown import parse, rows
from pnp.text.styles import Setting
from pnp.text.table import column_widths, squeezed
from tests.support import scripts
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_text
from tests.support.text import COLOURS, HERE, WIDTH, extent, texts, walk

test_is_drawn_as_reviewed = case_test("text/table", lines_of_text)

TABLE = """\
| Card | Copies | What it does |
|:--|--:|:-:|
| **Swerve** | 8 | Gain 1 position |
| Dodge | 7 | {long} |
| Lunge | 11 | Score |
| Spin | 3 | Gain 2 positions |
"""


def rows_of(markdown: str) -> list[tuple[bool, list[Any]]]:
    return rows(parse(markdown, HERE, Diagnostics())[1:-1])


def test_a_column_at_the_right_has_words_from_right_to_left_there_too(setting):
    setting = replace(setting, fonts=scripts.fonts())
    strips = layout.set_text("| a | שלום |\n|---|--:|\n| b | 15 |\n| c | אב |", setting, 90).strips
    ends = [cell.x + setting.fonts.extent(cell.item) for strip in strips for cell in texts(strip.items)[1:]]
    assert ends == [pytest.approx(ends[0])] * 3


@pytest.mark.parametrize("long", ["Gain", "word " * 30, "x" * 60])
@pytest.mark.parametrize("width", [40.0, 90.0, 180.0])
def test_the_columns_of_a_table_are_together_as_wide_as_the_column_of_text(setting, long, width):
    widths = column_widths(layout._BlockSetter(setting, width), rows_of(TABLE.format(long=long)))
    assert len(widths) == 3
    assert all(w > 0 for w in widths)
    assert sum(widths) == pytest.approx(width)


def wanted() -> st.SearchStrategy[list[tuple[float, float]]]:
    """Natural widths of columns, each with the width that it needs at least."""
    column = st.floats(0.1, 200).flatmap(lambda natural: st.tuples(st.just(natural), st.floats(0, natural)))
    return st.lists(column, min_size=1, max_size=8)


@given(wanted(), st.floats(1, 150))
@example([(6.93, 5.74), (16.73, 15.54), (14.88, 13.69), (14.87, 11.12)], 53.2)
def test_narrow_columns_keep_what_they_want_and_wide_ones_share_the_rest(columns, width):
    natural, least = [list(side) for side in zip(*columns, strict=True)]
    widths = squeezed(natural, least, width)
    assert len(widths) == len(natural)
    assert sum(widths) == pytest.approx(min(width, sum(natural)))
    assert all(0 <= w <= n + 1e-9 for w, n in zip(widths, natural, strict=True))
    if sum(least) > width:
        least = [0.0] * len(least)
    assert all(w >= m - 1e-9 for w, m in zip(widths, least, strict=True))
    given_way = [w for w, n, m in zip(widths, natural, least, strict=True) if w < n - 1e-9 and w > m + 1e-9]
    assert all(w == pytest.approx(max(given_way)) for w in given_way)


def test_a_column_is_as_wide_as_its_longest_word_if_there_is_room(setting):
    table = "| File | Holds |\n|--|--|\n| **a-long-name.pdf** 12 | {many} |\n".format(many="words of all kinds " * 9)
    style = setting.styles["table"]
    word = setting.fonts.width("a-long-name.pdf", "bold", style.size)
    setter = layout._BlockSetter(setting, 2.4 * word)
    first, _ = column_widths(setter, rows_of(table))
    assert first >= word + 0.45 * setter.em


test_callout_is_drawn_as_reviewed = case_test("text/callout", lines_of_text)


def check_grounds(setting: Setting, strips: list[Strip]) -> None:
    for strip in strips:
        ground, bar, *_ = strip.items
        assert ground == Path(rectangle(Rect(0, 0, WIDTH, strip.height)), fill=COLOURS["cream"])
        assert isinstance(bar, Path)
        assert bar.fill == COLOURS["red"]
        for text in texts(strip.items):
            item = text.item
            assert text.x > 1.1
            assert text.x + extent(setting, item) <= WIDTH + EPSILON
            assert text.y - setting.fonts.cap_height(item.font, item.size) >= 0
            assert text.y + setting.fonts.descent(item.font, item.size) <= strip.height + 0.2


def test_a_label_from_right_to_left_stays_on_the_ground_beside_its_mark(setting):
    setting = replace(setting, fonts=scripts.fonts())
    strip, _ = set_text("> **שלום.** אב", setting, WIDTH).strips
    *_, content = strip.items
    (label,) = texts(strip.items)
    paths = [(at, item) for at, item in walk([content]) if isinstance(item, Path)]
    mark = [at.apply(x, y) for at, path in paths for corners in Outline(path.segments).polygons for x, y in corners]
    assert label.x + setting.fonts.extent(label.item) < min(x for x, _ in mark)
    assert max(x for x, _ in mark) < WIDTH


@pytest.mark.parametrize(
    "markdown",
    [
        "> one line", "> " + "many words " * 60, "> **Examples**\n>\n> - one\n> - two " + "more " * 40 + "\n>\n> after",
        "> # Head\n>\n> text", "> | a | b |\n> |--|--|\n> | c | d |", "> > twice",
    ],
)  # fmt: skip
def test_the_ground_of_a_block_quote_covers_its_text(setting, markdown):
    strips = set_text(markdown, setting, WIDTH).strips
    assert strips
    if "> >" not in markdown:
        check_grounds(setting, strips)
    assert all(s.before == 0 for s in strips[1:])
