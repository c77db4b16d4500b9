"""Keep the blocks of games that were played as small files, so that an interrupted run goes on where it stopped.

A folder may come from a stranger, so each file has a seal, and only those that this user's program wrote are believed.
The name of a file is made from everything that decides how its games go: the program's version, the kit's rules and
cards, the number of players, the policies, the seed, and the block's place. So several kits and runs share a folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pnp import writing
from pnp.diagnostics import files
from pnp.diagnostics.program import VERSION
from pnp.kit.plugins import PluginError
from pnp.lab.blocks import GameBlock, PlayPlan
from pnp.lab.tallies import Tally, plain, read
from pnp.rules.game import Game

FOLDER = "blocks"
FORMAT = 3
_LARGEST = 5_000_000
"""The maximum size of a file that is read, in bytes."""


def digest(game: Game[Any]) -> str:
    """A hash of what an engine was made from, and of the program's version."""
    source = game.source
    if source is None:
        raise PluginError(f"game {game.name}: only engines made from a kit's data have their games kept")
    cards = {
        deck: [[id_, card.name, card.count, card.plain_traits, card.words, card.asides] for id_, card in held.items()]
        for deck, held in source.cards.items()
    }
    own = source.own.hash if source.own else ""
    text = json.dumps([VERSION, source.engine, own, source.rules.plain(), cards, game.players], default=str)
    return blake2b(text.encode(), digest_size=16).hexdigest()


class Blocks:
    """The files of one plan in a folder. `warn` is called with the name of each damaged file."""

    def __init__(self, folder: Path, game: Game[Any], plan: PlayPlan, warn: Callable[[Path], None]) -> None:
        self._folder, self._warn = folder / FOLDER, warn
        asked = [f"cards {plan.cards}", f"rows {plan.rows}", f"playouts {plan.playouts}"]
        self._about = [FORMAT, digest(game), plan.seed, *plan.policies, *asked]
        key = blake2b(json.dumps(self._about).encode(), digest_size=8).hexdigest()
        self._name = f"{game.name}-{'-'.join(plan.policies)}-{key}"

    def _path(self, block: GameBlock) -> Path:
        return self._folder / f"{self._name}-{block.first}-{block.size}.json"

    def get(self, block: GameBlock) -> Tally | None:
        """The tally of a block; None if there is no file, or a damaged one."""
        path = self._path(block)
        try:
            data = json.loads(files.read(path, _LARGEST))
            seal = _seal(data["about"], data["tally"])
            if data["about"] != self._about or not seal or data["seal"] != seal:
                raise ValueError("this is a block of another plan, or was not written here")
            tally = read(data["tally"])
            if tally.games != block.size:
                raise ValueError("games are missing")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            self._warn(path)
            return None
        return tally

    def put(self, block: GameBlock, tally: Tally) -> None:
        """Keep the tally of a block. Raises OSError."""
        found = plain(tally)
        kept = {"about": self._about, "tally": found, "seal": _seal(self._about, found)}
        text = json.dumps(kept, separators=(",", ":"))
        writing.write_file(self._path(block), text.encode())


def _seal(about: Any, tally: Any) -> str:
    """The seal of a block; empty if the user has no key."""
    return writing.seal(json.dumps([about, tally]).encode())
