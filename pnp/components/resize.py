"""Lay out a kit's cards for another card size.

The decks in the size of most of the kit's cards get the new size. Elements near an edge of a face keep their distance
from it, elements between are spread evenly, and type keeps its size; text that no longer fits its box is reported as in
any face. A face with `bleeds`, which is a picture, is scaled as a whole to cover the card. Boxes are moved in the
faces' data, so all other code sees ordinary faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.graphics import Size
from pnp.kit import Kit, Node, PrintFacts
from pnp.kit.model import Face

EDGE = 7.0
"""An element that begins or ends this near an edge, in mm, keeps its distance from it."""
_BOXES = ("box", "panel", "line")

Along = Callable[[float], float]


def main_size(kit: Kit) -> str | None:
    """The name of the card size of most cards of a kit; None in a kit without decks."""
    counts: Counter[str] = Counter()
    for id_, spec in kit.components.items():
        if isinstance(spec, Deck):
            counts[spec.size] += kit.totals.get(deck_of(id_, spec), 0) * spec.copies
    return counts.most_common(1)[0][0] if counts else None


def resized(kit: Kit, facts: PrintFacts, name: str) -> Kit:
    """The kit with the decks of its main size changed to the size `name` of `facts`."""
    old = main_size(kit)
    if old is None or old == name or old not in facts.cards:
        return kit
    before, after = facts.cards[old].extent, facts.cards[name].extent
    components = {
        id_: replace(spec, size=name) if isinstance(spec, Deck) and spec.size == old else spec
        for id_, spec in kit.components.items()
    }
    faces = kit.facebook.faces
    moved = {face: _face(faces[face], before, after) for face in sorted(set(_faces(kit, old)))}
    return replace(kit, components=components, facebook=replace(kit.facebook, faces={**faces, **moved}))


def _faces(kit: Kit, size: str) -> Iterator[str]:
    """The faces of cards of a size, and those of the boxes for them."""
    decks = {id_: s for id_, s in kit.components.items() if isinstance(s, Deck) and s.size == size}
    named: list[str | None] = []
    for id_, spec in decks.items():
        named += [spec.face, spec.back]
        for card in kit.cards.get(deck_of(id_, spec), {}).values():
            named += [card.face, card.back]
    for other in kit.components.values():
        if decks.keys() & set(getattr(other, "decks", ())):
            named += [getattr(other, "face", None), getattr(other, "back", None)]
    yield from (face for face in named if face in kit.facebook.faces and face is not None)


def _face(face: Face, before: Size, after: Size) -> Face:
    across, down = _covering(before, after) if face.bleeds else (_along(before.w, after.w), _along(before.h, after.h))
    return replace(face, elements=tuple(_element(node, across, down) for node in face.elements))


def _covering(before: Size, after: Size) -> tuple[Along, Along]:
    """Scale a picture that runs over the edges so that it covers the card, with its middle in place."""
    k = max(after.w / before.w, after.h / before.h)
    return lambda x: (x - before.w / 2) * k + after.w / 2, lambda y: (y - before.h / 2) * k + after.h / 2


def _along(before: float, after: float) -> Along:
    """The function that moves a coordinate when a side changes its length."""
    inner = before - 2 * EDGE
    if inner <= 0 or after <= 2 * EDGE:
        return lambda v: v * after / before

    def moved(v: float) -> float:
        if v <= EDGE:
            return v
        if v >= before - EDGE:
            return after - (before - v)
        return EDGE + (v - EDGE) * (after - 2 * EDGE) / inner

    return moved


def _element(node: Node, across: Along, down: Along) -> Node:
    """The element with its box moved; its spans in the file stay."""
    if not isinstance(node.value, dict):
        return node
    parts = {key: _box(key, part, across, down) if key in _BOXES else part for key, part in node.value.items()}
    return Node(parts, node.span, node.key_span, node.text)


def _box(key: str, node: Node, across: Along, down: Along) -> Node:
    numbers = [part.value for part in node.value] if isinstance(node.value, list) else []
    if len(numbers) != 4 or not all(isinstance(v, int | float) for v in numbers):
        return node
    x, y, w, h = numbers
    far = [across(w), down(h)] if key == "line" else [across(x + w) - across(x), down(y + h) - down(y)]
    new = [across(x), down(y), *far]
    parts = [
        Node(float(value), part.span, part.key_span, part.text) for value, part in zip(new, node.value, strict=True)
    ]
    return Node(parts, node.span, node.key_span, node.text)
