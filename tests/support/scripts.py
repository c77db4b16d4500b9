"""Fonts for scripts other than Latin, from the font packages that the tests install."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import load, paths
from pnp.kit.model import Font
from pnp.sources import Node
from pnp.text import Fonts

NOWHERE = Node({}, Span("fonts.yaml"))
FILES = {
    "arabic": ("fontpkg-noto-sans-arabic", "NotoSansArabic[wdth,wght].ttf"),
    "devanagari": ("fontpkg-noto-sans-devanagari", "NotoSansDevanagari[wdth,wght].ttf"),
    "thai": ("fontpkg-noto-sans-thai", "NotoSansThai[wdth,wght].ttf"),
    "hebrew": ("fontpkg-rubik", "Rubik[wght].ttf"),
}


@cache
def fonts() -> Fonts:
    """The shipped fonts, with a role for each of these files; `body` falls back to all of them."""
    diagnostics = Diagnostics()
    roles = dict(load.font_roles(diagnostics))
    roles |= {role: Font(origin=NOWHERE, package=package, file=file) for role, (package, file) in FILES.items()}
    body = roles["body"]
    roles["body"] = Font(origin=NOWHERE, package=body.package, file=body.file, fallback=tuple(FILES))
    found = Fonts(roles, Path(paths.fonts_folder()), diagnostics)
    assert not diagnostics
    return found
