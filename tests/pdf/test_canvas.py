"""Drawings in PDF files: where they are, and how far they reach."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest

from pnp.graphics.drawing import Drawing, Path, Use, rectangle
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import linear
from pnp.pdf.canvas import reach
from tests.support import writing
from tests.support.pages import STOCKS, forms, matrix


def written(page: pypdf.PageObject) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the pieces on a page, forms or written into it.

    All pieces are in the first saved state, whose unit is mm; the marks are in the second.
    """
    found, depth, is_new = [], 0, False
    for operands, operator in page.get_contents().operations:
        if operator == b"q":
            depth += 1
            is_new = depth == 2
        elif operator == b"Q":
            depth -= 1
            if depth == 0:
                break
        elif operator == b"cm" and is_new:
            found.append(tuple(float(v) for v in operands))
            is_new = False
    return found


@pytest.mark.parametrize(("paper", "backs"), [("a4", "long"), ("letter", "short")])
def test_every_piece_lies_where_the_manifest_says_to_a_hundredth_of_a_millimetre(small_built, paper, backs):
    build = small_built(paper, backs)
    for stock in STOCKS:
        by_page = defaultdict(list)
        for placement in build.placements(stock):
            by_page[placement["page"]].append(placement)
        for number, page in enumerate(pypdf.PdfReader(build.file(stock)).pages, start=1):
            assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == written(page)
        if stock == "cardstock":
            for number, page in enumerate(pypdfium2.PdfDocument(build.file(stock)), start=1):
                assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == forms(page)


def test_a_form_reaches_as_far_as_its_bleed_or_its_lines():
    drawing = Drawing("d", Size(46, 126), (), bleed=3)
    assert reach(drawing) == Rect(-3, -3, 52, 132)
    assert reach(replace(drawing, bleed=0.0, overhang=0.125)) == Rect(-0.125, -0.125, 46.25, 126.25)


@pytest.mark.parametrize("stock", STOCKS)
def test_art_is_vector_and_nothing_is_compressed(built, stock):
    data = built().file(stock).read_bytes()
    assert b"/Subtype /Image" not in data
    assert b"FlateDecode" not in data


def test_the_bytes_of_a_form_do_not_depend_on_what_is_drawn_before_it(context):
    def last_form(*drawings: Drawing) -> bytes:
        objects = writing.read(context, *map(writing.page, drawings)).pages[-1]["/Resources"]["/XObject"]
        return objects["/X0"].get_data()

    inner = Drawing("inner", Size(9, 9), writing.words("in").items)
    placed = Use(inner, Transform.move(3, 3))
    shown = Drawing("d", Size(60, 60), (*writing.words("One").items, placed, *gradient("#ff0000")))
    other = Drawing("d", Size(60, 60), (*writing.words("Others", "bold").items, *gradient("#00ff00")))
    # The number of a font is that of its first use, so both files begin with the same font.
    assert last_form(writing.words("a"), shown) == last_form(writing.words("b"), other, shown)


def gradient(colour: str) -> tuple[Path]:
    box = Rect(0, 0, 5, 5)
    return (Path(rectangle(box), linear(box, ((0.0, colour), (1.0, "#ffffff")), 0)),)
