"""The proof of `rhino`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.rhino.engine import Rhino
from pnp.games.rhino.examples import FORMS
from pnp.games.rhino.meanings import MEANINGS
from pnp.games.rhino.observe import observe, problems, tiles
from pnp.games.rhino.scenes import scenes
from pnp.games.rhino.tables import tables, tracks
from pnp.rules.proofs import Proof, of_game


class RhinoProof(Proof[Rhino]):
    """The proof of `rhino`."""

    FORMS = FORMS
    observe, problems, scenes = of_game(observe), of_game(problems), of_game(scenes)
    tables, tracks = of_game(tables), of_game(tracks)
    meanings = of_game(lambda _game: MEANINGS)

    def tiles(self, deck: str, card: str) -> Mapping[str, int | bool] | None:
        return tiles(self.game, card) if deck == "moves" and card in self.game.kind_of else None


def proof(game: Rhino) -> RhinoProof:
    """Make the proof of an engine."""
    return RhinoProof(game)
