"""Pictures of sheets: opaque inside contours, transparent outside and in holes."""

from __future__ import annotations

import pytest

from pnp import pdf
from pnp.export import silhouettes
from pnp.graphics import Drawing, Path, Piece, Rect, Size
from pnp.graphics.contour import rounded_rectangle
from pnp.graphics.drawing import rectangle
from pnp.graphics.geometry import Edges
from pnp.imposition import Placed
from pnp.imposition.layout import CutLayout
from pnp.imposition.registration import CRICUT
from tests.support.sheets import A4

PX = 25.4 / silhouettes.DPI
SIZE = Size(40, 60)
RED = Drawing("red", SIZE, (Path(rectangle(Rect(-3, -3, 46, 66)), "#ff0000"),), bleed=3)
PIECE = Piece("red", "deck", "Red", SIZE, RED)
PLACED = Placed(PIECE, 1, "front", Rect(50, 100, 40, 60), 0, Edges(3, 3, 3, 3))
WHOLE = rounded_rectangle(PLACED.rect, 5)
HOLE = rounded_rectangle(Rect(60, 110, 10, 10))


def drawn(context, *cuts):
    layout = CutLayout(CRICUT, A4, cuts)
    label = Drawing("label", A4, (Path(rectangle(Rect(0, 0, 210, 297)), "#00ff00"),))
    (picture,) = silhouettes.pictures([pdf.Page(A4, (PLACED,), label, "p", layout=layout)], context.fonts)
    assert [side * PX for side in picture.size] == pytest.approx(silhouettes.size(layout))
    return picture


def at(picture, x: float, y: float):
    """The pixel at mm from the top left of the piece."""
    return picture.getpixel((int(x / PX), int(y / PX)))


def test_a_piece_is_opaque_without_bleed_label_and_corners(context):
    picture = drawn(context, WHOLE)
    assert picture.size == (473, 709)  # 40 × 60 mm, to the pixel
    assert at(picture, 20, 30) == (255, 0, 0, 255)
    assert at(picture, 0.3, 0.3)[3] == 0
    assert at(picture, 2, 2)[3] == 255
    edges = [at(picture, x, 30)[3] for x in (0.2, 39.7)] + [at(picture, 20, y)[3] for y in (0.2, 59.7)]
    assert edges == [255] * 4


def test_a_hole_is_transparent(context):
    picture = drawn(context, HOLE, WHOLE)
    assert at(picture, 15, 45)[3] == 0
    assert at(picture, 8, 45)[3] == 255


def test_pieces_beside_each_other_are_no_holes(context):
    beside = rounded_rectangle(Rect(92, 120, 10, 10))
    picture = drawn(context, beside, WHOLE)
    assert at(picture, 47, 35)[3] == 255
    assert at(picture, 41, 35)[3] == 0


def test_pages_that_no_machine_cuts_have_no_picture(context):
    page = pdf.Page(A4, (PLACED,), Drawing("none", A4, ()), "p")
    assert list(silhouettes.pictures([page], context.fonts)) == []
