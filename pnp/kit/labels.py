"""Labels of sheets, components and books in the language of a kit, by key.

A game's own texts are in its kit. Labels such as "fold here" or "page 3 of 20" are the same for all kits in a language
and are in `card_data/common/sheets.xx.yaml`. Labels with a count have a text for each plural form of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.kit.model import SheetBook

PLACEHOLDER = re.compile(r"\{(\w+)\}")
FIRST = "en"
"""The language whose file has every key."""

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


def form(language: str, n: int) -> Form:
    """The plural form of a number in a language."""
    return _plurals(language)[1](n)


def forms(language: str) -> tuple[Form, ...]:
    """A language's plural forms for whole numbers, in the order of lists."""
    return _plurals(language)[0]


Say = Callable[..., str]
"""A function that returns the label of a key, as `SheetWords.say`."""


def unsaid(key: str, **_fields: object) -> str:
    """Return the key itself, where labels do not matter."""
    return key


class SheetWords:
    """The labels of one language."""

    def __init__(self, language: str, book: SheetBook) -> None:
        self.language, self._book = language, book

    def say(self, key: str, **fields: object) -> str:
        """The label of a key with its placeholders filled, in the plural form for `n`. Raises KeyError for an unknown
        key."""
        counted = self._book.counted.get(key)
        text = counted[form(self.language, int(str(fields["n"])))] if counted else self._book.words[key]
        return PLACEHOLDER.sub(lambda placeholder: str(fields.get(placeholder[1], placeholder[0])), text)

    def number(self, value: float) -> str:
        """A number as printed: with the language's decimal separator, and without decimals if whole."""
        return f"{value:g}".replace(".", self._book.decimal)

    def plural(self, n: int, *words: str) -> str:
        """The word for a number, from a word's plurals in the order of `forms`; the last word if there are too few."""
        if type(n) is not int:
            raise TypeError(f"plural needs a whole number, not a {type(n).__name__}")
        place = forms(self.language).index(form(self.language, n))
        return words[min(place, len(words) - 1)] if words else ""

    def listed(self, words: Iterable[str], last: str = "") -> str:
        """Words joined for a sentence: `a, b and c`."""
        *most, end = list(words) or [""]
        return f"{self._book.between.join(most)} {last or self.say('and')} {end}" if most else end
