"""Fonts in PDF files."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from pnp import pdf
from pnp.graphics.drawing import Drawing, Text
from pnp.graphics.geometry import Size
from tests.conftest import SMALL, edit, run
from tests.support import three_cards
from tests.support.pages import STOCKS
from tests.support.preflight import title_font
from tests.support.writing import document, page, read, words


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


@pytest.mark.parametrize("stock", STOCKS)
def test_every_font_is_embedded_and_a_subset(built, stock):
    found = set()
    for sheet in pypdf.PdfReader(built().file(stock)).pages:
        for font in sheet["/Resources"]["/Font"].values():
            font = font.get_object()
            assert font["/Subtype"] == "/TrueType"
            assert "/FontFile2" in font["/FontDescriptor"]
            assert "/ToUnicode" in font
            found.add(font["/BaseFont"])
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in found)
    changed = r"-[0-9a-f]{8}$"  # of fonts with borrowed or widened characters
    assert {re.sub(changed, "", name.partition("+")[2]) for name in found} <= {
        "LilitaOne",
        "AtkinsonHyperlegible-Regular",
        "AtkinsonHyperlegible-Bold",
        "AtkinsonHyperlegible-Italic",
        "AtkinsonHyperlegible-BoldItalic",
    }


@pytest.mark.parametrize(("size", "advance"), [(2048, 1229), (16, 1050)])
def test_glyphs_with_the_advance_of_the_one_before_keep_it(tmp_path, size, advance):
    """The last glyphs of fonts with one width: reportlab writes 600 of 1000 where it is 1229 of 2048."""
    builder = FontBuilder(size)
    builder.setupGlyphOrder([".notdef", "A", "B"])
    builder.setupCharacterMap({ord("A"): "A", ord("B"): "B"})
    builder.setupGlyf(dict.fromkeys((".notdef", "A", "B"), Glyph()))
    builder.setupHorizontalMetrics({".notdef": (size // 2, 0), "A": (advance, 0), "B": (advance, 0)})
    builder.setupHorizontalHeader(ascent=size, descent=0)
    builder.setupNameTable({"familyName": "Own", "psName": "Own"})
    builder.setupOS2(xAvgCharWidth=size)
    builder.setupPost()
    kit = three_cards.write(tmp_path / "mine")
    builder.save(kit / "own.ttf")
    (kit / "fonts.yaml").write_text("own: {file: own.ttf}\n", "utf-8")
    (kit / "cards.yaml").write_text("all: {a: {name: B}}\n", "utf-8")
    edit(kit, "faces.yaml", "font: title", "font: own")
    edit(kit, "kit.yaml", "title: My cards\n", "title: My cards\nchecks: {ignore: [text-overflow]}\n")
    result = run("build", kit, "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    (path,) = (tmp_path / "out").glob("*.pdf")
    fonts = pypdf.PdfReader(path).pages[0]["/Resources"]["/Font"].values()
    (own,) = [font for font in fonts if "Own" in font["/BaseFont"]]
    data = own["/FontDescriptor"]["/FontFile2"].get_object().get_data()
    count = int.from_bytes(table(data, b"hhea")[34:36], "big")
    assert int.from_bytes(table(data, b"hmtx")[4 * count - 4 : 4 * count - 2], "big") == advance


def table(data: bytes, tag: bytes) -> bytes:
    """A table of a font in a PDF, which lacks others that fontTools needs."""
    at = data.index(tag)
    start, length = (int.from_bytes(data[at + n : at + n + 4], "big") for n in (8, 12))
    return data[start : start + length]


FIRST = (
    "from reportlab.pdfbase import pdfmetrics, ttfonts; pdfmetrics.registerFont(ttfonts.TTFont('Title', sys.argv[2])); "
)
"""A program that draws with the font of titles as it is, before it builds a kit."""


@pytest.mark.slow
def test_a_font_that_another_program_has_registered_is_not_embedded(tmp_path):
    """The shared font of titles gets another space; a program may have the plain one under the same face name."""
    made = []
    for first in ("", FIRST):
        out = tmp_path / str(len(made))
        code = f"import sys; {first}import pnp; pnp.build(sys.argv[1], only=('rhinos',)).save({str(out)!r})"
        subprocess.run([sys.executable, "-c", code, str(SMALL), str(title_font())], check=True)
        made.append({path.name: path.read_bytes() for path in out.glob("*.pdf")})
    assert made[0] == made[1]
    assert b"LilitaOne" in b"".join(made[0].values())
