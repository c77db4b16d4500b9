"""A deck of cards -> one piece for each card design, as many copies as the card says."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.drawing import Drawing, Piece
from pnp.faces import Bench, Scope, draw
from pnp.model import Card, Component
from pnp.source import did_you_mean

SHEETS, SCHEME, GAP = "Cards", "grid", 0.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """`size` is a card size of papers.yaml; `face` and `back` serve every card that names none of its own.

    `fill_with` is a card whose copies take the slots left on the last sheet.
    """

    size: str
    face: str
    back: str | None = None
    fill_with: str | None = None


def pieces(id_: str, spec: Spec, bench: Bench) -> list[Piece]:
    measure = bench.facts.cards.get(spec.size)
    if measure is None:
        hint = did_you_mean(spec.size, bench.facts.cards)
        bench.faults.error(spec.at("size"), "unknown-size", f"there is no card size {spec.size!r}", hint)
        return []
    cards = bench.kit.cards.get(id_)
    if not cards:
        bench.faults.error(spec.origin.key_span, "no-cards", f"cards.yaml has no cards for the deck {id_!r}")
        return []
    if spec.fill_with and spec.fill_with not in cards:
        hint = did_you_mean(spec.fill_with, cards)
        bench.faults.error(spec.at("fill_with"), "unknown-card", f"this deck has no card {spec.fill_with!r}", hint)
    made = []
    for name, card in cards.items():
        scope = bench.scope(id_, name, card)
        front = draw(
            bench, card.face or spec.face, measure.extent, scope, card.at("face") if card.face else spec.at("face")
        )
        made.append(
            Piece(
                f"{id_}/{name}",
                id_,
                card.name,
                measure.extent,
                front,
                _back(spec, card, bench, scope),
                stock=spec.stock,
                copies=card.count * spec.copies,
                filler=name == spec.fill_with,
            )
        )
    return made


def _back(spec: Spec, card: Card, bench: Bench, scope: Scope) -> Drawing | None:
    """The card's back, drawn once for all cards that share it."""
    face = card.back or spec.back
    if face is None:
        return None
    size = bench.facts.cards[spec.size].extent
    if (face, size) not in bench.backs:
        span = card.at("back") if card.back else spec.at("back")
        bench.backs[face, size] = draw(bench, face, size, scope, span, title="back")
    return bench.backs[face, size]
