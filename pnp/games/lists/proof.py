"""The proof of `lists`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.games.lists import examples, scenes, tables
from pnp.games.lists.engine import Lists, State
from pnp.rules.examples import problems, renewed
from pnp.rules.proofs import Board, Path, Problem, Proof, Table
from pnp.rules.words import Meaning


class ListsProof(Proof[Lists]):
    """The proof of `lists`."""

    def observe(self, _deck: str, _card: str) -> Mapping[str, Any] | None:
        """No card is played in this game."""
        return None

    def problems(self) -> list[Problem]:
        """No problems: all are reported when the rules are read."""
        return []

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        return tables.tracks(self.game)

    def boards(self) -> Mapping[str, Board]:
        return tables.boards(self.game)

    def tiles(self, _deck: str, _card: str) -> Mapping[str, int | bool] | None:
        """No card of this game is played by position."""
        return None

    def example_problems(self, example: Mapping[str, Any]) -> list[tuple[Path, str]]:
        return list(problems(self.game, example, examples.FORMS))

    def renewed_example(self, example: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return renewed(self.game, example, examples.FORMS)

    def variants(self) -> Iterable[Proof[Lists]]:
        return (self, *(_Variant(game) for game in scenes.variants(self.game)))

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)

    def meanings(self) -> Mapping[str, Meaning]:
        """No card is played, so phrases.yaml has no slots."""
        return {}


class _Variant(ListsProof):
    """The proof of a tournament that shows what the kit's own game lacks."""

    def scenes(self) -> Iterable[State]:
        return scenes.scenes_of_variant(self.game)


def proof(game: Lists) -> ListsProof:
    """Make the proof of an engine."""
    return ListsProof(game)
