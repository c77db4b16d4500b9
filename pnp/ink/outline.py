"""Headings of groups and books -> the outline of a file, which viewers show beside its pages.

A group of sheets has an entry, and below it the headings of its books, in reading order wherever their pages lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pnp.drawing import Piece, Use
from pnp.geometry import POINTS_PER_MM, Transform
from pnp.imposition import Placed

DEEPEST = 2
"""The last level of headings that the outline has."""


class _Entry(NamedTuple):
    """Where it comes in reading order, its level, its words, the name of the place it leads to."""

    order: tuple[int, ...]
    level: int
    words: str
    place: str


class Outline:
    """The outline of one file, which grows page by page."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._entries: list[_Entry] = []
        self._sections = 0
        self._components: dict[str, int] = {}

    def page(self, number: int, heading: str, placed: tuple[Placed, ...]) -> None:
        """Note the page being drawn: the heading of its group, if it begins one, and those of the pieces on it."""
        if heading:
            place = f"page-{number}"
            self._canvas.bookmarkPage(place)
            self._sections += 1
            self._entries.append(_Entry((self._sections,), 0, heading, place))
        for one in placed:
            if one.piece.landmarks or one.piece.of:
                for piece, at in _parts(one):
                    self._piece(piece, at)

    def _piece(self, piece: Piece, at: Transform) -> None:
        first = self._components.setdefault(piece.component, len(self._components))
        numbers = (int(run) for run in re.findall(r"\d+", piece.id))
        order = (self._sections, first, *numbers)
        for index, mark in enumerate(piece.landmarks):
            if mark.level <= DEEPEST:
                x, y = at.apply(0, mark.down)
                place = f"{piece.id}-{index}"
                left, top = x * POINTS_PER_MM, y * POINTS_PER_MM
                self._canvas.bookmarkPage(place, fit="XYZ", left=round(left, 2), top=round(top, 2), zoom=0)
                self._entries.append(_Entry((*order, index), mark.level, mark.words, place))

    def finish(self) -> None:
        """Write the entries, none more than one level below the one before it."""
        level = -1
        for entry in sorted(self._entries):
            level = min(entry.level, level + 1)
            self._canvas.addOutlineEntry(entry.words, entry.place, level, closed=level > 0)


def _parts(placed: Placed) -> Iterator[tuple[Piece, Transform]]:
    """The pieces that are seen on one that is placed: itself, or the pages that it is made of."""
    at, pages = placed.transform(), {page.front: page for page in placed.piece.of}
    if placed.drawing is placed.piece.front and placed.piece.landmarks:
        yield placed.piece, at
    for item in placed.drawing.items if pages else ():
        if isinstance(item, Use) and item.drawing in pages:
            yield pages[item.drawing], at.over(item.transform)
