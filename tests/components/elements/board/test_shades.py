"""Shades and washes of a board's squares: bars, tags, edges and hatches."""

from __future__ import annotations

import pytest

from pnp.checks.support.printed import tags, texts
from pnp.components.context import RenderContext
from pnp.components.elements.board import EDGE, SMALL_BAR, THIN_BAR, THIN_SHARE, THIN_WIDTH, WASH
from pnp.components.shapes import HATCH
from pnp.graphics import Rect
from pnp.graphics.drawing import Path
from tests.support.board import drawn, fill, outline, said, with_board


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    return with_board(context)


def test_shaded_squares_have_the_shade_and_icon_of_their_badges(context):
    context.words["a1"].badge.update(shade="ink", tint="ink")
    more = "units: 2, cards: squares, shaded: true, markers: shields, marks: covers"
    squares = drawn(context, more, box="[0, 0, 60, 24]")
    assert (fill(squares["a1"]), fill(squares["a2"])) == ("#ffffff", None)
    bars = [i for i in squares["a1"].items if isinstance(i, Path) and i.fill == context.kit.palette["ink"]]
    (bar,) = (Rect.about([numbers for _, numbers in i.segments if numbers]) for i in bars)
    assert bar == pytest.approx((0, 0, 20, SMALL_BAR)), "a dark shade is no fill; the tint is a bar"
    colours = [next(iter(texts(squares[id_].items))).colour for id_ in ("a1", "b1")]
    assert colours == ["#ffffff", context.kit.palette["ink"]], "on the bar, and without one"
    assert [len(list(tags(squares[id_].items, "Figure"))) for id_ in ("a1", "a2", "a3")] == [1, 1, 0]
    assert said(squares["a2"]) == ["A2", "High", "Low"], "the label of each marker, or its name"
    frames = [i for i in squares["a2"].items if isinstance(i, Path) and i.fill == "#ffffff" and i.stroke]
    assert [i.stroke.colour for i in frames if i.stroke] == [context.kit.palette[name] for name in ("red", "blue")]
    assert not any(i.stroke.dash for i in frames if i.stroke), "all of one weight with little ink"
    first, second = (Rect.about([numbers[-2:] for _, numbers in i.segments if numbers]) for i in frames)
    x, _, right, far = outline(squares["a2"])
    assert x < first.x < first.right < second.x < second.right < right
    assert first.far == second.far < far
    low = drawn(context, more, box="[0, 0, 60, 12]")["a1"]
    assert not list(tags(low.items, "Figure")), "no room for an icon"
    assert next(iter(texts(low.items))).colour == context.kit.palette["ink"], "nor for the code in the bar"
    thin = [i for i in low.items if isinstance(i, Path) and i.fill == context.kit.palette["ink"]]
    (tag,) = (Rect.about([numbers for _, numbers in i.segments if numbers]) for i in thin)
    assert tag == pytest.approx((0, 0, THIN_WIDTH * 20, min(THIN_BAR, THIN_SHARE * 6)))
    assert not context.diagnostics


def test_tags_of_small_squares_are_at_the_side_away_from_the_middle(context):
    context.words["a1"].badge.update(shade="ink", tint="ink")
    context.words["a3"] = context.words["a1"]
    squares = drawn(context, "units: 2, cards: squares, shaded: true", box="[0, 0, 60, 12]")
    for id_, x in (("a1", 0.0), ("a3", 60 - THIN_WIDTH * 20)):
        dark = [i for i in squares[id_].items if isinstance(i, Path) and i.fill == context.kit.palette["ink"]]
        (box,) = (Rect.about([numbers for _, numbers in i.segments if numbers]) for i in dark)
        assert (box.x, box.w) == pytest.approx((x, THIN_WIDTH * 20))


def test_large_squares_have_a_dark_shade_as_an_edge(context):
    context.words["a1"].badge["shade"] = "ink"
    squares = drawn(context, "units: 2, cards: squares, shaded: true", box="[0, 0, 120, 60]")
    ink = context.kit.palette["ink"]
    edges = {
        id_: [i for i in square.items if isinstance(i, Path) and i.stroke and i.stroke.width == EDGE]
        for id_, square in squares.items()
    }
    (edge,) = edges["a1"]
    assert (edge.fill, edge.stroke.colour) == (None, ink)
    (x, y), (right, far) = outline(squares["a1"])[:2], outline(squares["a1"])[2:]
    points = [numbers for _, numbers in edge.segments if numbers]
    assert min(points) == pytest.approx((x + EDGE / 2, y + EDGE / 2)), "the edge stays in its square"
    assert max(points) == pytest.approx((right - EDGE / 2, far - EDGE / 2))
    assert not edges["a2"]
    assert all(i.fill != ink for i in squares["a1"].items[:1] if isinstance(i, Path))


def test_large_squares_have_a_thin_wash_over_the_picture(context):
    context.words["a1"].badge["wash"] = "red"
    squares = drawn(context, "units: 2, cards: squares, shaded: true", box="[0, 0, 120, 60]")
    washes = {
        id_: [i.fill for i in square.items if isinstance(i, Path) and i.alpha < 1] for id_, square in squares.items()
    }
    assert washes["a1"] == [context.kit.palette["red"]]
    assert not washes["a2"]
    strokes = [i for i in squares["a1"].items if isinstance(i, Path) and i.stroke and i.stroke.width == HATCH[2]]
    assert {i.stroke.colour for i in strokes if i.stroke} == {context.kit.palette["red"]}
    (x, y), (right, far) = outline(squares["a1"])[:2], outline(squares["a1"])[2:]
    points = [numbers for i in strokes for _, numbers in i.segments]
    assert all(x <= px <= right and y <= py <= far for px, py in points), "the hatch stays in its square"


def test_small_squares_with_a_wash_are_hatched_in_its_colour_inside_their_edge(context):
    context.words["a1"].badge.update(shade="ink", wash="red")
    squares = drawn(context, "units: 2, cards: squares, shaded: true", box="[0, 0, 30, 14]")
    hatched = {
        id_: {i.stroke.colour for i in square.items[1:] if isinstance(i, Path) and i.stroke}
        for id_, square in squares.items()
    }
    assert hatched["a1"] == {context.kit.palette["red"]}
    washes = [i.fill for i in squares["a1"].items if isinstance(i, Path) and i.alpha == WASH]
    assert washes == [context.kit.palette["red"]]
    assert not hatched["a2"]
