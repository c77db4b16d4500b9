"""The pieces of a whole set; a build may print only some of them. Manifests list them for `--since` and `diff`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from pnp.components.fingerprint import Fingerprints
from pnp.graphics import Piece
from pnp.pipeline.options import Earlier


class SetPiece(NamedTuple):
    """A piece of the set: its number of copies in the set, and the fingerprint of its drawing."""

    component: str
    title: str
    copies: int
    drawing: str
    filler: bool


class WholeSet(NamedTuple):
    """The pieces of a set by id, without those that describe it, and the components that could not be drawn."""

    pieces: Mapping[str, SetPiece]
    undrawn: tuple[str, ...] = ()

    def left_out(self, printed: Collection[str], since: Earlier | None) -> dict[str, SetPiece]:
        """The pieces that are not among the `printed` ids.

        In a build of what changed since an earlier state, one that changed but was not chosen has its earlier drawing,
        and one that the earlier state lacks is not listed, so that the next such build prints it.
        """
        left = {id_: piece for id_, piece in self.pieces.items() if id_ not in printed}
        if since is None:
            return left
        return {
            id_: piece._replace(drawing=since.drawings[id_]) for id_, piece in left.items() if id_ in since.drawings
        }


def pieces_by_id(pieces: Iterable[Piece], prints: Fingerprints) -> dict[str, SetPiece]:
    """Pieces with the numbers of copies that the kit gives them."""
    return {
        piece.id: SetPiece(piece.component, piece.title, piece.copies, prints.piece(piece), piece.filler)
        for piece in pieces
    }
