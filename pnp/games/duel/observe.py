"""Observe the traits of a duel's cards by playing them on the engine.

Checks compare printed words with these observations, not with the traits that the words are generated from. Only the
engine's legal actions and state changes are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.games.duel.engine import DEFEND

if TYPE_CHECKING:
    from pnp.games.duel.engine import Duel

FAR = 10**6
"""A target that no round reaches."""


def observe(game: Duel, deck: str, card: str) -> dict[str, Any] | None:
    """A card's colour and value as observed in play; None for cards that are not played."""
    if deck != "deck" or card not in game.kind_of:
        return None
    return {"colour": colour(game, card), "value": value(game, card)}


def colour(game: Duel, card: str) -> str | None:
    """The colour of a card: the call with which the caller attacks first if the card is turned over."""
    called = [call for call in game.calls if game.apply(game.apply(game.setup(), call), ("turn", card)).attacker == 0]
    return called[0][1] if len(called) == 1 else None


def value(game: Duel, card: str) -> int | None:
    """The value of a card: the change of the total by the defender, if it is the same up and down."""
    start = game.setup()._replace(phase=DEFEND, hidden=((), (card,)))
    up = game.apply(start._replace(target=FAR), ("defend", card)).total
    down = game.apply(start._replace(target=-FAR), ("defend", card)).total
    return up if up == -down else None


def problems(game: Duel) -> Iterator[tuple[str, str]]:
    """The reasons why the game cannot be played, each with its rule."""
    most = game.reach()
    if game.rules.target.max > most:
        yield "target", f"no player can reach {game.rules.target.max}: the highest total of a round is {most}"
    if len(game.calls) < 2:
        yield "suits", "all cards have the same colour, so there is nothing to call"
