"""The strips of large squares: how their sentences are divided into lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.components import strips
from pnp.components.strips import Effect, bars, in_lines, middle
from pnp.graphics import Rect

WIDTH = 50.0
ROOM = WIDTH - 2 * strips.STRIP_EDGE


def effects(*widths: float) -> list[Effect]:
    return [Effect(str(number), None, (), width) for number, width in enumerate(widths)]


def lengths(*widths: float) -> list[int]:
    """The number of sentences in each line."""
    return [len(row) for row in in_lines(effects(*widths), WIDTH)]


def test_short_sentences_share_a_line_and_long_ones_do_not():
    assert lengths() == []
    assert lengths(20, 20) == [2]
    assert lengths(ROOM - strips.EFFECT_GAP - 20, 20) == [2]
    assert lengths(ROOM - strips.EFFECT_GAP - 19, 20) == [1, 1]
    assert lengths(30, 30, 10) == [1, 2]


def test_a_sentence_wider_than_the_square_is_as_wide_as_a_line():
    ((only,),) = in_lines(effects(80), WIDTH)
    assert only.width == pytest.approx(ROOM)


@given(widths=st.lists(st.floats(1, 60), max_size=12))
def test_lines_keep_the_order_and_are_never_too_wide(widths):
    rows = in_lines(effects(*widths), WIDTH)
    assert [effect.text for row in rows for effect in row] == [str(number) for number in range(len(widths))]
    for row in rows:
        assert sum(one.width for one in row) + (len(row) - 1) * strips.EFFECT_GAP <= ROOM + 1e-9


def test_bars_are_inside_the_square():
    box = Rect(10, 20, 30, 12)
    points = [xy for bar in bars(box, "#000000") for _, n in bar.segments for xy in zip(n[::2], n[1::2], strict=True)]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == (10, 40)
    assert (min(y for _, y in points), max(y for _, y in points)) == (20, 32)


def test_the_middle_of_a_box():
    assert middle(Rect(0, 0, 10, 6), 4, 2) == Rect(3, 2, 4, 2)
