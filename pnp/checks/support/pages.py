"""Extract running text from finished drawings: paragraphs, and tables with their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.printed import tags, texts
from pnp.diagnostics import PlacedText, Span
from pnp.graphics import Drawing, Item, Piece, Tag
from pnp.text import Fonts
from pnp.text.extract import joined
from pnp.text.table import HEAD_SEPARATOR


class Paragraph(NamedTuple):
    """A paragraph of a template, with the places of its words, or a text on one page. `origin` is where the template is
    named or the text is written."""

    text: str
    origin: Span | None


class Table(NamedTuple):
    """A table's head and rows, as cells. A table that continues on the next page is one table.

    `places` are where the head and the rows are written, by their cells; `origin` is where the template is named.
    """

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None
    places: dict[tuple[str, ...], Span]

    def place(self, row: tuple[str, ...]) -> Span | None:
        """Where a row is written; the place of the head for another one."""
        return self.places.get(row) or self.places.get(self.head) or self.origin


def paragraphs(context: CheckContext, holding: str) -> Iterator[Paragraph]:
    """The paragraphs with at least one of the characters in `holding`; all paragraphs if it is empty."""
    for _, drawing in _drawings(context):
        for tag in drawing.tags("P"):
            text = tag.block.text if tag.block else text_of(context.render.fonts, tag.items)
            if not holding or not set(holding).isdisjoint(text):
                yield Paragraph(text, tag.origin)


def tables(context: CheckContext) -> list[Table]:
    """The tables of all components except printing guides."""
    printed: list[Table] = []
    last = ("", "")
    for piece, drawing in _drawings(context):
        for tag in drawing.tags("Table"):
            head, rows, places = _rows(context.render.fonts, tag)
            if tag.alt and not head and last == (piece.component, tag.alt):
                printed[-1].rows.extend(rows)
                printed[-1].places.update(places)
            else:
                last = (piece.component, tag.alt)
                head = head or tuple(tag.alt.split(HEAD_SEPARATOR) if tag.alt else ())
                printed.append(Table(head, rows, tag.origin, places))
    return printed


def _rows(fonts: Fonts, table: Tag) -> tuple[tuple[str, ...], list[tuple[str, ...]], dict[tuple[str, ...], Span]]:
    """The cells of the head, if this part of the table has it, and of the rows, and where they are written."""
    head: tuple[str, ...] = ()
    rows = []
    places: dict[tuple[str, ...], Span] = {}
    for row in tags(table.items, "TR"):
        cells = [cell for cell in row.items if isinstance(cell, Tag)]
        words = tuple(text_of(fonts, cell.items) for cell in cells)
        if all(cell.role == "TH" for cell in cells):
            head = words
        else:
            rows.append(words)
        text = next((cell.block.text for cell in cells if cell.block), "")
        if isinstance(text, PlacedText) and text.outermost:
            places.setdefault(words, text.outermost)
    return head, rows, places


def _drawings(context: CheckContext) -> Iterator[tuple[Piece, Drawing]]:
    """Every drawing, once, of all components except printing guides."""
    kinds = context.render.kit.components
    return ((piece, drawing) for piece, drawing in context.drawings() if kinds[piece.component].kind != "guide")


def text_of(fonts: Fonts, items: Iterable[Item]) -> str:
    """The text of some items, on one line."""
    return joined(fonts, texts(items))
