"""Lay out a kit's cards for another card size, or for more bleed.

The decks in the size of most of the kit's rectangular cards get the new size; hexagons and circles keep theirs.
Elements near an edge of a face keep their distance from it, elements between are spread evenly, and type keeps its
size; text that no longer fits its box is reported as in any face. On faces with `bleeds`, floods follow the trim and
the bleed. Boxes are moved in the faces' data, so all other code sees ordinary faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from pnp.components.floods import Change, Move, flooded
from pnp.components.kinds.booklet import SIZE as PAGE
from pnp.components.kinds.booklet import Spec as Book
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.components.places import box_of, with_box
from pnp.components.sides import of_deck
from pnp.graphics import Rect
from pnp.graphics.drawing import RECTANGLE
from pnp.kit import Kit, PrintFacts
from pnp.kit.model import Face

EDGE = 7.0
"""An element that begins or ends this near an edge, in mm, keeps its distance from it."""

Along = Callable[[float], float]


def deck_sizes(kit: Kit) -> list[str]:
    """The card sizes of a kit's decks."""
    return [spec.size for spec in kit.components.values() if isinstance(spec, Deck)]


def main_size(kit: Kit, facts: PrintFacts) -> str | None:
    """The name of the size of most rectangular cards of a kit; None in a kit without such decks."""
    counts: Counter[str] = Counter()
    for id_, spec in kit.components.items():
        if isinstance(spec, Deck) and spec.size in facts.cards and facts.cards[spec.size].shape == RECTANGLE:
            counts[spec.size] += kit.totals.get(deck_of(id_, spec), 0) * spec.copies
    return counts.most_common(1)[0][0] if counts else None


def resized(kit: Kit, facts: PrintFacts, name: str) -> Kit:
    """The kit with the decks of its main size changed to the size `name` of `facts`."""
    old = main_size(kit, facts)
    if old is None or old == name:
        return kit
    before, after = facts.cards[old].extent, facts.cards[name].extent
    components = {
        id_: replace(spec, size=name) if isinstance(spec, Deck) and spec.size == old else spec
        for id_, spec in kit.components.items()
    }
    faces = kit.facebook.faces
    change = Change(before, after, facts.bleed, facts.bleed, facts.safe)
    moved = {face: _face(faces[face], change) for face in sorted(set(_faces(kit, old)))}
    return replace(kit, components=components, facebook=replace(kit.facebook, faces={**faces, **moved}))


def with_bleed(kit: Kit, facts: PrintFacts, bleed: float) -> Kit:
    """The kit with the floods of decks and covers extended from the bleed of `facts` to a larger one, in mm."""
    sizes = {spec.size for spec in kit.components.values() if isinstance(spec, Deck) and spec.size in facts.cards}
    named = [(facts.cards[name].extent, set(_faces(kit, name))) for name in sorted(sizes)]
    faces = dict(kit.facebook.faces)
    for extent, names in (*named, (PAGE, set(_covers(kit)))):
        change = Change(extent, extent, facts.bleed, bleed, facts.safe)
        bleeding = (face for face in sorted(names) if faces[face].bleeds)
        faces.update({face: flooded(faces[face], change, lambda box: box) for face in bleeding})
    return replace(kit, facebook=replace(kit.facebook, faces=faces))


def _faces(kit: Kit, size: str) -> Iterator[str]:
    """The faces of cards of a size, and those of the boxes for them."""
    decks = {id_: s for id_, s in kit.components.items() if isinstance(s, Deck) and s.size == size}
    named: list[str | None] = []
    for id_, spec in decks.items():
        named += of_deck(kit, deck_of(id_, spec), spec)
    for other in kit.components.values():
        if decks.keys() & set(getattr(other, "decks", ())):
            named += [getattr(other, "face", None), getattr(other, "back", None)]
    yield from (face for face in named if face in kit.facebook.faces and face is not None)


def _covers(kit: Kit) -> Iterator[str]:
    """The faces of rulebooks."""
    books = (spec for spec in kit.components.values() if isinstance(spec, Book))
    named = (name for book in books for name in (book.cover, book.plate, book.back))
    yield from (name for name in named if name in kit.facebook.faces and name is not None)


def _face(face: Face, change: Change) -> Face:
    move = _moves(_along(change.before.w, change.after.w), _along(change.before.h, change.after.h))
    if face.bleeds:
        return flooded(face, change, move)
    boxes = [(node, box_of(node)) for node in face.elements]
    return replace(face, elements=tuple(with_box(node, move(box)) if box else node for node, box in boxes))


def _moves(across: Along, down: Along) -> Move:
    def moved(box: Rect) -> Rect:
        x, y = across(box.x), down(box.y)
        return Rect(x, y, across(box.right) - x, down(box.far) - y)

    return moved


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
