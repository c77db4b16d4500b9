"""Traits of cards as the engine's proof observes them, memoised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.checks import CheckContext
from pnp.checks.support.memo import memo


def observed(context: CheckContext, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as observed in play; None for a card that is not played."""
    proof = context.proof
    if proof is None:
        return None

    def observe() -> dict[tuple[str, str], Mapping[str, Any] | None]:
        return {(deck, id_): proof.observe(deck, id_) for deck, id_, _ in context.cards()}

    return memo(context.render, ("observed", proof), observe).get((deck, id_))
