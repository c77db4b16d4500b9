"""The proof of `tilt`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.games.tilt import examples, meanings, observe, probes, scenes, tables
from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.state import State
from pnp.rules.examples import problems, renewed
from pnp.rules.proofs import Board, Path, Problem, Proof, Table
from pnp.rules.words import Meaning


class TiltProof(Proof[Tilt]):
    """The proof of `tilt`."""

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def problems(self) -> list[Problem]:
        return list(observe.problems(self.game))

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        """This game has no tracks."""
        return {}

    def boards(self) -> Mapping[str, Board]:
        return tables.boards(self.game)

    def tiles(self, _deck: str, _card: str) -> Mapping[str, int | bool] | None:
        """No card of this game is played by position."""
        return None

    def example_problems(self, example: Mapping[str, Any]) -> list[tuple[Path, str]]:
        return list(problems(self.game, example, examples.FORMS))

    def renewed_example(self, example: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return renewed(self.game, example, examples.FORMS)

    def vocabulary(self) -> Mapping[str, Callable[..., Any]]:
        return probes.VOCABULARY

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.MEANINGS


def proof(game: Tilt) -> TiltProof:
    """Make the proof of an engine."""
    return TiltProof(game)
