"""The outline and the shadow of letters."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.graphics import Path, Rect, Tag
from pnp.graphics.drawing import Text
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit.model import Style
from pnp.sources import Node
from pnp.text import edges
from tests.support.scripts import fonts

TEXT = Text(5, 20, "IT", "body", 20, "#000000")


def drawn(**more) -> list[Path]:
    style = Style(origin=Node({}, Span("faces.yaml")), font="body", size=20, **more)
    found = edges.below(fonts(), [TEXT], style, lambda name, _span: f"#{name}")
    return [path for tag in found if isinstance(tag, Tag) for path in tag.items if isinstance(path, Path)]


def box(path: Path) -> Rect:
    return Rect.about(numbers[at : at + 2] for _, numbers in path.segments for at in range(0, len(numbers), 2))


def test_a_plain_style_has_no_edges():
    assert drawn() == []


def test_letters_have_an_outline_of_their_own_shape_twice_as_wide_as_it_stands_out():
    first, second = drawn(outline=0.4, outline_colour="paper")
    assert first.stroke
    assert (first.stroke.colour, first.stroke.width, first.stroke.join, first.fill) == ("#paper", 0.8, 1, None)
    cap = fonts().cap_height("body", 20)
    assert (box(first).far, box(first).h) == (pytest.approx(20, abs=0.05), pytest.approx(cap, rel=0.02))
    width = fonts().width("IT", "body", 20)
    assert 5 < box(first).x < box(first).right < box(second).x < box(second).right < 5 + width
    em = 20 * MM_PER_POINT
    assert box(second).right - box(first).x == pytest.approx(width, abs=0.2 * em)


def test_a_shadow_is_the_letters_moved_and_below_their_outline():
    plain = drawn(outline=0.3)
    both = drawn(outline=0.3, shadow=(0.5, 0.7), shadow_colour="ink")
    assert [path.fill for path in both] == ["#ink", "#ink", None, None]
    moved, own = box(both[0]), box(plain[0])
    assert (moved.x - own.x, moved.y - own.y) == (pytest.approx(0.5), pytest.approx(0.7))


@pytest.mark.parametrize(("outline", "ground"), [(0.3, "#paper"), (0.1, ""), (0, "")])
def test_an_outline_is_the_ground_of_letters_if_it_is_wide_enough(outline, ground):
    style = Style(origin=Node({}, Span("faces.yaml")), font="body", size=20, outline=outline)
    found = edges.below(fonts(), [TEXT], style, lambda name, _span: f"#{name}")
    assert edges.outline_of([*found, TEXT]) == ground
