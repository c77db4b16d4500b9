"""Traits of cards as the engine's proof observes them, memoised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.checks import CheckContext
from pnp.checks.support.memo import memo
from pnp.kit import Card
from pnp.rules import Game, Proof, loading, proof

EACH = 5
"""The count that stands for any count above one: enough to fill hands, few enough to exhaust a pile."""


def equalised_proof(context: CheckContext) -> Proof[Any] | None:
    """The proof of the game with `EACH` copies of every card that has several.

    What a card does depends only on whether there is one or several: a single card never meets its like. So this proof
    does not depend on the exact counts, and plays rare cards as often as others. If the rules do not allow these
    counts, the proof is of the context's own game.
    """
    game, kit = context.game, context.render.kit
    if game is None:
        return context.proof

    def make() -> Game[Any]:
        cards = {
            deck: {id_: _one_or_several(card) for id_, card in entries.items()} for deck, entries in kit.cards.items()
        }
        return loading.again(game, cards) or game

    return memo(game, "equalised_proof", lambda: proof(make()))


def _one_or_several(card: Card) -> Card:
    return replace(card, count=EACH) if card.count > 1 else card


def observed(context: CheckContext, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as observed in play; None for a card that is not played."""
    played = equalised_proof(context)
    if played is None:
        return None

    def observe() -> dict[tuple[str, str], Mapping[str, Any] | None]:
        return {(deck, id_): played.observe(deck, id_) for deck, id_, _ in context.cards()}

    return memo(played, "observed", observe).get((deck, id_))
