"""A language and a key -> the words that sheets, components and books are lettered with in it.

What a game says is in its kit; what is said about sheets (fold here, page 3 of 20) is the same for all kits of a
language and is in `card_data/common/sheets.xx.yaml`. What is counted has a form for each plural of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.kit.model import SheetBook

PLACEHOLDER = re.compile(r"\{(\w+)\}")
FIRST = "en"
"""The language whose file has every key there is."""

Form = Literal["one", "few", "many", "other"]


def _ends_few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


Plurals = tuple[tuple[Form, ...], Callable[[int], Form]]
"""The plurals that a language has for whole numbers, in the order in which they are listed, and that of a number."""

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


def names(language: str) -> tuple[str, ...]:
    """A language by the names that something may be kept under, the nearest first: `pt-BR`, `pt`."""
    return tuple(dict.fromkeys((language, language.partition("-")[0])))


def form(language: str, n: int) -> Form:
    """Which of its plurals a language takes for a number."""
    return _plurals(language)[1](n)


def forms(language: str) -> tuple[Form, ...]:
    """The plurals that a language has for whole numbers, in the order in which they are listed."""
    return _plurals(language)[0]


Say = Callable[..., str]
"""What tells the words of a key: `SheetWords.say`."""


def unsaid(key: str, **_holes: object) -> str:
    """The key itself, where nobody reads the words."""
    return key


class SheetWords:
    """The words in one language."""

    def __init__(self, language: str, book: SheetBook) -> None:
        self.language, self._book = language, book

    def say(self, key: str, **holes: object) -> str:
        """The words of a key, its holes filled; what is counted in the form that fits `n`. KeyError for no key."""
        counted = self._book.counted.get(key)
        text = counted[form(self.language, int(str(holes["n"])))] if counted else self._book.words[key]
        return PLACEHOLDER.sub(lambda placeholder: str(holes.get(placeholder[1], placeholder[0])), text)

    def number(self, value: float) -> str:
        """A number as it is printed, a whole one without decimals."""
        return f"{value:g}".replace(".", self._book.decimal)

    def plural(self, n: int, *words: str) -> str:
        """Of a word's plurals, listed as `forms` has them, the one that a number takes, or the last there is."""
        if type(n) is not int:
            raise TypeError(f"what is counted is a whole number and not a {type(n).__name__}")
        place = forms(self.language).index(form(self.language, n))
        return words[min(place, len(words) - 1)] if words else ""

    def listed(self, words: Iterable[str], last: str = "") -> str:
        """Words joined for a sentence: `a, b and c`."""
        *most, end = list(words) or [""]
        return f"{self._book.between.join(most)} {last or self.say('and')} {end}" if most else end
