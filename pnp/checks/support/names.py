"""The names of a kit's cards -> what looks like one of them in running text, whatever the language."""

from __future__ import annotations

import re
from collections.abc import Iterable

INFLECTED = "(?:e?[sn]|e|er|x)?"
"""What the languages at hand add to a name: its plurals and cases."""

_CAPITAL, _SMALL = "[^\\W\\d_a-zß-öø-ÿ]", "[^\\W\\d_]"


def written(names: Iterable[str]) -> re.Pattern[str]:
    """One capitalised word or more, small words allowed between them if names have them there: `Burst of Speed`."""
    inner = {word for name in names for word in name.split()[1:-1] if word == word.lower()}
    between = "".join(f"{re.escape(word)} |" for word in sorted(inner))
    word = f"{_CAPITAL}{_SMALL}+"
    return re.compile(rf"\b{word}(?: (?:{between}){word})*")
