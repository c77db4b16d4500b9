"""Names of scripts, and packages with fonts for them, for messages."""

from __future__ import annotations

_PACKAGES = {
    "Arab": "fontpkg-noto-sans-arabic",
    "Cyrl": "fontpkg-noto-sans",
    "Deva": "fontpkg-noto-sans-devanagari",
    "Grek": "fontpkg-noto-sans",
    "Hebr": "fontpkg-rubik",
    "Thai": "fontpkg-noto-sans-thai",
}
"""A package of each script that is known to have its letters and, where needed, the rules to join them."""
_SHARED = ("Zyyy", "Zinh", "Zzzz", "Latn")


def of(text: str) -> str:
    """The script of the first letter that is not Latin, as a code of ISO 15924; empty if there is none."""
    from fontTools import unicodedata

    return next((code for code in map(unicodedata.script, text) if code not in _SHARED), "")


def name(script: str) -> str:
    """The English name of a script, from its code."""
    from fontTools import unicodedata

    return str(unicodedata.script_name(script)).replace("_", " ")


def hint(script: str, role: str) -> str:
    """How to add a font for a script to a role."""
    package = _PACKAGES.get(script)
    install = f", such as one of the package {package} ('pip install {package}')" if package else ""
    return f"in fonts.yaml, make a role of a font for {name(script)}{install}; name it in the 'fallback' of {role!r}"
