"""Positions of Joust by Peter Cobcroft."""

from __future__ import annotations

from pnp import rules
from pnp.games.tilt.engine import CHOOSE, State, Tilt
from pnp.kit import paths

DATA = paths.data_folder() / "tilt"


def after(game: Tilt, state: State, *actions: str) -> State:
    for action in actions:
        state = rules.step(game, state, action)
    return state


def facing(game: Tilt, aims: tuple[str, str], gap: int, *, own=None, other=None) -> State:
    """A turn of the first seat: both horses stand, `gap` squares apart, and no aim cards are left to move the aims."""
    hands = ((0,) * len(game.aims), *game.full[1:])
    whole = game.starts[1] - game.starts[0]
    one = game.knight(aims[0], moved=whole - gap, hands=hands)._replace(**(own or {}))
    two = game.knight(aims[1], hands=hands)._replace(**(other or {}))
    return game.setup()._replace(phase=CHOOSE, knights=(one, two), turns=1)


def laid(game: Tilt, aims: tuple[str, str], gap: int, mine: str, theirs: str = "steady", **more) -> State:
    """As `facing`, both horses reined in where they stand, these knight cards on the table."""
    return after(game, facing(game, aims, gap, **more), f"choose - rein_in {mine}", f"choose - rein_in {theirs}")


def aims(state: State) -> list[str]:
    return [knight.aim for knight in state.knights]


def words(game: Tilt, state: State) -> set[str]:
    return {rules.game.written(action) for action in game.legal(state)}


def struck(game: Tilt, cells: tuple[str, str], gap: int = 3, **more) -> State:
    """Both horses spur from where they stand, so they meet in this turn if that is near enough."""
    state = facing(game, cells, gap, **more)
    return after(game, state, "choose - spur rise", "choose - spur rise")


def ridden(game: Tilt, order: tuple[str, ...]) -> list[int]:
    """The speed in each turn."""
    speeds, speed = [], 0
    for card in order:
        speed = game.paced(speed, card)
        speeds.append(speed)
    return speeds
