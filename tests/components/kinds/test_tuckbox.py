"""Tuck boxes: as large as their decks need, and a net that folds into a box."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pnp import components
from pnp.components.context import RenderContext
from pnp.components.kinds import tuckbox
from pnp.diagnostics import Diagnostics
from pnp.graphics.contour import contours, joined
from pnp.graphics.drawing import CUT_LINES, Piece, Tag
from pnp.graphics.geometry import Size, Transform
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("tuckbox")

BOX = "kind: tuckbox\ntitle: Tuck box\ndecks: [moves, rhinos]\nface: box\nback: credits\n"


def made(context: RenderContext, text: str = BOX) -> tuple[list[Piece], Diagnostics]:
    context = fresh(context, diagnostics=Diagnostics())
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return (components.pieces("box", spec, context) if spec else []), context.diagnostics


def inside(cards: int) -> tuckbox._Box:
    return tuckbox._Box(64.5, 89.5, max(tuckbox.LEAST_DEPTH, cards * 0.32 + 1), Size(63, 88))


def test_every_fold_joins_edges_of_one_length(context):
    """Panels side by side have one height; lid and bottoms are as deep as the sides are wide."""
    box = inside(70)
    front, side, back, other, end = box.columns
    assert (side - front, other - back) == pytest.approx((box.w, box.w))
    assert (back - side, end - other) == pytest.approx((box.d, box.d))
    outline = tuckbox._outline(box)
    assert (back, box.top - box.d) in outline
    assert (other, box.top - box.d) in outline
    lowest = max(y for _, y in outline)
    assert lowest == pytest.approx(box.top + box.h + box.d)


@pytest.mark.parametrize("cards", [1, 20, 70, 150])
def test_the_cut_line_goes_round_once_and_never_crosses_itself(cards):
    outline = tuckbox._outline(inside(cards))
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))

    def turn(a, b, c) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def cross(one, other) -> bool:
        (a, b), (c, d) = one, other
        return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9

    assert not [1 for i, one in enumerate(edges) for other in edges[i + 1 :] if cross(one, other)]
    assert all(math.dist(a, b) > 0.5 for a, b in edges)
    box = inside(cards)
    assert all(-1e-9 <= x <= box.size.w + 1e-9 and -1e-9 <= y <= box.size.h + 1e-9 for x, y in outline)


def test_flaps_of_a_dark_box_are_cut_along_black_lines(context):
    """White lines are for the edges of the colour; the flaps that are glued inside are bare paper."""
    palette = {**context.kit.palette, "accent": "#301030"}
    dark = replace(context, kit=replace(context.kit, palette=palette))
    (piece,), _ = made(dark, f"{BOX}colour: accent\n")
    (cuts,) = (tag.items for tag in piece.front.items if isinstance(tag, Tag) and tag.alt == CUT_LINES)
    assert [item.stroke.colour for item in cuts] == ["#ffffff", "#000000"]
    box = inside(66)
    front, side, _, _, end = box.columns
    top, far = box.top, box.top + box.h
    upper, bottom, thumb, flaps, glued = (line for path in cuts for line in contours(path.segments, Transform()))
    for line, first, last in (
        (thumb, (front, top), (side, top)),
        (upper, (side, top), (end, far)),
        (bottom, (side, far), (front, far)),
        (flaps, (end, far), (side, far)),
        (glued, (front, far), (front, top)),
    ):
        begin, finish = line.vertices[0], line.vertices[-1]
        assert (begin.x, begin.y, finish.x, finish.y) == pytest.approx((*first, *last))
    assert [contour.closed for contour in joined([upper, bottom, thumb, flaps, glued])] == [True]


def test_a_deck_that_is_not_there_is_an_error(context):
    _, diagnostics = made(context, BOX.replace("moves", "movs"))
    assert [(f.code, f.hints) for f in diagnostics] == [("unknown-deck", ("did you mean 'moves'?",))]


def test_the_second_side_may_have_a_face_of_its_own(context):
    (both,), _ = made(context, f"{BOX}side: small-turn\n")
    (piece,), diagnostics = made(context, f"{BOX}side: small-turn\nother: credits\n")
    assert not [found for found in diagnostics if found.code == "unknown-face"]
    titles = [[text.text for text in one.front.texts()].count("Rhinoceros Joust") for one in (both, piece)]
    assert titles[1] == titles[0] + 1, "the credits, once, on the other side"
    (missing,), diagnostics = made(context, f"{BOX}other: no-such-face\n")
    assert [found.code for found in diagnostics if found.code == "unknown-face"], missing.name
