"""The data of a kit that every face can print: `rules`, `cards`, `decks` and `components`."""

from __future__ import annotations

from typing import Any

from pnp.kit import Kit
from pnp.kit.model import Card

GROUPS = ("rules", "cards", "decks", "components")
"""The first steps of the paths of these fields."""


def kit_fields(kit: Kit) -> dict[str, Any]:
    """The rules, the cards by id, the cards of each deck in order, and the components that are printed.

    A picture that shows "the first knight" then shows whichever card is first, not one that an edition removed.
    """
    decks = {deck: [_card(id_, card) for id_, card in cards.items()] for deck, cards in kit.cards.items()}
    return {
        "rules": kit.rules.plain(),
        "cards": {card["id"]: card for cards in decks.values() for card in cards},
        "decks": decks,
        "components": {id_: {"title": spec.title, "copies": spec.copies} for id_, spec in kit.components.items()},
    }


def _card(id_: str, card: Card) -> dict[str, Any]:
    return {"id": id_, "name": card.name, "count": card.count, "art": card.art, "asides": card.plain_asides}
