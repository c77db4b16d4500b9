"""Pages of PDF files: sizes, boxes, settings for viewers."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from pypdf.generic import ContentStream

from pnp import pdf
from pnp.components.kinds import net
from pnp.graphics.drawing import (
    CUT_LINES,
    FOLD_LINES,
    Drawing,
    Group,
    Path,
    Stroke,
    Tag,
    ellipse,
    layer,
    line,
    rectangle,
)
from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM, Rect, Size, Transform
from pnp.pdf.document import lifted
from tests.export.conftest import table
from tests.support.shop import files, made
from tests.support.writing import document, page


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_have_the_size_of_the_paper_and_true_boxes(small_built, context, paper):
    build = small_built(paper)
    w, h = (v * POINTS_PER_MM for v in context.facts.papers[paper].extent)
    for sheet in pypdf.PdfReader(build.file("cardstock")).pages:
        assert tuple(sheet.mediabox)[2:] == pytest.approx((w, h), abs=0.01)
    for sheet in pypdf.PdfReader(build.file("paper")).pages:
        assert sorted(float(v) for v in sheet.mediabox[2:]) == pytest.approx(sorted((w, h)), abs=0.01)


def test_where_cards_bleed_trim_box_and_bleed_box_are_those_of_the_block(built):
    first, back, *_ = pypdf.PdfReader(built().file("cardstock")).pages
    block = (10.5, 16.5, 199.5, 280.5)
    assert [float(v) * MM_PER_POINT for v in back.trimbox] == pytest.approx(block, abs=0.01)
    bled = (7.5, 13.5, 202.5, 283.5)
    assert [float(v) * MM_PER_POINT for v in back.bleedbox] == pytest.approx(bled, abs=0.01)
    assert tuple(first.trimbox) == tuple(first.mediabox)


@pytest.mark.parametrize(
    ("backs", "cardstock"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")]
)
def test_viewers_are_told_not_to_scale_and_how_to_flip(small_built, backs, cardstock):
    for stock, duplex in (("cardstock", cardstock), ("paper", "/Simplex")):
        preferences = pypdf.PdfReader(small_built("a4", backs).file(stock)).root_object["/ViewerPreferences"]
        assert preferences["/PrintScaling"] == "/None"
        assert preferences["/Duplex"] == duplex


PEN, FOLD = Stroke("#000000", 0.25), Stroke("#000000", 0.25, (2.0, 1.2))
CUT = Path(ellipse(20, 20, 20, 20), stroke=PEN)
ART = Path(rectangle(Rect(5, 5, 30, 30)), fill="#c0392b")
ITEMS = (*layer(CUT_LINES, [CUT]), *layer(FOLD_LINES, [line(0, 20, 40, 20, FOLD)]), ART)


def written(context, items=ITEMS, condition: pdf.PrintingCondition | None = pdf.PrintingCondition(300)) -> bytes:  # noqa: B008
    made = document(page(Drawing("d", Size(40, 40), items)))
    return pdf.write(made._replace(condition=condition), context.fonts)


def form(data: bytes) -> Any:
    (found,) = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/XObject"].values()
    return found


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_die_lines_are_strokes_in_spot_colours_that_overprint(context, standard):
    drawn = form(written(context, condition=pdf.PrintingCondition(300, standard=standard)))
    for name, inks in (("/CutContour", [0, 1, 0, 0]), ("/Crease", [1, 0, 0, 0])):
        kind, spot, other, tint = drawn["/Resources"]["/ColorSpace"][name]
        assert (kind, spot, other) == ("/Separation", name, "/DeviceCMYK")
        assert (tint["/C0"], tint["/C1"], tint["/N"]) == ([0, 0, 0, 0], inks, 1)
    operations = ContentStream(drawn, None).operations
    states = drawn["/Resources"]["/ExtGState"]
    for name in ("/CutContour", "/Crease"):
        at = operations.index(([name], b"CS"))
        before = operations[at - 1]
        assert before[1] == b"gs"
        assert (states[before[0][0]]["/OP"], states[before[0][0]]["/OPM"]) == (True, 1)
        after = operations[at : operations.index(([], b"Q"), at)]
        assert (after[1][1], [float(v) for v in after[1][0]]) == (b"SCN", [1])
        (width,) = [float(operands[0]) for operands, operator in after if operator == b"w"]
        assert width / MM_PER_POINT == pytest.approx(0.25, abs=0.001)
        assert not [operands for operands, operator in after if operator == b"d" and list(operands[0])]
        assert b"S" in [operator for _, operator in after]


def test_die_lines_are_above_the_art_cuts_last(context):
    operations = ContentStream(form(written(context)), None).operations
    operators = [operator for _, operator in operations]
    assert operators.index(b"f") < operators.index(b"CS")
    assert [operands for operands, operator in operations if operator == b"CS"] == [["/Crease"], ["/CutContour"]]


def test_at_home_they_have_the_colours_of_their_pens(context):
    data = written(context, condition=None)
    assert b"CutContour" not in data
    assert "/ColorSpace" not in form(data)["/Resources"]


def test_lines_inside_tags_and_turned_groups_are_found():
    turned = Transform.rotate(90, 20, 20)
    items = (Tag("Figure", (Group((*layer(CUT_LINES, [CUT]), ART), turned),), "a figure"), ART)
    figure, art, lines = lifted(Drawing("d", Size(40, 40), items)).items
    assert art == ART
    assert figure.items[0].items == (ART,)
    assert lines.items == layer(CUT_LINES, [Group((CUT,), turned)])


def test_drawings_without_die_lines_stay_the_same_objects():
    drawing = Drawing("d", Size(40, 40), (ART,))
    assert lifted(drawing) is drawing


# Kits ----------------------------------------------------------------------------------------------------------------


def cuts(page: pypdfium2.PdfPage) -> list[tuple[bool, tuple[float, ...]]]:
    """The outlines on a page that are a quarter of a point thin: whether each is closed, and its box in mm."""
    found = []
    for shape in page.get_objects([pdfium.FPDF_PAGEOBJ_PATH]):
        width, (fill, stroke) = pdfium.c_float(), (pdfium.c_int(), pdfium.c_int())
        pdfium.FPDFPageObj_GetStrokeWidth(shape, width)
        pdfium.FPDFPath_GetDrawMode(shape, fill, stroke)
        count = pdfium.FPDFPath_CountSegments(shape)
        last = pdfium.FPDFPath_GetPathSegment(shape, count - 1)
        if stroke.value and width.value == pytest.approx(0.25 * MM_PER_POINT, abs=1e-4) and count > 2:
            points = []
            for index in range(count):
                x, y = pdfium.c_float(), pdfium.c_float()
                pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(shape, index), x, y)
                points.append((x.value, y.value))
            found.append((bool(pdfium.FPDFPathSegment_GetClose(last)), Rect.about(points)))
    return found


@pytest.mark.parametrize(
    ("only", "outlines", "slack"),
    [
        (("foldies", "score-markers", "tuckbox"), 1, 0.01),
        (("riding-die", "striking-die"), 1, 2 * net.EDGE + 1),
        (("speed-dials",), 2, 1.2),
    ],
)
def test_cut_lines_are_closed_and_as_large_as_the_trim(only, outlines, slack, tmp_path):
    build = made(tmp_path, kit=table(), only=only)
    pieces = {piece["id"]: piece["trim"] for piece in build.manifest["pieces"]}
    placed = {(p["file"], p["page"]): pieces[p["piece"]] for p in build.manifest["placements"]}
    for file in files(build):
        for number, sheet in enumerate(pypdfium2.PdfDocument(file), start=1):
            trim = placed[file.name, number]
            found = cuts(sheet)
            assert len(found) == outlines, file.name
            assert all(closed for closed, _ in found)
            around = found[0][1]
            for _, box in found[1:]:
                around = around.union(box)
            # Nets have a margin in whole millimetres, and a dial's pointer a narrow one.
            assert around.size == pytest.approx((trim["w"], trim["h"]), abs=slack)
            if slack == 0.01:
                assert (around.x, around.y) == pytest.approx((0, 0), abs=0.01)
