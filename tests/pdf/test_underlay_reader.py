"""The child process that reads underlays: what it copies, and how it reports what it cannot read."""

from __future__ import annotations

import io
import zlib

import pypdf
import pytest
from pypdf.generic import NameObject

from pnp.pdf import underlay_reader
from tests.support.foreign import A4, File, font, form, saved


def converted(file: File, folder):
    about, data = underlay_reader.converted(io.BytesIO(saved(file, folder / "x.pdf").read_bytes()))
    return about, pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/XObject"]["/Underlay"]


def packed(file: File, content: bytes, resources=None):
    """A form with a compressed stream."""
    made = form(file, zlib.compress(content), resources)
    made.get_object()[NameObject("/Filter")] = NameObject("/FlateDecode")
    return made


def test_compressed_forms_stay_as_they_are_packed(tmp_path):
    file = File()
    content = b"0 g 0 0 8 8 re f " * 50
    file.page(A4, b"/X Do", {"XObject": {"X": packed(file, content)}})
    about, found = converted(file, tmp_path)
    assert (about["w"], about["h"]) == pytest.approx(A4, abs=0.01)
    kept = found["/Resources"]["/XObject"]["/X"]
    assert kept["/Filter"] == "/FlateDecode"
    assert kept.get_data() == content


def test_compressed_forms_are_counted(tmp_path):
    file = File()
    inner = packed(file, b"n " * 10)
    for _ in range(8):
        inner = packed(file, b"/X Do " * 10, {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    with pytest.raises(ValueError, match="draws too much"):
        converted(file, tmp_path)


def test_what_is_used_twice_is_copied_once(tmp_path):
    file = File()
    shared = font(file, embedded=True)
    one, two = (form(file, b"", {"Font": {"F": shared}}) for _ in range(2))
    file.page(A4, b"/X Do /Y Do", {"XObject": {"X": one, "Y": two}})
    _, found = converted(file, tmp_path)
    forms = found["/Resources"]["/XObject"]
    fonts = [forms[name]["/Resources"]["/Font"].raw_get("/F").idnum for name in ("/X", "/Y")]
    assert fonts[0] == fonts[1]


def test_names_of_glyphs_and_of_colours_may_be_any(tmp_path):
    file = File()
    glyph = form(file, b"0 0 8 8 re f")
    letters = file.add({"Type": "/Font", "Subtype": "/Type3", "CharProcs": {"AA": glyph, "JS": glyph}, "JS": "x"})
    file.page(A4, b"", {"Font": {"A": letters}})
    _, found = converted(file, tmp_path)
    copied = found["/Resources"]["/Font"]["/A"]
    assert set(copied["/CharProcs"]) == {"/AA", "/JS"}
    assert "/JS" not in copied


def test_marked_content_is_left_out(tmp_path):
    file = File()
    file.page(A4, b"/A <</MCID 1>> BDC /B BMC 0 g EMC EMC /P MP 1 g")
    _, found = converted(file, tmp_path)
    assert found.get_data().split() == [b"0", b"g", b"1", b"g"]


def test_errors_are_one_line():
    about, blobs = underlay_reader.task(None, [b"%PDF-1.7\n\x1b[31m"], None)
    assert about["error"].startswith("it cannot be read as PDF: ")
    assert about["error"].isprintable()
    assert blobs == ()
