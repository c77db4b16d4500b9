"""Game engines: load one from a kit, play it, and check the kit's texts against it.

Each package in `pnp.games` is one game, and other distributions may add some. Its `engine` plays by `rules.yaml` and
the traits of cards, reads no printed words, and contains no number that the data could contain. Its `proof` tells
checks what the engine does.
"""

from pnp.rules.game import Game, Outcome, PlayersError, RefusalError, step
from pnp.rules.loading import load, names
from pnp.rules.proofs import Proof, proof

__all__ = ["Game", "Outcome", "PlayersError", "Proof", "RefusalError", "load", "names", "proof", "step"]
