"""The proof of `lists`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.games.lists import examples, scenes, tables
from pnp.games.lists.engine import Lists, State
from pnp.rules.proofs import Board, Proof, Table


class ListsProof(Proof[Lists]):
    """The proof of `lists`."""

    FORMS = examples.FORMS

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        return tables.tracks(self.game)

    def boards(self) -> Mapping[str, Board]:
        return tables.boards(self.game)

    def variants(self) -> Iterable[Proof[Lists]]:
        return (self, *(_Variant(game) for game in scenes.variants(self.game)))

    def scenes(self) -> Iterable[State]:
        return scenes.scenes(self.game)


class _Variant(ListsProof):
    """The proof of a tournament that shows what the kit's own game lacks."""

    def scenes(self) -> Iterable[State]:
        return scenes.scenes_of_variant(self.game)


def proof(game: Lists) -> ListsProof:
    """Make the proof of an engine."""
    return ListsProof(game)
