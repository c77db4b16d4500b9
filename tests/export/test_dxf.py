"""DXF files, read by ezdxf."""

from __future__ import annotations

import io

import ezdxf
import pytest

from pnp.export.dxf import dxf
from pnp.graphics.contour import Contour, Vertex, rounded_rectangle
from pnp.graphics.geometry import Rect
from pnp.imposition.layout import CutLayout
from pnp.imposition.registration import SILHOUETTE
from tests.support import cutting
from tests.support.sheets import A4

CARD = rounded_rectangle(Rect(20, 30.5, 63, 88), 3)
FOLD = Contour((Vertex(10, 50), Vertex(200, 50)), closed=False)
LAYOUT = CutLayout(SILHOUETTE, A4, (CARD,), (FOLD,))


def test_a_card_is_a_closed_polyline_with_arcs_and_a_fold_is_open():
    card, fold = cutting.dxf_lines(dxf(LAYOUT))
    assert (card.layer, card.closed) == ("CUT", True)
    assert card.box == pytest.approx(Rect(20, 30.5, 63, 88), abs=1e-3)
    assert (20, 30.5) not in [(round(x, 2), round(y, 2)) for x, y in card.points]
    assert (fold.layer, fold.closed) == ("SCORE", False)
    assert fold.points == [(10, 50), (200, 50)]


def test_corners_are_arcs_of_the_radius():
    document = ezdxf.read(io.StringIO(dxf(LAYOUT).decode("ascii")))
    arcs = [part for part in next(iter(document.modelspace())).virtual_entities() if part.dxftype() == "ARC"]
    assert [part.dxf.radius for part in arcs] == pytest.approx([3] * 4)


def test_the_page_is_the_extent_of_the_drawing():
    document = ezdxf.read(io.StringIO(dxf(LAYOUT).decode("ascii")))
    assert document.header["$EXTMAX"] == (210, 297, 0)


def test_lines_end_as_on_every_system():
    data = dxf(LAYOUT)
    assert b"\r" not in data
    assert data.endswith(b"EOF\n")
