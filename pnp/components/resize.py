"""Lay out a kit's cards for another card size, or for more bleed.

The option `--card-size` gives the decks in the size of most of the kit's rectangular cards a new size; hexagons and
circles keep theirs. An overlay gives a deck of its base a new `size`; what it inherits is laid out for that size, and
its own elements are already.
If the new size is smaller in any direction, the faces of boxes keep their proportions and are scaled down.
Elements near an edge of a face keep their distance from it, elements between are spread evenly, and type keeps its
size; text that no longer fits its box is reported as in any face. On faces with `bleeds`, floods follow the trim and
the bleed. Boxes are moved in the faces' data, so all other code sees ordinary faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pnp.components.floods import Move, PictureSize, TrimChange, flooded
from pnp.components.kinds.booklet import SIZE as PAGE
from pnp.components.kinds.booklet import Spec as Book
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.components.places import box_of, key_of, with_box
from pnp.components.sides import of_deck
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect
from pnp.graphics.drawing import RECTANGLE
from pnp.kit import Kit, PrintFacts
from pnp.kit.model import Face
from pnp.sources import Node

EDGE = 7.0
"""An element that begins or ends this near an edge, in mm, keeps its distance from it."""

Along = Callable[[float], float]


def deck_sizes(kit: Kit) -> list[str]:
    """The card sizes of a kit's decks."""
    return [spec.size for spec in _decks(kit).values()]


def main_size(kit: Kit, facts: PrintFacts) -> str | None:
    """The name of the size of most rectangular cards of a kit; None in a kit without such decks."""
    counts: Counter[str] = Counter()
    for id_, spec in _decks(kit).items():
        if _is_rectangle(spec.size, facts):
            counts[spec.size] += kit.totals.get(deck_of(id_, spec), 0) * spec.copies
    return counts.most_common(1)[0][0] if counts else None


def share(kit: Kit, facts: PrintFacts, name: str) -> float:
    """The share to which cards of the main size are scaled so that they fit the size `name` of `facts`; at most 1."""
    old = facts.cards[main_size(kit, facts) or name].extent
    return min(1.0, *(new / side for new, side in zip(facts.cards[name].extent, old, strict=True)))


def resized(kit: Kit, facts: PrintFacts, name: str, picture_size: PictureSize, scale: float = 1.0) -> Kit:
    """The kit with the decks of its main size changed to the size `name` of `facts`.

    Cards that are to be scaled to a share of their size are laid out for a size that is as much larger.
    """
    old = main_size(kit, facts)
    if old is None or old == name:
        return kit
    change = _change(facts, old, name, picture_size)
    change = change._replace(after=change.after.scaled(1 / scale))
    decks = {id_: spec for id_, spec in _decks(kit).items() if spec.size == old}
    components = {**kit.components, **{id_: replace(spec, size=name) for id_, spec in decks.items()}}
    faces = kit.facebook.faces
    moved = {face: _face(faces[face], change) for face in _faces(kit, decks)}
    if scale < 1 or not change.before.fits(change.after):
        # Titles and pictures would cover each other: the faces of boxes are scaled down as they are.
        moved |= {face: replace(faces[face], size=(*change.before,)) for face in _box_faces(kit, decks)}
    return _with_faces(replace(kit, components=components), moved)


def for_own_sizes(kit: Kit, facts: PrintFacts, picture_size: PictureSize, diagnostics: Diagnostics) -> Kit:
    """The kit with the elements that it inherits laid out for the sizes that its decks have now.

    Reports decks that share a face with another deck and no longer have its size.
    """
    for folder, sizes in kit.base_sizes.items():
        for old in sorted({size for size in sizes.values() if _is_rectangle(size, facts)}):
            decks = {id_: spec for id_, spec in _decks(kit).items() if sizes.get(id_) == old}
            for new in sorted({spec.size for spec in decks.values()} - {old}):
                changed = {id_: spec for id_, spec in decks.items() if spec.size == new}
                if not _is_rectangle(new, facts) or _shares(kit, changed, decks, diagnostics):
                    continue
                faces, change = kit.facebook.faces, _change(facts, old, new, picture_size)
                kit = _with_faces(
                    kit, {face: _part(faces[face], change, Path(folder)) for face in _faces(kit, changed)}
                )
    return kit


def _shares(kit: Kit, changed: Mapping[str, Deck], decks: Mapping[str, Deck], diagnostics: Diagnostics) -> bool:
    """Whether decks of a new size share a face with others that had their old one, which is an error."""
    others = {id_: spec for id_, spec in decks.items() if id_ not in changed}
    deck, spec = next(iter(changed.items()))
    for id_, other in others.items():
        shared = sorted(set(_faces(kit, changed)) & set(_faces(kit, {id_: other})))
        if shared:
            message = f"{deck!r} is {spec.size}, but {id_!r}, with the same face {shared[0]!r}, is {other.size}"
            more = ", ".join(f"{id_}: {{size: {spec.size}}}" for id_ in others)
            diagnostics.error(spec.at("size"), "unknown-size", message, f"give these the same size: {more}")
            return True
    return False


def _part(face: Face, change: TrimChange, folder: Path) -> Face:
    """A face with its elements from a folder laid out for another size."""
    is_there = [Path(_place(node).span.file).parent == folder for node in face.elements]
    part = replace(face, elements=tuple(node for node, there in zip(face.elements, is_there, strict=True) if there))
    moved = iter(_face(part, change).elements)
    elements = (next(moved) if there else node for node, there in zip(face.elements, is_there, strict=True))
    return replace(face, elements=tuple(elements))


def _place(element: Node) -> Node:
    """The value that places an element; an overlay may have written only this one of its values."""
    key = key_of(element)
    return element.value[key] if key else element


def with_bleed(kit: Kit, facts: PrintFacts, bleed: float) -> Kit:
    """The kit with the floods of decks and covers extended from the bleed of `facts` to a larger one, in mm."""
    decks = _decks(kit)
    sizes = {spec.size for spec in decks.values() if spec.size in facts.cards}
    by_size = {name: {id_: spec for id_, spec in decks.items() if spec.size == name} for name in sorted(sizes)}
    named = [(facts.cards[name].extent, _faces(kit, found)) for name, found in by_size.items()]
    faces = dict(kit.facebook.faces)
    for extent, names in (*named, (PAGE, set(_covers(kit)))):
        change = TrimChange(extent, extent, facts.bleed, bleed, facts.safe)
        bleeding = (face for face in sorted(names) if faces[face].bleeds)
        faces.update({face: flooded(faces[face], change, lambda box: box) for face in bleeding})
    return replace(kit, facebook=replace(kit.facebook, faces=faces))


def _decks(kit: Kit) -> dict[str, Deck]:
    """The components that print decks."""
    return {id_: spec for id_, spec in kit.components.items() if isinstance(spec, Deck)}


def _is_rectangle(name: str | None, facts: PrintFacts) -> bool:
    return name in facts.cards and facts.cards[name].shape == RECTANGLE


def _change(facts: PrintFacts, old: str, new: str, picture_size: PictureSize) -> TrimChange:
    before, after = facts.cards[old].extent, facts.cards[new].extent
    return TrimChange(before, after, facts.bleed, facts.bleed, facts.safe, picture_size)


def _with_faces(kit: Kit, faces: Mapping[str, Face]) -> Kit:
    return replace(kit, facebook=replace(kit.facebook, faces={**kit.facebook.faces, **faces}))


def _faces(kit: Kit, decks: Mapping[str, Deck]) -> list[str]:
    """The faces of decks, and those of the boxes for them, each once."""
    return sorted({*_deck_faces(kit, decks), *_box_faces(kit, decks)})


def _deck_faces(kit: Kit, decks: Mapping[str, Deck]) -> set[str]:
    named = (face for id_, spec in decks.items() for face in of_deck(kit, deck_of(id_, spec), spec))
    return {face for face in named if face in kit.facebook.faces}


def _box_faces(kit: Kit, decks: Mapping[str, Deck]) -> set[str]:
    """The faces of boxes for decks, except those that cards have too."""
    boxes = (other for other in kit.components.values() if decks.keys() & set(getattr(other, "decks", ())))
    named = (getattr(box, key, None) for box in boxes for key in ("face", "back"))
    return {face for face in named if face is not None and face in kit.facebook.faces} - _deck_faces(kit, decks)


def _covers(kit: Kit) -> Iterator[str]:
    """The faces of rulebooks."""
    books = (spec for spec in kit.components.values() if isinstance(spec, Book))
    named = (name for book in books for name in (book.cover, book.plate, book.back))
    yield from (name for name in named if name in kit.facebook.faces and name is not None)


def _face(face: Face, change: TrimChange) -> Face:
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
