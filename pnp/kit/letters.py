"""Capitals, small letters and the order of words as the language of a kit has them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from pnp.diagnostics import PlacedText
from pnp.kit.languages import primary

_DOTTED = ("az", "tr")
"""Languages with two letters i: `i` and its capital `İ`, `ı` and its capital `I`."""
_ACCENTED = re.compile("([\u0370-\u03ff]\u0308?)\u0301")
"""A Greek letter, perhaps with a dieresis, and the accent of its word."""
_WHOLE = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that Unicode does not decompose into an ASCII letter and an accent."""
_LETTERS = {
    "bs hr sl": "c č ć, d dž đ, l lj, n nj, s š, z ž",
    "cs sk": "c č, h ch, r ř, s š, z ž",
    "da nb nn no": "z æ ø å",
    "et": "s š z ž, w õ ä ö ü",
    "es gl": "n ñ",
    "fi sv": "z å ä ö",
    "hu": "c cs, d dz dzs, g gy, l ly, n ny, o ö, s sz, t ty, u ü, z zs",
    "is": "d ð, z þ æ ö",
    "lt": "c č, s š, z ž",
    "lv": "c č, g ģ, k ķ, l ļ, n ņ, s š, z ž",
    "pl": "a ą, c ć, e ę, l ł, n ń, o ó, s ś, z ź ż",
    "ro": "a ă â, i î, s ș, t ț",
    "az tr": "c ç, g ğ, h ı, o ö, s ş, u ü",
}
"""Letters of languages that follow another letter of the alphabet. Other accents only decide between equal words."""
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


def order(text: str, language: str) -> tuple[list[tuple[str, int]], str, str]:
    """What words are sorted by in a language: German has ä with a, Swedish has it after z."""
    small_text = unicodedata.normalize("NFC", small(text, language))
    places, letter = _alphabet(primary(language))
    found = []
    for one in letter.findall(small_text):
        found += [places[one]] if one in places else [(bare, 0) for bare in without_accents(one)]
    return found, small_text, text


@lru_cache(maxsize=8)
def _alphabet(language: str) -> tuple[dict[str, tuple[str, int]], re.Pattern[str]]:
    """The places of a language's own letters, and what finds the letters of a text; two characters may be one."""
    groups = next((groups for names, groups in _LETTERS.items() if language in names.split()), "")
    rows = [group.split() for group in groups.split(",")] if groups else []
    places = {one: (first, rank) for first, *others in rows for rank, one in enumerate(others, start=1)}
    pairs = sorted((one for one in places if len(one) > 1), key=len, reverse=True)
    return places, re.compile("|".join([*pairs, "."]), re.DOTALL)


def without_accents(text: str) -> str:
    """A text in small letters without accents: ß as ss, œ as oe."""
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_WHOLE))
    return "".join(character for character in bare if not unicodedata.combining(character))


FILTERS: Mapping[str, Callable[[str, str], str]] = {
    "capital": begun,
    "capitalize": capitalised,
    "lower": small,
    "title": titled,
    "upper": capitals,
}
"""The filters of expressions and templates that change letters: functions of a text and the kit's language."""
