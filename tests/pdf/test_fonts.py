"""Fonts in PDF files."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata
from functools import partial
from pathlib import Path as Path_
from typing import Any

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
from pnp.pdf.fonts import PdfFont
from pnp.pdf.objects import add
from pnp.text.shaping import GlyphRun
from tests.conftest import SMALL, edit, run
from tests.support import three_cards
from tests.support.pages import STOCKS
from tests.support.preflight import title_font
from tests.support.writing import document, page, read, words


def every_letter(context, role: str) -> str:
    """Every glyph of a font that a reader takes for one character."""
    signs = map(chr, sorted(context.fonts.typeface(role).glyphs))
    return "".join(c for c in signs if c.isprintable() and not c.isspace() and unicodedata.is_normalized("NFKC", c))


def test_all_letters_of_a_font_are_read_from_one_font_of_the_file(context):
    letters = every_letter(context, "body")
    assert len(letters) > 256
    rows = [letters[at : at + 40] for at in range(0, len(letters), 40)]
    texts = tuple(Text(5, 8 + 7 * at, row, "body", 9, "#000000") for at, row in enumerate(rows))
    data = pdf.write(document(page(Drawing("d", Size(130, 190), texts))), context.fonts)
    (_,) = [font for font in fonts(pypdf.PdfReader(io.BytesIO(data))) if "Atkinson" in font["/BaseFont"]]
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "".join(text.split()) == letters


def test_character_maps_have_no_null_and_at_most_a_hundred_pairs_in_a_block(context):
    letters = every_letter(context, "body")[:250]
    (font,) = fonts(read(context, page(words(letters))))
    table = font["/ToUnicode"].get_data()
    assert b"<0000>" not in table.partition(b"endcodespacerange")[2]
    counts = [int(count) for count in re.findall(rb"(\d+) beginbfchar", table)]
    assert len(counts) == 3
    assert max(counts) <= 100


def test_a_glyph_that_stands_for_several_characters_has_a_code_for_each():
    data = io.BytesIO()
    own_font({"A": "A", "\u0391": "A", "B": "B"}, 500, 1000).save(data)
    font = PdfFont("F1", data.getvalue())
    assert font.shown(GlyphRun("AB\u0391A", "own")) == "<0001><0002><0005><0001>"
    assert font.shown(GlyphRun("A", "own", meaning="ab")) == "<0006>"
    written = font.write(partial(add, pypdf.PdfWriter()), 0).get_object()
    assert dict(pairs(written)) == {"A": 1, "B": 2, "\u0391": 5, "ab": 6}
    glyphs = written["/DescendantFonts"][0]["/CIDToGIDMap"].get_data()
    assert [int.from_bytes(glyphs[2 * code : 2 * code + 2], "big") for code in (1, 2, 5, 6)] == [1, 2, 1, 1]
    assert written["/DescendantFonts"][0]["/W"] == [1, [500], 2, [500], 5, [500], 6, [500]]


def test_each_code_is_as_wide_as_its_letter(context):
    text = "Rhinos – “réglés”"
    (font,) = fonts(read(context, page(words(text, "bold"))))
    source = TTFont(context.fonts.path("bold"))
    scale = 1000 / source["head"].unitsPerEm
    codes, widths = dict(pairs(font)), font["/DescendantFonts"][0]["/W"]
    by_code = {code: width[0] for code, width in zip(widths[::2], widths[1::2], strict=True)}
    for letter in set(text):
        advance, _ = source["hmtx"][source.getBestCmap()[ord(letter)]]
        assert by_code[codes[letter]] == pytest.approx(advance * scale, abs=0.01)


@pytest.mark.parametrize("stock", STOCKS)
def test_every_font_is_embedded_and_a_subset(built, stock):
    found = set()
    for font in fonts(pypdf.PdfReader(built().file(stock))):
        (kid,) = font["/DescendantFonts"]
        assert (font["/Subtype"], kid["/Subtype"]) == ("/Type0", "/CIDFontType2")
        assert "/FontFile2" in kid["/FontDescriptor"]
        assert "/ToUnicode" in font
        found.add(font["/BaseFont"])
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in found)
    assert len({name[:7] for name in found}) == len(found), "each subset has letters of its own"
    assert {name.partition("+")[2] for name in found} <= {
        "LilitaOne", "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold", "AtkinsonHyperlegible-Italic",
        "AtkinsonHyperlegible-BoldItalic",
    }  # fmt: skip


def fonts(reader: pypdf.PdfReader) -> list[Any]:
    """The fonts of a file, which all of its pages have."""
    return [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]


def pairs(font: Any) -> list[tuple[str, int]]:
    """The characters of a font and the code of each."""
    table = font["/ToUnicode"].get_data().partition(b"beginbfchar")[2]
    found = re.findall(r"<(....)> <([0-9A-F]+)>", table.decode())
    return [(bytes.fromhex(value).decode("utf-16-be"), int(code, 16)) for code, value in found]


def own_font(characters: dict[str, str], advance: int, size: int) -> FontBuilder:
    """A font with the glyphs A and B, which have no outlines."""
    builder = FontBuilder(size)
    builder.setupGlyphOrder([".notdef", "A", "B"])
    builder.setupCharacterMap({ord(character): glyph for character, glyph in characters.items()})
    builder.setupGlyf(dict.fromkeys((".notdef", "A", "B"), Glyph()))
    builder.setupHorizontalMetrics({".notdef": (size // 2, 0), "A": (advance, 0), "B": (advance, 0)})
    builder.setupHorizontalHeader(ascent=size, descent=0)
    builder.setupNameTable({"familyName": "Own", "psName": "Own"})
    builder.setupOS2(xAvgCharWidth=size)
    builder.setupPost()
    return builder


def own_font_kit(folder: Path_, characters: dict[str, str], advance: int, size: int) -> Path_:
    """A kit whose cards are set in a font of its own."""
    kit = three_cards.write(folder / "mine")
    own_font(characters, advance, size).save(kit / "own.ttf")
    (kit / "fonts.yaml").write_text("own: {file: own.ttf}\n", "utf-8")
    edit(kit, "faces.yaml", "font: title", "font: own")
    edit(kit, "kit.yaml", "title: My cards\n", "title: My cards\nchecks: {ignore: [text-overflow]}\n")
    return kit


def own_fonts(kit: Path_) -> list[Any]:
    """The fonts of the kit's own in its file."""
    out = kit.parent / "out"
    result = run("build", kit, "--output", out)
    assert result.exit_code == 0, result.output
    (path,) = out.glob("*.pdf")
    return [font for font in fonts(pypdf.PdfReader(path)) if "Own" in font["/BaseFont"]]


@pytest.mark.parametrize(("size", "advance"), [(2048, 1229), (16, 1050)])
def test_glyphs_with_the_advance_of_the_one_before_keep_it(tmp_path, size, advance):
    """The last glyphs of fonts with one width."""
    kit = own_font_kit(tmp_path, {"A": "A", "B": "B"}, advance, size)
    (kit / "cards.yaml").write_text("all: {a: {name: B}}\n", "utf-8")
    (own,) = own_fonts(kit)
    data = own["/DescendantFonts"][0]["/FontDescriptor"]["/FontFile2"].get_data()
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
