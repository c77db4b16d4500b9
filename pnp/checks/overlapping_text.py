"""Two texts of a face that print over each other.

Each text is fitted to its own box; whether the boxes of two texts meet is for nobody but this check to see. Texts
that overlap cannot be read, on any copy.

PASS: faces.yaml: `box: [6, 59.2, 51, 3.6], style: card-where` -> `box: [6, 59.4, 51, 3.6], style: card-where`
FAIL: faces.yaml: `box: [6, 59.2, 51, 3.6], style: card-where` -> `box: [6, 54.2, 51, 3.6], style: card-where`
FAIL: faces.yaml: `style: card-title, callout: 1` -> `style: card-title, callout: 1, turned: true`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.checks import Desk, fault
from pnp.checks._memo import memo_by_drawing
from pnp.drawing import Drawing, Group, Item, Tag, Text, Use
from pnp.geometry import MM_PER_POINT, Rect, Transform
from pnp.source import Diagnostic, Span
from pnp.text import Fonts

SLACK = 0.2
"""Ascenders and descenders may come this near, in mm, before words look as if they touched."""


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault at each of two texts that overlap, once for a face however many cards have it."""
    told: set[tuple[Span, Span]] = set()
    for pieces in desk.pieces.values():
        for piece in pieces:
            for drawing in (piece.front, piece.back):
                for pair in _pairs(desk.bench, drawing) if drawing else ():
                    if pair.origins not in told:
                        told.add(pair.origins)
                        words = " and ".join(map(repr, pair.words))
                        for origin in pair.origins:
                            yield fault(__name__, origin, f"{words} print over each other on {piece.title!r}")


class _Pair(NamedTuple):
    """Two texts that overlap: where each was written, and its words."""

    origins: tuple[Span, Span]
    words: tuple[str, str]


@memo_by_drawing
def _pairs(fonts: Fonts, drawing: Drawing) -> Iterator[_Pair]:
    boxed = [(tag, _moved(_extent(fonts, tag), frame)) for tag, frame in _set_texts(drawing.items, Transform())]
    for (one, a), (other, b) in combinations(boxed, 2):
        if one.origin and other.origin and a.overlaps(b, SLACK):
            yield _Pair((one.origin, other.origin), (_words(one), _words(other)))


def _set_texts(items: Iterable[Item], frame: Transform) -> Iterator[tuple[Tag, Transform]]:
    """Texts that a face sets into boxes, with the frame each is drawn in: it may be turned, or part of a picture."""
    for item in items:
        if isinstance(item, Group):
            yield from _set_texts(item.items, frame.over(item.transform))
        elif isinstance(item, Use):
            yield from _set_texts(item.drawing.items, frame.over(item.transform))
        elif isinstance(item, Tag):
            if item.role == "P" and any(isinstance(inner, Text) for inner in item.items):
                yield item, frame
            else:
                yield from _set_texts(item.items, frame)


def _moved(box: Rect, frame: Transform) -> Rect:
    """The upright box round a box in another frame."""
    corners = [frame.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.far)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _words(tag: Tag) -> str:
    return " ".join(item.text for item in tag.items if isinstance(item, Text))


def _extent(fonts: Fonts, tag: Tag) -> Rect:
    """The box of the letters themselves, from the capitals' top to the baseline."""
    boxes = [
        Rect(
            t.x,
            t.y - fonts.cap_height(t.font, t.size),
            fonts.extent(t),
            0.72 * t.size * MM_PER_POINT,
        )
        for t in tag.items
        if isinstance(t, Text)
    ]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box
