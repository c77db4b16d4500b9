"""Capitals and small letters as the language of a kit writes them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from pnp.diagnostics import PlacedText
from pnp.kit.languages import primary

_DOTTED = ("az", "tr")
"""Languages with two letters i: `i` and its capital `İ`, `ı` and its capital `I`."""
_ACCENTED = re.compile("([\u0370-\u03ff]\u0308?)\u0301")
"""A Greek letter, perhaps with a dieresis, and the accent of its word."""
_BEFORE_WORDS = re.compile(r"([-\s(\[{<]+)")
"""What stands before each word of a title. An apostrophe does not: `Knight's`."""


def capitals(text: str, language: str) -> str:
    """A text in capitals: Turkish and Azerbaijani keep the dot of i, Greek drops accents."""
    if primary(language) in _DOTTED:
        text = text.replace("i", "\u0130")
    if primary(language) == "el" and not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", text)))
    return text.upper()


def small(text: str, language: str) -> str:
    """A text in small letters: Turkish and Azerbaijani tell the i with a dot from the one without."""
    if primary(language) in _DOTTED:
        text = text.replace("I", "\u0131").replace("\u0130", "i")
    return text.lower()


def begun(text: str, language: str) -> str:
    """A text that begins with a capital, the other letters as they are. Dutch has `IJ` as one letter."""
    first = 2 if primary(language) == "nl" and text.startswith("ij") else 1
    begin = text[:first].replace("i", "\u0130") if primary(language) in _DOTTED else text[:first]
    # The capital that begins a word: `Ss` of an ß, and a Greek one with its accent.
    changed = (begin.upper() if first > 1 else begin.title()) + text[first:]
    return text.changed(changed) if isinstance(text, PlacedText) else changed


def capitalised(text: str, language: str) -> str:
    """A text that begins with a capital, the other letters small."""
    return begun(small(text, language), language)


def titled(text: str, language: str) -> str:
    """A text in which each word begins with a capital, the other letters small."""
    return "".join(capitalised(word, language) for word in _BEFORE_WORDS.split(text))


FILTERS: Mapping[str, Callable[[str, str], str]] = {
    "capital": begun,
    "capitalize": capitalised,
    "lower": small,
    "title": titled,
    "upper": capitals,
}
"""The filters of expressions and templates that change letters: functions of a text and the kit's language."""
