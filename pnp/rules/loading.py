"""Find the engine of a kit by name, and make it from the kit's data.

The package of a game has a module `engine` with the function `game(rules, cards, faults, players)`. The record that
`rules.yaml` is read as is called `Rules`, in the module `data`, or in `engine` where there is no such module. `TRAITS`
beside it has the records for the traits of cards, by deck.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from pnp.diagnostics import DataError, Diagnostics, Span
from pnp.kit.model import Kit
from pnp.kit.yaml import Node
from pnp.rules.game import Cards, Game, PlayersError, Source


@cache
def names() -> list[str]:
    """The names of all engines."""
    return sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.ispkg)


def load(kit: Kit, players: int | None = None) -> Game[Any]:
    """The engine of a kit. `players` is for games of several sizes.

    Raises DataError where no engine plays the kit or its data are wrong, PlayersError where the game is not for so
    many players.
    """
    diagnostics = Diagnostics()
    game = None
    if kit.engine in names():
        game = make(kit.engine, kit.rules, kit.cards, diagnostics, players)
    else:
        no_engine(kit.engine, kit.at("engine"), diagnostics)
    if game is None:
        raise DataError(diagnostics)
    return game


def no_engine(name: str | None, span: Span, diagnostics: Diagnostics) -> None:
    """Add the fault that no engine has this name, or that a kit names none."""
    if name is None:
        diagnostics.error(span, "unknown-engine", "no engine plays this kit", "name one: 'engine: …'")
    else:
        diagnostics.error(span, "unknown-engine", f"there is no engine {name!r}", "engines: " + ", ".join(names()))


def make(
    engine: str, rules: Node, cards: Cards, diagnostics: Diagnostics, players: int | None = None
) -> Game[Any] | None:
    """An engine that plays by a kit's data; None with faults where the data cannot be played.

    `players` is for games of several sizes. Raises PlayersError where the game is not for so many players.
    """
    module = importlib.import_module(f"{__package__}.{engine}.engine")
    game: Game[Any] | None = module.game(rules, cards, diagnostics, players)
    if game and players not in (None, game.players):
        raise PlayersError(f"{engine} is a game for {game.players}, not for {players}")
    if game:
        game.source = Source(engine, rules, cards, players)
    return game
