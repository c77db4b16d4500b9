"""The structure of a tagged PDF: a tree of elements that pages add to, and its writing into the file.

Pages tell which of their marks belong to which element; the tree tells in which order elements are read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.drawing import Drawing, Piece
from pnp.ink.file import File, reference, string

_MAY_BE_EMPTY = ("TH", "TD")


class Element:
    """A part of the document: what it is, what it belongs to, and what it is made of, marks told by their number."""

    __slots__ = ("alt", "kids", "page", "parent", "rank", "role", "title")

    def __init__(self, role: str, parent: Element | None = None, alt: str = "", title: str = "") -> None:
        self.role, self.parent, self.alt, self.title = role, parent, alt, title
        self.kids: list[Element | int] = []
        self.page = -1
        self.rank: tuple[int, ...] = ()
        """Where it is read among its neighbours that have a rank too."""
        if parent is not None:
            parent.kids.append(self)

    def whole(self) -> Iterator[Element]:
        """The element and all that it is made of, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.whole()

    def told(self) -> tuple[Any, ...]:
        """All of it as plain values, for `Tree.grow`."""
        kids = (kid if isinstance(kid, int) else kid.told() for kid in self.kids)
        return self.role, self.alt, self.title, tuple(kids)

    def prune(self) -> bool:
        """Leave out what is empty, and put in turn what has a rank; whether anything is left."""
        self.kids = [kid for kid in self.kids if isinstance(kid, int) or kid.prune()]
        if all(isinstance(kid, Element) and kid.rank for kid in self.kids):
            self.kids.sort(key=lambda kid: kid.rank if isinstance(kid, Element) else ())
        return bool(self.kids) or self.role in _MAY_BE_EMPTY


class Tree:
    """The structure of one file, which grows page by page."""

    def __init__(self) -> None:
        self.root = Element("Document")
        self.section = self.root
        self.marks: list[list[Element]] = []
        """For each page the elements that its marks belong to, by number."""
        self.words: dict[Drawing, tuple[str, ...]] = {}
        """What there is to say of drawings, found when they are first placed."""
        self._components: dict[str, int] = {}
        self._rank: tuple[int, ...] = ()
        self._table: tuple[str, tuple[int, ...], Element] | None = None

    def page(self, heading: str) -> None:
        """Begin a page; a heading begins a section."""
        self.marks.append([])
        if heading or self.section is self.root:
            self.section = Element("Sect", self.root, title=heading)

    def part(self, piece: Piece) -> Element:
        """A new part of the section for a piece that is read part for part."""
        part = Element("Div", self.section)
        first = self._components.setdefault(piece.component, len(self._components))
        part.rank = self._rank = (first, *(int(run) for run in re.findall(r"\d+", piece.id)))
        return part

    def table(self, head: str, table: Element) -> Element:
        """Remember a table, of which more may come on the next page."""
        self._table = (head, self._rank, table)
        return table

    def is_open(self) -> bool:
        """Whether the part before this one ended with a table, which may go on in this one."""
        if self._table is None:
            return False
        *above, last = self._table[1] or (0,)
        return self._rank == (*above, last + 1)

    def last_table(self, part: Element) -> tuple[str, tuple[int, ...]] | None:
        """The head of the table that was begun last, if that is within a part, and the way to it: which kid each time.

        For `grow`, which makes the part anew.
        """
        if self._table is None:
            return None
        way: list[int] = []
        element: Element | None = self._table[2]
        while element is not None and element is not part:
            above = element.parent
            way.insert(0, above.kids.index(element) if above else 0)
            element = above
        return (self._table[0], tuple(way)) if element is part and self._table[1] == self._rank else None

    def grow(self, part: Element, told: tuple[Any, ...], table: tuple[str, tuple[int, ...]] | None) -> None:
        """Make an empty part what another was, by what `told` and `last_table` said of it."""
        marks = self.marks[-1]
        for kid in told[3]:
            if isinstance(kid, int):
                marks.extend([part] * (kid + 1 - len(marks)))
                marks[kid] = part
                part.kids.append(kid)
                part.page = len(self.marks) - 1
            else:
                self.grow(Element(kid[0], part, kid[1], kid[2]), kid, None)
        if table:
            head, way = table
            element: Any = part
            for index in way:
                element = element.kids[index]
            self.table(head, element)

    def begun(self, head: str) -> Element | None:
        """The table with this head that the part before this one ended with, if there is one."""
        if self._table is None or not head or self._table[0] != head or not self.is_open():
            return None
        return self.table(head, self._table[2])

    def mark(self, element: Element) -> int:
        """The next mark's number on this page, for a part of an element."""
        mine = self.marks[-1]
        mine.append(element)
        element.kids.append(len(mine) - 1)
        element.page = len(self.marks) - 1
        return len(mine) - 1


def finish(tree: Tree, file: File, pages: list[int]) -> dict[str, str]:
    """Put the tree into the file, whose pages these are by number; what its catalogue is to tell of it."""
    tree.root.prune()
    top = file.reserve()
    elements = list(tree.root.whole())
    places = {element: file.reserve() for element in elements}
    alts = _alts(file, [element.alt for element in elements if element.alt])
    for element, place in places.items():
        parts = [
            f"<</S/{element.role}/P {places[element.parent] if element.parent else top} 0 R",
            f"/Pg {pages[element.page]} 0 R" if element.page >= 0 else "",
            f"/Alt {alts[element.alt]}" if element.alt else "",
            f"/T {string(element.title)}" if element.title else "",
            "/A<</O/Table/Scope/Column>>" if element.role == "TH" else "",
            f"{_kids(element, places)}>>",
        ]
        file.put(place, "".join(parts).encode("ascii"))
    parents = "".join(
        f"{page}[{' '.join(f'{places[element]} 0 R' for element in marks)}]" for page, marks in enumerate(tree.marks)
    )
    told = f"/K {places[tree.root]} 0 R/ParentTree<</Nums[{parents}]>>/ParentTreeNextKey {len(tree.marks)}"
    file.put(top, f"<</Type/StructTreeRoot{told}>>".encode("ascii"))
    return {"StructTreeRoot": reference(top), "MarkInfo": "<</Marked true>>"}


def _kids(element: Element, places: dict[Element, int]) -> str:
    kids = [str(kid) if isinstance(kid, int) else f"{places[kid]} 0 R" for kid in element.kids]
    return f"/K[{' '.join(kids)}]" if len(kids) > 1 else f"/K {kids[0]}" if kids else ""


def _alts(file: File, texts: list[str]) -> dict[str, str]:
    """How each text is given: one that is said of several elements is in the file only once."""
    counts = Counter(texts)
    return {text: reference(file.add(string(text))) if count > 1 else string(text) for text, count in counts.items()}
