"""Words that have a meaning in common, and whether they say the same."""

from __future__ import annotations

import pytest

from pnp.lexicon import lexicon
from tests.support.words import last_word


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "the most", "the best"),
        ("en", "then", "after"),
        ("en", "each player", "both players"),
        ("en", "play all", "play any number of"),
        ("en", "further", "faster"),
        ("de", "die meisten", "die besten"),
        ("de", "alle", "beliebig viele"),
        ("fr", "le plus", "le meilleur"),
        ("es", "todos", "ambos"),
    ],
)
def test_words_of_one_value_may_have_different_shades(language, one, other):
    found = lexicon(language)
    assert found
    first, second = found.words(one, {})[-1], found.words(other, {})[-1]
    assert {*first.senses} & {*second.senses}
    assert not first.agrees(second)


def test_a_form_that_is_not_known_may_be_any():
    assert last_word("en", "the card").agrees(last_word("en", "1 card"))
    assert last_word("en", "the card").form_unlike(last_word("en", "a card")) == "definite"
