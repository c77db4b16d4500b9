"""The proof of `soaring`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.games.soaring import examples, meanings, observe, scenes, tables
from pnp.games.soaring.engine import Soaring, State
from pnp.rules.proofs import Proof, Table
from pnp.rules.words import Meaning


class SoaringProof(Proof[Soaring]):
    """The proof of `soaring`."""

    FORMS = examples.FORMS

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)

    def variants(self) -> Iterable[Proof[Soaring]]:
        """The kit's game for each number of players, and that for the fewest with both options."""
        game, rules = self.game, replace(self.game.rules, carry_low=True, second_pick="swap")
        own = [game.for_players(int(number)) for number in game.rules.setup]
        return map(SoaringProof, [*own, Soaring(rules, game.traits, min(map(int, game.rules.setup)))])

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.meanings(self.game)


def proof(game: Soaring) -> SoaringProof:
    """Make the proof of an engine."""
    return SoaringProof(game)
