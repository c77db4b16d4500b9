"""Font roles to fonts that are registered with reportlab.

reportlab registers fonts by name for the whole process, and of two files with the same face name it silently takes the
first. So a font is registered under the hash of its file, and its face name is made unique where it is taken.
"""

from __future__ import annotations

import io

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pnp.text import Fonts

_FACES: dict[bytes, str] = {}
"""Face names, and the hash of the file that each one stands for."""


def registered(fonts: Fonts, role: str) -> str:
    """The name that reportlab has for the font of a role, which is read when first needed."""
    data, digest = fonts.typeface(role)[:2]
    if digest not in pdfmetrics.getRegisteredFontNames():
        font = TTFont(digest, io.BytesIO(data), asciiReadable=True, shapable=False)
        if _FACES.setdefault(font.face.name, digest) != digest:
            font.face.name += b"-" + digest[:8].encode()
        pdfmetrics.registerFont(font)
    return digest
