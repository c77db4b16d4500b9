"""Layouts: what is cut of a sheet, and an id that only the geometry decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.graphics import Drawing, Group, Path, Piece, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Use, ellipse, layer, line, rectangle
from pnp.graphics.geometry import Size
from pnp.imposition import Placed
from pnp.imposition.layout import layout, without_cut_lines
from pnp.imposition.registration import CRICUT, SILHOUETTE
from tests.support.sheets import A4, LETTER, piece

PEN = Stroke("#000000", 0.25)
CARD = replace(piece("card"), radius=3.0)
TOKEN = Piece(
    "token",
    "tokens",
    "Token",
    Size(30, 20),
    Drawing(
        "token",
        Size(30, 20),
        (
            Path(rectangle(Rect(0, 0, 30, 20)), "#ff0000"),
            *layer(CUT_LINES, [Path(rectangle(Rect(0, 0, 30, 20)), stroke=PEN)]),
            Group((Tag("Figure", layer(CUT_LINES, [Path(ellipse(0, 0, 4, 4), stroke=PEN)])),), Transform.move(10, 10)),
            *layer(FOLD_LINES, [line(20, 0, 20, 20, PEN)]),
        ),
    ),
    outlined=True,
)


def on_a4(*front: Placed, machine=SILHOUETTE, paper=A4):
    return layout(machine, paper, front)


def card(x: float, y: float, copy: int = 1, turn: int = 0) -> Placed:
    return Placed(CARD, copy, "front", Rect(x, y, *(CARD.size.turned() if turn % 180 else CARD.size)), turn)


def test_a_card_is_cut_at_its_trim_with_round_corners():
    found = on_a4(card(20, 30))
    (cut,) = found.cuts
    assert cut.bounds == pytest.approx(Rect(20, 30, 63, 88))
    assert len(cut.vertices) == 8
    assert not found.scores


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_piece_is_cut_along_its_own_lines_holes_first(turn):
    size = TOKEN.size.turned() if turn % 180 else TOKEN.size
    found = on_a4(Placed(TOKEN, 1, "front", Rect(50, 60, *size), turn))
    hole, outline = found.cuts
    assert outline.bounds == pytest.approx(Rect(50, 60, *size))
    assert hole.bounds.size == pytest.approx(Size(8, 8), abs=0.01)
    middle = {0: (60, 70), 90: (60, 70), 180: (70, 70), 270: (60, 80)}[turn]
    assert hole.bounds.centre == pytest.approx(middle, abs=0.01)
    (score,) = found.scores
    assert not score.closed


def test_the_id_depends_on_the_geometry_only():
    first = on_a4(card(20, 30), card(90, 30))
    assert len(first.id) == 6
    assert first.name == f"{first.id}-v2"
    assert on_a4(card(90, 30, copy=7), card(20, 30)).id == first.id
    assert on_a4(card(20, 30), card(90.004, 30)).id == first.id
    others = {
        on_a4(card(20, 30), card(90.1, 30)).id,
        on_a4(card(20, 30)).id,
        on_a4(card(20, 30), card(90, 30), machine=CRICUT).id,
        on_a4(card(20, 30), card(90, 30), machine=SILHOUETTE.inset_by(15.9)).id,
        on_a4(card(20, 30), card(90, 30), paper=LETTER).id,
        on_a4(*(replace(one, piece=replace(CARD, radius=2.0)) for one in (card(20, 30), card(90, 30)))).id,
    }
    assert first.id not in others
    assert len(others) == 6


@pytest.mark.parametrize("turn", [0, 90])
def test_a_hexagon_is_cut_along_its_sides(turn):
    tile = replace(CARD, shape="hexagon")
    size = CARD.size.turned() if turn else CARD.size
    (cut,) = on_a4(Placed(tile, 1, "front", Rect(20, 30, *size), turn)).cuts
    assert cut.bounds == pytest.approx(Rect(20, 30, *size))
    assert len(cut.vertices) == 6


def test_cut_lines_are_left_out_of_a_drawing():
    bare = without_cut_lines(TOKEN.front)
    text = repr(bare.items)
    assert CUT_LINES not in text
    assert FOLD_LINES in text
    assert without_cut_lines(CARD.front) is CARD.front
    placed = Drawing("all", A4, (Use(TOKEN.front, Transform()),))
    assert CUT_LINES not in repr(without_cut_lines(placed).items[0].drawing.items)


def test_an_outlined_piece_without_lines_is_cut_at_its_trim():
    blank = replace(TOKEN, front=Drawing("blank", TOKEN.size, ()))
    (cut,) = on_a4(Placed(blank, 1, "front", Rect(50, 60, 30, 20))).cuts
    assert cut.bounds == pytest.approx(Rect(50, 60, 30, 20))


A5 = Size(148, 210)
