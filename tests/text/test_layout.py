"""Markdown -> strips and columns: what stays together, what goes where, and what does not fit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path as IoPath
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pnp import components
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.drawing import Drawing, Group, Item, Path, Tag, Text, Use, rectangle
from pnp.graphics.geometry import EPSILON, MM_PER_POINT, Rect, Size, Transform
from pnp.pipeline.context import open_context
from pnp.text import layout
from pnp.text.blocks import Strip, columns, stacked
from pnp.text.layout import fit_column, set_text
from pnp.text.markdown import parse, rows
from pnp.text.styles import Setting, styles_of
from pnp.text.table import column_widths, squeezed

HERE = Span("kit.yaml", 9, 5, 11)
WIDTH = 90.0
COLOURS = {
    "ink": "#111111",
    "accent": "#cc0000",
    "cream": "#fffbe0",
    "red": "#cc0000",
    "pale": "#dddddd",
    "soft": "#777777",
}
PICTURES = {
    name: Drawing(name, Size(w, h), (), alt=name)
    for name, w, h in (("wide.svg", 200, 100), ("high.svg", 10, 40), ("größe 1.svg", 20, 10))
}


@pytest.fixture
def setting(context: RenderContext) -> Setting:
    """The rulebook's setting, but for its lead, with pictures and diagnostics of its own."""
    styles = styles_of(context.kit.facebook.styles, "book")
    del styles["lead"]
    return Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)


class Set(NamedTuple):
    """A text as it stands in its strip or box: `item` moved by `x` and `y`."""

    x: float
    y: float
    item: Text


def walk(items: Iterable[Item], at: Transform = Transform()) -> Iterator[tuple[Transform, Item]]:  # noqa: B008
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, at.over(item.transform))
        elif isinstance(item, Tag):
            yield at, item
            yield from walk(item.items, at)
        else:
            yield at, item


def texts(items: Iterable[Item]) -> list[Set]:
    return [Set(*at.apply(item.x, item.y), item) for at, item in walk(items) if isinstance(item, Text)]


def said(strips: Iterable[Strip]) -> list[str]:
    return [" ".join(t.item.text for t in texts(strip.items)) for strip in strips]


def uses(items: Iterable[Item]) -> list[tuple[Transform, Use]]:
    return [(at, item) for at, item in walk(items) if isinstance(item, Use)]


def extent(setting: Setting, text: Text) -> float:
    return setting.fonts.width(text.text, text.font, text.size)


# Text


def test_each_block_has_its_own_style(setting: Setting) -> None:
    strips = set_text("# A\n\n## B\n\n### C\n\n#### D\n\ntext", setting, WIDTH).strips
    assert said(strips) == ["A", "B", "C", "D", "text"]
    found = [texts(s.items)[0].item for s in strips]
    roles = ["h1", "h2", "h3", "h3", "body"]
    assert [(t.font, t.size) for t in found] == [(setting.styles[r].font, setting.styles[r].size) for r in roles]
    assert [t.colour for t in found] == [COLOURS[setting.styles[r].colour] for r in roles]


def test_marks_choose_the_font(setting: Setting) -> None:
    (strip,) = set_text("a **b *c* d** *e **f*** `g`", setting, WIDTH).strips
    assert [(t.item.text, t.item.font) for t in texts(strip.items)] == [
        ("a", "body"),
        ("b", "bold"),
        ("c", "bold-italic"),
        ("d", "bold"),
        ("e", "italic"),
        ("f", "bold-italic"),
        ("g", "body"),
    ]


def test_lines_of_the_source_flow_together_and_a_hard_break_does_not(setting: Setting) -> None:
    assert said(set_text("a\nb\\\nc  \nd", setting, WIDTH).strips) == ["a b", "c", "d"]


def test_a_strip_is_as_high_as_the_leading_and_its_capitals_stand_in_its_middle(setting: Setting) -> None:
    style = setting.styles["body"]
    (strip,) = set_text("H", setting, WIDTH).strips
    assert strip.height == pytest.approx(style.size * style.leading * MM_PER_POINT)
    cap = setting.fonts.cap_height("body", style.size)
    (text,) = texts(strip.items)
    assert text.x == 0
    assert text.y - cap == pytest.approx(strip.height - text.y)


def test_a_missing_glyph_is_an_error_at_the_place_of_the_flow(setting: Setting) -> None:
    set_text("# \u2603\n\n- \u2603", setting, WIDTH)
    assert [(d.span, d.code) for d in setting.diagnostics] == [(HERE, "missing-glyph")] * 2


def test_no_text_has_no_strips(setting: Setting) -> None:
    assert set_text("", setting, WIDTH).strips == []
    assert set_text("\n\n<!-- -->\n", setting, WIDTH).strips == []


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("    indented words", "indented words"),
        ("```\nfenced words\n```", "fenced words"),
        ("<div>words</div>", "<div>words</div>"),
        ("some <b>bold</b> words", "some <b>bold</b> words"),
        ("see [here](there.md)", "see here there.md"),
        ("[here]: there.md", "[here]: there.md"),
        ("<!-- a comment --> words", "words"),
        ("<!-- a comment without an end\n\nwords", "words"),
        ("# ![](wide.svg#5)", ""),
        ('![](wide.svg#5 "a title")', "a title"),
        ("![a ![b](wide.svg) c](wide.svg#5)", "a b c"),
        ("![a [b](c) d](wide.svg#5)", "a b c d"),
        ("![](wide.svg#5)\n![](wide.svg#5)", ""),
        ("> a\n>\n> ***\n>\n> b", "a b"),
        ("- a\n- ***", "a"),
        ("| a |\n|--|\n| b | lost |", "a b lost"),
        ("> | a |\n> |--|\n> | b | lost |", "a b lost"),
        ("- x\n\n  | a |\n  |--|\n  b | lost", "x a b lost"),
        ("> " * 30 + "words", "words"),
        ("- " * 30 + "words", "words"),
        (">" * 3000 + "words", "words"),
        ("![" * 400 + "words" + "](wide.svg)" * 400, "words"),
    ],
)
def test_what_cannot_be_set_is_an_error_and_never_left_out(setting: Setting, markdown: str, words: str) -> None:
    strips = set_text(markdown, setting, WIDTH).strips
    assert setting.diagnostics or said(strips) == [words]
    assert {d.span for d in setting.diagnostics} <= {HERE}
    assert all(len(d.message) < 200 for d in setting.diagnostics)


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("<!-- one --> <!-- two -->\n\nwords", "words"),
        ("words <!-- inside -->", "words"),
        ("<https://example.org/a>", "https://example.org/a"),
        ("a &amp; b \\* c", "a & b * c"),
        ("[ ] words [x]", "[ ] words [x]"),
        ("| a |\n|--|\n| b | |", "a b"),
        ("| a | b |\n|--|--|\n| c \\| d |", "a b c | d"),
        ("> | a | b |\n> |--|--|\n> | c | d |", "a b c d"),
        ("- - - a", "• • • a"),
    ],
)
def test_what_loses_nothing_is_set(setting: Setting, markdown: str, words: str) -> None:
    strips = set_text(markdown, setting, WIDTH).strips
    assert " ".join(said(strips)) == words
    assert not setting.diagnostics


def test_a_picture_among_words_is_drawn_or_an_error(setting: Setting) -> None:
    strips = set_text("words ![](wide.svg#5) words", setting, WIDTH).strips
    assert setting.diagnostics or any(uses(strip.items) for strip in strips)


def test_a_word_wider_than_its_column_is_an_error(setting: Setting) -> None:
    set_text("Rhinoceros", setting, 5)
    assert [(d.span, d.code) for d in setting.diagnostics] == [(HERE, "text-overflow")]


def test_a_word_wider_than_its_table_column_is_an_error(setting: Setting) -> None:
    set_text(f"| a | b |\n|--|--|\n| {'x' * 60} | {'y' * 60} |", setting, WIDTH)
    assert {(d.span, d.code) for d in setting.diagnostics} == {(HERE, "text-overflow")}


def test_a_word_may_stick_out_into_the_room_between_columns_of_a_table(setting: Setting) -> None:
    pad = 0.9 * setting.styles["body"].size * MM_PER_POINT
    width = setting.fonts.width("Rhinoceros", setting.styles["table"].font, setting.styles["table"].size)
    markdown = "| |\n|--|\n| Rhinoceros |"
    set_text(markdown, setting, width + pad / 2 + 0.1)
    assert not setting.diagnostics
    set_text(markdown, setting, width + pad / 2 - 0.1)
    assert [(d.span, d.code) for d in setting.diagnostics] == [(HERE, "text-overflow")]


def test_what_is_too_wide_is_named(setting: Setting) -> None:
    set_text("A Rhino**ceros** is here", setting, 12)
    (diagnostic,) = setting.diagnostics
    assert diagnostic.message.startswith("'Rhinoceros' is ")
    assert diagnostic.message.endswith(" mm wider than its column, 12.0 mm")


# Lists


def test_lists_have_marks_and_are_indented(setting: Setting) -> None:
    em = setting.styles["body"].size * MM_PER_POINT
    strips = set_text("- a\n- b\n\n7. c\n8. d", setting, WIDTH).strips
    assert said(strips) == ["• a", "• b", "7. c", "8. d"]
    found = [[t.x for t in texts(s.items)] for s in strips]
    assert found == [pytest.approx([0, 1.2 * em])] * 2 + [pytest.approx([0, 1.7 * em])] * 2
    assert [t.item.font for t in texts(strips[0].items)] == ["bold", "body"]


@pytest.mark.parametrize("first", [1, 98, 99999999])
def test_a_wide_number_does_not_touch_the_words(setting: Setting, first: int) -> None:
    strips = set_text(f"{first}. a\n1. b\n   1. c\n1. d", setting, WIDTH).strips
    assert said(strips) == [f"{first}. a", f"{first + 1}. b", "1. c", f"{first + 2}. d"]
    lefts = set()
    for strip in strips:
        mark, word = texts(strip.items)
        assert mark.x + extent(setting, mark.item) < word.x
        lefts.add(round(word.x, 6))
    assert len(lefts) == 2
    assert not setting.diagnostics


def test_the_lines_of_an_item_stand_below_each_other(setting: Setting) -> None:
    strips = set_text("- " + "word " * 40, setting, 40).strips
    assert len(strips) > 2
    lefts = {round(texts(s.items)[-1].x, 6) for s in strips}
    assert len(lefts) == 1


def test_lists_may_lie_in_lists_and_items_hold_paragraphs(setting: Setting) -> None:
    strips = set_text("1. a\n\n   b\n   - c\n     - d\n2. e", setting, WIDTH).strips
    assert said(strips) == ["1. a", "b", "• c", "• d", "2. e"]
    lefts = [texts(s.items)[-1].x for s in strips]
    assert lefts[0] == lefts[1] == lefts[4] < lefts[2] < lefts[3]


@pytest.mark.parametrize("markdown", ["- \n- b", "-", "1.\n2. b", "- a\n-\n- c", "> -"])
def test_an_item_may_be_empty(setting: Setting, markdown: str) -> None:
    strips = set_text(markdown, setting, WIDTH).strips
    assert all(strip.height > 0 for strip in strips)
    assert not setting.diagnostics


# Pictures


@pytest.mark.parametrize(
    ("markdown", "width", "height"),
    [
        ("![](wide.svg#40)", 40, 20),
        ("![](wide.svg)", WIDTH, WIDTH / 2),
        ("![](wide.svg#400)", WIDTH, WIDTH / 2),
        ("![](high.svg#5)", 5, 20),
        ("![](wide.svg#x)", WIDTH, WIDTH / 2),
        ("![](wide.svg#0)", WIDTH, WIDTH / 2),
        ("![](wide.svg#²)", WIDTH, WIDTH / 2),
        ("![](wide.svg#٤)", WIDTH, WIDTH / 2),
        ("![](wide.svg#40.5)", 40.5, 20.25),
        ("![](wide.svg#999999)", WIDTH, WIDTH / 2),
    ],
)
def test_a_picture_is_as_wide_as_it_says_and_stands_in_the_middle(
    setting: Setting, markdown: str, width: float, height: float
) -> None:
    (strip,) = set_text(markdown, setting, WIDTH).strips
    assert strip.height == pytest.approx(height)
    ((at, use),) = uses(strip.items)
    where = at.over(use.transform)
    assert where.a * use.drawing.size.w == pytest.approx(width)
    assert where.d * use.drawing.size.h == pytest.approx(height)
    assert (where.e, where.f) == (pytest.approx((WIDTH - width) / 2), pytest.approx(0))


def test_a_caption_stands_below_its_picture(setting: Setting) -> None:
    (strip,) = set_text("![Nose *to* nose](wide.svg#40)", setting, WIDTH).strips
    style = setting.styles["caption"]
    line = style.size * style.leading * MM_PER_POINT
    assert strip.height == pytest.approx(20 + 0.8 + line)
    found = texts(strip.items)
    assert " ".join(t.item.text for t in found) == "Nose to nose"
    left, right = found[0].x, found[-1].x + extent(setting, found[-1].item)
    assert left + right == pytest.approx(WIDTH)
    assert all(20.8 < t.y < strip.height for t in found)
    (tag,) = [item for _, item in walk(strip.items) if isinstance(item, Tag)]
    assert (tag.role, tag.alt) == ("Figure", "wide.svg")


def test_a_picture_without_a_text_is_described_by_its_caption(setting: Setting) -> None:
    label = replace(setting, picture=lambda name: replace(PICTURES[name], alt=""))
    (strip,) = set_text("![Nose *to* nose](wide.svg#40)", label, WIDTH).strips
    (tag,) = [item for _, item in walk(strip.items) if isinstance(item, Tag)]
    assert (tag.role, tag.alt) == ("Figure", "Nose to nose")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("# A\n\n## B\n\n#### C", ["H1 A", "H2 B", "H3 C"]),
        ("a\n\nb", ["P a", "P b"]),
        ("- a\n- b", ["L LI Lbl •", "L LI LBody P a", "L LI Lbl •", "L LI LBody P b"]),
        ("3. a\n\n   b", ["L LI Lbl 3.", "L LI LBody P a", "L LI LBody P b"]),
        ("- a\n  - b", ["L LI Lbl •", "L LI LBody P a", "L LI LBody L LI Lbl •", "L LI LBody L LI LBody P b"]),
        ("> a", ["BlockQuote P a"]),
        ("| a |\n|--|\n| b |", ["Table TR TH a", "Table TR TD b"]),
    ],
)
def test_everything_is_tagged_as_what_it_is(setting: Setting, text: str, tree: list[str]) -> None:
    def roles(items: Iterable[Item], above: tuple[str, ...] = ()) -> Iterator[str]:
        for item in items:
            if isinstance(item, Text):
                yield " ".join((*above, item.text))
            elif isinstance(item, Group):
                yield from roles(item.items, above)
            elif isinstance(item, Tag):
                # A list item's mark is drawn with its first line.
                outside = above[: len(above) - above[::-1].index("LI")] if item.role == "Lbl" else above
                yield from roles(item.items, (*outside, item.role))

    assert list(roles(fit_column(text, setting, Rect(0, 0, WIDTH, 200)))) == tree


def test_a_list_is_one_list_on_each_column_that_it_stands_in(setting: Setting) -> None:
    strips = set_text("- a\n- b\n- c", setting, WIDTH).strips
    both = [list(stacked(column, 0, 0)) for column in (strips[:2], strips[2:])]
    assert [[(tag.role, len(tag.items)) for tag in column] for column in both] == [[("L", 2)], [("L", 1)]]


def test_a_picture_that_is_not_there_leaves_no_gap_but_its_error(setting: Setting) -> None:
    (strip,) = set_text("![](gone.svg#40)", setting, WIDTH).strips
    assert (strip.height, strip.items) == (0, ())


def test_a_picture_in_a_column_without_room_is_an_error(setting: Setting) -> None:
    strips = set_text("- " * 9 + "![](wide.svg)", setting, 20).strips
    assert {(d.span, d.code) for d in setting.diagnostics} == {(HERE, "text-overflow")}
    assert all(strip.height >= 0 for strip in strips)


@pytest.mark.parametrize("name", ["gr%C3%B6%C3%9Fe%201.svg", "<größe 1.svg>", "<größe 1.svg#7>"])
def test_a_picture_is_found_however_its_name_is_written(setting: Setting, name: str) -> None:
    (strip,) = set_text(f"![]({name})", setting, WIDTH).strips
    assert len(uses(strip.items)) == 1


def test_a_picture_is_found_by_a_name_with_letters_beyond_ascii(setting: Setting) -> None:
    (strip,) = set_text("![](<größe 1.svg#40>)", setting, WIDTH).strips
    assert [use.drawing.name for _, use in uses(strip.items)] == ["größe 1.svg"]


# Tables

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
    widths = column_widths(layout._Setter(setting, width), rows_of(TABLE.format(long=long)))
    assert len(widths) == 3
    assert all(w > 0 for w in widths)
    assert sum(widths) == pytest.approx(width)


@given(st.lists(st.floats(0.1, 200), min_size=1, max_size=8), st.floats(1, 150))
def test_narrow_columns_keep_what_they_want_and_wide_ones_share_the_rest(natural: list[float], width: float) -> None:
    widths = squeezed(natural, width)
    assert len(widths) == len(natural)
    assert sum(widths) == pytest.approx(min(width, sum(natural)))
    assert all(0 <= w <= n + 1e-9 for w, n in zip(widths, natural, strict=True))
    given_way = [w for w, n in zip(widths, natural, strict=True) if w < n - 1e-9]
    assert all(w == pytest.approx(max(widths)) for w in given_way)


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
    widths = column_widths(layout._Setter(setting, WIDTH), rows_of(TABLE.format(long="Gain")))
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


# Block quotes


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


@pytest.mark.parametrize(
    "markdown",
    [
        "> one line",
        "> " + "many words " * 60,
        "> **Examples**\n>\n> - one\n> - two " + "more " * 40 + "\n>\n> after",
        "> # Head\n>\n> text",
        "> | a | b |\n> |--|--|\n> | c | d |",
        "> > twice",
    ],
)
def test_the_ground_of_a_block_quote_covers_its_text(setting: Setting, markdown: str) -> None:
    strips = set_text(markdown, setting, WIDTH).strips
    assert strips
    if "> >" not in markdown:
        check_grounds(setting, strips)
    assert all(s.before == 0 for s in strips[1:])


def test_the_strips_of_a_block_quote_lie_without_a_gap(setting: Setting) -> None:
    strips = set_text("> one\n>\n> two\n>\n> three", setting, WIDTH).strips
    assert said(strips) == ["one", "two", "three"]
    tops = [
        at.f for at, item in walk(stacked(strips, 0, 0)) if isinstance(item, Path) and item.fill == COLOURS["cream"]
    ]
    assert tops == pytest.approx([0, strips[0].height, strips[0].height + strips[1].height])


def test_an_empty_block_quote_is_nothing(setting: Setting) -> None:
    assert set_text(">\n", setting, WIDTH).strips == []


def test_a_picture_higher_than_a_page_is_an_error_or_made_smaller(kit: IoPath) -> None:
    (kit / "tall.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 100"/>', "utf-8")
    with (kit / "rulebook.md").open("a", encoding="utf-8") as stream:
        stream.write("\n![](tall.svg)\n")
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None
    pages = components.pieces("rulebook", context.kit.components["rulebook"], context)
    for page in pages:
        for at, use in uses(page.front.items):
            where = at.over(use.transform)
            assert diagnostics or where.f + where.d * use.drawing.size.h <= page.size.h


# Columns


def test_strips_stand_below_each_other_with_their_distances_but_none_above_the_first() -> None:
    strips = [Strip(5, (), 2), Strip(4, (), 3), Strip(1, ())]
    moved = [item for item in stacked(strips, 10, 20) if isinstance(item, Group)]
    assert [group.transform for group in moved] == [
        Transform.move(10, 20),
        Transform.move(10, 28),
        Transform.move(10, 32),
    ]


def test_a_column_takes_what_fits_exactly() -> None:
    strips = [Strip(5, (), 2), Strip(4, (), 3), Strip(1, (), 1)]
    assert columns(strips, 14) == [strips]
    assert columns(strips, 13.9) == [strips[:2], strips[2:]]
    assert columns(strips, 12) == [strips[:2], strips[2:]]
    assert columns(strips, 11.9) == [strips[:1], strips[1:]]


def test_a_rule_across_begins_a_page(setting: Setting) -> None:
    strips = set_text("a\n\n***\n\nb\n\n***\n\n***\n\nc", setting, WIDTH).strips
    pages = columns(strips, 500)
    assert ["".join(said(page)) for page in pages if "".join(said(page))] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "follower",
    ["text", "- item", "> quote", "| a |\n|--|\n| b |", "![](wide.svg#20)", "## Another\n\ntext", "x\\\nx\\\nx\\\nx"],
)
def test_a_heading_goes_to_the_next_column_with_what_follows_it(setting: Setting, follower: str) -> None:
    strips = set_text("x\\\n" * 11 + f"x\n\n# Heading\n\n{follower}", setting, WIDTH).strips
    before, heading = strips[:12], strips[12]
    room = heights(before) + heading.before + heading.height
    first, second = columns(strips, room + 0.5)
    assert first == before
    assert said(second)[0] == "Heading"
    assert len(second) > 1


@pytest.mark.parametrize("count", range(1, 12))
def test_no_line_of_a_paragraph_is_left_alone(setting: Setting, count: int) -> None:
    strips = set_text("x\\\n" * (count - 1) + "x", setting, WIDTH).strips
    assert len(strips) == count
    line = strips[0].height
    for room in range(max(2, min(count, 3)), 14):
        pages = columns(strips, room * line + 0.01)
        sizes = [len(page) for page in pages]
        assert sum(sizes) == count
        if count > 1:
            assert min(sizes) > 1
        assert max(sizes) <= room


def heights(page: list[Strip]) -> float:
    return sum(s.height for s in page) + sum(s.before for s in page[1:])


blocks = st.one_of(
    st.lists(st.sampled_from(["a", "word", "rhinoceros", "**bold**", "*i*"]), min_size=1, max_size=60).map(" ".join),
    st.sampled_from(["# Head", "## A longer heading with some words in it", "### h", "***"]),
    st.lists(st.sampled_from(["- a", "- b c d", "  - e"]), min_size=1, max_size=9).map(
        lambda ls: "- x\n" + "\n".join(ls)
    ),
    st.integers(1, 19).map(lambda n: "| a | b |\n|--|--|\n" + "| c | words and words |\n" * n),
    st.lists(st.sampled_from(["> a b c", "> " + "d " * 90, ">", "> - e"]), min_size=1, max_size=4).map("\n".join),
    st.sampled_from(["![](wide.svg#40)", "![A caption](high.svg#9)"]),
)


@settings(max_examples=60)
@given(st.lists(blocks, max_size=14), st.floats(70, 160))
def test_columns_are_never_too_high_and_lose_nothing_and_no_heading_ends_one(
    context: RenderContext, parts: list[str], height: float
) -> None:
    styles = styles_of(context.kit.facebook.styles, "book")
    own = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
    strips = set_text("\n\n".join(parts), own, WIDTH).strips
    pages = columns(strips, height)
    assert written(pages, strips) == strips
    groups = kept_together(strips)
    largest = max((heights(group) for group in groups), default=0)
    for page in pages:
        assert heights(page) <= height + EPSILON
        if largest <= height:
            assert not page or not page[-1].keep or page[-1] is strips[-1]


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(blocks, min_size=2, max_size=14), st.floats(100, 170))
def test_nothing_stands_alone_at_the_foot_or_the_top_of_a_page(
    context: RenderContext, parts: list[str], height: float
) -> None:
    """Two lines of a paragraph and two rows of a table at least stand on either side of a page's end, and what goes on
    with the next page's first line is no heading."""
    styles = styles_of(context.kit.facebook.styles, "book")
    own = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
    parts = [part for part in parts if not part.startswith("#")] + ["## Section\n\nwords and words"] * 3
    strips = set_text("\n\n".join(parts), own, WIDTH).strips
    pages = columns(strips, height)
    assume(max(heights(group) for group in kept_together(strips)) <= height)
    for role in ("P", "Table"):
        shares: dict[int, list[int]] = defaultdict(list)
        for page in pages:
            count = Counter(id(tag) for strip in written([page], strips) for tag in strip.within if tag.role == role)
            for tag, lines in count.items():
                shares[tag].append(lines)
        assert all(min(lines) >= 2 for lines in shares.values() if len(lines) > 1)
    for page in pages[:-1]:
        assert page[-1].heading is None
    for before, page in pairwise(pages):
        first = written([page], strips)[0]
        tables = {id(tag) for strip in before for tag in strip.within if tag.role == "Table"}
        if tables & {id(tag) for tag in first.within}:
            assert said(page)[0] == said([next(s for s in strips if s.within == first.within)])[0]


def written(pages: list[list[Strip]], strips: list[Strip]) -> list[Strip]:
    """The strips on pages that are not set again only because a table or a box goes on there."""
    own = {id(strip) for strip in strips}
    return [strip for page in pages for strip in page if id(strip) in own]


def kept_together(strips: list[Strip]) -> list[list[Strip]]:
    found: list[list[Strip]] = [[]]
    for strip in strips:
        found[-1].append(strip)
        if not strip.keep:
            found.append([])
    return found


def test_what_no_column_can_hold_together_is_parted_where_columns_end() -> None:
    strips = [Strip(10, (), keep=True)] * 7 + [Strip(10, ())] * 2
    assert [len(page) for page in columns([Strip(5, ()), *strips], 40)] == [1, 4, 4, 1]


words = st.lists(
    st.sampled_from(
        [
            "a",
            " ",
            "\n",
            "\n\n",
            "    ",
            "*",
            "**",
            "_",
            "`",
            "- ",
            "1. ",
            "> ",
            "# ",
            "|",
            "|--|--|\n",
            "![](",
            "wide.svg",
        ]
        + [
            "#4",
            "#",
            ")",
            "[",
            "]",
            "](b)",
            "]: c\n",
            "<b>",
            "<!--",
            "-->",
            "&amp;",
            "\\",
            "***\n",
            "```\n",
            "\t",
            "\0",
        ]
        + ["---\n", "x" * 90, "\r", "\u00a0", "![](<b#²>)", '![](wide.svg "t")', "<http://a.b>", "٣. ", "[^1]"]
    ),
    max_size=30,
).map("".join)


@pytest.mark.slow
@settings(max_examples=300)
@given(words, st.sampled_from([2.0, 25.0, 90.0]))
def test_no_text_makes_setting_fail(context: RenderContext, text: str, width: float) -> None:
    styles = styles_of(context.kit.facebook.styles, "book")
    own = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
    strips = set_text(text, own, width).strips
    assert written(columns(strips, 100), strips) == strips
    fit_column(text, own, Rect(0, 0, width, 40))
    assert {d.span for d in own.diagnostics} <= {HERE}


@given(
    st.lists(st.tuples(st.floats(0.5, 30), st.floats(0, 5), st.booleans()), min_size=1, max_size=40), st.floats(30, 60)
)
@example([(2.0, 1.0, True)] * 40, 40.0)
def test_what_is_kept_together_is_parted_only_if_no_column_can_hold_it(
    given: list[tuple[float, float, bool]], height: float
) -> None:
    strips = [Strip(h, (), before, keep) for h, before, keep in given]
    pages = columns(strips, height)
    assert written(pages, strips) == strips
    assert all(heights(page) <= height + EPSILON for page in pages)
    breaks = {id(page[-1]) for page in pages if page}
    for group in kept_together(strips):
        if group and heights(group) <= height:
            assert not any(id(strip) in breaks for strip in group[:-1])


# A flow in one box


def column(setting: Setting, markdown: str, box: Rect) -> list[Set]:
    return texts(fit_column(markdown, setting, box))


def whole(setting: Setting, markdown: str, width: float, factor: float = 1.0) -> float:
    return heights(set_text(markdown, setting.scaled(factor), width).strips)


PARAGRAPHS = "# Head\n\n" + "\n\n".join(["some words in a row " * 8] * 4)


def test_a_flow_that_fits_its_box_is_set_at_its_full_size(setting: Setting) -> None:
    box = Rect(3, 4, WIDTH, whole(setting, PARAGRAPHS, WIDTH))
    found = column(setting, PARAGRAPHS, box)
    assert {t.item.size for t in found} == {setting.styles["h1"].size, setting.styles["body"].size}
    assert not setting.diagnostics
    assert min(t.x for t in found) == 3
    assert 4 < found[0].y < found[-1].y < box.far


@pytest.fixture
def yielding(context: RenderContext, setting: Setting) -> Setting:
    """A setting whose every style may become much smaller."""
    return replace(setting, styles={role: replace(s, least=4.0) for role, s in setting.styles.items()})


def test_a_flow_that_does_not_fit_is_set_smaller_in_steps_as_large_as_it_fits(yielding: Setting) -> None:
    factor = 1 - 7 * layout.STEP
    box = Rect(0, 0, WIDTH, whole(yielding, PARAGRAPHS, WIDTH, factor) + 0.001)
    found = column(yielding, PARAGRAPHS, box)
    assert not yielding.diagnostics
    body, head = yielding.styles["body"].size, yielding.styles["h1"].size
    assert {round(t.item.size, 6) for t in found} == {round(body * factor, 6), round(head * factor, 6)}
    assert whole(yielding, PARAGRAPHS, WIDTH, factor + layout.STEP) > box.h


def test_a_flow_is_set_smaller_until_its_widest_word_fits(yielding: Setting) -> None:
    style = yielding.styles["body"]
    factor = 1 - 7 * layout.STEP
    width = yielding.fonts.width("Rhinoceros", style.font, style.size * factor) + 0.001
    (found,) = column(yielding, "Rhinoceros", Rect(0, 0, width, 100))
    assert found.item.size == pytest.approx(style.size * factor)
    assert not yielding.diagnostics


def test_errors_of_a_flow_are_those_of_the_size_at_which_it_is_set(setting: Setting) -> None:
    least = setting.scaled(0.01).styles["body"]
    found = column(setting, "Rhinoceros \u2603\n\n" + "word " * 200, Rect(0, 0, 12, 20))
    assert {t.item.size for t in found} == {least.size}
    width = setting.fonts.width("Rhinoceros", least.font, least.size)
    messages = [d.message for d in setting.diagnostics if d.code == "text-overflow"]
    assert len(messages) == 2
    assert f"'Rhinoceros' is {width - 12:.1f} mm wider than its column, 12.0 mm" in messages
    assert [d.code for d in setting.diagnostics].count("missing-glyph") == 1


def test_no_style_goes_below_its_own_least_size(setting: Setting) -> None:
    small = setting.scaled(0.1)
    assert {role: style.size for role, style in small.styles.items()} == {
        role: style.least or style.size for role, style in setting.styles.items()
    }


def test_a_flow_that_never_fits_is_an_error_that_says_how_much_is_over(setting: Setting) -> None:
    least = setting.scaled(0.01)
    over = heights(set_text(PARAGRAPHS, least, 50).strips) - 20
    found = column(setting, PARAGRAPHS, Rect(0, 0, 50, 20))
    assert list(setting.diagnostics) == [
        Diagnostic(
            HERE,
            "error",
            "text-overflow",
            f"this text does not fit 50 × 20 mm at its smallest size: {over:.1f} mm over",
            ("shorten it, or enlarge its box in faces.yaml",),
        )
    ]
    assert {t.item.size for t in found} == {setting.styles["h1"].size, setting.styles["body"].least}


@settings(max_examples=40)
@given(st.lists(blocks, max_size=6), st.floats(10, 200))
def test_a_flow_fits_its_box_or_is_an_error(context: RenderContext, parts: list[str], height: float) -> None:
    styles = styles_of(context.kit.facebook.styles, "card")
    own = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
    found = column(own, "\n\n".join(parts), Rect(0, 0, WIDTH, height))
    if not own.diagnostics:
        assert all(t.y <= height for t in found)


def test_styles_that_a_kit_leaves_out_are_set_as_its_body(context: RenderContext) -> None:
    styles = styles_of(context.kit.facebook.styles, "guide")
    assert set(styles) == {"h1", "h2", "h3", "body", "table", "head", "caption"}
    only_body = {"x-body": styles["body"], "x-h1": styles["h1"]}
    assert styles_of(only_body, "x") == {role: styles["h1" if role == "h1" else "body"] for role in styles}
