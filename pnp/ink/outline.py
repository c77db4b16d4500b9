"""Headings of groups and books -> the outline of a file, which viewers show beside its pages.

A group of sheets has an entry, and below it the headings of its books, in reading order wherever their pages lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.drawing import Piece, Use
from pnp.geometry import POINTS_PER_MM, Transform
from pnp.imposition import Placed
from pnp.ink.file import File, decimal, dictionary, reference, string

DEEPEST = 2
"""The last level of headings that the outline has."""


class _Entry:
    """A heading: where it comes in reading order, its level, its words, and the place it leads to, as that is written.

    `number` is that of its object, `below` are the headings that belong to it.
    """

    def __init__(self, order: tuple[int, ...], level: int, words: str, place: str) -> None:
        self.order, self.level, self.words, self.place = order, level, words, place
        self.number = 0
        self.below: list[_Entry] = []


class Outline:
    """The outline of one file, which grows page by page."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._sections = 0
        self._components: dict[str, int] = {}

    def page(self, page: int, heading: str, placed: tuple[Placed, ...]) -> None:
        """Note a page, by its number in the file: the heading of its group, if it begins one, and those of the pieces
        on it."""
        if heading:
            self._sections += 1
            self._entries.append(_Entry((self._sections,), 0, heading, f"[{page} 0 R/Fit]"))
        for one in placed:
            if one.piece.landmarks or one.piece.of:
                for piece, at in _parts(one):
                    self._piece(page, piece, at)

    def _piece(self, page: int, piece: Piece, at: Transform) -> None:
        first = self._components.setdefault(piece.component, len(self._components))
        numbers = (int(run) for run in re.findall(r"\d+", piece.id))
        order = (self._sections, first, *numbers)
        for index, mark in enumerate(piece.landmarks):
            if mark.level <= DEEPEST:
                left, top = (decimal(round(v * POINTS_PER_MM, 2)) for v in at.apply(0, mark.down))
                place = f"[{page} 0 R/XYZ {left} {top} 0]"
                self._entries.append(_Entry((*order, index), mark.level, mark.words, place))

    def finish(self, file: File) -> dict[str, str]:
        """Put the entries into the file, none more than one level below the one before it; what its catalogue is to
        tell of them."""
        top = _Entry((), -1, "", "")
        way = [top]
        for entry in sorted(self._entries, key=lambda entry: entry.order):
            entry.level = min(entry.level, way[-1].level + 1)
            del way[entry.level + 1 :]
            way[-1].below.append(entry)
            way.append(entry)
        if not top.below:
            return {}
        top.number = file.reserve()
        _number(top, file)
        _write(top, file)
        shown = len(top.below) + sum(len(group.below) for group in top.below)
        told = {"Type": "/Outlines", **_ends(top), "Count": str(shown)}
        file.put(top.number, dictionary(told).encode("ascii"))
        return {"Outlines": reference(top.number), "PageMode": "/UseOutlines"}


def _number(entry: _Entry, file: File) -> None:
    """Give all entries below one their numbers, in reading order."""
    for one in entry.below:
        one.number = file.reserve()
        _number(one, file)


def _write(above: _Entry, file: File) -> None:
    """Put all entries below one into the file. Those of groups are open, those of chapters are closed."""
    for index, entry in enumerate(above.below):
        told = {"Title": string(entry.words), "Parent": reference(above.number), "Dest": entry.place}
        if index:
            told["Prev"] = reference(above.below[index - 1].number)
        if index + 1 < len(above.below):
            told["Next"] = reference(above.below[index + 1].number)
        if entry.below:
            told |= {**_ends(entry), "Count": str(len(entry.below) if entry.level == 0 else -len(entry.below))}
        file.put(entry.number, dictionary(told).encode("ascii"))
        _write(entry, file)


def _ends(entry: _Entry) -> dict[str, str]:
    """The first and the last entry below one."""
    return {"First": reference(entry.below[0].number), "Last": reference(entry.below[-1].number)}


def _parts(placed: Placed) -> Iterator[tuple[Piece, Transform]]:
    """The pieces that are seen on one that is placed: itself, or the pages that it is made of."""
    at, pages = placed.transform(), {page.front: page for page in placed.piece.of}
    if placed.drawing is placed.piece.front and placed.piece.landmarks:
        yield placed.piece, at
    for item in placed.drawing.items if pages else ():
        if isinstance(item, Use) and item.drawing in pages:
            yield pages[item.drawing], at.over(item.transform)
