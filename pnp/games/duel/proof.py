"""The proof of `duel`, by which checks compare its kits with play."""

from __future__ import annotations

from pnp.games.duel.engine import Duel
from pnp.games.duel.examples import FORMS
from pnp.games.duel.meanings import MEANINGS
from pnp.games.duel.observe import observe, problems
from pnp.games.duel.tables import tables
from pnp.rules.proofs import Proof, of_game


class DuelProof(Proof[Duel]):
    """The proof of `duel`."""

    FORMS = FORMS
    observe, problems, tables = of_game(observe), of_game(problems), of_game(tables)
    meanings = of_game(lambda _game: MEANINGS)


def proof(game: Duel) -> DuelProof:
    """Make the proof of an engine."""
    return DuelProof(game)
