"""A font's dictionary -> what matters of it for printing: what kind it is, and whether its shapes are in the file."""

from __future__ import annotations

import re
from typing import Any

from pnp.preflight import Font
from pnp.preflight.objects import is_stream, item, name

_SUBSET = re.compile(r"[A-Z]{6}\+")
_KINDS = {
    "Type1": "Type 1",
    "MMType1": "Type 1",
    "TrueType": "TrueType",
    "Type3": "Type 3",
    "CIDFontType0": "CID Type 0",
    "CIDFontType2": "CID TrueType",
}
_FORMS = {"Type1C": "C", "CIDFontType0C": "C", "OpenType": " (OT)"}
"""What `FontFile3` may hold, and what that adds to the kind."""


def of(font: Any, *, used: bool) -> Font:
    """The facts of a font; a Type 3 font is drawn by operators that are always in the file."""
    whole = name(item(font, "/BaseFont")) or name(item(font, "/Name")) or "without a name"
    bearer = item(font, "/DescendantFonts", 0) or font
    subtype = name(item(bearer, "/Subtype"))
    files = {key: item(bearer, "/FontDescriptor", f"/{key}") for key in ("FontFile", "FontFile2", "FontFile3")}
    embedded = subtype == "Type3" or any(is_stream(file) for file in files.values())
    form = _FORMS.get(name(item(files["FontFile3"], "/Subtype")), "")
    subset = bool(_SUBSET.match(whole))
    return Font(whole[7:] if subset else whole, _KINDS.get(subtype, "unknown") + form, embedded, subset, used)
