"""Placed drawings -> pages whose parts are marked as what they are, so that they can be read aloud and searched.

What is read is marked in the pages' own content, where every reader looks for it: a form that is placed many times
cannot say which of its places a text of it belongs to. So a piece of a game, placed as a form, is a figure as a whole,
told by its title and the words on it; a page of paper that is printed once is written into the page, part for part,
and read in its turn even where it lies out of turn, as in a booklet. Whatever has no words and no words about it is
decoration.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from pnp.drawing import Group, Item, Piece, Tag, Text, Use, rectangle
from pnp.geometry import Transform
from pnp.imposition import Placed
from pnp.ink.forms import Forms
from pnp.ink.speech import phrases, sentences, spoken
from pnp.ink.stream import Stream, reach
from pnp.ink.structure import Element, Tree
from pnp.reading import glued
from pnp.sheetwords import Say

_HOLDERS = {"Document", "Sect", "Div", "BlockQuote", "Table", "TR", "L", "LI", "TOC", "Index"}
"""What holds other elements and no words of its own."""
_READ = _HOLDERS | {"H1", "H2", "H3", "P", "Lbl", "LBody", "TOCI", "Figure", "TH", "TD", "Caption"}
_OF_LAYOUT = {"TR": "Div", "TD": "P"}
"""What rows and cells are where there is no table."""


class Reader:
    """Writes a page so that it can be read: every operator that paints is a part of an element or decoration."""

    def __init__(self, stream: Stream, forms: Forms, tree: Tree, say: Say) -> None:
        self.stream, self.forms, self.tree, self.say = stream, forms, tree, say
        self._fonts = stream.book.fonts

    def placed(self, placed: Placed) -> None:
        """A piece as one figure."""
        figure = Element("Figure", self.tree.section, self._said(placed))
        self.stream.mark(figure.role, self.tree.mark(figure))
        self.stream.placed(placed)
        self.stream.end()

    def _said(self, placed: Placed) -> str:
        """What is read out of a piece that is one figure."""
        piece, drawing, known = placed.piece, placed.drawing, self.tree.words
        if drawing not in known:
            known[drawing] = spoken(self._fonts, drawing)
        title = piece.title if placed.side == "front" else self.say("back_of", title=piece.title)
        return sentences((title, *(words for words in known[drawing] if words != piece.title)))

    def written(self, placed: Placed) -> None:
        """A piece part for part, and so the pages that are parts of it."""
        own = self.tree.part(placed.piece)
        before = self.stream.enter(placed)
        if placed.piece.of or self.tree.is_open():
            self._whole(placed, own)
        else:
            first = len(self.tree.marks[-1])
            operators, told = self.forms.operators(
                placed.drawing, lambda stream: self._apart(stream, placed, own), f"marks {first}"
            )
            if not own.kids:
                self.tree.grow(own, *told)
            self.stream.append(operators)
        self.stream.close(before)

    def _apart(self, stream: Stream, placed: Placed, own: Element) -> tuple[Any, ...]:
        """Write a piece into a stream of its own; what was made of its element."""
        page, self.stream = self.stream, stream
        self._whole(placed, own)
        self.stream = page
        return own.told(), self.tree.last_table(own)

    def _whole(self, placed: Placed, own: Element) -> None:
        pages, others = {page.front: page for page in placed.piece.of}, list[Item]()
        for item in placed.drawing.items:
            if isinstance(item, Use) and item.drawing in pages:
                self.items(others, own)
                others.clear()
                self._page(pages[item.drawing], item.transform)
            else:
                others.append(item)
        self.items(others, own)

    def _page(self, page: Piece, at: Transform) -> None:
        before = self.stream.open(Group((), at, rectangle(reach(page.front))))
        self.items(page.front.items, self.tree.part(page))
        self.stream.close(before)

    def items(self, items: Iterable[Item], element: Element) -> None:
        """Items that belong to an element, or to others within it."""
        for parted, run in groupby(items, key=_is_parted):
            if parted:
                for item in run:
                    self._parts(item, element)
            else:
                self._plain(run, element)

    def _parts(self, item: Item, element: Element) -> None:
        if isinstance(item, Group):
            before = self.stream.open(item)
            self.items(item.items, element)
            self.stream.close(before)
        elif isinstance(item, Use):
            self._figure((item,), "", element)
        elif isinstance(item, Tag):
            self._tag(item, element)

    def _tag(self, tag: Tag, element: Element) -> None:
        if tag.role == "Layer":
            self.stream.layer(tag.alt)
            self.items(tag.items, element)
            self.stream.end()
        elif tag.role == "Artifact":
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
            self.items(_only_paragraph(tag) if role == "LBody" else tag.items, Element(role, element))

    def _table(self, tag: Tag, element: Element) -> None:
        """A table; one that goes on from the page before is still that one, and without a head it is a layout."""
        if any(map(_has_head, tag.items)):
            table = self.tree.table(tag.alt, Element("Table", element))
        else:
            table = self.tree.begun(tag.alt) or Element("Table" if tag.alt else "Div", element)
        self.items(tag.items, table)

    def _figure(self, items: tuple[Item, ...], alt: str, element: Element) -> None:
        alt = alt or sentences(phrases(self._fonts, items))
        if alt:
            self._marked(items, Element("Figure", element, alt))
        else:
            self._decoration(items)

    def _plain(self, items: Iterable[Item], element: Element) -> None:
        """Items that are all of one element; if that only holds others, texts are a paragraph."""
        for worded, run in groupby(items, key=_has_text):
            if worded:
                self._marked(run, Element("P", element) if element.role in _HOLDERS else element)
            else:
                self._decoration(run)

    def _marked(self, items: Iterable[Item], element: Element) -> None:
        self.stream.mark(element.role, self.tree.mark(element))
        self.stream.items(self._spaced(items, last=True))
        self.stream.end()

    def _spaced(self, items: Iterable[Item], *, last: bool) -> list[Item]:
        """Items with the spaces that are only to be seen, at the ends of lines and where the font changes."""
        found: list[Item] = []
        after: Text | None = None
        for item in reversed(tuple(items)):
            if isinstance(item, Text):
                whole = last or (after is not None and glued(self._fonts, item, after))
                found.append(item if whole else item._replace(text=f"{item.text} "))
                after, last = item, False
            elif isinstance(item, Group) and _has_text(item):
                found.append(item._replace(items=tuple(self._spaced(item.items, last=last))))
                after, last = None, False
            else:
                found.append(item)
        return found[::-1]

    def _decoration(self, items: Iterable[Item]) -> None:
        self.stream.artifact()
        self.stream.items(items)
        self.stream.end()


def _only_paragraph(tag: Tag) -> tuple[Item, ...]:
    """What is in a list item; if that is one paragraph, it needs no element of its own."""
    only = tag.items[0] if len(tag.items) == 1 else None
    return only.items if isinstance(only, Tag) and only.role == "P" else tag.items


def _label(element: Element) -> Element:
    """A list item's mark is drawn with its first line, but comes before all that is in the item."""
    item: Element | None = element
    while item and item.role != "LI":
        item = item.parent
    label = Element("Lbl", item or element)
    if item:
        item.kids.insert(0, item.kids.pop())
    return label


def _is_parted(item: Item) -> bool:
    """Whether an item is, or has, a part that is to be told from its neighbours."""
    if isinstance(item, Tag):
        known = item.role in _READ or item.role == "Artifact"
        return known or (item.role != "Layer" and _has_text(item)) or any(map(_is_parted, item.items))
    return isinstance(item, Use) or (isinstance(item, Group) and any(map(_is_parted, item.items)))


def _has_head(item: Item) -> bool:
    if isinstance(item, Tag) and item.role == "TH":
        return True
    return isinstance(item, Group | Tag) and any(map(_has_head, item.items))


def _has_text(item: Item) -> bool:
    return isinstance(item, Text) or (isinstance(item, Group | Tag) and any(map(_has_text, item.items)))
