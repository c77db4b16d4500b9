"""Pips: where they stand, what is symmetric about that, which are turned, and what no layout has a place for."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from pnp.components.context import RenderContext
from pnp.components.elements import element, pips
from pnp.diagnostics import Diagnostic
from pnp.graphics.drawing import Item
from pnp.graphics.geometry import Rect
from pnp.sources.yaml import parse
from tests.support.drawn import element_test, opened

test_is_drawn_as_reviewed = element_test("pips")


BOX = Rect(10, 10, 43, 68)


SIZE = 11.0


LEFT, MIDDLE, RIGHT = 15.5, 31.5, 47.5


TOP, CENTRE, BOTTOM = 15.5, 44.0, 72.5


STEP = (BOTTOM - TOP) / 12
"""A twelfth of the way from the top row to the bottom row."""


def rows(count: int) -> dict[float, str]:
    """The rows of a playing card, in twelfths from the top, and which columns have a pip in each."""
    found: dict[float, str] = {}
    for x, y in sorted((box.centre for box in pips.places(count, "card", BOX, SIZE)), key=lambda p: (p[1], p[0])):
        row = round((y - TOP) / STEP, 3)
        found[row] = found.get(row, "") + {LEFT: "L", MIDDLE: "M", RIGHT: "R"}[round(x, 3)]
    return found


TRADITION = {
    1: {6: "M"}, 2: {0: "M", 12: "M"}, 3: {0: "M", 6: "M", 12: "M"}, 4: {0: "LR", 12: "LR"},
    5: {0: "LR", 6: "M", 12: "LR"}, 6: {0: "LR", 6: "LR", 12: "LR"}, 7: {0: "LR", 3: "M", 6: "LR", 12: "LR"},
    8: {0: "LR", 3: "M", 6: "LR", 9: "M", 12: "LR"}, 9: {0: "LR", 4: "LR", 6: "M", 8: "LR", 12: "LR"},
    10: {0: "LR", 2: "M", 4: "LR", 8: "LR", 10: "M", 12: "LR"},
}  # fmt: skip


@pytest.mark.parametrize("count", TRADITION)
def test_a_card_has_its_pips_where_playing_cards_have_them(count):
    assert rows(count) == TRADITION[count]


CASES = (
    [("card", n) for n in range(1, 11)] + [("line", n) for n in range(1, 6)] + [("cluster", n) for n in range(1, 11)]
)


SIZES = {"card": SIZE, "line": 8.0, "cluster": 30.0}


def placed(layout: Any, count: int) -> list[Rect]:
    return pips.places(count, layout, BOX, SIZES[layout])


def middles(layout: Any, count: int) -> set[tuple[float, float]]:
    return {(round(box.centre[0], 6), round(box.centre[1], 6)) for box in placed(layout, count)}


@pytest.mark.parametrize(("layout", "count"), CASES)
def test_pips_are_as_many_as_asked_inside_the_box_and_apart(layout, count):
    boxes = placed(layout, count)
    assert len(boxes) == count
    assert all(BOX.contains(box) for box in boxes)
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert len({round(box.w, 6) for box in boxes} | {round(box.h, 6) for box in boxes}) == 1


@pytest.mark.parametrize(("layout", "count"), [case for case in CASES if case != ("cluster", 2)])
def test_left_and_right_are_alike_but_for_two_on_a_slant(layout, count):
    mirrored = {(round(BOX.x + BOX.right - x, 6), y) for x, y in middles(layout, count)}
    assert mirrored == middles(layout, count)


@pytest.mark.parametrize(("layout", "count"), CASES)
def test_upside_down_a_card_is_the_same_but_for_a_seven(layout, count):
    turned = {(round(BOX.x + BOX.right - x, 6), round(BOX.y + BOX.far - y, 6)) for x, y in middles(layout, count)}
    lopsided = [("card", 7), ("cluster", 3)]
    assert (turned == middles(layout, count)) is ((layout, count) not in lopsided)


def test_a_number_adds_its_pips_to_those_of_smaller_ones():
    six, seven, eight = (middles("card", n) for n in (6, 7, 8))
    assert six < seven < eight
    assert middles("card", 4) | middles("card", 1) == middles("card", 5)
    assert middles("card", 2) | middles("card", 1) == middles("card", 3)


def test_a_cluster_is_as_large_as_its_box_allows_up_to_the_size():
    sizes = [pips.places(n, "cluster", BOX, 30)[0].w for n in range(1, 6)]
    assert sizes[0] == 30
    assert sizes == sorted(sizes, reverse=True)
    for count in range(2, 11):
        boxes = pips.places(count, "cluster", BOX, 100)
        around = boxes[0]
        for box in boxes:
            around = around.union(box)
        assert around.w == pytest.approx(BOX.w) or around.h == pytest.approx(BOX.h)


def test_a_line_is_one_row_about_the_middle():
    boxes = pips.places(3, "line", BOX, 8)
    assert {box.centre[1] for box in boxes} == {BOX.centre[1]}
    assert [round(box.centre[0] - BOX.centre[0], 6) for box in boxes] == [-8.48, 0.0, 8.48]


# Drawn ------------------------------------------------------------------------------------------------------


def draw(context: RenderContext, text: str, **scope: Any) -> tuple[list[Item], list[Diagnostic]]:
    """What a face's element draws, and its diagnostics."""
    before = len(context.diagnostics)
    made = element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    assert isinstance(made, pips.Spec)
    items = pips.draw(context, made, {**scope, "origins": {}})
    return items, list(context.diagnostics)[before:]


@pytest.fixture
def own() -> RenderContext:
    return opened()


CARD = '{pips: sign-red.svg, count: "{traits.value}", box: [10, 10, 43, 68], size: 11'


def test_an_unknown_picture_is_an_error_and_no_picture_is_none(own):
    assert [f.code for f in draw(own, CARD.replace("sign-red.svg", "sign-rad.svg") + "}", traits={"value": 2})[1]] == [
        "missing-art"
    ]
    assert draw(own, CARD.replace("sign-red.svg", '"{art}"') + "}", art=None, traits={"value": 2}) == ([], [])
