"""The fonts of a file: CID fonts whose codes are the numbers of glyphs, with the glyphs that the file uses.

HarfBuzz makes the subset. A PDF has one meaning for each code, and a glyph can stand for several characters, as letters
without their dots do. So each further meaning of a glyph has a code beyond those of all glyphs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from pypdf.generic import IndirectObject, PdfObject, StreamObject, TextStringObject

from pnp.pdf.objects import pdf_object
from pnp.text import ROLES, Fonts
from pnp.text.shaping import GlyphRun, glyph_number, opened

_DRAWING = {"head", "hhea", "maxp", "hmtx", "loca", "glyf", "cvt ", "fpgm", "prep"}
"""The tables of a font that a PDF needs."""
_POSTSCRIPT = 6
"""The number of a font's PostScript name among its names."""
_LAST_CODE = 0xFFFF
_SYMBOLIC, _STEM = 4, 80
_MOST_PAIRS = 100
"""One block of a character map may have no more pairs."""
_NOTHING = "\u200b"
"""What a glyph stands for whose meaning is with another one: a space without width."""
_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
%sendcmap
CMapName currentdict /CMap defineresource pop
end
end
"""

Add = Callable[[PdfObject], IndirectObject]


class PdfFont:
    """One font of a file: its name in operators, and the glyphs that are used with what they stand for."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self._data, self._font = name, data, opened(data)
        self._codes: dict[tuple[int, str], int] = {}
        self._glyphs: dict[int, int] = {}
        """The glyph of each code."""
        self._shown: dict[tuple[str, float, str | None], str] = {}

    def shown(self, part: GlyphRun) -> str:
        """The glyphs of a part of a text as elements of the operator TJ, with the movement after each."""
        key = part.text, part.after, part.meaning
        if key not in self._shown:
            move = f"{-part.after:.1f}" if part.after else ""
            self._shown[key] = "".join(f"<{self._code(sign, part.meaning):04X}>{move}" for sign in part.text)
        return self._shown[key]

    def _code(self, sign: str, meaning: str | None) -> int:
        glyph = glyph_number(self._data, sign) or 0
        said = sign if meaning is None else meaning or _NOTHING
        if (glyph, said) not in self._codes:
            code = glyph
            if glyph in self._glyphs:
                free = self._font.face.glyph_count + len(self._codes)
                code = free if free <= _LAST_CODE else glyph
            self._codes[glyph, said] = code
            self._glyphs[code] = glyph
        return self._codes[glyph, said]

    def write(self, add: Add, number: int) -> IndirectObject:
        """Add the font to a file; `number` tells it from the other subsets there."""
        face = self._font.face
        base = f"{_tag(number)}+{face.get_name(_POSTSCRIPT)}"
        program, places = self._subset()
        codes = sorted(self._glyphs)
        places_of_codes = bytearray(2 * (codes[-1] + 1)) if codes else bytearray(2)
        for code in codes:
            struct.pack_into(">H", places_of_codes, 2 * code, places[self._glyphs[code]])
        kid = {
            "Type": "Font",
            "Subtype": "CIDFontType2",
            "BaseFont": base,
            "CIDSystemInfo": {
                "Registry": TextStringObject("Adobe"),
                "Ordering": TextStringObject("Identity"),
                "Supplement": 0,
            },
            "FontDescriptor": add(pdf_object(self._description(base, add(_stream(program, Length1=len(program)))))),
            "W": [part for code in codes for part in (code, [self._width(self._glyphs[code])])],
            "CIDToGIDMap": add(_stream(bytes(places_of_codes))),
        }
        about = {"Type": "Font", "Subtype": "Type0", "BaseFont": base, "Encoding": "Identity-H"}
        kids = [add(pdf_object(kid))]
        return add(pdf_object({**about, "DescendantFonts": kids, "ToUnicode": add(_stream(self._meanings()))}))

    def _width(self, glyph: int) -> float:
        units: int = self._font.get_glyph_h_advance(glyph)
        return round(units * 1000 / int(self._font.face.upem), 2)

    def _subset(self) -> tuple[bytes, dict[int, int]]:
        """The font with the glyphs that are used, and their numbers there."""
        import uharfbuzz as hb

        face, wanted = self._font.face, hb.SubsetInput()
        wanted.glyph_set.update(self._glyphs.values())
        dropped = set(face.table_tags) - _DRAWING
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode("latin-1"), "big") for tag in dropped)
        plan = hb.SubsetPlan(face, wanted)
        return plan.execute().blob.data, dict(plan.old_to_new_glyph_mapping)

    def _description(self, base: str, program: IndirectObject) -> dict[str, Any]:
        """The font's descriptor. Lengths are in thousandths of the type size."""
        face, scale = self._font.face, 1000 / self._font.face.upem
        extents = self._font.get_font_extents("ltr")
        box = struct.unpack_from(">4h", face.reference_table("head").data, 36)
        (italic,) = struct.unpack_from(">i", face.reference_table("post").data, 4)
        return {
            "Type": "FontDescriptor",
            "FontName": base,
            "Flags": _SYMBOLIC,
            "FontBBox": [round(edge * scale) for edge in box],
            "ItalicAngle": italic / 0x10000,
            "Ascent": round(extents.ascender * scale),
            "Descent": round(extents.descender * scale),
            "CapHeight": round(extents.ascender * scale),
            "StemV": _STEM,
            "FontFile2": program,
        }

    def _meanings(self) -> bytes:
        """The map from codes to characters."""
        said = sorted((code, words) for (_, words), code in self._codes.items())
        lines = [f"<{code:04X}> <{words.encode('utf-16-be').hex().upper()}>" for code, words in said]
        blocks = [lines[at : at + _MOST_PAIRS] for at in range(0, len(lines), _MOST_PAIRS)]
        pairs = ("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar\n"]) for block in blocks)
        return (_CMAP % "".join(pairs)).encode()


class PdfFonts:
    """The fonts of one file. Roles whose fonts are the same share one."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._by_role: dict[str, PdfFont] = {}
        self._by_digest: dict[str, PdfFont] = {}

    def of(self, part: GlyphRun) -> PdfFont:
        """The font for a part of a text."""
        return self._by_role.get(part.role) or self._of_role(part.role)

    def _of_role(self, role: str) -> PdfFont:
        data, digest = self._fonts.typeface(role)[:2]
        if digest not in self._by_digest:
            self._by_digest[digest] = PdfFont(f"F{len(self._by_digest) + 1}", data)
        font = self._by_role[role] = self._by_digest[digest]
        return font

    def write(self, add: Add) -> dict[str, IndirectObject]:
        """Add all fonts to a file; references to them by name. There is always an F1, which reportlab's pages name."""
        if not self._by_digest:
            self._of_role(ROLES[0])
        return {font.name: font.write(add, number) for number, font in enumerate(self._by_digest.values())}


def _stream(data: bytes, **about: int) -> StreamObject:
    stream = StreamObject()
    stream.set_data(data)
    stream.update(pdf_object(about))  # type: ignore[call-overload]
    return stream


def _tag(number: int) -> str:
    """Six letters that tell subsets from each other."""
    letters = ""
    for _ in range(6):
        number, letter = divmod(number, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
