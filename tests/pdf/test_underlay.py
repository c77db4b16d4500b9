"""Underlays: the first page of a PDF below sheets, and nothing else of it."""

from __future__ import annotations

import io
import sys
import time
import zlib

import pypdf
import pytest
from pypdf import PdfWriter
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.graphics import Size
from pnp.graphics.geometry import Rect
from pnp.pdf import underlay
from pnp.pipeline.choices import ChoiceError
from tests.conftest import SMALL, run
from tests.support import cutting, three_cards
from tests.support.foreign import A4, MM, File, Stream, font, form, picture, saved
from tests.support.preflight import bomb

MARKS = b"0 0 0 rg 4 6 8 8 re f"
"""A black square whose lower left corner is at (4, 6) pt, in the margin of the sheets."""
SQUARE = Rect(4 / MM, 297 - 14 / MM, 8 / MM, 8 / MM)
"""The square in mm from the top left."""


@pytest.fixture
def cards(tmp_path):
    return three_cards.write(tmp_path / "mine")


def marked(size=A4, content: bytes = MARKS, **entries) -> File:
    file = File()
    file.page(size, content, **entries)
    return file


def drawn(folder, cards, file: File | bytes):
    """The kit's fronts over an underlay: the result, and its first page and first back as pictures."""
    path = saved(file, folder / "marks.pdf")
    result = pnp.build(pnp.load(cards), underlay=str(path), skip="7")
    name = result.manifest["files"][0]["path"]
    return result, cutting.picture(result, name, 1), cutting.picture(result, name, 2)


def test_the_page_is_below_fronts_and_not_below_backs(tmp_path, cards):
    _, front, back = drawn(tmp_path, cards, marked())
    assert cutting.ink(front, SQUARE.inset(-1)) == pytest.approx(SQUARE, abs=2 * cutting.PX)
    assert cutting.ink(back, SQUARE.inset(-1)) is None
    plain = pnp.build(pnp.load(cards), skip="7")
    name = plain.manifest["files"][0]["path"]
    before = cutting.picture(plain, name, 1)
    white = Rect(*SQUARE).inset(-1)
    assert cutting.ink(before, white) is None


def test_pieces_are_above_the_page(tmp_path, cards):
    """A page that is all black shows beside pieces only, whose paper is white."""
    _, front, _ = drawn(tmp_path, cards, marked(content=b"0 g 0 0 600 900 re f"))
    assert cutting.is_dark(front, 3, 3)
    assert cutting.is_dark(front, 40, 230)  # the skipped slot
    assert not cutting.is_dark(front, 105, 30)


def test_every_front_of_a_sheet_of_pieces_has_it_once(tmp_path, cards):
    result, _, _ = drawn(tmp_path, cards, marked())
    for file in result.manifest["files"]:
        reader = pypdf.PdfReader(io.BytesIO(result.files[file["path"]]))
        for number, page in enumerate(reader.pages, start=1):
            is_front = file["print"]["sides"] == "one" or number % 2
            assert ("/Underlay" in page["/Resources"].get("/XObject", {})) == bool(is_front)


def test_a_book_has_no_underlay(tmp_path):
    path = saved(marked(), tmp_path / "marks.pdf")
    result = pnp.build(pnp.load(SMALL), only=["rulebook", "moves"], underlay=str(path))
    assert b"/Underlay" not in result.files["small-a4-rulebook.pdf"]
    assert b"/Underlay" in result.files["small-a4-cardstock.pdf"]
    with pytest.raises(ChoiceError, match="underlay: these components are not cut out"):
        pnp.build(pnp.load(SMALL), only=["rulebook"], underlay=str(path))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_pages_are_shown_as_viewers_turn_them(tmp_path, turn):
    wide = turn in (90, 270)
    size = (297.0, 210.0) if wide else A4
    path = saved(marked(size, Rotate=turn), tmp_path / "marks.pdf")
    found = underlay.read(path)
    assert found.size == pytest.approx(Size(210, 297), abs=0.01)
    assert seen(found) == pytest.approx(seen_directly(path), abs=3 * cutting.PX)


def seen(found: underlay.Underlay) -> Rect:
    """Where the square is on the page that is put below sheets."""
    reader = pypdf.PdfReader(io.BytesIO(found.data))
    writer = PdfWriter(clone_from=reader)
    content = pypdf.generic.DecodedStreamObject()
    content.set_data(b"/Underlay Do")
    writer.pages[0][pypdf.generic.NameObject("/Contents")] = writer._add_object(content)
    out = io.BytesIO()
    writer.write(out)
    box = cutting.ink(cutting.page_of(out.getvalue()), Rect(0, 0, 210, 297))
    assert box
    return box


def seen_directly(path) -> Rect:
    box = cutting.ink(cutting.page_of(path.read_bytes()), Rect(0, 0, 210, 297))
    assert box
    return box


def test_a_cropped_page_begins_at_its_crop(tmp_path):
    box = [100, 50, 100 + 210 * MM, 50 + 297 * MM]
    path = saved(marked((400, 400), b"0 g 104 56 8 8 re f", CropBox=box), tmp_path / "marks.pdf")
    found = underlay.read(path)
    assert found.size == pytest.approx(Size(210, 297), abs=0.01)
    assert seen(found) == pytest.approx(seen_directly(path), abs=2 * cutting.PX)


def test_a_page_may_have_units_of_its_own(tmp_path):
    path = saved(marked((105, 148.5), b"0 g 2 3 4 4 re f", UserUnit=2), tmp_path / "marks.pdf")
    found = underlay.read(path)
    assert found.size == pytest.approx(Size(210, 297), abs=0.01)
    assert seen(found) == pytest.approx(SQUARE, abs=2 * cutting.PX)


def test_fonts_pictures_and_forms_are_kept(tmp_path, cards):
    file = File()
    inner = form(file, b"0 g 0 0 8 8 re f", {})
    resources = {"Font": {"A": font(file, embedded=True)}, "XObject": {"F": picture(file, 9, 9), "AA": inner}}
    content = b"q 30 0 0 30 20 100 cm /F Do Q q 1 0 0 1 4 6 cm /AA Do Q BT /A 12 Tf 20 60 Td (R) Tj ET"
    file.page(A4, content, resources)
    result, front, _ = drawn(tmp_path, cards, file)
    assert cutting.ink(front, SQUARE.inset(-1)) == pytest.approx(SQUARE, abs=2 * cutting.PX)
    reader = pypdf.PdfReader(io.BytesIO(result.files[result.manifest["files"][0]["path"]]))
    kept = reader.pages[0]["/Resources"]["/XObject"]["/Underlay"]["/Resources"]
    assert set(kept["/XObject"]) == {"/F", "/AA"}
    assert kept["/Font"]["/A"]["/FontDescriptor"]["/FontFile2"].get_data() == b"shapes"


def test_no_scripts_annotations_attachments_and_links_come_along(tmp_path, cards):
    file = File()
    script = {"S": "/JavaScript", "JS": "app.alert(1)"}
    attached = Stream({"Type": "/EmbeddedFile"}, b"attached-bytes")
    note = {"Type": "/Annot", "Subtype": "/Link", "Rect": [0, 0, 9, 9], "A": script}
    inner = form(file, MARKS, {})
    inner.get_object().update(
        file.made({"PieceInfo": {"X": script}, "AF": [attached], "Metadata": attached, "OPI": script, "Ref": script})
    )
    outside = Stream({"F": "http://127.0.0.1/x", "Type": "/XObject", "Subtype": "/Form", "BBox": [0, 0, 9, 9]}, b"")
    properties = {"MC0": {"Type": "/OCG", "Name": "layer", "AA": script}}
    resources = {"XObject": {"X": inner, "Y": outside}, "Properties": properties}
    content = b"/OC /MC0 BDC /P <</MCID 0>> BDC /X Do EMC EMC"
    file.page(A4, content, resources, Annots=[note], AA={"O": script}, Tabs="/S", PieceInfo={"X": script})
    file.root(OpenAction=script, Names={"EmbeddedFiles": {"Names": ["a", {"EF": {"F": attached}}]}})
    result, front, _ = drawn(tmp_path, cards, file)
    assert cutting.ink(front, SQUARE.inset(-1)) == pytest.approx(SQUARE, abs=2 * cutting.PX)
    written = b"".join(data for name, data in result.files.items() if name.endswith(".pdf"))
    for word in (b"JavaScript", b"app.alert", b"Annot", b"Embedded", b"attached-bytes", b"PieceInfo", b"127.0.0.1"):
        assert word not in written, word
    form_only = underlay.read(tmp_path / "marks.pdf").data
    assert b"BDC" not in form_only
    assert b"/OPI" not in form_only


def test_the_same_files_give_the_same_bytes(tmp_path, cards):
    path = saved(marked(), tmp_path / "marks.pdf")
    kit = pnp.load(cards)
    first, again = (pnp.build(kit, underlay=str(path), cutter="cricut") for _ in range(2))
    assert first.files == again.files
    assert str(tmp_path) not in str(first.manifest)
    assert len(first.manifest["underlay"]) == 64


def test_with_a_machine_only_its_sheets_have_it(tmp_path):
    path = saved(marked(), tmp_path / "marks.pdf")
    result = pnp.build(pnp.load(SMALL), underlay=str(path), cutter="cricut", only=["bracket", "rhinos"])
    cut = {sheet["file"] for entry in result.manifest["cut_files"] for sheet in entry["sheets"]}
    underlaid = {name for name, data in result.files.items() if b"/Underlay Do" in data}
    assert underlaid == cut
    assert len(result.manifest["files"]) > len(cut)


# Files that cannot be used -----------------------------------------------------------------------------------


def refused(path, cards, *options: str) -> str:
    before = time.process_time()
    result = run("build", cards, "--underlay", path, *options, "--output", path.parent / "out")
    assert result.exit_code == 2, result.output
    assert not (path.parent / "out").exists()
    assert time.process_time() - before < underlay.MAX_SECONDS + 20
    return " ".join(result.output.replace("│", " ").split())


def test_another_size_is_refused(tmp_path, cards):
    path = saved(marked((215.9, 279.4)), tmp_path / "marks.pdf")
    assert "is 215.9 × 279.4 mm, but --paper is A4, 210 × 297 mm" in refused(path, cards)
    nearly = saved(marked((210.8, 296.3)), tmp_path / "nearly.pdf")
    assert pnp.build(pnp.load(cards), underlay=str(nearly)).files


def encrypted() -> File:
    file = marked()
    file.writer.encrypt("secret")
    return file


def looping() -> File:
    file = File()
    one = form(file, b"/X Do", {})
    one.get_object()[pypdf.generic.NameObject("/Resources")] = file.made({"XObject": {"X": one}})
    file.page(A4, MARKS + b" /X Do", {"XObject": {"X": one}})
    return file


def deep() -> File:
    file = File()
    inner = form(file, b"", {})
    for _ in range(400):
        inner = form(file, b"/X Do", {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    return file


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (encrypted, "it is encrypted; save a copy without a password"),
        (lambda: b"", "it cannot be read"),
        (lambda: b"%PDF-1.7\n", "it cannot be read"),
        (lambda: b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>", "it cannot be read"),
        (File, "it cannot be read as PDF: it has no pages"),
        (looping, "one of its forms contains itself"),
        (deep, "nested too deeply"),
        (bomb, "it draws too much"),
    ],
)
def test_a_file_that_cannot_be_below_sheets_is_refused(tmp_path, cards, make, message):
    assert message in refused(saved(make(), tmp_path / "marks.pdf"), cards)


def test_a_file_that_is_too_large_is_refused(tmp_path, cards, monkeypatch):
    monkeypatch.setattr(underlay, "MAX_BYTES", 500)
    assert "cannot read" in refused(saved(marked(), tmp_path / "marks.pdf"), cards)


def test_a_missing_file_is_refused(tmp_path, cards):
    assert "does not exist" in refused(tmp_path / "none.pdf", cards)
    with pytest.raises(ChoiceError, match="underlay: cannot read"):
        pnp.build(pnp.load(cards), underlay=str(tmp_path / "none.pdf"))


def packed_spaces(times: int) -> bytes:
    """So many times 10 MB of spaces, packed by zlib. After a full flush all parts are alike, so two are made."""
    spaces, packer = b" " * 10_000_000, zlib.compressobj(9)
    first, other = (packer.compress(spaces) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    check = zlib.adler32(b"")
    for _ in range(times):
        check = zlib.adler32(spaces, check)
    return first + other * (times - 1) + b"\x03\x00" + check.to_bytes(4, "big")


@pytest.mark.skipif(sys.platform == "win32", reason="memory has no limit there")
def test_content_that_unpacks_to_gigabytes_is_refused(tmp_path, cards):
    file = marked()
    stream = file.writer.pages[0]["/Contents"]
    stream.set_data(packed_spaces(200))
    stream[pypdf.generic.NameObject("/Filter")] = pypdf.generic.NameObject("/FlateDecode")
    assert "it cannot be read" in refused(saved(file, tmp_path / "marks.pdf"), cards)


def test_a_usual_program_s_file_works(tmp_path, cards):
    """With compressed streams, as reportlab writes them by default."""
    path = tmp_path / "marks.pdf"
    canvas = Canvas(str(path), pagesize=(210 * MM, 297 * MM), pageCompression=1)
    canvas.rect(4, 6, 8, 8, fill=1, stroke=0)
    canvas.drawString(200, 30, "marks")
    canvas.showPage()
    canvas.save()
    _, front, _ = drawn(tmp_path, cards, path.read_bytes())
    assert cutting.ink(front, SQUARE.inset(-1)) == pytest.approx(SQUARE, abs=2 * cutting.PX)
