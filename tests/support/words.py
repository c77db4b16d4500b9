"""Words of a lexicon."""

from __future__ import annotations

from pnp.lexicon import Word, lexicon


def last_word(language: str, text: str) -> Word:
    """The last word of a text, with its meanings."""
    found = lexicon(language)
    assert found
    return found.words(text, {})[-1]
