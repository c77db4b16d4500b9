"""Convert font files (TTF, OTF, TTC, WOFF or WOFF2) to plain TrueType fonts in memory.

fontTools reads and converts the files. Tables that neither shaping nor a PDF needs (names in other
languages, names of glyphs) are removed, so that the result is small. fontTools is imported where it is used, because
a build whose fonts are all read in the child process needs none of it.
"""

from __future__ import annotations

import base64
import io
import logging
import lzma
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.diagnostics import files

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

logging.getLogger("fontTools").addHandler(logging.NullHandler())  # otherwise its warnings go to stderr

MAX_BYTES = 40_000_000
MAX_UNPACKED = 80_000_000
"""The maximum size of a font that is unpacked from a WOFF or WOFF2 file, as declared there, in bytes."""

_LITERAL = re.compile(rb"^\s*b'([A-Za-z0-9+/=]+)'", re.MULTILINE)
"""A line of a font's data in a Python module."""
_PACKED = (b"wOFF", b"wOF2")
_RULES = {"GSUB", "GPOS", "GDEF", "kern"}
"""Tables with the rules for shaping."""
_NEEDED = {
    "head",
    "hhea",
    "maxp",
    "OS/2",
    "hmtx",
    "cmap",
    "loca",
    "glyf",
    "name",
    "post",
    "cvt ",
    "fpgm",
    "prep",
    "COLR",
    "CPAL",
}
_MOST_CONVERTED = 5000
"""A font with more PostScript outlines than this loses the rules and the glyphs that no character is mapped to."""
_MARKS = frozenset(map(chr, range(0x300, 0x370)))
PRIVATE = 0x100000
"""Each glyph is also mapped to a private character: this plus its number. So shaped text can be written with it."""
_CURVE_ERROR = 1 / 2000
"""The maximum distance between converted and original outlines, as a share of the type size."""
THICKER, SLANT = 0.03, 0.2
"""How much thicker a bold is made that the program makes, as a share of the type size, and how far an italic leans."""
_RESTRICTED, _WHOLE, _BITMAPS = 0x0002, 0x0100, 0x0200
"""Bits of fsType: no embedding, embedding of the whole font only, embedding of bitmaps only."""
_COPYRIGHT, _FAMILY, _FULL, _POSTSCRIPT = 0, 1, 4, 6
"""Name IDs."""
_NOT_IN_NAMES = re.compile(r"[^!-~]|[][(){}<>/%]")
"""Characters that are not allowed in the PostScript name of a font."""


class FontError(Exception):
    """A font cannot be used. `key` is the wrong key in `fonts.yaml`."""

    def __init__(self, message: str, hint: str = "", *, code: str = "missing-font", key: str = "file") -> None:
        super().__init__(message)
        self.hint, self.code, self.key = hint, code, key


def content(path: Path) -> bytes:
    """The data of a font file, or of the font in a Python module of pymupdf-fonts, which is read and not executed.

    Raises FontError, or OSError as `files.read`."""
    try:
        data = files.read(path, MAX_BYTES)
    except files.TooLargeError as error:
        raise FontError(str(error.strerror), code="file-too-large") from None
    return _unpacked(data) if path.suffix == ".py" else data


@lru_cache(maxsize=16)
def _unpacked(data: bytes) -> bytes:
    """The font in a Python module of pymupdf-fonts. Raises FontError."""
    try:
        packed = base64.b64decode(b"".join(_LITERAL.findall(data)))
        unpacked = lzma.LZMADecompressor().decompress(packed, MAX_UNPACKED)
    except (ValueError, lzma.LZMAError):
        unpacked = b""
    if not unpacked:
        raise FontError("it holds no font", "name a module of pymupdf-fonts, such as FiraGO_Regular.py")
    return unpacked


def opened(data: bytes, index: int | None) -> TTFont:
    """Open the font in a file, or the one with this index in a collection.

    Raises FontError for a font that cannot be used, and any exception of fontTools for a damaged file.
    """
    font = _chosen(data, index)
    allowed = getattr(font.get("OS/2"), "fsType", 0)
    if allowed & 0x000F == _RESTRICTED or allowed & (_WHOLE | _BITMAPS):
        message = f"its maker does not allow it to be embedded in a PDF (fsType {allowed:#06x})"
        hint = "use another font, or get a licence and a file that allow it"
        raise FontError(message, hint, code="locked-font")
    if not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        raise FontError("it has no outlines", "use a font with TrueType or PostScript outlines")
    return font


@lru_cache(maxsize=100)
def characters(path: Path, index: int | None) -> frozenset[int]:
    """The characters of a font of a package, which is known to be sound, and is read no further.

    HarfBuzz finds them, and names of families, sooner than fontTools is imported. Kept by the path, because the files
    of packages stay as they are. Raises FontError, or OSError.
    """
    import uharfbuzz as hb

    found = frozenset(code for code in hb.Face(content(path), index or 0).unicodes if code < PRIVATE)
    if not found:
        raise FontError("it is damaged, or has no characters")
    return found


def _chosen(data: bytes, index: int | None) -> TTFont:
    from fontTools.ttLib import TTCollection, TTFont

    if data[:4] in _PACKED and int.from_bytes(data[16:20], "big") > MAX_UNPACKED:
        raise FontError(f"it unpacks to more than {MAX_UNPACKED // 1_000_000} MB", code="file-too-large")
    if data[:4] != b"ttcf":
        if index:
            raise FontError(f"it contains only one font, none with index {index}", "remove 'index'", key="index")
        return TTFont(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    return _of_collection(
        TTCollection(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False).fonts, index
    )


def _of_collection(fonts: list[TTFont], index: int | None) -> TTFont:
    if index is None and len(fonts) == 1:
        index = 0
    if index is None or not 0 <= index < len(fonts):
        message = f"it is a collection of {len(fonts)} fonts" + ("" if index is None else f", none with index {index}")
        names = ", ".join(f"{number} is {font['name'].getDebugName(_FULL)}" for number, font in enumerate(fonts))
        raise FontError(message, f"add 'index: 0' or another index: {names}", key="file" if index is None else "index")
    return fonts[index]


def plain(font: TTFont) -> None:
    """Convert a font, in place, to a plain TrueType font. Raises as `opened`."""
    from fontTools.fontBuilder import FontBuilder

    if "glyf" in font:
        _number_glyphs(font)
    cmap = _characters(font)
    if "glyf" not in font:
        if len(font.getGlyphOrder()) > _MOST_CONVERTED:
            _remove(font, _RULES)
        _convert(font, set(font.getGlyphOrder() if {"GSUB", "COLR"} & set(font.keys()) else cmap.values()))
    builder = FontBuilder(font=font)
    builder.updateHead(tableVersion=1.0, magicNumber=0x5F0F3CF5, glyphDataFormat=0)  # some programs check these
    font["hhea"].tableVersion, font["hhea"].metricDataFormat = 0x00010000, 0
    is_shaped = has_rules(font) or any(chr(code) in _MARKS for code in cmap)
    private = {PRIVATE + number: name for number, name in enumerate(font.getGlyphOrder())} if is_shaped else {}
    builder.setupCharacterMap(cmap | private)
    builder.setupNameTable(_names(font), mac=False)
    post = font["post"]
    builder.setupPost(keepGlyphNames=False, italicAngle=post.italicAngle, isFixedPitch=post.isFixedPitch)
    _remove(font, set(font.keys()) - _NEEDED - _RULES - {"GlyphOrder"})


def _number_glyphs(font: TTFont) -> None:
    """Name the glyphs of a TrueType font by their numbers. fontTools takes long for the names that nothing needs."""
    font.setGlyphOrder([f"glyph{number:05}" for number in range(font["maxp"].numGlyphs)])


def _remove(font: TTFont, tags: set[str]) -> None:
    for tag in tags & set(font.keys()):
        del font[tag]


def borrow(font: TTFont, lender: TTFont, characters: str) -> None:
    """Replace the glyphs of some characters, in place, with those of another font. Raises FontError."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    own, other, glyphs = font.getBestCmap(), lender.getBestCmap(), lender.getGlyphSet()
    scale = font["head"].unitsPerEm / lender["head"].unitsPerEm
    for character in characters:
        name = own.get(ord(character))
        if name is None or ord(character) not in other:
            which = "it" if name is None else "its fallback"
            raise FontError(f"{which} has no {character!r} (U+{ord(character):04X})", "remove it here", key="borrow")
        pen = TTGlyphPen(None)
        glyph = glyphs[other[ord(character)]]
        glyph.draw(Cu2QuPen(TransformPen(pen, (scale, 0, 0, scale, 0, 0)), font["head"].unitsPerEm * _CURVE_ERROR))
        made = font["glyf"][name] = pen.glyph()
        made.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(glyph.width * scale), made.xMin)


def widen(font: TTFont, shares: Iterable[tuple[str, float]]) -> None:
    """Make the glyphs of some characters wider or narrower, in place, by a share of their width.

    Their bearings and rules stay; a space has no outline, so all of its width changes. Raises FontError.
    """
    from fontTools.pens.filterPen import DecomposingFilterPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    cmap = font.getBestCmap()
    for character, share in shares:
        name = cmap.get(ord(character)) if len(character) == 1 else None
        if name is None:
            raise FontError(f"it has no single character {character!r}", "remove it here", key="widths")
        glyphs, (advance, left) = font.getGlyphSet(), font["hmtx"][name]
        pen = TTGlyphPen(None)
        glyphs[name].draw(DecomposingFilterPen(TransformPen(pen, (share, 0, 0, 1, left * (1 - share), 0)), glyphs))
        before = getattr(font["glyf"][name], "xMax", advance) - left
        made = font["glyf"][name] = pen.glyph()
        made.recalcBounds(font["glyf"])
        font["hmtx"][name] = (advance - round(before * (1 - share)), getattr(made, "xMin", left))


def make_cut(font: TTFont, *, bold: bool, italic: bool) -> None:
    """Make all glyphs thicker or slanted, in place. Widths grow by as much as the letters."""
    import uharfbuzz as hb
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    drawn = hb.Font(hb.Face(written(font)))
    if bold:
        drawn.synthetic_bold = (THICKER, THICKER, False)
    if italic:
        drawn.synthetic_slant = SLANT
    order, metrics = font.getGlyphOrder(), font["hmtx"].metrics
    error = font["head"].unitsPerEm * _CURVE_ERROR
    more = round(font["head"].unitsPerEm * THICKER) if bold else 0
    for number, name in enumerate(order):
        pen = TTGlyphPen(None)
        drawn.draw_glyph_with_pen(number, Cu2QuPen(pen, error))
        made = font["glyf"][name] = pen.glyph()
        made.recalcBounds(font["glyf"])
        width = metrics[name][0]
        metrics[name] = (width + more if width else 0, getattr(made, "xMin", 0))


def has_rules(font: TTFont) -> bool:
    """Whether a font has rules for shaping."""
    return bool(_RULES & set(font.keys()))


def written(font: TTFont) -> bytes:
    font.flavor, font.sfntVersion = None, "\0\1\0\0"
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def check_outlines(data: bytes) -> None:
    """Read all outlines of a font that `plain` converted. Raises ValueError or OSError for damaged ones.

    FreeType does it, in a tenth of fontTools' time, and refused the same 50 of 130 damaged tables `glyf` but one. It
    reads over a damaged `loca`, the list of where each outline begins, so the order in that is looked at here.
    """
    from fontTools.ttLib import TTFont
    from PIL import ImageFont

    font = TTFont(io.BytesIO(data), lazy=True)
    _number_glyphs(font)
    places = font["loca"].locations
    if len(places) <= len(font.getGlyphOrder()) or any(here > there for here, there in pairwise(places)):
        raise ValueError("its outlines are not in order")
    if places[-1] > len(font.getTableData("glyf")):
        raise ValueError("its last outlines are missing")
    each_once = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    ImageFont.truetype(io.BytesIO(data), 16, layout_engine=ImageFont.Layout.BASIC).getbbox("".join(each_once.values()))


def _characters(font: TTFont) -> dict[int, str]:
    """The glyph of each character, by code point. A space and a no-break space replace each other if one is missing."""
    known = set(font.getGlyphOrder()[1:])
    glyphs = {code: name for code, name in (font.getBestCmap() or {}).items() if name in known and code < PRIVATE}
    for code, other in ((0xA0, 0x20), (0x20, 0xA0)):
        if other in glyphs:
            glyphs[code] = glyphs[other]
    if not glyphs:
        raise FontError("it has no characters", "use a font with a Unicode character map")
    return glyphs


def _convert(font: TTFont, mapped: set[str]) -> None:
    """Replace PostScript outlines with TrueType outlines, and remove glyphs that no character is mapped to."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

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


def family(font: TTFont) -> str:
    """The name of a font's family; empty if it has none."""
    return font["name"].getDebugName(_FAMILY) or ""


@lru_cache(maxsize=100)
def family_in(path: Path, index: int | None = None) -> str:
    """The name of the family in a font of a package; empty if the file cannot be used."""
    import uharfbuzz as hb

    try:
        return hb.Face(content(path), index or 0).get_name(hb.OTNameIdPredefined.FONT_FAMILY) or ""
    except (FontError, OSError):
        return ""


def _names(font: TTFont) -> dict[int, str]:
    """The English names of a font, by name ID, with a PostScript name that is valid in PDF."""
    names = {number: font["name"].getDebugName(number) for number in (_COPYRIGHT, _FAMILY, _FULL, _POSTSCRIPT)}
    name = names[_POSTSCRIPT] or names[_FULL] or names[_FAMILY] or "Font"
    names[_POSTSCRIPT] = _NOT_IN_NAMES.sub("-", name)[:63]
    return {number: text for number, text in names.items() if text}
