"""The proof of `tilt`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pnp.games.tilt import examples, meanings, observe, probes, scenes, tables
from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.state import State
from pnp.rules.proofs import Board, Problem, Proof, Table
from pnp.rules.words import Meaning


class TiltProof(Proof[Tilt]):
    """The proof of `tilt`."""

    FORMS = examples.FORMS

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def problems(self) -> list[Problem]:
        return list(observe.problems(self.game))

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def boards(self) -> Mapping[str, Board]:
        return tables.boards(self.game)

    def vocabulary(self) -> Mapping[str, Callable[..., Any]]:
        return probes.VOCABULARY

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.MEANINGS


def proof(game: Tilt) -> TiltProof:
    """Make the proof of an engine."""
    return TiltProof(game)
