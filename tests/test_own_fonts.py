"""Fonts that somebody brings: which can be printed with, and what is said of those that cannot."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from pnp import fontfile, paths, press, shelf
from pnp.fontfile import font_file
from pnp.source import Diagnostic, Faults
from tests.checks.examples import own_font
from tests.conftest import run


def overlay(folder: Path, data: bytes, fonts: str = "bold: {file: Mine.ttf}\n", kit: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text(f"extends: rhino\n{kit}", "utf-8")
    (folder / "fonts.yaml").write_text(fonts, "utf-8")
    (folder / "Mine.ttf").write_bytes(data)
    return folder


def told(kit: Path) -> list[Diagnostic]:
    faults = Faults()
    found = press.proved(kit, faults)
    return [d for d in (*faults, *found) if d.severity != "note" and d.span.file == str(kit / "fonts.yaml")]


def test_a_font_in_the_folder_of_an_overlay_is_printed_with(tmp_path: Path) -> None:
    roles = shelf.font_roles(Faults())
    data = font_file(roles["inscription"], paths.fonts_folder()).read_bytes()
    top = overlay(tmp_path / "top", data, "mine: {file: Mine.ttf}\n", "fonts: {title: mine}\n")
    assert told(top) == []
    result = run("build", top, "--only", "rhinos", "--output", tmp_path / "out", "--draft")
    assert result.exit_code == 0, result.output
    (file,) = (tmp_path / "out").rglob("*cardstock.pdf")
    reader = pypdf.PdfReader(file)
    names = {
        str(font.get_object()["/FontDescriptor"].get_object()["/FontName"])
        for number in range(1, reader.trailer["/Size"])
        if isinstance(font := reader.get_object(number), dict) and "/FontDescriptor" in font
    }
    assert any("Marcellus" in name for name in names), names


@pytest.mark.parametrize(
    ("start", "message", "hint"),
    [
        (b"OTTO", "has PostScript outlines (CFF)", "take the font's TTF, or convert it to TrueType outlines"),
        (b"wOFF", "is a font for the web (WOFF)", "take the font's TTF, which it was packed from"),
        (b"wOF2", "is a font for the web (WOFF2)", "take the font's TTF, which it was packed from"),
        (b"ttcf", "is a collection of several fonts", "take one of them out as a TTF of its own"),
    ],
)
def test_what_is_no_truetype_font_is_called_by_its_name(tmp_path: Path, start: bytes, message: str, hint: str) -> None:
    top = overlay(tmp_path / "top", start + own_font("plain")[4:])
    (fault,) = told(top)
    assert (fault.code, fault.message) == ("missing-font", f"cannot use Mine.ttf: it {message}")
    assert fault.hints == (hint,)
    assert (fault.span.line, fault.span.column) == (1, 14)


@pytest.mark.parametrize("rights", [0x0002, 0x0100, 0x0108, 0x0200])
def test_a_font_that_may_not_be_embedded_is_refused(tmp_path: Path, rights: int) -> None:
    top = overlay(tmp_path / "top", allowing(rights))
    (fault,) = told(top)
    assert fault.code == "locked-font"
    assert fault.message == f"Mine.ttf may not be put into a PDF: its maker forbids it (fsType {rights:#06x})"


@pytest.mark.parametrize("rights", [0x0000, 0x0004, 0x0008])
def test_a_font_that_may_be_embedded_is_not(tmp_path: Path, rights: int) -> None:
    assert told(overlay(tmp_path / "top", allowing(rights))) == []


def allowing(rights: int) -> bytes:
    data = bytearray(own_font("plain"))
    places = {bytes(data[at : at + 4]): at for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16)}
    at = int.from_bytes(data[places[b"OS/2"] + 8 : places[b"OS/2"] + 12], "big") + 8
    data[at : at + 2] = rights.to_bytes(2, "big")
    return bytes(data)


def test_of_a_variable_font_one_cut_is_printed_which_is_said(tmp_path: Path) -> None:
    (fault,) = told(overlay(tmp_path / "top", own_font("variable")))
    assert (fault.severity, fault.code) == ("warning", "variable-font")
    assert fault.message == "Mine.ttf is a variable font; only its usual cut is printed"


@pytest.mark.parametrize("size", [0, 3, 11, 40, 300, 5000])
def test_a_font_that_breaks_off_is_a_fault_wherever(tmp_path: Path, size: int) -> None:
    (fault,) = told(overlay(tmp_path / "top", own_font("plain")[:size]))
    assert fault.code == "missing-font"
    assert fault.message.startswith("cannot use Mine.ttf: ")


def test_a_font_without_the_letters_that_are_printed_is_told_of(tmp_path: Path) -> None:
    top = overlay(tmp_path / "top", own_font("plain"))
    (top / "cards.yaml").write_text("moves: {swerve: {asides: {}, name: Sw象rve}}\n", "utf-8")
    faults = Faults()
    press.proved(top, faults)
    found = {d.message for d in faults if d.code == "missing-glyph"}
    assert "the font for 'bold' has no '象' (U+8C61)" in found


def test_the_fonts_of_all_kits_may_be_embedded() -> None:
    roles = shelf.font_roles(Faults())
    for font in roles.values():
        path = font_file(font, paths.fonts_folder())
        data = path.read_bytes()
        assert fontfile.trouble(data, path.name) is None
        assert not fontfile.is_variable(data)
