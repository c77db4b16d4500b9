"""Observe the traits of a duel's cards by trying them on the engine.

Printed words are compared with these observations, not with the traits that they were written from. Cards are turned
over and played, and only what the engine allows and changes counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.rules.duel.engine import DEFEND

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel

FAR = 10**6
"""A target that no round comes near."""


def observe(game: Duel, deck: str, card: str) -> dict[str, Any] | None:
    """A card's colour and value as play shows them; None for cards that are not played."""
    if deck != "deck" or card not in game.kind_of:
        return None
    return {"colour": colour(game, card), "value": value(game, card)}


def colour(game: Duel, card: str) -> str | None:
    """The colour that has to be called for the caller to attack first when this card is turned over."""
    called = [call for call in game.calls if game.apply(game.apply(game.setup(), call), ("turn", card)).attacker == 0]
    return called[0][1] if len(called) == 1 else None


def value(game: Duel, card: str) -> int | None:
    """How far a defender's card moves the total, if it goes as far up as down."""
    start = game.setup()._replace(phase=DEFEND, hidden=((), (card,)))
    up = game.apply(start._replace(target=FAR), ("defend", card)).total
    down = game.apply(start._replace(target=-FAR), ("defend", card)).total
    return up if up == -down else None


def problems(game: Duel) -> Iterator[tuple[str, str]]:
    """Why the game cannot be played: the rule at fault, and the reason."""
    most = game.reach()
    if game.rules.target.max > most:
        yield "target", f"nobody can reach {game.rules.target.max}: the cards of a round come to {most} at most"
    if len(game.calls) < 2:
        yield "suits", "all cards are of one colour, so that there is nothing to call"
