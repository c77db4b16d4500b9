"""A deck of cards: one piece per card, with the card's number of copies."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, Scope
from pnp.components.faces import draw, named_pictures
from pnp.diagnostics import Span, did_you_mean
from pnp.graphics import Drawing, Piece, Size
from pnp.kit import Card, Component, Kit
from pnp.kit.schema import Name

SHEETS, SCHEME, GAP = "cards", "grid", 0.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Cards of one size. Several components may print the same deck, each in a colourway (`colourway`) of its own."""

    size: str
    """A card size of `papers.yaml`."""
    face: str
    """The face of cards that name none of their own."""
    back: str | None = None
    """The face of the backs of cards that name none of their own."""
    cards: Name | None = None
    """The deck of `cards.yaml`; left out, the deck with the component's own name."""
    colourway: Name | None = None
    """The colourway in which this component prints the deck; faces can use it as `{colourway}`."""
    fill_with: str | None = None
    """A card whose copies fill the places left on the last sheet."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    measure = context.facts.cards.get(spec.size)
    if measure is None:
        known, message = context.facts.cards, f"there is no card size {spec.size!r}"
        hint = did_you_mean(spec.size, known) or f"card sizes: {', '.join(known)}"
        context.diagnostics.error(spec.at("size"), "unknown-size", message, hint)
        return []
    deck = deck_of(id_, spec)
    cards = context.kit.cards.get(deck)
    if not cards:
        span = spec.at("cards") if spec.cards else spec.origin.key_span
        hint = did_you_mean(deck, context.kit.cards)
        context.diagnostics.error(span, "no-cards", f"cards.yaml has no cards for the deck {deck!r}", hint)
        return []
    if spec.fill_with and spec.fill_with not in cards:
        hint = did_you_mean(spec.fill_with, cards)
        context.diagnostics.error(
            spec.at("fill_with"), "unknown-card", f"this deck has no card {spec.fill_with!r}", hint
        )
    return [_piece(id_, name, card, spec, context) for name, card in cards.items()]


def deck_of(id_: str, spec: Spec) -> str:
    """The deck of cards.yaml that a component prints."""
    return spec.cards or id_


def printers(kit: Kit, deck: str) -> dict[str, Spec]:
    """The components that print a deck, one for each of its colourways."""
    specs = ((id_, spec) for id_, spec in kit.components.items() if isinstance(spec, Spec))
    return {id_: spec for id_, spec in specs if deck_of(id_, spec) == deck}


def pictures(context: RenderContext, card: str) -> list[tuple[str, Span]]:
    """The names of the pictures on a card's sides, and where each is named."""
    spans: dict[str, Span] = {}
    for id_, spec in context.kit.components.items():
        cards = context.kit.cards.get(deck_of(id_, spec), {}) if isinstance(spec, Spec) else {}
        if not isinstance(spec, Spec) or card not in cards:
            continue
        scope = {**context.scope(deck_of(id_, spec), card, cards[card]), "colourway": spec.colourway}
        for face in (cards[card].face or spec.face, cards[card].back or spec.back):
            for name, span in named_pictures(context, face, scope) if face else ():
                spans.setdefault(name, span)
    return list(spans.items())


def _piece(id_: str, name: str, card: Card, spec: Spec, context: RenderContext) -> Piece:
    size = context.facts.cards[spec.size].extent
    scope = {**context.scope(deck_of(id_, spec), name, card), "colourway": spec.colourway}
    face, span = (card.face, card.at("face")) if card.face else (spec.face, spec.at("face"))
    return Piece(
        f"{id_}/{name}",
        id_,
        card.name,
        size,
        draw(context, face, size, scope, span, title=f"{spec.colourway}-{name}" if spec.colourway else ""),
        _back(spec, card, size, context, scope),
        stock=spec.stock,
        copies=card.count * spec.copies,
        filler=name == spec.fill_with,
    )


def _back(spec: Spec, card: Card, size: Size, context: RenderContext, scope: Scope) -> Drawing | None:
    """The card's back, memoised because cards share it."""
    face = card.back or spec.back
    if face is None:
        return None
    key = (face, size, spec.colourway or "")
    if key not in context.backs:
        span = card.at("back") if card.back else spec.at("back")
        context.backs[key] = draw(context, face, size, scope, span, title="back", is_shared=True)
    return context.backs[key]
