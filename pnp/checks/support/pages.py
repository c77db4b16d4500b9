"""Extract running text from finished drawings: paragraphs, and tables with their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.printed import tags, texts
from pnp.diagnostics import PlacedText, Span, TextSource
from pnp.graphics import Drawing, Item, Piece, Tag
from pnp.text import Fonts
from pnp.text.extract import joined
from pnp.text.table import HEAD_SEPARATOR


class Paragraph(NamedTuple):
    """A paragraph of a template, with the places of its words, or a text on one page. `origin` is where the template is
    named or the text is written."""

    text: str
    origin: Span | None


class PrintedTable(NamedTuple):
    """A table's head and rows, as cells. A table that continues on the next page is one table.

    Cells of a template have the places where they are written; `origin` is where the template is named.
    """

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None

    def place(self, row: tuple[str, ...], cell: int = 0) -> Span | None:
        """Where a cell of a row is written; the place of the head if the row has none."""
        texts = (*row[cell:], *row, *self.head)
        return next((text.outermost for text in texts if isinstance(text, PlacedText)), self.origin)


def paragraphs(context: CheckContext, holding: str) -> Iterator[Paragraph]:
    """The paragraphs with at least one of the characters in `holding`; all paragraphs if it is empty."""
    for _, drawing in _drawings(context):
        for tag in drawing.tags("P"):
            text = tag.block.text if tag.block else text_of(context.render.fonts, tag.items)
            if not holding or not set(holding).isdisjoint(text):
                yield Paragraph(text, tag.origin)


def tables(context: CheckContext) -> list[PrintedTable]:
    """The tables of all components except printing guides."""
    printed: list[PrintedTable] = []
    last = ("", "")
    for piece, drawing in _drawings(context):
        for tag in drawing.tags("Table"):
            head, rows = _rows(context.render.fonts, tag)
            if tag.alt and not head and last == (piece.component, tag.alt):
                printed[-1].rows.extend(rows)
            else:
                last = (piece.component, tag.alt)
                printed.append(
                    PrintedTable(head or tuple(tag.alt.split(HEAD_SEPARATOR) if tag.alt else ()), rows, tag.origin)
                )
    return printed


def _rows(fonts: Fonts, table: Tag) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The cells of the head, if this part of the table has it, and of the rows."""
    head: tuple[str, ...] = ()
    rows = []
    for row in tags(table.items, "TR"):
        cells = [cell for cell in row.items if isinstance(cell, Tag)]
        words = tuple(_cell(fonts, cell) for cell in cells)
        if all(cell.role == "TH" for cell in cells):
            head = words
        else:
            rows.append(words)
    return head, rows


def _cell(fonts: Fonts, cell: Tag) -> str:
    """The text of a cell, with the place where it is written."""
    text, written = text_of(fonts, cell.items), cell.block.text if cell.block else ""
    place = written.outermost if isinstance(written, PlacedText) else None
    return PlacedText(text, [TextSource(0, place, runs=False)]) if place else text


def _drawings(context: CheckContext) -> Iterator[tuple[Piece, Drawing]]:
    """Every drawing, once, of all components except printing guides."""
    kinds = context.render.kit.components
    return ((piece, drawing) for piece, drawing in context.drawings() if kinds[piece.component].kind != "guide")


def text_of(fonts: Fonts, items: Iterable[Item]) -> str:
    """The text of some items, on one line."""
    return joined(fonts, texts(items))
