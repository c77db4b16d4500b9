"""Write placed drawings as marked content, so that pages can be read aloud and searched.

A form that is placed many times cannot say to which of its places a text belongs. So a piece of a game, placed as a
form, is one figure, described by its title and the words on it. A page on paper that is printed once is written into
the page part by part, and read in its turn even where it is imposed out of order, as in a booklet. What has no words
and no description is decoration (an artifact).

The structure tree of a tagged PDF, which grows page by page.

Pages assign their marks to elements; the tree gives the reading order of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import groupby

from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Tag, Transform
from pnp.graphics.drawing import At, Picture, Text, Use, every, is_own, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.imposition import Placed
from pnp.kit.labels import Say
from pnp.pdf.canvas import Pen, clip_of, reach
from pnp.text import Fonts
from pnp.text.extract import glued, joined
from pnp.text.hyphenation import SOFT

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


_HOLDERS = {"Document", "Sect", "Div", "BlockQuote", "Table", "TR", "L", "LI", "TOC", "Index"}
"""Roles that contain other elements and no words of their own."""
_READ = _HOLDERS | {"H1", "H2", "H3", "P", "Lbl", "LBody", "TOCI", "Figure", "TH", "TD", "Caption"}
_OF_LAYOUT = {"TR": "Div", "TD": "P"}
"""The roles of rows and cells outside a table."""


class Tagger:
    """Writes a page so that every operator that paints belongs to an element or is decoration.

    `at` is the transform from the present frame to the page, in pt.
    """

    def __init__(self, pen: Pen, tree: StructureTree, say: Say, at: Transform) -> None:
        self.pen, self.tree, self.say, self.at = pen, tree, say, at
        self._fonts = pen.fonts

    def placed(self, placed: Placed) -> None:
        """Write a piece as one figure."""
        figure = StructureElement("Figure", self.tree.section, self._description(placed))
        figure.box = _around(self.at, placed.bleed.around(placed.rect))
        with self._mark(figure):
            self.pen.placed(placed.drawing, placed.transform(), *clip_of(placed))

    def _description(self, placed: Placed) -> str:
        """The text alternative of a piece that is one figure."""
        piece, drawing, known = placed.piece, placed.drawing, self.tree.phrases
        if drawing not in known:
            known[drawing] = spoken(self._fonts, drawing)
        title = piece.title if placed.side == "front" else self.say("back_of", title=piece.title)
        return sentences((title, *(words for words in known[drawing] if words != piece.title)))

    def written(self, placed: Placed) -> None:
        """Write a piece part by part, and the pages that it is made of."""
        own, at = self.tree.part(placed.piece), placed.transform()
        pages, others = {page.front: page for page in placed.piece.of}, list[Item]()
        with self._inside(at, self.pen.inside(at, *clip_of(placed))):
            self.pen.clip(reach(placed.drawing))
            for item in placed.drawing.items:
                if isinstance(item, Use) and item.drawing in pages:
                    self.items(others, own)
                    others.clear()
                    self._page(pages[item.drawing], item.transform)
                else:
                    others.append(item)
            self.items(others, own)

    def _page(self, page: Piece, at: Transform) -> None:
        with self._inside(at, self.pen.inside(at)):
            self.pen.clip(reach(page.front))
            self.items(page.front.items, self.tree.part(page))

    def items(self, items: Iterable[Item], element: StructureElement) -> None:
        """Write items that belong to an element, or to others within it."""
        for has_parts, run in groupby(items, key=_has_parts):
            if has_parts:
                for item in run:
                    self._parts(item, element)
            else:
                self._plain(run, element)

    def _parts(self, item: Item, element: StructureElement) -> None:
        if isinstance(item, Group):
            with self._inside(item.transform, self.pen.group(item)):
                self.items(item.items, element)
        elif isinstance(item, Use):
            self._figure((item,), "", element)
        elif isinstance(item, Tag):
            self._tag(item, element)

    def _tag(self, tag: Tag, element: StructureElement) -> None:
        if tag.layer:
            with self.pen.layer(tag.layer):
                self.items(tag.items, element)
        elif tag.is_decoration:
            self._decoration(tag.items)
        elif tag.role == "Figure":
            self._figure(tag.items, tag.alt, element)
        elif tag.role == "Lbl":
            self.items(tag.items, _label(element))
        elif tag.role == "Table":
            self._table(tag, element)
        else:
            role = tag.role if tag.role in _READ else "P"
            if element.role == "Div":
                role = _OF_LAYOUT.get(role, role)
            self.items(_only_paragraph(tag) if role == "LBody" else tag.items, StructureElement(role, element))

    def _table(self, tag: Tag, element: StructureElement) -> None:
        """A table, or the continuation of one; rows without a head, as on a board, are a layout and no table."""
        if any(isinstance(item, Tag) and item.role == "TH" for item in every(tag.items, is_own)):
            table = self.tree.begin_table(tag.alt, StructureElement("Table", element))
        else:
            table = self.tree.continued_table(tag.alt) or StructureElement("Div", element)
        self.items(tag.items, table)

    def _figure(self, items: tuple[Item, ...], alt: str, element: StructureElement) -> None:
        alt = alt or sentences(phrases(self._fonts, items))
        if not alt:
            self._decoration(items)
            return
        figure = StructureElement("Figure", element, alt)
        for box in boxes(self._fonts, items, self.at):
            figure.box = figure.box.union(box) if figure.box else box
        self._marked(items, figure)

    def _plain(self, items: Iterable[Item], element: StructureElement) -> None:
        """Items that all belong to one element; if that only holds others, texts are a paragraph."""
        for has_words, run in groupby(items, key=_has_text):
            if has_words:
                self._marked(run, StructureElement("P", element) if element.role in _HOLDERS else element)
            else:
                self._decoration(run)

    def _marked(self, items: Iterable[Item], element: StructureElement) -> None:
        with self._mark(element):
            self.pen.items(self._spaced(items, last=True))

    def _mark(self, element: StructureElement) -> AbstractContextManager[None]:
        return self.pen.marked(f"/{element.role} <</MCID {self.tree.mark(element)}>> BDC")

    @contextmanager
    def _inside(self, transform: Transform, drawn: AbstractContextManager[None]) -> Iterator[None]:
        """Follow the pen under a transform."""
        before, self.at = self.at, self.at.over(transform)
        with drawn:
            yield
        self.at = before

    def _spaced(self, items: Iterable[Item], *, last: bool) -> list[Item]:
        """Items with the spaces that are only visible: at the ends of lines and where the font changes."""
        tagged: list[Item] = []
        after: Text | None = None
        for item in reversed(tuple(items)):
            if isinstance(item, Text):
                # A soft hyphen is only drawn at the end of a text, so nothing comes after it.
                whole = last or item.text.endswith(SOFT) or (after is not None and glued(self._fonts, item, after))
                tagged.append(item if whole else item._replace(text=f"{item.text} "))
                after, last = item, False
            elif isinstance(item, Group) and _has_text(item):
                tagged.append(item._replace(items=tuple(self._spaced(item.items, last=last))))
                after, last = None, False
            else:
                tagged.append(item)
        return tagged[::-1]

    def _decoration(self, items: Iterable[Item]) -> None:
        with self.pen.marked("/Artifact BMC"):
            self.pen.items(items)


def _outline_box(path: Path) -> Rect | None:
    points = [p for _, numbers in path.segments for p in zip(numbers[::2], numbers[1::2], strict=True)]
    thick = path.stroke.width / 2 if path.stroke else 0.0
    return Rect.about(points).inset(-thick) if points else None


def boxes(fonts: Fonts, items: Iterable[Item], frame: Transform) -> Iterator[Rect]:
    """The bounding boxes of items; curves are bounded by their handles, which is never too small."""
    for item, (at, *_) in walk(items, At(frame), is_own):
        if isinstance(item, Path):
            if box := _outline_box(item):
                yield _around(at, box)
        elif isinstance(item, Text):
            if item.icon:
                yield _placed_box(at, item.icon)
            else:
                high = item.size * MM_PER_POINT
                yield _around(at, Rect(item.x, item.y - high, fonts.extent(item), 1.3 * high))
        elif isinstance(item, Use):
            yield _placed_box(at, item)
        elif isinstance(item, Picture):
            yield _around(at, item.box)


def _placed_box(at: Transform, use: Use) -> Rect:
    return _around(at.over(use.transform), reach(use.drawing))


def _around(at: Transform, box: Rect) -> Rect:
    """The upright box around one that is under a transform."""
    corners = [at.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.far)]
    (left, right), (low, high) = ((min(v), max(v)) for v in zip(*corners, strict=True))
    return Rect(left, low, right - left, high - low)


def _only_paragraph(tag: Tag) -> tuple[Item, ...]:
    """The items of a list item; if they are one paragraph, that needs no element of its own."""
    only = tag.items[0] if len(tag.items) == 1 else None
    return only.items if isinstance(only, Tag) and only.role == "P" else tag.items


def _label(element: StructureElement) -> StructureElement:
    """A list item's label is drawn with its first line, but comes before everything else in the item."""
    item: StructureElement | None = element
    while item and item.role != "LI":
        item = item.parent
    label = StructureElement("Lbl", item or element)
    if item:
        item.kids.insert(0, item.kids.pop())
    return label


def _has_parts(item: Item) -> bool:
    """Whether an item is, or contains, an element of its own."""
    return any(isinstance(one, Use) or (isinstance(one, Tag) and _is_element(one)) for one in every((item,), is_own))


def _is_element(tag: Tag) -> bool:
    return tag.role in _READ or tag.is_decoration or (not tag.layer and _has_text(tag))


def _has_text(item: Item) -> bool:
    return any(isinstance(one, Text) for one in every((item,), is_own))


# Words --------------------------------------------------------------------------------------------------------

# The text alternatives of drawings are their texts, and descriptions of their pictures.

_WHOLE = {"H1", "H2", "H3", "P", "LI", "TH", "TD"}
"""Roles whose texts are one phrase."""
_CLOSED = (".", "!", "?", ":", ";", ",", "…")


def spoken(fonts: Fonts, drawing: Drawing) -> tuple[str, ...]:
    """The phrases of a drawing in reading order, or only its own description if it has one."""
    return (drawing.alt,) if drawing.alt else phrases(fonts, drawing.items)


def phrases(fonts: Fonts, items: Iterable[Item]) -> tuple[str, ...]:
    """The distinct phrases of some items. A text repeated for the other side of the table counts once."""
    return tuple(dict.fromkeys(_phrases(fonts, items)))


def sentences(parts: Iterable[str]) -> str:
    """Join phrases, with a full stop after each."""
    return " ".join(phrase if phrase.endswith(_CLOSED) else f"{phrase}." for phrase in parts if phrase)


def _phrases(fonts: Fonts, items: Iterable[Item]) -> Iterator[str]:
    for together, run in groupby(items, key=lambda item: isinstance(item, Text)):
        if together:
            yield _joined(fonts, run)
            continue
        for item in run:
            if isinstance(item, Use):
                yield from spoken(fonts, item.drawing)
            elif isinstance(item, Group):
                yield from _phrases(fonts, item.items)
            elif isinstance(item, Tag):
                yield from _tag_phrases(fonts, item)


def _tag_phrases(fonts: Fonts, tag: Tag) -> Iterator[str]:
    if tag.role == "Figure" and tag.alt:
        yield tag.alt
    elif tag.role == "TR":
        yield ", ".join(_phrases(fonts, tag.items))
    elif tag.role in _WHOLE and not any(isinstance(item, Use) for item in every(tag.items, is_own)):
        yield _joined(fonts, tag.items)
    elif not tag.is_decoration:
        yield from _phrases(fonts, tag.items)


def _joined(fonts: Fonts, items: Iterable[Item]) -> str:
    """All texts in some items as one, with icons as their descriptions."""
    texts = (item for item in every(items, is_own) if isinstance(item, Text))
    return joined(fonts, (t._replace(text=t.icon.drawing.alt) if t.icon else t for t in texts))
