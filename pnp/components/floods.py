"""Lay out faces with `bleeds` for another trim or another bleed.

A flood is a picture, shape or line that extends past the trim by the bleed. On each side where it does, it extends past
the new trim by the new bleed; a picture keeps its shape and is cut. If a picture floods the whole face, everything on
it moves and grows with the picture. All other elements are moved as on faces without `bleeds`. Words stay off the trim.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pnp.components.places import box_of, with_box
from pnp.graphics import Rect, Size
from pnp.graphics.geometry import EPSILON, placed_over
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
        return _covers(with_box(node, _to_edges(moved, reaches, change)))
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


def _covers(node: Node) -> Node:
    """A picture that covers its box, and is cut by it, unless its face says otherwise."""
    if not _is(node, "art") or "fit" in node.value:
        return node
    art = node.value["art"]
    return Node({**node.value, "fit": Node("cover", art.span, art.key_span)}, node.span, node.key_span, node.text)


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
