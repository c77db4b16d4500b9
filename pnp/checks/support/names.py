"""Patterns for names of cards in running text, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable

INFLECTED = "(?:e?[sn]|e|er|x)?"
"""Endings of plurals and cases that English, German and French add to a name."""

_CAPITAL, _SMALL = "[^\\W\\d_a-zß-öø-ÿ]", "[^\\W\\d_]"


def written(names: Iterable[str]) -> re.Pattern[str]:
    """Matches capitalised words, with small words between them if the names have these: `Burst of Speed`."""
    inner = {word for name in names for word in name.split()[1:-1] if word == word.lower()}
    between = "".join(f"{re.escape(word)} |" for word in sorted(inner))
    word = f"{_CAPITAL}{_SMALL}+"
    return re.compile(rf"\b{word}(?: (?:{between}){word})*")
