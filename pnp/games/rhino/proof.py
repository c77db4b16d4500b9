"""The proof of `rhino`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.games.rhino import examples, meanings, observe, scenes, tables
from pnp.games.rhino.engine import Rhino, State
from pnp.rules.proofs import Problem, Proof, Table
from pnp.rules.words import Meaning


class RhinoProof(Proof[Rhino]):
    """The proof of `rhino`."""

    FORMS = examples.FORMS

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def problems(self) -> list[Problem]:
        return list(observe.problems(self.game))

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        return tables.tracks(self.game)

    def tiles(self, deck: str, card: str) -> Mapping[str, int | bool] | None:
        return observe.tiles(self.game, card) if deck == "moves" and card in self.game.kind_of else None

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.MEANINGS


def proof(game: Rhino) -> RhinoProof:
    """Make the proof of an engine."""
    return RhinoProof(game)
