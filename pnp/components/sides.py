"""The faces of cards: those that a card names, or those of its deck, which may depend on fields of the card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from pnp.kit import Card, Kit
from pnp.kit.expressions import Words, names_in, value
from pnp.kit.fields import Expression, ExpressionError, field_value, pieces
from pnp.kit.filters import text_of
from pnp.kit.kit_data import card_fields

CHOOSING = ("asides", "colourway", "count", "deck", "id", "index", "name", "traits")
"""The fields that can choose a face."""


class Deck(Protocol):
    """A component that prints cards."""

    @property
    def face(self) -> str:
        """The face of cards that name none of their own."""

    @property
    def back(self) -> str | None:
        """The face of the backs of cards that name none of their own."""

    @property
    def colourway(self) -> str | None:
        """The colourway in which it prints them."""


class Sides(NamedTuple):
    """The names of a card's face and of the face of its back, if it has one; empty for one that cannot be found."""

    face: str
    back: str | None


def of_card(kit: Kit, deck: str, spec: Deck, id_: str) -> Sides:
    """The faces of a card that a component prints."""
    card = kit.cards[deck][id_]
    texts = (card.face or spec.face, card.back or spec.back)
    if not any("{" in text for text in texts if text):
        return Sides(*texts)
    scope = {**card_scope(kit, deck, id_, card), "colourway": spec.colourway}
    face, back = (text if text is None or "{" not in text else _named(kit, text, scope) for text in texts)
    return Sides(face or "", back)


def of_deck(kit: Kit, deck: str, spec: Deck) -> set[str]:
    """The faces of all cards that a component prints, and those that the component names itself."""
    every = [of_card(kit, deck, spec, id_) for id_ in kit.cards.get(deck, ())]
    names = {spec.face, spec.back, *(name for sides in every for name in sides)}
    return {name for name in names if name in kit.facebook.faces}


def card_scope(kit: Kit, deck: str, id_: str, card: Card) -> dict[str, Any]:
    """The fields of a card that need no engine and no phrases."""
    return {
        **card_fields(id_, card),
        "index": kit.numbers[deck][id_],
        "deck": {"total": kit.totals[deck], "designs": len(kit.cards[deck])},
    }


def cannot_choose(text: str) -> list[str]:
    """The fields in a face's name that cannot choose a face."""
    return [path for path in names_in(text) if path.partition(".")[0] not in CHOOSING]


def _named(kit: Kit, text: str, scope: Mapping[str, Any]) -> str:
    """The name of a face with its expressions filled; empty with an error, which is reported when the card is drawn."""
    words = Words.of(kit)
    try:
        return "".join(
            text_of(value(piece, lambda path: field_value(scope, path), words))
            if isinstance(piece, Expression)
            else piece
            for piece in pieces(text)
        )
    except ExpressionError:
        return ""
