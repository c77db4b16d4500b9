"""Write random texts from rules: a grammar of texts in which `$name` stands for a text of another rule.

`$name?` may be left out, and `$name*` may be repeated, rarely very often. The first text of each rule is the one that
is taken when a text has become long, so it should be short. Texts that begin with `§` are wrong or strange: there are
few of them, so that most texts are read to their end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from tests.hostile.damage import Files

__all__ = ["Files", "Rules", "written"]

Rules = Mapping[str, Sequence[str]]

_REFERENCE = re.compile(r"\$([a-z][a-z_]*)([*?]?)")
_MANY = 300
_RARELY = 0.004
_STRANGE = (0.0, 0.0, 0.03, 0.3)
"""How often a text that begins with `§` may be taken."""

NUMBERS: Rules = {
    "digit": tuple("0123456789"),
    "whole": ("1", "0", "$digit", "$digit$digit", "$digit$digit$digit"),
    "number": (
        "1", "0", "$whole", "$whole", "$whole", "-$whole", "$whole.$digit", "$whole.$digit", ".$digit", "-.5", "§$odd",
    ),
    "odd": (
        "0", "-0", "1e-9", "1e-300", "1e9", "1e308", "1e309", "-1e30", "99999", "100000", "99999.9999", "-99999",
        "0.0001", "0.00000000001", "123456789012345678901234567890", "1e-", "1.", "+3", "0x10", "1_000", "NaN",
        "Infinity", "-Infinity", "inf", "007", "1e15", "9007199254740993", "2147483648", "-2147483649", "٣", "",
    ),
    "text": (
        "x", "Ada", "", " ", "a b", "é", "漢字", "🦏", "§\u202egnp",
        "שלום", "مرحبا", "ﬁ", "§a\u200db", "**bold**", "*i*",
        ":crown:", "§:none:", "[red]{.red}", "§{name}", "§&amp;", "§<b>", "§|", "crown.svg", "-", "$text $text",
    ),
    "id": ("a", "b", "c", "ada", "own", "x_1", "x-1", "A", "1a", "con", "_", "$id$digit"),
}  # fmt: skip
"""Rules that most grammars share."""


def written(rules: Rules, start: str, chance: Random, budget: int = 150) -> str:
    """A text of the rule `start`. After `budget` references, only the first text of each rule is taken.

    In half of all texts, nothing is strange.
    """
    return _Writer({**NUMBERS, **rules}, chance, budget, chance.choice(_STRANGE)).text(f"${start}")


class _Writer:
    """Replaces references, and counts them."""

    def __init__(self, rules: Rules, chance: Random, budget: int, strange: float) -> None:
        self._rules, self._chance, self._left, self._strange = rules, chance, budget, strange

    def text(self, pattern: str) -> str:
        return _REFERENCE.sub(self._replaced, pattern)

    def _replaced(self, reference: re.Match[str]) -> str:
        name, times = reference.groups()
        return "".join(self._one(name) for _ in range(self._times(times)))

    def _times(self, times: str) -> int:
        if not times:
            return 1
        if self._left <= 0:
            return 0
        if times == "?":
            return self._chance.randrange(2)
        return self._chance.randrange(_MANY) if self._chance.random() < _RARELY else self._chance.randrange(4)

    def _one(self, name: str) -> str:
        self._left -= 1
        return self.text(self._picked(name) if self._left > 0 else self._rules[name][0])

    def _picked(self, name: str) -> str:
        strange = self._chance.random() < self._strange
        sound = [text for text in self._rules[name] if not text.startswith("§")]
        texts = self._rules[name] if strange or not sound else sound
        return self._chance.choice(texts).removeprefix("§")
