"""Characters as they are printed: composed, without those that print nothing, and with plain spaces.

A cluster is what readers take for one letter: a base with its marks. It is set in one font.
"""

from __future__ import annotations

import re
import unicodedata

from pnp.diagnostics.files import composed
from pnp.text import direction

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
