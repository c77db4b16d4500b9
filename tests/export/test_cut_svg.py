"""SVG files to cut by."""

from __future__ import annotations

import io

import pytest
import resvg_py
from PIL import Image

from pnp.export.cut_svg import svg
from pnp.graphics.contour import Contour, Vertex, contours, rounded_rectangle
from pnp.graphics.drawing import ellipse
from pnp.graphics.geometry import Rect, Transform
from pnp.imposition.layout import CutLayout
from pnp.imposition.registration import CRICUT
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


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(50, 50, True), (20.3, 9.3, False), (21.5, 10.5, True), (150, 100, True), (171, 121, True), (172, 122, False)],
)
def test_another_reader_draws_the_arcs_the_same_way(x, y, inside):
    """Filled by resvg: corners bend inwards, and a disc is a disc."""
    text = svg(LAYOUT).decode().replace('fill="none"', 'fill="#000000"').replace('stroke="#ff0000"', 'stroke="none"')
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, width=2100, height=2970, dpi=96))))
    alpha = drawn.convert("RGBA").getpixel((round(10 * x), round(10 * y)))[3]
    assert (alpha > 128) == inside
