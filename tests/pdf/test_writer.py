"""PDF files: identifiers, numbers, accessibility."""

from __future__ import annotations

import io
import re
from importlib.metadata import version

import numpy as np
import page as pdf_ua
import pypdf
import pypdfium2
import pytest

from pnp import pdf
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Landmark, Picture, Tag, Text
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size, Transform
from pnp.pdf.objects import add, encoded, pdf_object
from tests.support.writing import bitmap, document, page, read, words

# Identity and numbers


def test_other_contents_have_another_identifier(context):
    def identifier(text: str) -> object:
        one, two = read(context, page(words(text))).trailer["/ID"]
        assert one == two
        return one

    assert identifier("a") == identifier("a") != identifier("b")


@pytest.mark.parametrize("degrees", [0.004, -0.0001, 90.001])
def test_a_turn_of_nearly_nothing_is_written_without_exponents(context, degrees):
    one = page(words("a"))
    turned = one._replace(adjust=Transform.rotate(degrees))
    content = read(context, turned).pages[0].get_contents()
    assert not re.search(rb"\d[eE][-+]?\d", content.get_data())
    frames = [
        [float(value) for value in values] for values, operator in content.operations if operator in (b"cm", b"Tm")
    ]
    assert pytest.approx(tuple(Transform.scale(72 / 25.4).over(turned.adjust)), abs=1e-4) in frames


def test_titles_in_any_script_are_read_back(context):
    named = document(page(words("a")))._replace(title="Règle d’un „€“ ☃ \N{RHINOCEROS}", author="(a\\b)")
    found = pypdf.PdfReader(io.BytesIO(pdf.write(named, context.fonts))).metadata
    assert (found.title, found.author) == (named.title, named.author)


def test_a_page_of_text_and_pictures_conforms_to_pdf_ua(context):
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), Kept(bitmap("RGBA")), (4, 4)),), alt="A square")
    book = Drawing("book", Size(60, 60), (Tag("P", (Text(5, 10, "A line.", "body", 9, "#000000"),)),))
    data = pdf.write(document(page(shown, heading="Cards"), page(book, "paper")), context.fonts)
    report = pdf_ua.validate_pdf_bytes(data, profile="ua1")
    assert [(failure.rule_id, failure.message) for failure in report.failures] == []


def test_a_figure_has_the_box_that_it_covers(context):
    shown = Drawing("shown", Size(60, 40), (Picture(Rect(0, 0, 9, 9), Kept(bitmap("RGB")), (4, 4)),), alt="A square")
    one = page(shown)
    root = read(context, one).root_object["/StructTreeRoot"]
    figure = root["/K"]["/K"]["/K"]
    assert (figure["/S"], figure["/Alt"]) == ("/Figure", "Title. A square.")
    (placed,) = one.placed
    x, y, w, h = placed.rect
    edges = [value * 72 / 25.4 for value in (x, y, x + w, y + h)]
    assert [float(value) for value in figure["/A"]["/BBox"]] == pytest.approx(edges, abs=0.01)


# The private names of pypdf that are used


def test_objects_are_added_by_the_pinned_pypdf():
    writer = pypdf.PdfWriter()
    place = add(writer, pdf_object({"Type": "X", "Numbers": [1, 2.5, True]}))
    assert place.get_object() == {"/Type": "/X", "/Numbers": [1, 2.5, True]}
    packed = pypdf.generic.EncodedStreamObject()
    packed._data = b"packed"
    assert encoded(packed)._data == b"packed"
    assert version("pypdf") == "7.1.0", "look at pnp/pdf/objects.py and the golden files before raising the pin"


@pytest.mark.parametrize(("bar", "drop"), [("underline", 0.1), ("strike", -0.26)])
def test_a_line_of_words_is_as_wide_as_they_are(context, bar, drop):
    text = Text(5, 20, "old words", "body", 20, "#b3261e", bars=(bar,))
    data = pdf.write(document(page(Drawing("d", Size(130, 60), (text,)))), context.fonts)
    (sheet,) = pypdfium2.PdfDocument(data)
    scale = 12
    image = sheet.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = (image.squeeze() < 200).nonzero()
    width = context.fonts.width("old words", "body", 20) / MM_PER_POINT * scale
    inked = np.bincount(rows, minlength=image.shape[0]).tolist()
    full = [row for row, count in enumerate(inked) if count > 0.97 * width]
    assert len(full) == pytest.approx(0.06 * 20 * scale, abs=2)
    assert max(inked) == pytest.approx(width, abs=3)
    letters = sorted(set(rows[columns > 0]))
    foot = max(row for row in letters if row not in full)  # of the letters, which have no descenders
    base = foot if bar == "strike" else max(row for row in letters if row < full[0])
    assert full[0] - base == pytest.approx(drop * 20 * scale, abs=8)


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
