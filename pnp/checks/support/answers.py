"""What play shows of a kit, each thing found once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.checks import CheckContext
from pnp.checks.support.memo import memo
from pnp.kit.model import Card
from pnp.rules import Game, Proof, loading, proof

EACH = 5
"""So many of a card stand for any number of several: enough to fill hands, few enough to wear out a pile."""


def evened(context: CheckContext) -> Proof[Any] | None:
    """The proof of a context's game with the same count for every card that has several copies.

    What a card does depends only on whether there are several: a single card never meets another like it. So this game
    shows the same whatever the counts are, and shows rare cards as often as others. Where its rules do not allow these
    counts, the game is the context's own.
    """
    game, kit = context.game, context.render.kit
    if game is None:
        return context.proof

    def make() -> Game[Any]:
        cards = {deck: {id_: _one_or_several(card) for id_, card in found.items()} for deck, found in kit.cards.items()}
        return loading.again(game, cards) or game

    return memo(game, "evened", lambda: proof(make()))


def _one_or_several(card: Card) -> Card:
    return replace(card, count=EACH) if card.count > 1 else card


def observed(context: CheckContext, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as play shows them; None for one that is not played."""
    played = evened(context)
    if played is None:
        return None

    def observe() -> dict[tuple[str, str], Mapping[str, Any] | None]:
        return {(deck, id_): played.observe(deck, id_) for deck, id_, _ in context.cards()}

    return memo(played, "observed", observe).get((deck, id_))
