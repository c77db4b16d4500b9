"""An engine -> what it answers when it is asked, remembered by all that it plays by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pnp.cache import store
from pnp.checks import Desk
from pnp.checks._remembered import once
from pnp.rules import Game

T = TypeVar("T")


def answer(desk: Desk, game: Game[Any], question: str, ask: Callable[[], T], *about: str) -> T:
    """What a desk's game answers to a question about something, plain data; `ask` asks it where it is not known."""
    parts = (question, _played_by(desk, game), *about)
    return once(game, (question, *about), lambda: store.recalled("answer", parts, ask))


def _played_by(desk: Desk, game: Game[Any]) -> str:
    """All that a game is played by, as a text. Engines read traits and counts of cards, not their names and words."""

    def make() -> str:
        kit = desk.bench.kit
        cards = [(deck, id_, card.count, card.plain_traits) for deck, id_, card in desk.cards()]
        return repr((kit.engine, kit.rules.plain(), cards))

    return once(game, "played by", make)


def observed(desk: Desk, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as play shows them; None for one that is not played."""
    game = desk.game
    if game is None:
        return None

    def ask() -> dict[tuple[str, str], Mapping[str, Any] | None]:
        return {(deck, id_): game.observed(deck, id_) for deck, id_, _ in desk.cards()}

    return answer(desk, game, "observed", ask).get((deck, id_))
