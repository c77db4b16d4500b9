"""The outline of a file, with the headings of its groups and books, which viewers show beside its pages.

A group of sheets has an entry, and below it are the headings of its books, in reading order wherever their pages are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pnp.graphics import Piece, Transform
from pnp.graphics.drawing import Use
from pnp.graphics.geometry import POINTS_PER_MM
from pnp.imposition import Placed

DEEPEST = 2
"""The lowest level of headings that the outline has."""


class _Entry(NamedTuple):
    order: tuple[int, ...]
    """Its place in reading order."""
    level: int
    title: str
    key: str
    """The bookmark that it leads to."""


class PdfOutline:
    """The outline of one file, which grows page by page."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._entries: list[_Entry] = []
        self._sections = 0
        self._components: dict[str, int] = {}

    def add_page(self, heading: str, placed: tuple[Placed, ...]) -> None:
        """Bookmark the canvas's page: its group's heading, if it begins one, and the headings of the pieces on it."""
        if heading:
            self._sections += 1
            self._add((self._sections,), 0, heading, fit="Fit")
        for one in placed:
            for piece, at in _parts(one):
                self._add_piece(piece, at)

    def write(self) -> None:
        """Write the entries, none more than one level below the one before it; those of chapters are closed."""
        level = -1
        for entry in sorted(self._entries, key=lambda entry: entry.order):
            level = min(entry.level, level + 1)
            self._canvas.addOutlineEntry(entry.title, entry.key, level, closed=level > 0)
        if self._entries:
            self._canvas.showOutline()

    def _add_piece(self, piece: Piece, at: Transform) -> None:
        first = self._components.setdefault(piece.component, len(self._components))
        numbers = (int(run) for run in re.findall(r"\d+", piece.id))
        order = (self._sections, first, *numbers)
        for index, mark in enumerate(piece.landmarks):
            if mark.level <= DEEPEST:
                left, top = (round(v * POINTS_PER_MM, 2) for v in at.apply(0, mark.down))
                self._add((*order, index), mark.level, mark.words, fit="XYZ", left=left, top=top, zoom=0)

    def _add(self, order: tuple[int, ...], level: int, title: str, **place: Any) -> None:
        key = f"entry-{len(self._entries)}"
        self._canvas.bookmarkPage(key, **place)
        self._entries.append(_Entry(order, level, title, key))


def _parts(placed: Placed) -> Iterator[tuple[Piece, Transform]]:
    """The pieces that a placed one shows: itself, or the pages that it is made of."""
    at, pages = placed.transform(), {page.front: page for page in placed.piece.of}
    if placed.drawing is placed.piece.front and placed.piece.landmarks:
        yield placed.piece, at
    for item in placed.drawing.items if pages else ():
        if isinstance(item, Use) and item.drawing in pages:
            yield pages[item.drawing], at.over(item.transform)
