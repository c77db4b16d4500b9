"""Languages: their names in files, and the plural forms of their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

FIRST = "en"
"""The language whose files have every text."""
LANGUAGE = r"[a-z]{2}(?:-[A-Z]{2})?"
"""The form of a language's code."""

Form = Literal["one", "few", "many", "other"]


def _ends_few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


Plurals = tuple[tuple[Form, ...], Callable[[int], Form]]
"""A language's plural forms for whole numbers, in the order of lists, and the function that picks one for a number."""

_PLURALS: Mapping[str, Plurals] = {
    "fr pt-BR": (("one", "other"), lambda n: "one" if n in (0, 1) else "other"),
    "ja ko zh vi th id ms": (("other",), lambda _n: "other"),
    "cs sk": (("one", "few", "other"), lambda n: "one" if n == 1 else "few" if n in (2, 3, 4) else "other"),
    "pl": (("one", "few", "many"), lambda n: "one" if n == 1 else "few" if _ends_few(n) else "many"),
    "ru uk be": (
        ("one", "few", "many"),
        lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "few" if _ends_few(n) else "many",
    ),
}
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
