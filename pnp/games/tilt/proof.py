"""The proof of `tilt`, by which checks compare its kits with play."""

from __future__ import annotations

from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.examples import FORMS
from pnp.games.tilt.meanings import MEANINGS
from pnp.games.tilt.observe import observe, problems
from pnp.games.tilt.probes import VOCABULARY
from pnp.games.tilt.scenes import scenes
from pnp.games.tilt.tables import boards, tables
from pnp.rules.proofs import Proof, of_game


class TiltProof(Proof[Tilt]):
    """The proof of `tilt`."""

    FORMS = FORMS
    observe, problems, scenes = of_game(observe), of_game(problems), of_game(scenes)
    boards, tables = of_game(boards), of_game(tables)
    meanings, vocabulary = of_game(lambda _game: MEANINGS), of_game(lambda _game: VOCABULARY)


def proof(game: Tilt) -> TiltProof:
    """Make the proof of an engine."""
    return TiltProof(game)
