"""The faces of printed cards, and the boxes of their elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.components import places
from pnp.components.elements import Element
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.components.sides import of_deck
from pnp.graphics import Size
from pnp.graphics.drawing import RECTANGLE, Shape
from pnp.kit.model import Face
from pnp.kit.sizes import CardSize


class PrintedFace(NamedTuple):
    """A face that a card is printed with, the size in mm for which it is laid out, and the card's shape."""

    name: str
    face: Face
    size: Size
    shape: Shape = RECTANGLE


def printed_faces(context: CheckContext) -> Iterator[PrintedFace]:
    """Each face once per size in which it is printed."""
    seen: set[tuple[str, CardSize]] = set()
    kit = context.render.kit
    for id_, spec in kit.components.items():
        measure = context.render.facts.cards.get(spec.size) if isinstance(spec, Deck) else None
        if measure is None or not isinstance(spec, Deck):
            continue
        for name in sorted(of_deck(kit, deck_of(id_, spec), spec)):
            if (name, measure) not in seen:
                seen.add((name, measure))
                laid_out = measure.extent.scaled(1 / context.render.scale_of(measure.extent))
                yield PrintedFace(name, kit.facebook.faces[name], laid_out, measure.shape)


def box_key(element: Element) -> str:
    """The key of an element's box in its data; its first key if it has none, as an element of others may."""
    return places.key_of(element.origin) or str(next(iter(element.origin.value)))
