"""Fonts that somebody brings: which can be printed with, and what is said of those that cannot."""

from __future__ import annotations

import base64
import io
import lzma
import re
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from fontTools import ttLib
from fontTools.pens.areaPen import AreaPen
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from reportlab.pdfbase.ttfonts import TTFont

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import load, paths
from pnp.pipeline import job
from pnp.text import fontfile
from pnp.text import fonts as typeface
from pnp.text.fontfile import FontError, content
from pnp.text.roles import font_file
from tests.conftest import run
from tests.support import fonts, three_cards


def with_font(
    folder: Path, data: bytes, roles: str = "bold: {file: Mine.ttf}\n", kit: str = "", file: str = "Mine.ttf"
) -> Path:
    """A kit of three cards with a font of its own."""
    three_cards.write(folder)
    (folder / "kit.yaml").write_text(three_cards.KIT + kit, "utf-8")
    (folder / "fonts.yaml").write_text(roles, "utf-8")
    (folder / file).write_bytes(data)
    return folder


def label(kit: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    return [d for d in (*diagnostics, *found) if d.severity != "note" and d.span.file == str(kit / "fonts.yaml")]


def test_a_font_in_the_folder_of_a_kit_is_printed_with(tmp_path):
    roles = load.font_roles(Diagnostics())
    data = font_file(roles["inscription"], paths.fonts_folder()).read_bytes()
    top = with_font(tmp_path / "top", data, "mine: {file: Mine.ttf}\n", "fonts: {title: mine}\n")
    assert label(top) == []
    result = run("build", top, "--output", tmp_path / "out", "--draft")
    assert result.exit_code == 0, result.output
    (file,) = (tmp_path / "out").rglob("*cardstock.pdf")
    reader = pypdf.PdfReader(file)
    names = {
        str(font.get_object()["/FontDescriptor"].get_object()["/FontName"])
        for number in range(1, reader.trailer["/Size"])
        if isinstance(font := reader.get_object(number), dict) and "/FontDescriptor" in font
    }
    assert any("Marcellus" in name for name in names), names


def only(kit: Path) -> Diagnostic:
    (diagnostic,) = label(kit)
    return diagnostic


def test_a_page_in_a_converted_font_looks_like_one_in_the_original(tmp_path):
    """WOFF2 with PostScript outlines: only the smoothing of edges differs from the same font as a TTF."""
    made = [printed(tmp_path / file, fonts.FORMATS[file](), file) for file in ("Mine.ttf", "Cff.woff2")]
    (text, picture), (other_text, other_picture) = made
    assert text == other_text
    assert "Hello" in text
    difference = ImageChops.difference(picture, other_picture).convert("L")
    assert difference.getextrema()[1] < 100  # of 255, which a shifted letter makes


def printed(folder: Path, data: bytes, name: str) -> tuple[str, Image.Image]:
    """The text of a card sheet with names in this font, and a picture of it."""
    with_font(folder, data, f"title: {{file: {name}}}\n", file=name)
    assert label(folder) == []
    result = run("build", folder, "--output", folder / "out", "--draft")
    assert result.exit_code == 0, result.output
    (file,) = (folder / "out").rglob("*cardstock.pdf")
    page = pypdfium2.PdfDocument(file)[0]
    text = re.sub(r"data \w+", "", page.get_textpage().get_text_range())
    return text, page.render(scale=1.5, crop=(0, 0, 0, 30)).to_pil()  # the note above the cards is cut off


def test_every_format_gives_the_same_measures():
    wanted = typeface.read(fonts.packaged())
    for name, make in fonts.FORMATS.items():
        face = typeface.read(make())
        same = ("widths", "usual", "glyphs", "descent", "cap", "variable")
        assert [getattr(face, key) for key in same] == [getattr(wanted, key) for key in same], name


@pytest.mark.parametrize("name", ["Mine.ttf", "Cff.woff2"])
def test_widths_are_those_that_reportlab_writes(name):
    face = typeface.read(fonts.FORMATS[name]())
    font = TTFont(name, io.BytesIO(face.data)).face
    assert {code: font.charWidths[code] for code in face.glyphs} == {code: face.widths[code] for code in face.glyphs}
    assert font.defaultWidth == face.usual


@pytest.mark.parametrize("name", ["Mine.ttf", "Cff.woff2"])
def test_the_same_file_gives_the_same_bytes(name):
    data = fonts.FORMATS[name]()
    first = typeface.read(data)
    typeface.read.cache_clear()
    assert typeface.read(data) == first


def test_converted_outlines_are_those_of_the_file():
    faces = [ttLib.TTFont(io.BytesIO(typeface.read(data).data)) for data in (fonts.packaged(), fonts.otf())]
    for letter in "HgOß%":
        areas = []
        for font in faces:
            pen = AreaPen()
            font.getGlyphSet()[font.getBestCmap()[ord(letter)]].draw(pen)
            areas.append(pen.value)
        assert areas[0] == pytest.approx(areas[1], rel=0.002), letter


def test_a_font_of_a_collection_is_chosen_by_its_index(tmp_path):
    data = fonts.collection("bold", "italic")
    diagnostic = only(with_font(tmp_path / "none", data))
    assert diagnostic.code == "missing-font"
    assert diagnostic.message == "cannot use Mine.ttf: it is a collection of 2 fonts"
    names = "0 is Atkinson Hyperlegible Bold, 1 is Atkinson Hyperlegible Italic"
    assert diagnostic.hints == (f"add 'index: 0' or another index: {names}",)
    assert (diagnostic.span.line, diagnostic.span.column) == (1, 14)
    diagnostic = only(with_font(tmp_path / "two", data, "bold: {file: Mine.ttf, index: 2}\n"))
    assert diagnostic.message == "cannot use Mine.ttf: it is a collection of 2 fonts, none with index 2"
    assert (diagnostic.span.line, diagnostic.span.column) == (1, 31)
    assert label(with_font(tmp_path / "one", data, "bold: {file: Mine.ttf, index: 1}\n")) == []
    assert typeface.read(data, 1).widths == typeface.read(fonts.packaged("italic")).widths


def test_an_index_of_what_is_no_collection_is_an_error(tmp_path):
    diagnostic = only(with_font(tmp_path / "top", fonts.packaged(), "bold: {file: Mine.ttf, index: 1}\n"))
    assert diagnostic.message == "cannot use Mine.ttf: it contains only one font, none with index 1"
    assert label(with_font(tmp_path / "first", fonts.packaged(), "bold: {file: Mine.ttf, index: 0}\n")) == []


def without(*tags: str) -> bytes:
    def change(font: ttLib.TTFont) -> None:
        for tag in tags:
            del font[tag]

    return fonts.edited(change)


def cyclic(font: ttLib.TTFont) -> None:
    """Make a letter a part of itself."""
    glyph = next(font["glyf"][name] for name in font.getGlyphOrder() if font["glyf"][name].isComposite())
    glyph.components[0].glyphName = next(name for name, found in font["glyf"].glyphs.items() if found is glyph)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is not a font, or is damaged"),
        (b"no font", "it is not a font, or is damaged"),
        (b"OTTO" + fonts.packaged()[4:], ""),
        (b"wOFF" + fonts.packaged()[4:], "it is not a font, or is damaged"),
        (b"wOF2" + fonts.packaged()[4:], "it is not a font, or is damaged"),
        (b"ttcf" + fonts.packaged()[4:], "it is not a font, or is damaged"),
        (without("glyf", "loca"), "it has no outlines"),
        (without("cmap"), "it has no characters"),
        (without("hmtx"), "it is not a font, or is damaged"),
        (fonts.edited(lambda font: setattr(font["cmap"], "tables", [])), "it has no characters"),
        (fonts.edited(lambda font: font["cmap"].tables.__delitem__(slice(1, None))), ""),
        (fonts.edited(lambda font: setattr(font["head"], "unitsPerEm", 0)), "it is not a font, or is damaged"),
        (fonts.edited(cyclic), "it is not a font, or is damaged"),
    ],
)
def test_what_cannot_be_used_is_an_error_at_its_entry(tmp_path, data, message):
    found = label(with_font(tmp_path / "top", data))
    assert [diagnostic.code for diagnostic in found] == ["missing-font"] * bool(message)
    for diagnostic in found:
        assert diagnostic.message.startswith(f"cannot use Mine.ttf: {message}")
        assert (diagnostic.span.line, diagnostic.span.column) == (1, 14)


@pytest.mark.parametrize(
    ("tag", "start", "damage"),
    [("glyf", 0.5, b"\xff" * 400), ("glyf", 0.3, b"\xff\xff\xff\xff" * 5), ("loca", 0.5, b"\xff" * 4)],
)
def test_damaged_outlines_are_found_though_nothing_is_printed_with_them(tag, start, damage):
    found = ttLib.TTFont(io.BytesIO(fonts.packaged())).reader.tables[tag]
    place = found.offset + int(start * found.length)
    data = fonts.packaged()
    with pytest.raises(FontError, match="damaged"):
        typeface.read(data[:place] + damage + data[place + len(damage) :])


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(["Mine.ttf", "Mine.otf", "Mine.ttc", "Mine.woff"]),
    st.lists(st.tuples(st.integers(0, 1500), st.integers(0, 255)), min_size=1, max_size=5),
)
def test_a_damaged_font_is_refused_or_one_that_reportlab_reads(name, changes):
    data = bytearray(fonts.FORMATS[name]())
    for place, byte in changes:
        data[place] = byte
    try:
        face = typeface.read(bytes(data))
    except Exception:  # noqa: BLE001 - fontTools raises anything; Fonts reports it
        return
    font = TTFont("damaged", io.BytesIO(face.data)).face
    assert font.makeSubset([0, *sorted(face.glyphs)[:100]])


@pytest.mark.parametrize("rights", [0x0002, 0x0100, 0x0108, 0x0200])
def test_a_font_that_may_not_be_embedded_is_refused(tmp_path, rights):
    top = with_font(tmp_path / "top", fonts.locked(rights))
    (diagnostic,) = label(top)
    assert diagnostic.code == "locked-font"
    wanted = f"cannot use Mine.ttf: its maker does not allow it to be embedded in a PDF (fsType {rights:#06x})"
    assert diagnostic.message == wanted


@pytest.mark.parametrize("rights", [0x0000, 0x0004, 0x0008])
def test_a_font_that_may_be_embedded_is_not(tmp_path, rights):
    assert label(with_font(tmp_path / "top", fonts.locked(rights))) == []


def test_of_a_variable_font_one_cut_is_printed_which_is_said(tmp_path):
    (diagnostic,) = label(with_font(tmp_path / "top", fonts.variable()))
    assert (diagnostic.severity, diagnostic.code) == ("warning", "variable-font")
    assert diagnostic.message == "Mine.ttf is a variable font; only its default weight is printed"


def test_the_fonts_of_all_kits_may_be_embedded():
    roles = load.font_roles(Diagnostics())
    for font in roles.values():
        data = content(font_file(font, paths.fonts_folder()))
        read = ttLib.TTFont(io.BytesIO(data), lazy=True, fontNumber=0)
        assert ("fvar" in read, read["OS/2"].fsType & 0x0302) == (False, 0), font.file


# Fonts in Python modules ----------------------------------------------------------------------------------------


def module(folder: Path, data: bytes) -> Path:
    """A module with a font as pymupdf-fonts has it; importing it would fail."""
    lines = base64.b64encode(lzma.compress(data)).decode()
    path = folder / "Font.py"
    path.write_text(f"raise SystemExit\nfontbuffer = lzma.decompress(base64.b64decode(\n    b'{lines}'\n))\n", "utf-8")
    return path


def test_a_font_in_a_module_is_read_and_the_module_is_not_executed(tmp_path):
    assert content(module(tmp_path, b"a font")) == b"a font"


@pytest.mark.parametrize("text", ["print(1)\n", "b'AAAA'\n", "    b'not base64 at all='\n"])
def test_a_module_without_a_font_is_refused(tmp_path, text):
    path = tmp_path / "Font.py"
    path.write_text(text, "utf-8")
    with pytest.raises(FontError, match="it holds no font"):
        content(path)


def test_a_font_in_a_module_does_not_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(fontfile, "MAX_UNPACKED", 5_000_000)
    assert len(content(module(tmp_path, bytes(5_001_000)))) == 5_000_000
