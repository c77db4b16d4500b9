"""PDF files, read back by other libraries: identity, fonts, outline, metadata, images and PDF/UA."""

from __future__ import annotations

import io
import re
import unicodedata
from importlib.metadata import version

import page as pdf_ua
import pypdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from pnp import pdf
from pnp.graphics.drawing import Drawing, Landmark, Picture, Piece, Tag, Text
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.imposition import Room, arrange
from pnp.pdf.objects import add, pdf_object

A5 = Size(148, 210)


def document(*pages: pdf.Page) -> pdf.Document:
    return pdf.Document("Title", "Author", "Subject", "en", "Simplex", pages)


def page(
    drawing: Drawing, stock: str = "cardstock", heading: str = "", landmarks: tuple[Landmark, ...] = ()
) -> pdf.Page:
    piece = Piece("p/1", "p", "Title", drawing.size, drawing, stock=stock, landmarks=landmarks)
    (sheet,) = arrange("grid", [piece], Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, ()), "p", heading)


def words(text: str, font: str = "body") -> Drawing:
    return Drawing("d", Size(130, 60), (Text(5, 9, text, font, 9, "#000000"),))


def read(context, *pages: pdf.Page) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf.write(document(*pages), context.fonts)), strict=True)


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


# Fonts


def every_letter(context, role: str) -> str:
    """Every glyph of a font that a reader takes for one character."""
    signs = map(chr, sorted(context.fonts.typeface(role).glyphs))
    return "".join(c for c in signs if c.isprintable() and not c.isspace() and unicodedata.is_normalized("NFKC", c))


def test_more_letters_than_a_font_has_codes_are_in_several_subsets(context):
    letters = every_letter(context, "body")
    assert len(letters) > 256
    rows = [letters[at : at + 40] for at in range(0, len(letters), 40)]
    texts = tuple(Text(5, 8 + 7 * at, row, "body", 9, "#000000") for at, row in enumerate(rows))
    data = pdf.write(document(page(Drawing("d", Size(130, 190), texts))), context.fonts)
    fonts = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"].values()
    subsets = [font["/BaseFont"] for font in fonts if "Atkinson" in font["/BaseFont"]]
    assert len(subsets) == len(set(subsets)) > 1
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "".join(text.split()) == letters


def test_character_maps_have_no_null_and_at_most_a_hundred_pairs_in_a_block(context):
    letters = every_letter(context, "body")[:250]
    for font in read(context, page(words(letters))).pages[0]["/Resources"]["/Font"].values():
        table = font["/ToUnicode"].get_data()
        assert b"<0000>" not in table
        counts = [int(count) for count in re.findall(rb"(\d+) beginbfchar", table)]
        assert counts, "a map has at least one block"
        assert max(counts) <= 100


def test_each_code_is_as_wide_as_its_letter(context):
    text = "Rhinos – “réglés”"
    (page_,) = read(context, page(words(text, "bold"))).pages
    font = next(font for font in page_["/Resources"]["/Font"].values() if "Bold" in font["/BaseFont"])
    source = TTFont(context.fonts.path("bold"))
    scale = 1000 / source["head"].unitsPerEm
    pairs = re.findall(rb"<(..)> <([0-9A-F]{4})>", font["/ToUnicode"].get_data())
    codes = {chr(int(value, 16)): int(code, 16) for code, value in pairs}
    widths = dict(zip(range(font["/FirstChar"], font["/LastChar"] + 1), font["/Widths"], strict=True))
    for letter in set(text):
        advance, _ = source["hmtx"][source.getBestCmap()[ord(letter)]]
        assert widths[codes[letter]] == pytest.approx(advance * scale, abs=0.5)


# Outline


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


# Metadata, images, accessibility


def test_xmp_has_the_title_and_the_standard(context):
    home = document(page(words("a")))._replace(title="R & <D>")
    shop = home._replace(condition=pdf.Condition(300.0))
    for file, standard, header in (
        (home, "<pdfuaid:part>1</pdfuaid:part>", "%PDF-1.7"),
        (shop, "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>", "%PDF-1.6"),
    ):
        reader = pypdf.PdfReader(io.BytesIO(pdf.write(file, context.fonts)))
        assert reader.xmp_metadata.dc_title == {"x-default": "R & <D>"}
        assert standard.encode() in reader.root_object["/Metadata"].get_data()
        assert reader.pdf_header == header


def bitmap(mode: str, kind: str = "png") -> bytes:
    data = io.BytesIO()
    image = Image.new("RGBA", (4, 4), (51, 102, 153, 255))
    image.putpixel((0, 0), (255, 0, 0, 0))
    image.convert(mode).save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize(
    ("mode", "kind", "space", "filters"),
    [
        ("RGB", "png", "/DeviceRGB", "/FlateDecode"),
        ("L", "png", "/DeviceGray", "/FlateDecode"),
        ("RGBA", "png", "/DeviceRGB", None),
        ("P", "png", "/DeviceRGB", None),
        ("RGB", "jpeg", "/DeviceRGB", "/DCTDecode"),
        ("CMYK", "jpeg", "/DeviceCMYK", "/DCTDecode"),
    ],
)
def test_bitmaps_are_stored_as_they_are_where_a_pdf_can_have_them(context, mode, kind, space, filters):
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), bitmap(mode, kind), (4, 4)),))
    (form,) = read(context, page(shown)).pages[0]["/Resources"]["/XObject"].values()
    (image,) = form["/Resources"]["/XObject"].values()
    assert (image["/ColorSpace"], image.get("/Filter")) == (space, filters)
    assert ("/SMask" in image) == (mode in ("RGBA", "P"))


def test_a_page_of_text_and_pictures_conforms_to_pdf_ua(context):
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), bitmap("RGBA"), (4, 4)),), alt="A square")
    book = Drawing("book", Size(60, 60), (Tag("P", (Text(5, 10, "A line.", "body", 9, "#000000"),)),))
    data = pdf.write(document(page(shown, heading="Cards"), page(book, "paper")), context.fonts)
    report = pdf_ua.validate_pdf_bytes(data, profile="ua1")
    assert [(failure.rule_id, failure.message) for failure in report.failures] == []


def test_a_figure_has_the_box_that_it_covers(context):
    shown = Drawing("shown", Size(60, 40), (Picture(Rect(0, 0, 9, 9), bitmap("RGB"), (4, 4)),), alt="A square")
    one = page(shown)
    root = read(context, one).root_object["/StructTreeRoot"]
    figure = root["/K"]["/K"]["/K"]
    assert (figure["/S"], figure["/Alt"]) == ("/Figure", "Title. A square.")
    (placed,) = one.placed
    x, y, w, h = placed.rect
    edges = [value * 72 / 25.4 for value in (x, y, x + w, y + h)]
    assert [float(value) for value in figure["/A"]["/BBox"]] == pytest.approx(edges, abs=0.01)


# The private name of pypdf that is used


def test_objects_are_added_by_the_pinned_pypdf():
    writer = pypdf.PdfWriter()
    place = add(writer, pdf_object({"Type": "X", "Numbers": [1, 2.5, True]}))
    assert place.get_object() == {"/Type": "/X", "/Numbers": [1, 2.5, True]}
    assert version("pypdf") == "7.1.0", "look at pnp/pdf/objects.py and the golden files before raising the pin"
