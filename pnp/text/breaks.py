"""Where lines may break without a space: in Chinese and Japanese by the Unicode rules, elsewhere at U+200B."""

from __future__ import annotations

import re
from functools import lru_cache

ZERO = "\u200b"
"""A space without width: a place where a line may break. It begins a word that has no space before it."""
_IDEOGRAPHIC = "[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
"""Compiled when it is first needed, which takes 2 ms."""


@lru_cache(maxsize=20_000)
def units(word: str) -> tuple[str, ...]:
    """The parts of a word between which a line may break; each but the first begins with `ZERO`."""
    if word.isascii():
        return (word,) if word else ()
    parts = [part for part in word.split(ZERO) if part]
    if re.search(_IDEOGRAPHIC, word):
        from uniseg.linebreak import line_break_units

        parts = [unit for part in parts for unit in line_break_units(part)]
    return tuple(part if n == 0 and word[:1] != ZERO else ZERO + part for n, part in enumerate(parts))
