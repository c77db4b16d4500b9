"""Open the kit whose balance is asked for: its engine, the names of its cards, and the duration that it states."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.kit import git as history
from pnp.kit import paths
from pnp.kit.paths import unknown_kit
from pnp.lab.blocks import PlayPlan
from pnp.lab.tallies import Tally
from pnp.rules.folder import open_engine
from pnp.rules.game import Game
from pnp.sources.git_objects import HistoryError
from pnp.sources.yaml import read


class Subject(NamedTuple):
    """A kit that is played. `minutes` is the duration that its `kit.yaml` states."""

    name: str
    game: Game[Any]
    minutes: float | None


Play = Callable[[Subject, PlayPlan], Tally]
"""Plays a kit by a plan."""


def open_subject(name: str, folder: Path, diagnostics: Diagnostics, players: int | None = None) -> Subject | None:
    """The kit in a folder; None after errors. Raises PlayersError."""
    game = open_engine(folder, diagnostics, players)
    if game is None:
        return None
    return Subject(name, game, _minutes(folder))


def open_named(name: str, stack: ExitStack, diagnostics: Diagnostics, players: int | None = None) -> Subject | None:
    """The kit that the user names: a game, its folder, or one at a git revision, KIT@REV or REV:KIT; None after errors.

    Raises HistoryError and PlayersError.
    """
    folder = paths.find_game(name)
    if folder:
        return open_subject(name, folder, diagnostics, players)
    kit, revision = history.named(name)
    if not revision:
        raise HistoryError(f"{unknown_kit('game', name, paths.game_names())}; you can also name a revision: KIT@HEAD~1")
    past = stack.enter_context(history.kit_at(history.place(kit), revision))
    with paths.rooted(past.root):
        return open_subject(name, past.kit, diagnostics, players)


def _minutes(folder: Path) -> float | None:
    """The minutes in `kit.yaml`, or in that of the kit that it extends."""
    for layer in paths.layers(folder, Diagnostics()):
        file = layer / paths.KIT_FILE
        node = read(file, Diagnostics()) if file.is_file() else None
        found = node.value.get("minutes") if node and isinstance(node.value, dict) else None
        if found is not None:
            return float(found.value) if isinstance(found.value, int | float) else None
    return None
