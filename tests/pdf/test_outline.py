"""Outlines of PDF files."""

from __future__ import annotations

import pytest

from pnp.graphics.drawing import Drawing, Landmark
from pnp.graphics.geometry import Size
from tests.support.writing import page, read


def test_groups_are_open_and_chapters_are_closed_in_the_outline(context):
    marks = tuple(Landmark(level, title, 10.0) for level, title in ((1, "One"), (2, "One a"), (2, "One b"), (1, "Two")))
    drawing = Drawing("d", Size(60, 60), ())
    pages = page(drawing, heading="Book", landmarks=marks), page(Drawing("e", Size(60, 60), ()), heading="Cards")
    reader = read(context, *pages)
    outline = reader.root_object["/Outlines"]
    book = outline["/First"]
    assert (outline["/Count"], book["/Count"], book["/First"]["/Count"]) == (4, 2, -2)
    assert (book["/Title"], book["/Next"]["/Title"], outline["/Last"]["/Title"]) == ("Book", "Cards", "Cards")
    assert (book["/First"]["/Next"]["/Title"], book["/First"]["/Last"]["/Prev"]["/Title"]) == ("Two", "One a")
    assert book["/Last"].get("/Count", 0) == 0
    assert reader.root_object["/PageMode"] == "/UseOutlines"


def test_a_file_without_headings_has_no_outline(context):
    reader = read(context, page(Drawing("d", Size(9, 9), ())))
    assert reader.outline == []
    assert reader.root_object.get("/PageMode", "/UseNone") == "/UseNone"
    assert reader.pages[0].mediabox.width == pytest.approx(419.53, abs=0.01)
