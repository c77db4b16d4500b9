"""Languages: their names in files, and the plural forms of their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

FIRST = "en"
"""The language whose files have every text."""
LANGUAGE = r"[a-z]{2}(?:-[A-Z]{2})?"
"""The form of a language's code."""

Form = Literal["zero", "one", "two", "few", "many", "other"]


def _ends_one(n: int) -> bool:
    return n % 10 == 1 and n % 100 != 11


def _ends_few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _croatian(n: int) -> Form:
    return "one" if _ends_one(n) else "few" if _ends_few(n) else "other"


def _slovenian(n: int) -> Form:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")  # type: ignore[return-value]


def _lithuanian(n: int) -> Form:
    if n % 10 == 0 or n % 100 in range(11, 20):
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> Form:
    return "zero" if n % 10 == 0 or n % 100 in range(11, 20) else "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> Form:
    return "one" if n == 1 else "few" if n == 0 or n % 100 in range(1, 20) else "other"


def _arabic(n: int) -> Form:
    if n <= 2:
        return ("zero", "one", "two")[n]
    return "few" if n % 100 in range(3, 11) else "many" if n % 100 > 10 else "other"


def _irish(n: int) -> Form:
    return (
        "one"
        if n == 1
        else "two"
        if n == 2
        else "few"
        if n in range(3, 7)
        else "many"
        if n in range(7, 11)
        else "other"
    )


def _welsh(n: int) -> Form:
    return {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other")  # type: ignore[return-value]


Plurals = tuple[tuple[Form, ...], Callable[[int], Form]]
"""A language's plural forms for whole numbers, in the order of lists, and the function that picks one for a number."""

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
    "hr sr bs": (("one", "few", "other"), _croatian),
    "sl": (("one", "two", "few", "other"), _slovenian),
    "lt": (("one", "few", "other"), _lithuanian),
    "lv": (("zero", "one", "other"), _latvian),
    "ro": (("one", "few", "other"), _romanian),
    "he": (("one", "two", "other"), lambda n: "one" if n == 1 else "two" if n == 2 else "other"),
    "ar": (("zero", "one", "two", "few", "many", "other"), _arabic),
    "ga": (("one", "two", "few", "many", "other"), _irish),
    "cy": (("zero", "one", "two", "few", "many", "other"), _welsh),
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
