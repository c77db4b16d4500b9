"""What the words of the phrases of a duel mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.rules.words import Meaning, PhraseWords, WordsError


def _index(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """`J`, `Q` and `K` mean 11, 12 and 13; `A` is no word of meaning, and numbers are fields."""
    if traits["value"] in (11, 12, 13) and words.one("rank") != traits["value"]:
        raise WordsError(f"it does not mean a value of {traits['value']}")


MEANINGS: Mapping[str, Meaning] = {"index": _index}
