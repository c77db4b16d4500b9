"""The proof of `lists`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.lists.engine import Lists
from pnp.games.lists.examples import FORMS
from pnp.games.lists.scenes import scenes, scenes_of_variant, variants
from pnp.games.lists.tables import boards, tables, tracks
from pnp.rules.proofs import Proof, of_game


class ListsProof(Proof[Lists]):
    """The proof of `lists`."""

    FORMS = FORMS
    boards, tables, tracks, scenes = of_game(boards), of_game(tables), of_game(tracks), of_game(scenes)

    def variants(self) -> Iterable[Proof[Lists]]:
        return (self, *map(_Variant, variants(self.game)))


class _Variant(ListsProof):
    """The proof of a tournament that shows what the kit's own game lacks."""

    scenes = of_game(scenes_of_variant)


def proof(game: Lists) -> ListsProof:
    """Make the proof of an engine."""
    return ListsProof(game)
