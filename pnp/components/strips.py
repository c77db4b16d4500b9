"""Tabs, plates and markers of large squares on a board: their measures, and sentences and markers in lines; bars around
lit squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.diagnostics import Part, Span
from pnp.graphics import Item, Path, Rect
from pnp.graphics.drawing import rectangle

Icon = tuple[str, Span]
"""The name of an icon, and where it is written."""
HEADER = 6.8
"""The height of a large square's tab with its name, mm."""
CODE, SIGN, STRIP_EDGE = 10.0, 5.2, 2.0
"""The width of a large square's code, the size of its icon, and the space at the ends of tabs and plates, mm."""
LINE, ICON, ICON_GAP, EFFECT_GAP = 5.2, 4.3, 1.1, 3.6
"""The height of a line of a large square's words, the size of an icon before them, and the space behind an icon and
between two sentences of a line, mm."""
WIDE = 1000.0
"""A width in which no sentence is broken, mm."""
TAG, TAG_SIGN, TAG_PAD, TAG_EDGE, TAG_GAP, TAG_FOOT = 4.4, 2.9, 0.6, 2.0, 1.2, 1.2
"""The height of the markers of a large square, the size of their sign and the space around it, the space at the ends of
their row, between them and below them, mm."""
BRIEF_EDGE = 1.2
"""On a brief board: the space at the ends of a large square's words, mm."""
SHARED_SIGN, SHARED_EDGE = 3.5, 1.1
"""On a brief board: the size of the sign in the strip with all markers of a large square, and the space at the ends of
the strip and on both sides of the lines in it, mm."""
BRIEF_TAG, BRIEF_SIGN, BRIEF_GAP = 6.4, 4.4, 0.8
"""On a brief board: the height of markers and of numbers, the size of their signs, and the space behind a number's
sign, mm."""
BAR = 0.6
"""The thickness of the bars around a lit square over a picture, mm."""


class Effect(NamedTuple):
    """A sentence of a card, with its phrase's icon if there is one, and the width of both, mm."""

    text: str
    icon: Icon | None
    parts: Sequence[Part]
    width: float


def in_lines(
    effects: Iterable[Effect], width: float, edge: float = STRIP_EDGE, gap: float = EFFECT_GAP
) -> list[list[Effect]]:
    """The sentences or the markers of a square in lines: several in one if there is room."""
    rows: list[list[Effect]] = []
    free = 0.0
    room = width - 2 * edge
    for effect in effects:
        fitted = effect._replace(width=min(effect.width, room))
        if rows and fitted.width + gap <= free:
            rows[-1].append(fitted)
            free -= fitted.width + gap
        else:
            rows.append([fitted])
            free = room - fitted.width
    return rows


def shares(words: Sequence[Sequence[Effect]], markers: Sequence[Sequence[Effect]], room: float) -> bool:
    """Whether the markers have one line, and room beside the last line of the words, in a square of this width."""
    if not words or not markers:
        return False
    left = 2 * STRIP_EDGE + width(words[-1], EFFECT_GAP)
    right = width(markers[0], TAG_GAP) + TAG_EDGE
    return len(markers) == 1 and left + TAG_GAP + right <= room


def width(row: Sequence[Effect], gap: float) -> float:
    """The width of a line of sentences or of markers, with the gaps between them."""
    return sum(effect.width for effect in row) + gap * max(0, len(row) - 1)


def bars(box: Rect, colour: str) -> Iterator[Item]:
    """A frame of four bars inside a square, which stay dark if little ink is used."""
    x, y, w, h = box
    for bar in (
        Rect(x, y, w, BAR),
        Rect(x, box.far - BAR, w, BAR),
        Rect(x, y, BAR, h),
        Rect(box.right - BAR, y, BAR, h),
    ):
        yield Path(rectangle(bar), colour)


def middle(box: Rect, width: float, height: float) -> Rect:
    """A box of a size in the middle of another."""
    return Rect(box.centre[0] - width / 2, box.centre[1] - height / 2, width, height)
