"""The structure tree of a tagged PDF, which grows page by page.

Pages assign their marks to elements; the tree gives the reading order of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.graphics import Drawing, Piece, Rect

_MAY_BE_EMPTY = ("TH", "TD")


class StructureElement:
    """A part of the document: its role, the element that it is in, and what is in it; marks are given by number."""

    def __init__(self, role: str, parent: StructureElement | None = None, alt: str = "", title: str = "") -> None:
        self.role, self.parent, self.alt, self.title = role, parent, alt, title
        self.kids: list[StructureElement | int] = []
        self.page = -1
        self.rank: tuple[int, ...] = ()
        """Its place in reading order among its siblings that have a rank too."""
        self.box: Rect | None = None
        """The bounding box of a figure on its page, in pt."""
        if parent is not None:
            parent.kids.append(self)

    def whole(self) -> Iterator[StructureElement]:
        """The element and everything in it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield from kid.whole()

    def prune(self) -> bool:
        """Remove empty elements, and sort those that have a rank; whether anything is left."""
        self.kids = [kid for kid in self.kids if isinstance(kid, int) or kid.prune()]
        if all(isinstance(kid, StructureElement) and kid.rank for kid in self.kids):
            self.kids.sort(key=lambda kid: kid.rank if isinstance(kid, StructureElement) else ())
        return bool(self.kids) or self.role in _MAY_BE_EMPTY


class StructureTree:
    """The structure of one file."""

    def __init__(self) -> None:
        self.root = self.section = StructureElement("Document")
        self.marks: list[list[StructureElement]] = []
        """For each page, the elements that its marks belong to, by number."""
        self.phrases: dict[Drawing, tuple[str, ...]] = {}
        """The text alternatives of drawings that were placed already."""
        self._components: dict[str, int] = {}
        self._rank: tuple[int, ...] = ()
        self._table: tuple[str, tuple[int, ...], StructureElement] | None = None

    def begin_page(self, heading: str) -> None:
        """Begin a page; a heading begins a section."""
        self.marks.append([])
        if heading or self.section is self.root:
            self.section = StructureElement("Sect", self.root, title=heading)

    def part(self, piece: Piece) -> StructureElement:
        """A new part of the section for a piece that is read part by part."""
        part = StructureElement("Div", self.section)
        first = self._components.setdefault(piece.component, len(self._components))
        part.rank = self._rank = (first, *(int(run) for run in re.findall(r"\d+", piece.id)))
        return part

    def begin_table(self, head: str, table: StructureElement) -> StructureElement:
        """Remember a table, which may be continued on the next page."""
        self._table = (head, self._rank, table)
        return table

    def continued_table(self, head: str) -> StructureElement | None:
        """The table with this head that the part before this one ended with, if there is one."""
        if self._table is None or not head or self._table[0] != head:
            return None
        *above, last = self._table[1] or (0,)
        return self.begin_table(head, self._table[2]) if self._rank == (*above, last + 1) else None

    def mark(self, element: StructureElement) -> int:
        """The next mark's number on this page, for a part of an element."""
        page = self.marks[-1]
        page.append(element)
        element.kids.append(len(page) - 1)
        element.page = len(self.marks) - 1
        return len(page) - 1
