"""The proof of `duel`, by which checks compare its kits with play.

What the words of the phrases of a duel mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.duel.engine import Duel
from pnp.games.duel.examples import FORMS
from pnp.games.duel.tables import observe, problems, tables
from pnp.rules.proofs import Meaning, PhraseWords, Proof, WordsError, of_game


def _index(words: PhraseWords, traits: Mapping[str, Any]) -> None:
    """`J`, `Q` and `K` mean 11, 12 and 13; `A` is no word of meaning, and numbers are fields."""
    if traits["value"] in (11, 12, 13) and words.one("rank") != traits["value"]:
        raise WordsError(f"it does not mean a value of {traits['value']}")


MEANINGS: Mapping[str, Meaning] = {"index": _index}


class DuelProof(Proof[Duel]):
    """The proof of `duel`."""

    FORMS = FORMS
    observe, problems, tables = of_game(observe), of_game(problems), of_game(tables)
    meanings = of_game(lambda _game: MEANINGS)


def proof(game: Duel) -> DuelProof:
    """Make the proof of an engine."""
    return DuelProof(game)
