"""Register the fonts of font roles with reportlab.

reportlab registers fonts by name for the whole process, and of two fonts with the same face name in a file it silently
embeds only the first. So a font is registered under the hash of its file, and the face name of a kit's own font gets a
part of that hash. Names must not depend on what was printed before in the same process.
"""

from __future__ import annotations

import io

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pnp.text import Fonts


def registered(fonts: Fonts, role: str) -> str:
    """The name that reportlab has for the font of a role, which is read when first needed."""
    data, digest = fonts.typeface(role)[:2]
    name = f"own-{digest}" if fonts.is_own(role) else digest
    if name not in pdfmetrics.getRegisteredFontNames():
        font = TTFont(name, io.BytesIO(data), asciiReadable=True, shapable=False)
        if fonts.is_own(role):
            font.face.name += b"-" + digest[:8].encode()
        pdfmetrics.registerFont(font)
    return name
