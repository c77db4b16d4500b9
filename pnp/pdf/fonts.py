"""Register the fonts of font roles with reportlab.

reportlab registers fonts by name for the whole process, and of two fonts with the same face name in a file it silently
embeds only the first. So a font is registered under the hash of its file, and the face name of a kit's own font, or of
one with borrowed or widened characters, gets a part of that hash. Names must not depend on what was printed before in
the same process.
"""

from __future__ import annotations

import io

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

from pnp.text import Fonts
from pnp.text.shaping import GlyphRun


class FontRegistry:
    """The fonts of one file by reportlab's names, and what the private characters in them stand for.

    A glyph can stand for different characters, as letters without their dots do. Then the font is in the file again,
    with only those glyphs, because a PDF knows one meaning for each character of a font.
    """

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._known: dict[tuple[str, str], list[str]] = {}
        self.meanings: dict[str, dict[str, str]] = {}
        """By the name of a font inside the file, the meaning of each private character."""

    def name(self, part: GlyphRun) -> str:
        """The name of the font for a part of a text."""
        if part.meaning is None:
            return registered(self._fonts, part.role)
        known = self._known.setdefault((part.role, part.text), [])
        if part.meaning not in known:
            known.append(part.meaning)
        name = registered(self._fonts, part.role, known.index(part.meaning))
        self.meanings.setdefault(pdfmetrics.getFont(name).face.name.decode(), {})[part.text] = part.meaning
        return name


def registered(fonts: Fonts, role: str, number: int = 0) -> str:
    """The name that reportlab has for the font of a role, or for its copy of this number."""
    data, digest = fonts.typeface(role)[:2]
    name = f"own-{digest}" if fonts.is_own(role) else digest
    name += f"-{number}" if number else ""
    if name not in pdfmetrics.getRegisteredFontNames():
        font = TTFont(name, io.BytesIO(data), asciiReadable=True, shapable=False)
        _restore_advances(font.face)
        if fonts.is_changed(role):
            font.face.name += b"-" + digest[:8].encode()
        if number:
            font.face.name += f"-{number}".encode()
        _register(font)
    return name


def _register(font: TTFont) -> None:
    """Register a font under its own name only.

    reportlab takes the first font of the process with the same face name instead, also one that another program in this
    process has registered. A unique face name prevents this; the file has the right one.
    """
    right = font.face.name
    font.face.name = font.fontName.encode()
    pdfmetrics.registerFont(font)
    font.face.name = right


_COUNT_IN_HHEA = 34
"""Where the table `hhea` has the number of glyphs with an advance of their own."""


def _restore_advances(face: TTFontFace) -> None:
    """Give the other glyphs of a font the last advance in the font's units, as the format has it.

    reportlab gives them that advance in thousandths of the type size. The embedded table is then wrong, or cannot be
    written if it is too large a number.
    """
    face.seek_table("hhea")
    face.skip(_COUNT_IN_HHEA)
    count = face.read_ushort()
    advance = face.hmetrics[count - 1][0]
    face.hmetrics[count:] = [(advance, bearing) for _, bearing in face.hmetrics[count:]]
