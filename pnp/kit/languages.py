"""Languages: their names in files, the plural forms of their words, their capitals and small letters, and their order
of words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

from pnp.diagnostics import PlacedText

FIRST = "en"
"""The language whose files have every text."""
LANGUAGE = r"[a-z]{2}(?:-[A-Z]{2})?"
"""The form of a language's code."""

Form = Literal["zero", "one", "two", "few", "many", "other"]


def _ends_one(n: int) -> bool:
    return n % 10 == 1 and n % 100 != 11


def _ends_few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _lithuanian(n: int) -> Form:
    if n % 10 == 0 or n % 100 in range(11, 20):
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> Form:
    return "zero" if n % 10 == 0 or n % 100 in range(11, 20) else "one" if n % 10 == 1 else "other"


def _arabic(n: int) -> Form:
    if n <= 2:
        return ("zero", "one", "two")[n]
    return "few" if n % 100 in range(3, 11) else "many" if n % 100 > 10 else "other"


def _irish(n: int) -> Form:
    if n in (1, 2):
        return "one" if n == 1 else "two"
    return "few" if n in range(3, 7) else "many" if n in range(7, 11) else "other"


Plurals = tuple[tuple[Form, ...], Callable[[int], Form]]
"""A language's plural forms for whole numbers, in the order of lists, and the function that picks one for a number."""

_SLOVENIAN: Mapping[int, Form] = {1: "one", 2: "two", 3: "few", 4: "few"}
_WELSH: Mapping[int, Form] = {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}
_PLURALS: Mapping[str, Plurals] = {
    "fr pt-BR fa hi bn hy": (("one", "other"), lambda n: "one" if n in (0, 1) else "other"),
    "ja ko zh vi th id ms km lo my": (("other",), lambda _n: "other"),
    "is mk": (("one", "other"), lambda n: "one" if _ends_one(n) else "other"),
    "cs sk": (("one", "few", "other"), lambda n: "one" if n == 1 else "few" if n in (2, 3, 4) else "other"),
    "pl": (("one", "few", "many"), lambda n: "one" if n == 1 else "few" if _ends_few(n) else "many"),
    "ru uk be": (
        ("one", "few", "many"),
        lambda n: "one" if _ends_one(n) else "few" if _ends_few(n) else "many",
    ),
    "hr sr bs": (("one", "few", "other"), lambda n: "one" if _ends_one(n) else "few" if _ends_few(n) else "other"),
    "sl": (("one", "two", "few", "other"), lambda n: _SLOVENIAN.get(n % 100, "other")),
    "lt": (("one", "few", "other"), _lithuanian),
    "lv": (("zero", "one", "other"), _latvian),
    "ro": (
        ("one", "few", "other"),
        lambda n: "one" if n == 1 else "few" if n == 0 or n % 100 in range(1, 20) else "other",
    ),
    "he": (("one", "two", "other"), lambda n: "one" if n == 1 else "two" if n == 2 else "other"),
    "ar": (("zero", "one", "two", "few", "many", "other"), _arabic),
    "ga": (("one", "two", "few", "many", "other"), _irish),
    "cy": (("zero", "one", "two", "few", "many", "other"), lambda n: _WELSH.get(n, "other")),
}
"""By Unicode's data; all other languages have `one` for 1 and `other`."""
_RIGHT_TO_LEFT = "ar az-IR dv fa he ks ku-IQ ku-IR pa-PK ps sd ug ur yi"
"""The languages in scripts of this direction, some of them in one region only."""
_LEFT_TO_RIGHT = "sd-IN"
"""Regions that write one of these languages in another script."""

_USUAL: Plurals = (("one", "other"), lambda n: "one" if n == 1 else "other")


def _plurals(language: str) -> Plurals:
    known = {name: plurals for languages, plurals in _PLURALS.items() for name in languages.split()}
    return next((known[name] for name in names(language) if name in known), _USUAL)


def primary(language: str) -> str:
    """A language without its region: `de` of `de-AT`."""
    return language.partition("-")[0]


def names(language: str) -> tuple[str, ...]:
    """The names of a language that files may have, the most specific first: `pt-BR`, `pt`."""
    return tuple(dict.fromkeys((language, primary(language))))


def is_for(file: str, language: str) -> bool:
    """Whether the name of a file names a language, or the language without its region: `rulebook.pt.md`."""
    return any(f".{name}." in file for name in names(language))


def is_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left. Its books are bound at the right."""
    written_so = any(name in _RIGHT_TO_LEFT.split() for name in names(language))
    return written_so and language not in _LEFT_TO_RIGHT.split()


def form(language: str, n: int) -> Form:
    """The plural form of a number in a language."""
    return _plurals(language)[1](n)


def forms(language: str) -> tuple[Form, ...]:
    """A language's plural forms for whole numbers, in the order of lists."""
    return _plurals(language)[0]


_DOTTED = ("az", "tr")
"""Languages with two letters i: `i` and its capital `İ`, `ı` and its capital `I`."""
_ACCENTED = re.compile("([\u0370-\u03ff]\u0308?)\u0301")
"""A Greek letter, perhaps with a dieresis, and the accent of its word."""
_WHOLE = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that Unicode does not decompose into an ASCII letter and an accent."""
_LETTERS = {
    "bs hr sl": "c č ć, d dž đ, l lj, n nj, s š, z ž",
    "cs sk": "c č, h ch, r ř, s š, z ž",
    "da nb nn no": "z æ ø å=aa",
    "et": "s š z ž, w õ ä ö ü",
    "es gl": "n ñ",
    "fi sv": "z å ä ö",
    "hu": "c cs, d dz dzs, g gy, l ly, n ny, o ö, s sz, t ty, u ü, z zs",
    "is": "d ð, z þ æ ö",
    "lt": "c č, i=y, s š, z ž",
    "lv": "c č, g ģ, k ķ, l ļ, n ņ, s š, z ž",
    "pl": "a ą, c ć, e ę, l ł, n ń, o ó, s ś, z ź ż",
    "ro": "a ă â, i î, s ș, t ț",
    "az tr": "c ç, g ğ, h ı, o ö, s ş, u ü",
}
"""Letters of languages that follow another letter of the alphabet, and `=` what stands with one: Danish *aa* with å.
Other accents only decide between equal words."""
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
    places: dict[str, tuple[str, int]] = {}
    for group in groups.split(",") if groups else ():
        row = [entry.split("=") for entry in group.split()]
        first = row[0].pop(0)
        places |= {letter: (first, rank) for rank, letters in enumerate(row) for letter in letters}
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
