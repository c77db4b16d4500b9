"""The proof of `soaring`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.games.soaring.engine import Soaring
from pnp.games.soaring.examples import FORMS
from pnp.games.soaring.meanings import meanings
from pnp.games.soaring.observe import observe
from pnp.games.soaring.scenes import scenes
from pnp.games.soaring.tables import tables
from pnp.rules.proofs import Proof, of_game


class SoaringProof(Proof[Soaring]):
    """The proof of `soaring`."""

    FORMS = FORMS
    observe, scenes, tables, meanings = of_game(observe), of_game(scenes), of_game(tables), of_game(meanings)

    def variants(self) -> Iterable[Proof[Soaring]]:
        """The kit's game for each number of players, and that for the fewest with both options."""
        game, rules = self.game, replace(self.game.rules, carry_low=True, second_pick="swap")
        own = [game.for_players(int(number)) for number in game.rules.setup]
        return map(SoaringProof, [*own, Soaring(rules, game.traits, min(map(int, game.rules.setup)))])


def proof(game: Soaring) -> SoaringProof:
    """Make the proof of an engine."""
    return SoaringProof(game)
