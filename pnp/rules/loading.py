"""Find the engine of a kit by name, and make it from the kit's data.

The package of a game has a module `engine` with the function `game(rules, cards, diagnostics, players)`. Its module
`data`, or `engine` if there is no `data`, defines `Rules`, the record of `rules.yaml`, and `TRAITS`, the records of the
traits of cards, by deck.

An entry point of the group `pnp.games` names the package, in this distribution or another. A kit whose `kit.yaml` has
`engine: engine.py` is played by the Python files in its own folder, if the user allowed them.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

from pnp.diagnostics import DataError, Diagnostics, Span
from pnp.kit import Kit, plugins, trust
from pnp.rules import guard
from pnp.rules.game import Cards, Game, PlayersError, Source
from pnp.sources import Node

REGISTRY = plugins.Registry(
    __package__,
    [],
    plugins.GAMES,
    {"engine": ("game",), "proof": ("proof",)},
    packages=True,
    reserved=("all", "common"),
)
_ATTRIBUTES = ("name", "players", "endings", "unit", "verbs")


def names() -> list[str]:
    """The names of all engines."""
    return list(REGISTRY.names)


def load(kit: Kit, players: int | None = None) -> Game[Any]:
    """The engine of a kit. `players` is for games of several sizes.

    Raises DataError if no engine plays the kit or its data is wrong, and PlayersError if the game is not for this
    number of players.
    """
    diagnostics = Diagnostics()
    game = open_game(kit.engine, kit.at("engine"), kit.rules, kit.cards, diagnostics, players)
    if game is None:
        raise DataError(diagnostics)
    return game


def open_game(
    engine: str | None, span: Span, rules: Node, cards: Cards, diagnostics: Diagnostics, players: int | None = None
) -> Game[Any] | None:
    """Make the engine that a kit names at `span`; None after errors. Raises PlayersError."""
    own = None
    if engine == trust.ENGINE:
        own = _own_code(span, diagnostics)
        if own is None:
            return None
    elif engine is None or engine not in names():
        no_engine(engine, span, diagnostics)
        return None
    try:
        game = make(engine, rules, cards, diagnostics, players, own)
    except plugins.PluginError as error:
        diagnostics.error(span, "unusable-plugin", str(error), plugins.HINT)
        return None
    if game and game.source:
        game.source = game.source._replace(span=span)
    return game


def no_engine(name: str | None, span: Span, diagnostics: Diagnostics) -> None:
    """Report that no engine has this name, or that a kit names none."""
    if name is None:
        diagnostics.error(span, "unknown-engine", "no engine plays this kit", "name one: 'engine: …'")
    else:
        diagnostics.error(span, "unknown-engine", f"there is no engine {name!r}", "engines: " + ", ".join(names()))


def _own_code(span: Span, diagnostics: Diagnostics) -> trust.PythonFiles | None:
    """The Python files in the folder of the `kit.yaml` that names them, if they were allowed; None with an error."""
    folder = Path(span.file).parent
    try:
        code = trust.read(folder)
    except ValueError as error:
        diagnostics.error(span, "unusable-plugin", f"this kit's own engine cannot be used: {error}")
        return None
    before = trust.allowed(diagnostics).get(code.folder)
    if before == code.hash:
        return code
    message = "this kit's own engine is a program, which you have not allowed to run"
    if before:
        message = "the Python files of this kit are not those that you allowed to run"
    hint = f"read them, then allow them with: pnp trust {shlex.quote(code.folder)}"
    diagnostics.error(span, "untrusted-engine", message, hint)
    return None


def make(
    engine: str,
    rules: Node,
    cards: Cards,
    diagnostics: Diagnostics,
    players: int | None = None,
    own: trust.PythonFiles | None = None,
) -> Game[Any] | None:
    """Make an engine from a kit's data; None, with errors, if the data cannot be played.

    `players` is for games of several sizes, `own` for an engine in a kit's folder. Raises PlayersError if the game
    is not for this number of players, and PluginError if a plugin or the kit's own code cannot be used.
    """
    module = part(engine, own, "engine")
    if not hasattr(module, "game"):
        raise plugins.PluginError(f"{trust.ENGINE} does not define game")
    about = "the engine cannot be made"
    game: Game[Any] | None
    game = guard.call(about, module.game, rules, cards, diagnostics, players, own=own, passing=(PlayersError,))
    _check(game, about)
    if game and players not in (None, game.players):
        raise PlayersError(f"{game.name} is a game for {game.players}, not for {players}")
    if game:
        game.source = Source(engine, rules, cards, players, own)
        if engine not in REGISTRY.own:
            guard.guard(game, guard.QUESTIONS, game, title(game))
    return game


def _check(game: object, about: str) -> None:
    """Raise PluginError for what is not the engine of a game."""
    if game is not None and not isinstance(game, Game):
        raise plugins.PluginError(f"{about}: game() returned {type(game).__name__}, not a Game")
    missing = [name for name in _ATTRIBUTES if game is not None and not hasattr(game, name)]
    if missing:
        raise plugins.PluginError(f"{about}: {type(game).__name__} does not define {', '.join(missing)}")


def title(game: Game[Any]) -> str:
    """A game for messages, with the distribution that adds it."""
    plugin = REGISTRY.plugin(game.source.engine) if game.source else None
    return f"game {game.name} of {plugin.distribution}" if plugin else f"game {game.name}"


def again(game: Game[Any], cards: Cards) -> Game[Any] | None:
    """Make the same engine with other cards; None if they cannot be played."""
    source = game.source
    return make(source.engine, source.rules, cards, Diagnostics(), source.players, source.own) if source else None


def records(engine: str, own: trust.PythonFiles | None = None) -> ModuleType:
    """The module with an engine's `Rules` and `TRAITS`: its `data` module if it has one, else its `engine` module.

    Raises PluginError.
    """
    has_data = guard.has_own(own, "data") if own else REGISTRY.has(engine, "data")
    return part(engine, own, "data" if has_data else "engine")


def part(engine: str, own: trust.PythonFiles | None, name: str) -> ModuleType:
    """A module of an engine. Raises PluginError."""
    return guard.own_module(own, name) if own else REGISTRY.module(engine, name)
