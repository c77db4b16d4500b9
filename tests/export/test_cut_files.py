"""SVG files to cut by."""

from __future__ import annotations

import io

import ezdxf
import pytest
import resvg_py
from PIL import Image

from pnp import pdf
from pnp.export import cut_files
from pnp.export.cut_files import dxf, svg
from pnp.graphics import Drawing, Path, Piece, Size
from pnp.graphics.contour import Contour, Vertex, contours, rounded_rectangle
from pnp.graphics.drawing import ellipse, rectangle
from pnp.graphics.geometry import Edges, Rect, Transform
from pnp.imposition import Placed
from pnp.imposition.layout import CutLayout
from pnp.imposition.registration import CRICUT, SILHOUETTE
from tests.support import cutting
from tests.support.sheets import A4

CARD = rounded_rectangle(Rect(20, 200, 63, 88), 3)
(ROUND,) = contours(ellipse(150, 100, 30, 30), Transform(1, 0, 0, -1, 0, 297))
FOLD = Contour((Vertex(10, 50), Vertex(200, 50)), closed=False)
LAYOUT = CutLayout(CRICUT, A4, (CARD, ROUND), (FOLD,))


def test_paths_are_closed_and_in_their_groups():
    card, disc, fold = cutting.svg_paths(svg(LAYOUT))
    assert (card.group, card.closed, disc.closed) == ("CUT", True, True)
    assert Rect.about(card.corners) == pytest.approx(Rect(20, 9, 63, 88))
    assert sorted(card.radii) == [0, 0, 0, 0, 3, 3, 3, 3][: len(card.radii)]
    assert (fold.group, fold.closed, fold.corners) == ("SCORE", False, [(10, 247), (200, 247)])


def test_another_reader_draws_the_arcs_the_same_way():
    """Filled by resvg: corners bend inwards, and a disc is a disc."""
    text = svg(LAYOUT).decode().replace('fill="none"', 'fill="#000000"').replace('stroke="#ff0000"', 'stroke="none"')
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, width=2100, height=2970, dpi=96))))
    places = ((50, 50), (20.3, 9.3), (21.5, 10.5), (150, 100), (171, 121), (172, 122))
    alphas = [drawn.convert("RGBA").getpixel((round(10 * x), round(10 * y)))[3] for x, y in places]
    assert [alpha > 128 for alpha in alphas] == [True, False, True, True, True, False]


DXF_CARD = rounded_rectangle(Rect(20, 30.5, 63, 88), 3)
DXF_LAYOUT = CutLayout(SILHOUETTE, A4, (DXF_CARD,), (FOLD,))


def test_a_card_is_a_closed_polyline_with_arcs_and_a_fold_is_open():
    card, fold = cutting.dxf_lines(dxf(DXF_LAYOUT))
    assert (card.layer, card.closed) == ("CUT", True)
    assert card.box == pytest.approx(Rect(20, 30.5, 63, 88), abs=1e-3)
    assert (20, 30.5) not in [(round(x, 2), round(y, 2)) for x, y in card.points]
    assert (fold.layer, fold.closed) == ("SCORE", False)
    assert fold.points == [(10, 50), (200, 50)]


def test_corners_are_arcs_of_the_radius():
    document = ezdxf.read(io.StringIO(dxf(DXF_LAYOUT).decode("ascii")))
    arcs = [part for part in next(iter(document.modelspace())).virtual_entities() if part.dxftype() == "ARC"]
    assert [part.dxf.radius for part in arcs] == pytest.approx([3] * 4)


def test_the_page_is_the_extent_of_the_drawing():
    document = ezdxf.read(io.StringIO(dxf(DXF_LAYOUT).decode("ascii")))
    assert document.header["$EXTMAX"] == (210, 297, 0)


def test_lines_end_as_on_every_system():
    data = dxf(DXF_LAYOUT)
    assert b"\r" not in data
    assert data.endswith(b"EOF\n")


PX = 25.4 / cut_files.DPI
SIZE = Size(40, 60)
RED = Drawing("red", SIZE, (Path(rectangle(Rect(-3, -3, 46, 66)), "#ff0000"),), bleed=3)
PIECE = Piece("red", "deck", "Red", SIZE, RED)
PLACED = Placed(PIECE, 1, "front", Rect(50, 100, 40, 60), 0, Edges(3, 3, 3, 3))
WHOLE = rounded_rectangle(PLACED.rect, 5)
HOLE = rounded_rectangle(Rect(60, 110, 10, 10))


def drawn(context, *cuts):
    layout = CutLayout(CRICUT, A4, cuts)
    label = Drawing("label", A4, (Path(rectangle(Rect(0, 0, 210, 297)), "#00ff00"),))
    (picture,) = cut_files.pictures([pdf.Page(A4, (PLACED,), label, "p", layout=layout)], context.fonts)
    assert [side * PX for side in picture.size] == pytest.approx(cut_files.size(layout))
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
    assert list(cut_files.pictures([page], context.fonts)) == []
