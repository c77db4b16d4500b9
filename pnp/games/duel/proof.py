"""The proof of `duel`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.duel import examples, meanings, observe, tables
from pnp.games.duel.engine import Duel
from pnp.rules.proofs import Problem, Proof, Table
from pnp.rules.words import Meaning


class DuelProof(Proof[Duel]):
    """The proof of `duel`."""

    FORMS = examples.FORMS

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def problems(self) -> list[Problem]:
        return list(observe.problems(self.game))

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.MEANINGS


def proof(game: Duel) -> DuelProof:
    """Make the proof of an engine."""
    return DuelProof(game)
