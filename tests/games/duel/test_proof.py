"""What the duel's own words mean."""

import pytest

from pnp.games.duel.proof import MEANINGS
from pnp.lexicon import lexicon
from pnp.rules.proofs import PhraseWords, WordsError


def test_an_index_with_another_meaning_is_refused() -> None:
    english = lexicon("en")
    assert english
    MEANINGS["index"](PhraseWords(english.words("K", {})), {"value": 13})
    with pytest.raises(WordsError):
        MEANINGS["index"](PhraseWords(english.words("K", {})), {"value": 12})
