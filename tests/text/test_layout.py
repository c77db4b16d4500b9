"""Markdown -> blocks of text: paragraphs, lists, pictures, and text that fits a box."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import components
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.drawing import Tag
from pnp.graphics.geometry import MM_PER_POINT, Rect
from pnp.pipeline.context import open_context
from pnp.text import layout
from pnp.text.blocks import stacked
from pnp.text.layout import APART, fit_column, paragraphs, set_text
from pnp.text.styles import Setting, styles_of
from tests.support import scripts
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_text
from tests.support.text import COLOURS, HERE, PICTURES, WIDTH, Set, blocks, extent, heights, said, texts, uses, walk

test_is_drawn_as_reviewed = case_test("text/layout", lines_of_text)


test_is_refused_as_reviewed = case_test("text/refused", lines_of_text)


# Text


def test_a_style_in_capitals_is_set_in_capitals_and_named_as_it_is_written(setting):
    styles = {role: replace(style, capitals=role in ("h2", "head", "table")) for role, style in setting.styles.items()}
    strips = set_text("## The tilt\n\nRide on.\n\n| Row |\n|---|\n| tilt |", replace(setting, styles=styles), WIDTH)[0]
    assert said(strips) == ["THE TILT", "Ride on.", "ROW", "TILT"]
    assert [strip.heading.words for strip in strips if strip.heading] == ["The tilt"]


@pytest.mark.parametrize(
    "markdown",
    ["> " * 30 + "words", "- " * 30 + "words", ">" * 3000 + "words", "![" * 400 + "words" + "](wide.svg)" * 400],
)
def test_what_is_nested_too_deeply_is_an_error_or_set(setting, markdown):
    strips = set_text(markdown, setting, WIDTH).strips
    assert setting.diagnostics or said(strips) == ["words"]
    assert all(len(one.message) < 200 for one in setting.diagnostics)


def test_a_word_may_stick_out_into_the_room_between_columns_of_a_table(setting):
    pad = 0.9 * setting.styles["body"].size * MM_PER_POINT
    width = setting.fonts.width("Rhinoceros", setting.styles["table"].font, setting.styles["table"].size)
    markdown = "| |\n|--|\n| Rhinoceros |"
    set_text(markdown, setting, width + pad / 2 + 0.1)
    assert not setting.diagnostics
    set_text(markdown, setting, width + pad / 2 - 0.1)
    assert [(d.span, d.code) for d in setting.diagnostics] == [(HERE, "text-overflow")]


def test_what_is_too_wide_is_named(setting):
    set_text("A Rhino**ceros** is here", setting, 12)
    (diagnostic,) = setting.diagnostics
    assert diagnostic.message.startswith("'Rhinoceros' is ")
    assert diagnostic.message.endswith(" mm wider than its column, 12.0 mm")


# Lists


def test_marks_of_items_from_right_to_left_are_at_the_right(setting):
    strips = set_text("- שלום\n- ab", replace(setting, fonts=scripts.fonts()), WIDTH).strips
    (mark, word), (other_mark, other_word) = ([(t.x, t.item) for t in texts(s.items)] for s in strips)
    wide = scripts.fonts().extent
    assert mark[0] + wide(mark[1]) == pytest.approx(WIDTH)
    indent = 1.2 * setting.styles["body"].size * MM_PER_POINT
    assert word[0] + wide(word[1]) == pytest.approx(WIDTH - indent)
    assert (other_mark[0], other_word[0]) == (pytest.approx(0), pytest.approx(indent))


def test_an_icon_before_words_from_right_to_left_is_at_the_right(setting):
    (strip,) = set_text("- :score: שלום", replace(setting, fonts=scripts.fonts()), WIDTH).strips
    mark, word = texts(strip.items)
    assert mark.x > word.x


@pytest.mark.parametrize("first", [1, 98, 99999999])
def test_a_wide_number_does_not_touch_the_words(setting, first):
    strips = set_text(f"{first}. a\n1. b\n   1. c\n1. d", setting, WIDTH).strips
    assert said(strips) == [f"{first}. a", f"{first + 1}. b", "1. c", f"{first + 2}. d"]
    lefts = set()
    for strip in strips:
        mark, word = texts(strip.items)
        assert mark.x + extent(setting, mark.item) < word.x
        lefts.add(round(word.x, 6))
    assert len(lefts) == 2
    assert not setting.diagnostics


@pytest.mark.parametrize("markdown", ["- \n- b", "-", "1.\n2. b", "- a\n-\n- c", "> -"])
def test_an_item_may_be_empty(setting, markdown):
    strips = set_text(markdown, setting, WIDTH).strips
    assert all(strip.height > 0 for strip in strips)
    assert not setting.diagnostics


# Pictures


def test_a_picture_without_a_text_is_described_by_its_caption(setting):
    label = replace(setting, picture=lambda name: replace(PICTURES[name], alt=""))
    (strip,) = set_text("![Nose *to* nose](wide.svg#40)", label, WIDTH).strips
    (tag,) = [item for _, item in walk(strip.items) if isinstance(item, Tag)]
    assert (tag.role, tag.alt) == ("Figure", "Nose to nose")


def test_a_list_is_one_list_on_each_column_that_it_stands_in(setting):
    strips = set_text("- a\n- b\n- c", setting, WIDTH).strips
    both = [list(stacked(column, 0, 0)) for column in (strips[:2], strips[2:])]
    assert [[(tag.role, len(tag.items)) for tag in column] for column in both] == [[("L", 2)], [("L", 1)]]


def test_the_room_above_a_list_is_not_that_between_its_items(setting):
    styles = setting.styles
    apart = {"list": replace(styles["list"], above=5.0), "item": replace(styles["item"], above=1.5)}
    _, first, second, third = set_text(
        "Ride\n\n- a\n- b\n- c", replace(setting, styles={**styles, **apart}), WIDTH
    ).strips
    assert [strip.before for strip in (first, second, third)] == pytest.approx(
        [n * MM_PER_POINT for n in (5, 1.5, 1.5)]
    )


def test_a_picture_in_a_column_without_room_is_an_error(setting):
    strips = set_text("- " * 9 + "![](wide.svg)", setting, 20).strips
    assert {(d.span, d.code) for d in setting.diagnostics} == {(HERE, "text-overflow")}
    assert all(strip.height >= 0 for strip in strips)


def test_a_picture_higher_than_a_page_is_an_error_or_made_smaller(kit):
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


# A flow in one box


def column(setting: Setting, markdown: str, box: Rect) -> list[Set]:
    return texts(fit_column(markdown, setting, box))


def whole(setting: Setting, markdown: str, width: float, factor: float = 1.0) -> float:
    return heights(set_text(markdown, setting.scaled(factor), width).strips)


PARAGRAPHS = "# Head\n\n" + "\n\n".join(["some words in a row " * 8] * 4)


@pytest.fixture
def yielding(context: RenderContext, setting: Setting) -> Setting:
    """A setting whose every style may become much smaller."""
    return replace(setting, styles={role: replace(s, least=4.0) for role, s in setting.styles.items()})


def test_a_flow_that_does_not_fit_is_set_smaller_in_steps_as_large_as_it_fits(yielding):
    factor = 1 - 7 * layout.STEP
    box = Rect(0, 0, WIDTH, whole(yielding, PARAGRAPHS, WIDTH, factor) + 0.001)
    found = column(yielding, PARAGRAPHS, box)
    assert not yielding.diagnostics
    body, head = yielding.styles["body"].size, yielding.styles["h1"].size
    assert {round(t.item.size, 6) for t in found} == {round(body * factor, 6), round(head * factor, 6)}
    assert whole(yielding, PARAGRAPHS, WIDTH, factor + layout.STEP) > box.h


def test_a_flow_is_set_smaller_until_its_widest_word_fits(yielding):
    style = yielding.styles["body"]
    factor = 1 - 7 * layout.STEP
    width = yielding.fonts.width("Rhinoceros", style.font, style.size * factor) + 0.001
    (found,) = column(yielding, "Rhinoceros", Rect(0, 0, width, 100))
    assert found.item.size == pytest.approx(style.size * factor)
    assert not yielding.diagnostics


def test_errors_of_a_flow_are_those_of_the_size_at_which_it_is_set(setting):
    least = setting.scaled(0.01).styles["body"]
    found = column(setting, "Rhinoceros \ua563\n\n" + "word " * 200, Rect(0, 0, 12, 20))
    assert {t.item.size for t in found} == {least.size}
    width = setting.fonts.width("Rhinoceros", least.font, least.size)
    messages = [d.message for d in setting.diagnostics if d.code == "text-overflow"]
    assert len(messages) == 2
    assert f"'Rhinoceros' is {width - 12:.1f} mm wider than its column, 12.0 mm" in messages
    assert [d.code for d in setting.diagnostics].count("missing-glyph") == 1


def test_no_style_goes_below_its_own_least_size(setting):
    small = setting.scaled(0.1)
    assert {role: style.size for role, style in small.styles.items()} == {
        role: style.least or style.size for role, style in setting.styles.items()
    }


def test_a_flow_that_never_fits_is_an_error_that_says_how_much_is_over(setting):
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
def test_a_flow_fits_its_box_or_is_an_error(context, parts, height):
    styles = styles_of(context.kit.facebook.styles, "card")
    own = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
    found = column(own, "\n\n".join(parts), Rect(0, 0, WIDTH, height))
    if not own.diagnostics:
        assert all(t.y <= height for t in found)


def test_styles_that_a_kit_leaves_out_are_set_as_its_body(context):
    styles = styles_of(context.kit.facebook.styles, "guide")
    assert set(styles) == {
        "h1", "h2", "h3", "body", "table", "head", "caption", "contents", "index", "foot"
    }  # fmt: skip
    only_body = {"x-body": styles["body"], "x-h1": styles["h1"]}
    assert styles_of(only_body, "x") == {role: styles["h1" if role == "h1" else "body"] for role in styles}


def test_paragraphs_follow_one_another_and_lines_are_as_wide_as_wanted(context):
    fonts = context.fonts
    _, one = paragraphs(fonts, ["word " * 40], 80, 10)
    group, both = paragraphs(fonts, ["word " * 40, "**bold** and more"], 80, 10)
    last = max(text.y for text in group.items)
    assert all(text.x + fonts.width(text.text, text.font, text.size) <= 80.01 for text in group.items)
    assert [text.font for text in group.items if text.y == last] == ["bold", "body"]
    assert one + APART < last < both
    assert paragraphs(fonts, [], 80, 10)[1] == 0
