"""The PDF file itself, read back by other libraries: its objects and strings, its fonts, its outline."""

from __future__ import annotations

import io
import unicodedata

import pypdf
import pypdf.generic
import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from pnp.drawing import Drawing, Landmark, Piece, Text
from pnp.geometry import Size, Transform
from pnp.imposition import Room, arrange
from pnp.ink import file, pdf
from pnp.ink.letters import Letters

A5 = Size(148, 210)


def read_back(written: str) -> object:
    return pypdf.generic.read_object(io.BytesIO(f"{written} ".encode("ascii")), None)


def document(*pages: pdf.Page) -> pdf.Document:
    return pdf.Document("Title", "Author", "Subject", "en", "Simplex", pages)


def page(
    drawing: Drawing, stock: str = "cardstock", heading: str = "", landmarks: tuple[Landmark, ...] = ()
) -> pdf.Page:
    piece = Piece("p/1", "p", "Title", drawing.size, drawing, stock=stock, landmarks=landmarks)
    (sheet,) = arrange("grid", [piece], Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, ()), "p", heading)


# Objects


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example("þÿab")
@example("ÿþab")
@example("ï»¿ab")
def test_any_text_is_read_as_it_was_written(text):
    assert read_back(file.string(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", "(plain)"),
        ("(a\\b)", "(\\(a\\\\b\\))"),
        ("Règle d’un „€“ – …", "(R\\350gle d\\220un \\214\\240\\215 \\205 \\203)"),
        ("\N{SNOWMAN}", "<FEFF2603>"),
        ("\N{RHINOCEROS}", "<FEFFD83EDD8F>"),
        ("a\nb", "<FEFF0061000A0062>"),
    ],
)
def test_texts_are_plain_where_they_can_be(text, written):
    assert file.string(text) == written


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_name_is_read_as_it_was_written(text):
    assert read_back(file.name(text)) == f"/{text}"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (-0.000001, "0"),
        (-0.00002, "-0.00002"),
        (595.27559, "595.27559"),
        (1e-7, "0"),
        (100, "100"),
        (1234567.5, "1234567.5"),
    ],
)
def test_numbers_have_no_exponent_and_no_needless_signs(value, written):
    assert file.decimal(value) == written


def test_objects_lie_where_the_table_says():
    made = file.File()
    later = made.reserve()
    body = made.add(file.stream({"Type": "/X"}, b"endobj\nendstream\n1 0 obj"), "body")
    pages = made.add(file.dictionary({"Type": "/Pages", "Kids": "[]", "Count": 0}))
    root = made.add(
        file.dictionary({"Type": "/Catalog", "Pages": file.reference(pages), "Body": made.reference("body")})
    )
    made.put(later, file.string("späť").encode("ascii"))
    assert (made.number("body"), made.number("nobody")) == (body, None)
    data = made.written((1, 7), root, made.add(file.dictionary({"Title": file.reference(later)})))
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    assert reader.pdf_header == "%PDF-1.7"
    assert reader.root_object["/Body"].get_data() == b"endobj\nendstream\n1 0 obj"
    assert reader.metadata.title == "späť"
    one, two = reader.trailer["/ID"]
    assert one == two
    with pytest.raises(KeyError):
        made.reference("nobody")


def test_other_contents_have_another_identifier(bench):
    def identifier(words: str) -> object:
        drawing = Drawing("d", Size(60, 60), (Text(5, 10, words, "body", 9, "#000000"),))
        return pypdf.PdfReader(io.BytesIO(pdf.write(document(page(drawing)), bench.fonts))).trailer["/ID"][0]

    assert identifier("a") == identifier("a") != identifier("b")


@pytest.mark.parametrize("degrees", [0.004, -0.0001, 90.001])
def test_a_turn_of_nearly_nothing_is_written_without_exponents(bench, degrees):
    one = page(Drawing("d", Size(60, 60), (Text(5, 10, "a", "body", 9, "#000000"),)))
    turned = one._replace(adjust=Transform.rotate(degrees))
    content = pypdf.PdfReader(io.BytesIO(pdf.write(document(turned), bench.fonts))).pages[0].get_contents()
    written = [values for values, operator in content.operations if operator == b"cm"][1]
    assert [float(value) for value in written] == pytest.approx(tuple(turned.adjust), abs=1e-6)


# Fonts


def every_letter(bench, role: str) -> str:
    """All that a font has which is one sign to whoever reads it."""
    signs = map(chr, sorted(bench.fonts.typeface(role).glyphs))
    return "".join(c for c in signs if c.isprintable() and not c.isspace() and unicodedata.is_normalized("NFKC", c))


def test_more_letters_than_a_font_has_codes_are_in_several_subsets(bench):
    letters = every_letter(bench, "body")
    assert len(letters) > 256
    rows = [letters[at : at + 40] for at in range(0, len(letters), 40)]
    texts = tuple(Text(5, 8 + 7 * at, row, "body", 9, "#000000") for at, row in enumerate(rows))
    data = pdf.write(document(page(Drawing("d", Size(130, 190), texts))), bench.fonts)
    fonts = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]
    assert {name: font["/BaseFont"][:8] for name, font in fonts.items()} == {"/F1.0": "/AAAAAA+", "/F1.1": "/AAAAAB+"}
    read = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "".join(read.split()) == letters


def test_each_code_is_as_wide_as_its_letter(bench):
    words = "Rhinos – “réglés”"
    data = pdf.write(
        document(page(Drawing("d", Size(130, 60), (Text(5, 9, words, "bold", 9, "#000000"),)))), bench.fonts
    )
    (font,) = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"].values()
    face = TTFont("bold", str(bench.fonts.path("bold"))).face
    widths = dict(zip(range(font["/FirstChar"], font["/LastChar"] + 1), font["/Widths"], strict=True))
    letters = Letters(file.File(), bench.fonts)
    ((_, codes),) = letters.codes("bold", words)
    assert [widths[code] for code in codes] == [face.charWidths[ord(letter)] for letter in words]
    descriptor = font["/FontDescriptor"]
    assert (descriptor["/Ascent"], descriptor["/Descent"]) == (face.ascent, face.descent)
    assert list(descriptor["/FontBBox"]) == face.bbox


def test_letters_of_ascii_have_their_own_codes_whatever_was_before(bench):
    letters = Letters(file.File(), bench.fonts)
    assert letters.shown("body", "é–") == [("/F1.0", "\\001\\002")]
    assert letters.shown("body", "a(b)\\") == [("/F1.0", "a\\(b\\)\\\\")]
    assert letters.shown("body", "aé") == [("/F1.0", "a\\001")]
    assert letters.shown("bold", "é") == [("/F2.0", "\\001")]
    assert letters.shown("body", "") == []
    assert letters.codes("body", "\N{RHINOCEROS}") == [("F1.0", b"\0")], "what has no glyph"


# Outline


def test_groups_are_open_and_chapters_are_closed_in_the_outline(bench):
    marks = tuple(Landmark(level, words, 10.0) for level, words in ((1, "One"), (2, "One a"), (2, "One b"), (1, "Two")))
    drawing = Drawing("d", Size(60, 60), ())
    pages = page(drawing, heading="Book", landmarks=marks), page(Drawing("e", Size(60, 60), ()), heading="Cards")
    reader = pypdf.PdfReader(io.BytesIO(pdf.write(document(*pages), bench.fonts)))
    outline = reader.root_object["/Outlines"]
    book = outline["/First"]
    assert (outline["/Count"], book["/Count"], book["/First"]["/Count"]) == (4, 2, -2)
    assert (book["/Title"], book["/Next"]["/Title"], outline["/Last"]["/Title"]) == ("Book", "Cards", "Cards")
    assert (book["/First"]["/Next"]["/Title"], book["/First"]["/Last"]["/Prev"]["/Title"]) == ("Two", "One a")
    assert "/Count" not in book["/Last"]
    assert reader.root_object["/PageMode"] == "/UseOutlines"


def test_a_file_without_headings_has_no_outline(bench):
    reader = pypdf.PdfReader(io.BytesIO(pdf.write(document(page(Drawing("d", Size(9, 9), ()))), bench.fonts)))
    assert not {"/Outlines", "/PageMode"} & reader.root_object.keys()
    assert reader.pages[0].mediabox.width == pytest.approx(419.53, abs=0.01)
