"""Tuck boxes: as large as their decks need, and a net that folds into a box."""

from __future__ import annotations

import math

import pytest

from pnp import components
from pnp.components.context import RenderContext
from pnp.components.kinds import tuckbox
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Piece
from pnp.graphics.geometry import Size
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


def test_the_second_side_may_have_a_face_of_its_own(context):
    (both,), _ = made(context, f"{BOX}side: small-turn\n")
    (piece,), diagnostics = made(context, f"{BOX}side: small-turn\nother: credits\n")
    assert not [found for found in diagnostics if found.code == "unknown-face"]
    titles = [[text.text for text in one.front.texts()].count("Rhinoceros Joust") for one in (both, piece)]
    assert titles[1] == titles[0] + 1, "the credits, once, on the other side"
    (missing,), diagnostics = made(context, f"{BOX}other: no-such-face\n")
    assert [found.code for found in diagnostics if found.code == "unknown-face"], missing.name
