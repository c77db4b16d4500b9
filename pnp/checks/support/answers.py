"""The answers of an engine, each asked for once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp import rules
from pnp.checks import CheckContext
from pnp.checks.support.memo import memo
from pnp.diagnostics import Faults
from pnp.kit.model import Card
from pnp.rules import Game

EACH = 5
"""So many of a card stand for any number of several: enough to fill hands, few enough to wear out a pile."""


def evened(context: CheckContext) -> Game[Any] | None:
    """A context's game with as many of each card that there are several of; itself where its rules do not allow that.

    What a card says does not hang on how many there are, as long as there are several: one alone never meets another
    like it. Asked of this game, it is the same whatever the counts, and rare cards are seen as often as others.
    """
    game, kit = context.game, context.render.kit
    if game is None or kit.engine is None:
        return game

    def make() -> Game[Any]:
        cards = {deck: {id_: _one_or_several(card) for id_, card in found.items()} for deck, found in kit.cards.items()}
        return rules.make(kit.engine or "", kit.rules, cards, Faults()) or game

    return memo(game, "evened", make)


def _one_or_several(card: Card) -> Card:
    return replace(card, count=EACH) if card.count > 1 else card


def observed(context: CheckContext, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as play shows them; None for one that is not played."""
    game = evened(context)
    if game is None:
        return None

    seen = memo(game, "observed", lambda: {(deck, id_): game.observed(deck, id_) for deck, id_, _ in context.cards()})
    return seen.get((deck, id_))
