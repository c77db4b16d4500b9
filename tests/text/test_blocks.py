"""Blocks -> columns: what stays together, and where columns break."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Group
from pnp.graphics.geometry import EPSILON, Rect, Transform
from pnp.text.blocks import Strip, columns, stacked
from pnp.text.layout import fit_column, set_text
from pnp.text.styles import Setting, styles_of
from tests.support.text import COLOURS, HERE, PICTURES, WIDTH, blocks, heights, said, words


def test_strips_stand_below_each_other_with_their_distances_but_none_above_the_first():
    strips = [Strip(5, (), 2), Strip(4, (), 3), Strip(1, ())]
    moved = [item for item in stacked(strips, 10, 20) if isinstance(item, Group)]
    assert [group.transform for group in moved] == [
        Transform.move(10, 20),
        Transform.move(10, 28),
        Transform.move(10, 32),
    ]


def test_a_column_takes_what_fits_exactly():
    strips = [Strip(5, (), 2), Strip(4, (), 3), Strip(1, (), 1)]
    assert columns(strips, 14) == [strips]
    assert columns(strips, 13.9) == [strips[:2], strips[2:]]
    assert columns(strips, 12) == [strips[:2], strips[2:]]
    assert columns(strips, 11.9) == [strips[:1], strips[1:]]


def test_a_rule_across_begins_a_page(setting):
    strips = set_text("a\n\n***\n\nb\n\n***\n\n***\n\nc", setting, WIDTH).strips
    pages = columns(strips, 500)
    assert ["".join(said(page)) for page in pages if "".join(said(page))] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "follower",
    ["text", "- item", "> quote", "| a |\n|--|\n| b |", "![](wide.svg#20)", "## Another\n\ntext", "x\\\nx\\\nx\\\nx"],
)
def test_a_heading_goes_to_the_next_column_with_what_follows_it(setting, follower):
    strips = set_text("x\\\n" * 11 + f"x\n\n# Heading\n\n{follower}", setting, WIDTH).strips
    before, heading = strips[:12], strips[12]
    room = heights(before) + heading.before + heading.height
    first, second = columns(strips, room + 0.5)
    assert first == before
    assert said(second)[0] == "Heading"
    assert len(second) > 1


@pytest.mark.parametrize("count", range(1, 12))
def test_no_line_of_a_paragraph_is_left_alone(setting, count):
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


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(blocks, max_size=14), st.floats(70, 160))
def test_columns_are_never_too_high_and_lose_nothing_and_no_heading_ends_one(context, parts, height):
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
def test_nothing_stands_alone_at_the_foot_or_the_top_of_a_page(context, parts, height):
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


def test_what_no_column_can_hold_together_is_parted_where_columns_end():
    strips = [Strip(10, (), keep=True)] * 7 + [Strip(10, ())] * 2
    assert [len(page) for page in columns([Strip(5, ()), *strips], 40)] == [1, 4, 4, 1]


@pytest.mark.slow
@settings(max_examples=300)
@given(words, st.sampled_from([2.0, 25.0, 90.0]))
def test_no_text_makes_setting_fail(context, text, width):
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
def test_what_is_kept_together_is_parted_only_if_no_column_can_hold_it(given, height):
    strips = [Strip(h, (), before, keep) for h, before, keep in given]
    pages = columns(strips, height)
    assert written(pages, strips) == strips
    assert all(heights(page) <= height + EPSILON for page in pages)
    breaks = {id(page[-1]) for page in pages if page}
    for group in kept_together(strips):
        if group and heights(group) <= height:
            assert not any(id(strip) in breaks for strip in group[:-1])
