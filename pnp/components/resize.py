"""Lay out a kit's cards for another card size, or for more bleed.

The option `--card-size` gives the decks in the size of most of the kit's rectangular cards a new size; hexagons and
circles keep theirs. An overlay gives a deck of its base a new `size`; what it inherits is laid out for that size, and
its own elements are already.
If the new size is smaller in any direction, the faces of boxes keep their proportions and are scaled down.
Elements near an edge of a face keep their distance from it, elements between are spread evenly, and type keeps its
size; text that no longer fits its box is reported as in any face. On faces with `bleeds`, floods follow the trim and
the bleed. Boxes are moved in the faces' data, so all other code sees ordinary faces.

Lay out faces with `bleeds` for another trim or another bleed.

A flood is a picture, shape or line that extends past the trim by the bleed. On each side where it does, it extends past
the new trim by the new bleed; a picture keeps its shape and is cut. If a picture floods the whole face, everything on
it moves and grows with the picture. All other elements are moved as on faces without `bleeds`. Words stay off the trim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.components.kinds.booklet import SIZE as PAGE
from pnp.components.kinds.booklet import Spec as Book
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.components.places import box_of, key_of, with_box
from pnp.components.sides import of_deck
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Size
from pnp.graphics.drawing import RECTANGLE
from pnp.graphics.geometry import EPSILON, placed_over
from pnp.kit import Kit, PrintFacts
from pnp.kit.model import Face
from pnp.sources import Node

FLOODS = ("art", "rectangle", "line", "circle", "star", "regular", "ellipse", "polygon", "path")
"""The kinds of elements that can be floods."""

Move = Callable[[Rect], Rect]
PictureSize = Callable[[Node], Size | None]
"""The size of the picture that an `art` value names; None if it has none, or depends on the card."""


class TrimChange(NamedTuple):
    """A face's trim and bleed, before and after, and the distance of words from the trim; all in mm."""

    before: Size
    after: Size
    bleed: float
    new_bleed: float
    safe: float
    picture_size: PictureSize = lambda _art: None

    @property
    def old(self) -> Rect:
        """What a flood of the whole face covers, before."""
        return Rect(0, 0, *self.before).inset(-self.bleed)

    @property
    def new(self) -> Rect:
        """What a flood of the whole face covers, after."""
        return Rect(0, 0, *self.after).inset(-self.new_bleed)


def flooded(face: Face, change: TrimChange, move: Move) -> Face:
    """A face with `bleeds`, changed; `move` moves the boxes of elements that are not floods."""
    pictures = [(node, box) for node in face.elements if _is(node, "art") and (box := box_of(node))]
    whole = [node for node, box in pictures if all(_reaches(box, change))]
    if whole:
        move = _covering(whole[0], change)
    return replace(face, elements=tuple(_element(node, change, move) for node in face.elements))


def _is(node: Node, *kinds: str) -> bool:
    """Whether an element is of one of these kinds; each kind has a key of its own name."""
    return isinstance(node.value, dict) and any(kind in node.value for kind in kinds)


def _element(node: Node, change: TrimChange, move: Move) -> Node:
    box = box_of(node)
    if box is None:
        return node
    reaches = _reaches(box, change) if _is(node, *FLOODS) else (False,) * 4
    moved = move(box)
    if any(reaches):
        return _as_cover(with_box(node, _to_edges(moved, reaches, change)))
    return with_box(node, _inside(moved, change) if _is(node, "text") else moved)


def _reaches(box: Rect, change: TrimChange) -> tuple[bool, bool, bool, bool]:
    """Whether a box reaches the edge of the bleed: to the left, above, to the right, below."""
    old, near = change.old, 1e-3
    return box.x <= old.x + near, box.y <= old.y + near, box.right >= old.right - near, box.far >= old.far - near


def _to_edges(box: Rect, reaches: tuple[bool, ...], change: TrimChange) -> Rect:
    """A box whose sides that reached the old bleed's edge are on the new one's."""
    left, top, right, far = reaches
    new = change.new
    x, y = new.x if left else box.x, new.y if top else box.y
    return Rect(x, y, (new.right if right else box.right) - x, (new.far if far else box.far) - y)


def _as_cover(node: Node) -> Node:
    """A picture that covers its box, and is cut by it, unless its face says otherwise."""
    if not _is(node, "art") or "fit" in node.value:
        return node
    art = node.value["art"]
    return node.replaced({**node.value, "fit": Node("cover", art.span, art.key_span)})


def _covering(picture: Node, change: TrimChange) -> Move:
    """Scale with a picture that covers the whole face: one that is cut there with its own focus, or else with its
    middle in place."""
    old, new = change.old, change.new
    size, across, down = old.size, 0.5, 0.5
    if "fit" in picture.value and picture.value["fit"].value == "cover":
        size = change.picture_size(picture.value["art"]) or old.size
        focus = picture.value["focus"].plain() if "focus" in picture.value else [across, down]
        across, down = focus if isinstance(focus, list) and len(focus) == 2 else (across, down)
    before, after = (placed_over(size, box, across, down) for box in (old, new))
    return after.over(before.inverse()).box


def _inside(box: Rect, change: TrimChange) -> Rect:
    """A box of words moved, and made smaller if it must be, to lie inside the safe zone."""
    safe = Rect(0, 0, *change.after).inset(change.safe)
    if safe.contains(box):
        return box
    width, height = min(box.w, safe.w), min(box.h, safe.h)
    x = min(max(box.x, safe.x), safe.right - width)
    y = min(max(box.y, safe.y), safe.far - height)
    return Rect(x, y, width, height) if min(width, height) > EPSILON else box


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
