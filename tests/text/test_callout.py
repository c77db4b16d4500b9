"""Block quotes: a ground behind text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import Path, rectangle
from pnp.graphics.geometry import EPSILON, Rect
from pnp.text.blocks import Strip
from pnp.text.layout import set_text
from pnp.text.styles import Setting
from tests.support import scripts
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_text
from tests.support.text import COLOURS, WIDTH, extent, texts, walk

test_is_drawn_as_reviewed = case_test("text/callout", lines_of_text)


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


def test_a_label_from_right_to_left_stays_on_the_ground_beside_its_mark(setting: Setting) -> None:
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
