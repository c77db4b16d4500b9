"""Two texts of a face that print over each other.

Each text is fitted to its own box, without regard to other boxes. Overlapping texts cannot be read, on any copy.

PASS: faces.yaml: `box: [6, 54.1, 51, 3.6], style: card-where` -> `box: [6, 54.3, 51, 3.6], style: card-where`
FAIL: faces.yaml: `box: [6, 54.1, 51, 3.6], style: card-where` -> `box: [6, 49, 51, 3.6], style: card-where`
FAIL: faces.yaml: `4, 36.2, 9], style: card-title` -> `4, 36.2, 9], style: card-title, turned: true`
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import CardPlace, Diagnostic, Span
from pnp.graphics import Drawing, Rect, Tag, Transform
from pnp.graphics.drawing import Text, Use, every, is_own, walk
from pnp.graphics.geometry import MM_PER_POINT, Corners, overlap
from pnp.text import Fonts
from pnp.text.fit import quoted

SLACK = 0.2
"""How far ascenders and descenders may overlap, in mm, before texts look as if they touched."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error at the upper of two texts that overlap, once per face however many cards have it."""
    reported: set[tuple[Span | None, Span | None]] = set()
    for drawing, card in _drawings(context):
        fitting = [(tag, frame) for tag, frame in _set_texts(drawing) if not context.overflows(tag.origin, card.id)]
        boxed = [(tag, frame.corners(_extent(context.render.fonts, tag))) for tag, frame in fitting if tag.origin]
        for one, other in _overlapping(boxed):
            origins = (one.origin, other.origin)
            if other.origin and one.origin and origins not in reported:
                reported.add(origins)
                message = f"{quoted(_words(other))} prints over {quoted(_words(one))}"
                hint = f"move one of them; the other is on line {one.origin.line} of {Path(one.origin.file).name}"
                yield diagnostic(__name__, other.origin, message, hint, card=card)


def _drawings(context: CheckContext) -> Iterator[tuple[Drawing, CardPlace]]:
    """All sides of pieces with their cards, and the pictures on them: a card in a picture may cover another."""
    seen: set[int] = set()
    for piece, side in context.drawings():
        card = context.card_of(piece) if side is piece.front else CardPlace()
        yield side, card
        for item in every(side.items):
            if isinstance(item, Use) and id(item.drawing) not in seen:
                seen.add(id(item.drawing))
                yield item.drawing, card


def _overlapping(boxed: list[tuple[Tag, Corners]]) -> Iterator[tuple[Tag, Tag]]:
    """Each text that overlaps one further up, paired with the first such text; the lower layer comes first."""
    tops, ends = ([choose(y for _, y in corners) for _, corners in boxed] for choose in (min, max))
    near: list[int] = []  # those that reach down to the next one
    for lower in sorted(range(len(boxed)), key=lambda number: tops[number]):
        near = [number for number in near if ends[number] > tops[lower]]
        upper = next((number for number in near if overlap(boxed[number][1], boxed[lower][1], SLACK)), None)
        near.append(lower)
        if upper is not None:
            yield boxed[min(upper, lower)][0], boxed[max(upper, lower)][0]


def _set_texts(drawing: Drawing) -> Iterator[tuple[Tag, Transform]]:
    """The texts that a face sets into boxes, with the transform of each."""
    for item, at in walk(drawing.items, enter=is_own):
        if isinstance(item, Tag) and item.role == "P" and any(isinstance(inner, Text) for inner in item.items):
            yield item, at.frame


def _words(tag: Tag) -> str:
    return " ".join(item.text for item in tag.items if isinstance(item, Text))


def _extent(fonts: Fonts, tag: Tag) -> Rect:
    """The box of the letters themselves, from the capitals' top to the baseline."""
    boxes = [
        Rect(t.x, t.y - fonts.cap_height(t.font, t.size), fonts.extent(t), 0.72 * t.size * MM_PER_POINT)
        for t in tag.items
        if isinstance(t, Text)
    ]
    return reduce(Rect.union, boxes)
