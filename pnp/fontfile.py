"""A font -> its file; the bytes of that -> why it cannot be printed with, and whether it holds more cuts than one.

Only TrueType outlines can be put into a PDF as they are. What else comes by the name of a font is told apart here,
because what to do about it differs.
"""

from __future__ import annotations

import importlib.util
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp.model import Font

MAX_BYTES = 40_000_000

_OTHER = {
    b"OTTO": ("has PostScript outlines (CFF)", "take the font's TTF, or convert it to TrueType outlines"),
    b"wOFF": ("is a font for the web (WOFF)", "take the font's TTF, which it was packed from"),
    b"wOF2": ("is a font for the web (WOFF2)", "take the font's TTF, which it was packed from"),
    b"ttcf": ("is a collection of several fonts", "take one of them out as a TTF of its own"),
}
_RESTRICTED, _WHOLE, _BITMAPS = 0x0002, 0x0100, 0x0200
"""Bits of what a font's maker allows: no embedding, embedding of the whole font only, of bitmaps only."""


class Trouble(NamedTuple):
    """A fault of a font's file."""

    code: str
    message: str
    hint: str


def font_file(font: Font, folder: Path) -> Path:
    """The file of a font: in its package's `files` folder, or beside `fonts.yaml`."""
    if font.package is None:
        return folder / font.file
    return _package_folder(font.package) / "files" / font.file


@cache
def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package.replace("-", "_"))
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else Path(package)


def trouble(data: bytes, name: str) -> Trouble | None:
    """What keeps a file from being printed with, as far as it can be told without reading all of it."""
    if len(data) > MAX_BYTES:
        return Trouble("file-too-large", f"{name} is larger than {MAX_BYTES // 1000} kB", "")
    if data[:4] in _OTHER:
        what, hint = _OTHER[data[:4]]
        return Trouble("missing-font", f"cannot use {name}: it {what}", hint)
    allowed = _allowed(data)
    if allowed & 0x000F == _RESTRICTED or allowed & (_WHOLE | _BITMAPS):
        says = f"{name} may not be put into a PDF: its maker forbids it (fsType {allowed:#06x})"
        return Trouble("locked-font", says, "take another font, or ask for a licence and a file that allow it")
    return None


def is_variable(data: bytes) -> bool:
    """Whether a font has many cuts in one file, of which the usual one is printed."""
    return "fvar" in _tables(data)


def _allowed(data: bytes) -> int:
    """What a font's maker allows; all, where the file does not say."""
    at = _tables(data).get("OS/2", len(data)) + 8
    return int.from_bytes(data[at : at + 2], "big")


def _tables(data: bytes) -> dict[str, int]:
    """Where each table of a font begins, of as many as can be read."""
    count = int.from_bytes(data[4:6], "big")
    records = (data[at : at + 16] for at in range(12, 12 + 16 * count, 16))
    whole = (struct.unpack(">4sIII", record) for record in records if len(record) == 16)
    return {tag.decode("latin-1"): offset for tag, _, offset, _ in whole}
