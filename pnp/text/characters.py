"""Characters as they are printed: composed, without those that print nothing, and with plain spaces.

A cluster is what readers take for one letter: a base with its marks. It is set in one font.

Where lines may break without a space: in Chinese and Japanese by the Unicode rules, elsewhere at U+200B.

Replace no-break spaces and hyphens, which few fonts have, by other characters.

Names of scripts, and packages with fonts for them, for messages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Mapping
from functools import lru_cache

from pnp.diagnostics.files import composed
from pnp.text import direction
from pnp.text.hyphenation import SOFT

_NOTHING = re.compile("[\u034f\u2060\ufe0e\ufe0f\ufeff]")
"""Joiners and selectors that print nothing; a font that lacks them lacks nothing."""
_TURNS = re.compile("[\u061c\u200e\u200f\u202a\u202c\u202d\u2066-\u2069]")
"""Signs of a direction, which do nothing in a text from left to right."""
_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]+")
_SPACES = str.maketrans(
    {"\t": " ", "\u2007": "\u00a0"}
    | dict.fromkeys("\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u205f\u3000", " ")
)
"""Tabs and wide spaces, which few fonts have."""
_SIMPLE = re.compile(
    "[\0-\u02ff\u0370-\u0482\u048a-\u0530\u2010-\u201f\u2020-\u2029\u202f-\u205e\u20a0-\u20bf\u2100-\u2bff]*"
)
"""Letters and signs that are each a cluster."""


def printed(text: str) -> str:
    """A text as it is printed."""
    if text.isascii():
        return text.replace("\t", " ")
    text = _NOTHING.sub("", composed(text)).translate(_SPACES)
    turned = _TURNS.sub("", text)
    return text if direction.has_rtl(turned) else turned


def clusters(text: str) -> list[str]:
    """The clusters of a text."""
    if _SIMPLE.fullmatch(text):
        return list(text)
    from uniseg.graphemecluster import grapheme_clusters  # imported here because it is slow

    return list(grapheme_clusters(text))


def has_marks(text: str) -> bool:
    """Whether a text has marks that belong to the letter before them."""
    return not text.isascii() and any(unicodedata.combining(character) for character in text)


def is_invisible(cluster: str) -> bool:
    """Whether a cluster prints nothing: joiners, signs of a direction, or a break."""
    return bool(_INVISIBLE.fullmatch(cluster))


def code_points(cluster: str) -> str:
    """A cluster by its code points: `U+0045 with U+0301`."""
    return " with ".join(f"U+{ord(character):04X}" for character in cluster)


_MAY_BE_EMOJI = re.compile("[\u00a9\u00ae\u203c-\u3299\ufe0f\u20e3\U0001f000-\U0001faff]")


def has_emoji(text: str) -> bool:
    """Whether a text may have emoji: a quick test."""
    return not text.isascii() and bool(_MAY_BE_EMOJI.search(text))


def is_emoji(cluster: str) -> bool:
    """Whether a cluster is an emoji in its form as a picture: by itself, as 🔥, or by a selector, as ❤️."""
    from uniseg.emoji import emoji_presentation, extended_pictographic

    first = cluster[0]
    if "\ufe0e" in cluster or first in "©®™":  # these are letters also with the selector
        return False
    if "\ufe0f" in cluster:
        return "\u20e3" in cluster or bool(extended_pictographic(first))
    return bool(emoji_presentation(first)) or ("\u200d" in cluster and bool(extended_pictographic(first)))


ZERO = "\u200b"
"""A space without width: a place where a line may break. It begins a word that has no space before it."""
_IDEOGRAPHIC = "[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
"""Compiled when it is first needed, which takes 2 ms."""


@lru_cache(maxsize=20_000)
def units(word: str) -> tuple[str, ...]:
    """The parts of a word between which a line may break; each but the first begins with `ZERO`."""
    if word.isascii():
        return (word,) if word else ()
    parts = [part for part in word.split(ZERO) if part]
    if re.search(_IDEOGRAPHIC, word):
        from uniseg.linebreak import line_break_units

        parts = [unit for part in parts for unit in line_break_units(part)]
    return tuple(part if n == 0 and word[:1] != ZERO else ZERO + part for n, part in enumerate(parts))


REPLACEMENTS = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200a": " ", "\u2011": "-", SOFT: "-"}
"""Spaces are always printed as plain spaces; hyphens are only replaced if the font lacks the character."""

NARROW = 0.6
"""The width of a narrow space, as a share of a plain space, in fonts without narrow spaces."""
_NARROW = "\u202f\u2009\u200a"


def widened(widths: Mapping[int, float], usual: float) -> dict[int, float]:
    """Add the widths of replaced characters to a font's widths; `usual` is the width of a missing character."""
    more = {
        ord(character): (NARROW if character in _NARROW else 1.0) * widths.get(ord(other), usual)
        for character, other in REPLACEMENTS.items()
    }
    return {**more, **widths}


def printable(glyphs: Container[int]) -> set[int]:
    """The characters for which these glyphs have a replacement."""
    return {ord(character) for character, other in REPLACEMENTS.items() if other == " " or ord(other) in glyphs}


def replaced(text: str, glyphs: Container[int]) -> str:
    """A word with characters replaced as needed."""
    if text.isascii():
        return text
    return "".join(REPLACEMENTS.get(c, c) if ord(c) not in glyphs else c for c in text)


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


def script_of(text: str) -> str:
    """The script of the first letter that is not Latin, as a code of ISO 15924; empty if there is none."""
    from fontTools import unicodedata

    return next((code for code in map(unicodedata.script, text) if code not in _SHARED), "")


def script_name(script: str) -> str:
    """The English name of a script, from its code."""
    from fontTools import unicodedata

    return str(unicodedata.script_name(script)).replace("_", " ")


def script_hint(script: str, role: str) -> str:
    """How to add a font for a script to a role."""
    package = _PACKAGES.get(script)
    install = f", such as one of the package {package} ('pip install {package}')" if package else ""
    named = script_name(script)
    return f"in fonts.yaml, make a role of a font for {named}{install}; name it in the 'fallback' of {role!r}"
