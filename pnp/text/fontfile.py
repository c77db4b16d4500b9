"""A font file -> a plain TrueType font in memory, whatever its format: TTF, OTF, TTC, WOFF or WOFF2.

fontTools reads and converts the files. What a PDF does not need (kerning, names in other languages, the names of
glyphs) is left out, so that reportlab can read the result.
"""

from __future__ import annotations

import io
import logging
import re
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable

from pnp.kit.model import Font
from pnp.kit.paths import package_folder

logging.getLogger("fontTools").addHandler(logging.NullHandler())  # else its warnings about odd fonts go to stderr

MAX_BYTES = 40_000_000

_KEPT = {"head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post", "cvt ", "fpgm", "prep"}
_CURVE_ERROR = 1 / 2000
"""How far converted outlines may be from the original ones, as a share of the type size."""
_RESTRICTED, _WHOLE, _BITMAPS = 0x0002, 0x0100, 0x0200
"""Bits of fsType: no embedding, embedding of the whole font only, embedding of bitmaps only."""
_COPYRIGHT, _FAMILY, _FULL, _POSTSCRIPT = 0, 1, 4, 6
"""Numbers of names."""
_NOT_IN_NAMES = re.compile(r"[^!-~]|[][(){}<>/%]")
"""Characters that the PostScript name of a font may not have."""


class FontError(Exception):
    """Why a font cannot be used. `key` is the key in `fonts.yaml` that is at fault."""

    def __init__(self, message: str, hint: str = "", *, code: str = "missing-font", key: str = "file") -> None:
        super().__init__(message)
        self.hint, self.code, self.key = hint, code, key


def font_file(font: Font, folder: Path) -> Path:
    """The file of a font: in its package's `files` folder, or beside `fonts.yaml`."""
    if font.package is None:
        return folder / font.file
    return package_folder(font.package) / "files" / font.file


def opened(data: bytes, index: int | None) -> TTFont:
    """The font in a file, or the one with this index in a collection.

    Raises FontError for a font that cannot be used, and whatever fontTools raises for a damaged file.
    """
    font = _chosen(data, index)
    allowed = getattr(font.get("OS/2"), "fsType", 0)
    if allowed & 0x000F == _RESTRICTED or allowed & (_WHOLE | _BITMAPS):
        message = f"its maker does not allow it to be embedded in a PDF (fsType {allowed:#06x})"
        hint = "take another font, or ask for a licence and a file that allow it"
        raise FontError(message, hint, code="locked-font")
    if not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        raise FontError("it has no outlines", "take a font with TrueType or PostScript outlines")
    return font


def _chosen(data: bytes, index: int | None) -> TTFont:
    if data[:4] != b"ttcf":
        if index:
            raise FontError(f"it has one font only, and none with index {index}", "take out 'index'", key="index")
        return TTFont(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    fonts = TTCollection(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False).fonts
    if index is None and len(fonts) == 1:
        index = 0
    if index is None or not 0 <= index < len(fonts):
        message = f"it is a collection of {len(fonts)} fonts" + ("" if index is None else f", none with index {index}")
        names = ", ".join(f"{number} is {font['name'].getDebugName(_FULL)}" for number, font in enumerate(fonts))
        raise FontError(message, f"add 'index: 0' or another index: {names}", key="file" if index is None else "index")
    return fonts[index]


def plain(font: TTFont, *, checked: bool) -> None:
    """Make a font a TrueType font that reportlab reads; if it is `checked`, read all its outlines first.

    Raises as `opened`.
    """
    cmap = _characters(font)
    if "glyf" not in font:
        _convert(font, set(cmap.values()))
    elif checked:
        glyphs = font.getGlyphSet()
        for name in font.getGlyphOrder():
            glyphs[name].draw(DecomposingRecordingPen(glyphs))
    builder = FontBuilder(font=font)
    builder.updateHead(tableVersion=1.0, magicNumber=0x5F0F3CF5, glyphDataFormat=0)  # reportlab checks these
    font["hhea"].tableVersion, font["hhea"].metricDataFormat = 0x00010000, 0
    builder.setupCharacterMap(cmap)
    builder.setupNameTable(_names(font), mac=False)
    post = font["post"]
    builder.setupPost(keepGlyphNames=False, italicAngle=post.italicAngle, isFixedPitch=post.isFixedPitch)
    for tag in set(font.keys()) - _KEPT - {"GlyphOrder"}:
        del font[tag]


def written(font: TTFont) -> bytes:
    font.flavor, font.sfntVersion = None, "\0\1\0\0"
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def _characters(font: TTFont) -> dict[int, str]:
    """The glyph of each character, by code point. A space and a no-break space stand in for each other."""
    known = set(font.getGlyphOrder()[1:])
    found = {code: name for code, name in (font.getBestCmap() or {}).items() if name in known}
    for code, other in ((0xA0, 0x20), (0x20, 0xA0)):
        if other in found:
            found[code] = found[other]
    if not found:
        raise FontError("it has no characters", "take a font with a Unicode character map")
    return found


def _convert(font: TTFont, mapped: set[str]) -> None:
    """Replace PostScript outlines with TrueType outlines; glyphs that no character is mapped to are left out."""
    first, *others = font.getGlyphOrder()
    kept = [first, *(name for name in others if name in mapped)]
    glyphs, widths = font.getGlyphSet(), font["hmtx"].metrics
    error = font["head"].unitsPerEm * _CURVE_ERROR
    made = {}
    for name in kept:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        made[name] = pen.glyph()
    font.recalcBBoxes = True
    font["glyf"] = newTable("glyf")
    builder = FontBuilder(font=font)
    builder.setupGlyphOrder(kept)
    builder.setupGlyf(made)
    builder.setupMaxp()
    builder.setupHorizontalMetrics({name: (widths[name][0], made[name].xMin) for name in kept})


def _names(font: TTFont) -> dict[int, str]:
    """The English names of a font, by their numbers; the PostScript name is one that PDF allows."""
    names = {number: font["name"].getDebugName(number) for number in (_COPYRIGHT, _FAMILY, _FULL, _POSTSCRIPT)}
    name = names[_POSTSCRIPT] or names[_FULL] or names[_FAMILY] or "Font"
    names[_POSTSCRIPT] = _NOT_IN_NAMES.sub("-", name)[:63]
    return {number: text for number, text in names.items() if text}
