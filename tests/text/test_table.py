"""Tables in running text: widths of columns, rows, heads, rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Path, Tag, rectangle
from pnp.graphics.geometry import MM_PER_POINT, Rect
from pnp.text import layout
from pnp.text.blocks import columns
from pnp.text.layout import set_text
from pnp.text.markdown import parse, rows
from pnp.text.styles import Setting
from pnp.text.table import column_widths, squeezed
from tests.support.text import COLOURS, HERE, WIDTH, extent, said, texts, uses, walk

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


@pytest.mark.parametrize("long", ["Gain", "word " * 30, "x" * 60])
@pytest.mark.parametrize("width", [40.0, 90.0, 180.0])
def test_the_columns_of_a_table_are_together_as_wide_as_the_column_of_text(
    setting: Setting, long: str, width: float
) -> None:
    widths = column_widths(layout._BlockSetter(setting, width), rows_of(TABLE.format(long=long)))
    assert len(widths) == 3
    assert all(w > 0 for w in widths)
    assert sum(widths) == pytest.approx(width)


def wanted() -> st.SearchStrategy[list[tuple[float, float]]]:
    """Natural widths of columns, each with the width that it needs at least."""
    column = st.floats(0.1, 200).flatmap(lambda natural: st.tuples(st.just(natural), st.floats(0, natural)))
    return st.lists(column, min_size=1, max_size=8)


@given(wanted(), st.floats(1, 150))
def test_narrow_columns_keep_what_they_want_and_wide_ones_share_the_rest(
    columns: list[tuple[float, float]], width: float
) -> None:
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


def test_a_column_is_as_wide_as_its_longest_word_if_there_is_room(setting: Setting) -> None:
    table = "| File | Holds |\n|--|--|\n| **a-long-name.pdf** 12 | {many} |\n".format(many="words of all kinds " * 9)
    style = setting.styles["table"]
    word = setting.fonts.width("a-long-name.pdf", "bold", style.size)
    setter = layout._BlockSetter(setting, 2.4 * word)
    first, _ = column_widths(setter, rows_of(table))
    assert first >= word + 0.45 * setter.em


def test_each_row_of_a_table_is_one_strip(setting: Setting) -> None:
    strips = set_text(TABLE.format(long="many words here " * 12), setting, WIDTH).strips
    assert len(strips) == 5
    assert [
        s.startswith(w) for s, w in zip(said(strips), ("Card", "Swerve", "Dodge", "Lunge", "Spin"), strict=True)
    ] == [True] * 5
    assert strips[2].height > 2 * strips[1].height
    for strip in strips:
        assert all(0 < t.y <= strip.height for t in texts(strip.items))


def test_a_short_table_stays_together(setting: Setting) -> None:
    strips = set_text(TABLE.format(long="Gain"), setting, WIDTH).strips
    assert [s.keep for s in strips] == [True, True, True, True, False]


def test_of_a_long_table_two_rows_at_least_stand_on_either_side_of_a_break_under_its_head(setting: Setting) -> None:
    strips = set_text("| a | b |\n|--|--|\n" + "".join(f"| {n} | x |\n" for n in range(9)), setting, WIDTH).strips
    assert [s.keep for s in strips] == [True, True, *[False] * 6, True, False]
    row = strips[1].height
    pages = columns(strips, strips[0].height + 7.5 * row)
    assert [said(page) for page in pages] == [
        ["a b", *[f"{n} x" for n in range(7)]],
        ["a b", "7 x", "8 x"],
    ]
    again = pages[1][0]
    assert {tag.role for _, tag in walk(again.items) if isinstance(tag, Tag)} == {"Artifact"}
    assert again.height == strips[0].height
    assert [said(page)[0] for page in columns(strips, strips[0].height + 2.5 * row)] == ["a b"] * 5


def test_cells_are_aligned_as_their_column_says(setting: Setting) -> None:
    strips = set_text(TABLE.format(long="Gain"), setting, WIDTH).strips
    widths = column_widths(layout._BlockSetter(setting, WIDTH), rows_of(TABLE.format(long="Gain")))
    pad = 0.45 * setting.styles["body"].size * MM_PER_POINT
    for strip in strips:
        left, right, middle = texts(strip.items)
        assert left.x == pytest.approx(pad)
        assert right.x + extent(setting, right.item) == pytest.approx(widths[0] + widths[1] - pad)
        assert middle.x + extent(setting, middle.item) / 2 == pytest.approx(widths[0] + widths[1] + widths[2] / 2)


def test_heads_are_set_as_heads_and_rules_run_across(setting: Setting) -> None:
    head, row, *_ = set_text(TABLE.format(long="Gain"), setting, WIDTH).strips
    assert {t.item.font for t in texts(head.items)} == {setting.styles["head"].font}
    rule = head.items[-1]
    assert isinstance(rule, Path)
    assert rule.segments == (("m", (0, head.height)), ("l", (WIDTH, head.height)))
    ground = row.items[0]
    assert isinstance(ground, Path)
    assert ground == Path(rectangle(Rect(0, 0, WIDTH, row.height)), fill=COLOURS["cream"])


def test_a_head_of_empty_cells_is_left_out(setting: Setting) -> None:
    assert said(set_text("| | |\n|--|--|\n| a | b |", setting, WIDTH).strips) == ["a b"]


@pytest.mark.parametrize("markdown", ["| | |\n|--|--|\n", "| a |\n|--|\n", "| | |\n|--|--|\n| | |\n"])
def test_a_table_without_rows_does_no_harm(setting: Setting, markdown: str) -> None:
    strips = set_text(f"before\n\n{markdown}\nafter", setting, WIDTH).strips
    assert said(strips)[0] == "before"
    assert said(strips)[-1] == "after"


def test_a_table_of_pictures_stays_together_and_has_no_rules(setting: Setting) -> None:
    strips = set_text("| | |\n|--|--|\n| ![](wide.svg#20) | ![](high.svg#5) |\n| a | b |", setting, WIDTH).strips
    assert [s.keep for s in strips] == [True, False]
    assert not [item for s in strips for _, item in walk(s.items) if isinstance(item, Path)]
    (wide_at, wide), (high_at, high) = uses(strips[0].items)
    wide_at, high_at = wide_at.over(wide.transform), high_at.over(high.transform)
    assert wide_at.a * 200 == pytest.approx(20)
    assert high_at.a * 10 == pytest.approx(5)
    gap = 0.22 * setting.styles["body"].size * MM_PER_POINT
    assert strips[0].height == pytest.approx(20 + 2 * gap)
    assert wide_at.f + 5 == pytest.approx(high_at.f + 10) == pytest.approx(strips[0].height / 2)
