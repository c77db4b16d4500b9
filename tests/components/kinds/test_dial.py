"""Dials: the numbers of a rule around a disc, and a pointer of the same colour beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp import components
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Piece
from pnp.graphics.geometry import Rect
from pnp.imposition import Placed
from pnp.imposition.layout import layout
from pnp.imposition.registration import SILHOUETTE
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("dial")

RULES = "speed: {start: 0, max: 6}\nname: fast\n"
DIAL = "kind: dial\ntitle: Dials\ndiameter: 50\nleast: speed.start\nmost: speed.max\ncolours: [red, blue]\n"


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    """The rhino kit with horses' speeds among its rules."""
    diagnostics = Diagnostics()
    style = context.kit.facebook.styles["track-count"]
    book = replace(context.kit.facebook, styles={**context.kit.facebook.styles, "dial-number": style})
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), facebook=book)
    return fresh(context, kit=kit, diagnostics=diagnostics)


def made(context: RenderContext, text: str = DIAL) -> list[Piece]:
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return components.pieces("dials", spec, context) if spec else []


def test_disc_and_pointer_are_cut_along_one_closed_line_each(context):
    (piece, _) = made(context)
    placed = Placed(piece, 1, "front", Rect(0, 0, *piece.size))
    pointer, disc = layout(SILHOUETTE, piece.size, [placed]).cuts
    assert disc.closed
    assert pointer.closed
    assert disc.bounds == pytest.approx(Rect(0, 0, 50, 50), abs=0.01)
    assert pointer.bounds.x > 50
    assert pointer.bounds.w == pytest.approx(8, abs=0.01)
