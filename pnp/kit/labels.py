"""Labels of sheets, components and books in the language of a kit, by key.

A game's own texts are in its kit. Labels such as "fold here" or "page 3 of 20" are the same for all kits in a language
and are in `card_data/common/sheets.xx.yaml`. Labels with a count have a text for each plural form of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from pnp.diagnostics import Span
from pnp.kit import paths
from pnp.kit.languages import FIRST, form, forms
from pnp.kit.model import SheetBook
from pnp.sources import Node

PLACEHOLDER = re.compile(r"\{(\w+)\}")
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


def untranslated(book: SheetBook) -> list[str]:
    """The keys of the labels that are in the first language, because no other file has them."""
    first = str(first_file())
    words = [key for key in book.words if book.at("words", key).file == first]
    counted = [
        key for key, plurals in book.counted.items() if all(book.at("counted", key, f).file == first for f in plurals)
    ]
    return [*words, *counted]


def first_file() -> Path:
    """The file with all labels, in the first language."""
    return paths.data_folder() / paths.COMMON / f"sheets.{FIRST}.yaml"


@cache
def plain_labels() -> SheetWords:
    """The labels where there is no kit: those that expressions need for numbers and lists, and no others."""
    book = SheetBook(decimal=".", between=", ", counted={}, words={"and": "and"}, origin=Node({}, Span("")))
    return SheetWords("en", book)
