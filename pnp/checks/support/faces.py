"""The faces of printed cards, and the boxes of their elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.components.elements import Element
from pnp.components.kinds.deck import Spec as Deck
from pnp.graphics import Rect, Size
from pnp.kit.model import Face


class Printed(NamedTuple):
    """A face that a card is printed with, and the card's size in mm."""

    name: str
    face: Face
    size: Size


def printed_faces(context: CheckContext) -> Iterator[Printed]:
    """Each face once per size in which it is printed."""
    seen: set[tuple[str, Size]] = set()
    kit = context.render.kit
    for id_, spec in kit.components.items():
        measure = context.render.facts.cards.get(spec.size) if isinstance(spec, Deck) else None
        if measure is None or not isinstance(spec, Deck):
            continue
        named = {
            spec.face,
            spec.back,
            *(name for card in kit.cards.get(id_, {}).values() for name in (card.face, card.back)),
        }
        for name in sorted(name for name in named if name in kit.facebook.faces):
            if (name, measure.extent) not in seen:
                seen.add((name, measure.extent))
                yield Printed(name, kit.facebook.faces[name], measure.extent)


def box_of(element: Element) -> Rect | None:
    """The box an element takes, in mm from the trim's top left corner; None for an element of others without `box`."""
    box = getattr(element, "box", None)
    return Rect(*box) if box else None


def box_key(element: Element) -> str:
    """The key of an element's box in its data; its first key if it has none, as an element of others may."""
    keys = element.origin.value
    return next((key for key in ("box", "panel", "line") if key in keys), next(iter(keys)))
