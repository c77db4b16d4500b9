"""Metadata of PDF files."""

import io

import pypdf

from pnp import pdf
from tests.support.writing import document, page, words


def test_xmp_has_the_title_and_the_standard(context):
    home = document(page(words("a")))._replace(title="R & <D>")
    shop = home._replace(condition=pdf.PrintingCondition(300.0))
    for file, standard, header in (
        (home, "<pdfuaid:part>1</pdfuaid:part>", "%PDF-1.7"),
        (shop, "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>", "%PDF-1.6"),
    ):
        reader = pypdf.PdfReader(io.BytesIO(pdf.write(file, context.fonts)))
        assert reader.xmp_metadata.dc_title == {"x-default": "R & <D>"}
        assert standard.encode() in reader.root_object["/Metadata"].get_data()
        assert reader.pdf_header == header


def test_the_document_says_what_it_is(built):
    reader = pypdf.PdfReader(built().file("cardstock"))
    assert reader.metadata.title == "Rhinoceros Joust"
    assert reader.metadata.author == "After Rhinoceros Joust by D. Vincent Baker (2017)"
    assert "all rights in that game reserved" in reader.metadata.subject
    assert reader.root_object["/Lang"] == "en"
    assert [entry.title for entry in reader.outline] == ["Cards"]
    assert reader.page_labels[:3] == ["Cards 1 front", "Cards 1 back", "Cards 2 front"]
    others = pypdf.PdfReader(built().file("cardstock", "one"))
    assert [entry.title for entry in others.outline] == ["Pieces"]
    assert others.page_labels == ["Pieces 1", "Pieces 2"]


def test_a_file_has_each_drawing_once(built):
    """Pictures in soaring's book show the same cards again and again, and its cards share their pips."""
    forms = 0
    for file in built(kit="soaring").folder.glob("*.pdf"):
        reader = pypdf.PdfReader(file)
        objects = [reader.get_object(number) for number in range(1, reader.trailer["/Size"])]
        found = [
            one for one in objects if isinstance(one, pypdf.generic.StreamObject) and one.get("/Subtype") == "/Form"
        ]
        drawn = {(one.get_data(), repr(one.get("/Resources")), repr(one["/BBox"])) for one in found}
        assert len(drawn) == len(found), file.name
        forms += len(found)
    assert forms > 200
