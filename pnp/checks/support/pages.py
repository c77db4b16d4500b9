"""Finished drawings -> their running text as a reader takes it in: paragraphs, and tables with their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.printed import tags, texts
from pnp.diagnostics import Span
from pnp.graphics.drawing import Drawing, Item, Piece, Tag
from pnp.text.extract import joined
from pnp.text.fit import Fonts
from pnp.text.table import HEAD_SEPARATOR


class Paragraph(NamedTuple):
    """A paragraph, or as much of it as stands on one page; `origin` is where its template is named."""

    text: str
    origin: Span | None


class Table(NamedTuple):
    """A table's head and rows, cell by cell; one that goes on on the next page is still one table."""

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None


def paragraphs(context: CheckContext, holding: str) -> Iterator[Paragraph]:
    """The paragraphs of running text with one of some characters in them; all where none are named."""
    for _, drawing in _drawings(context):
        for tag in tags(drawing.items, "P"):
            text = said(context.render.fonts, tag.items)
            if not holding or not set(holding).isdisjoint(text):
                yield Paragraph(text, tag.origin)


def tables(context: CheckContext) -> list[Table]:
    """The tables of all components but those that tell how to print."""
    found: list[Table] = []
    last = ("", "")
    for piece, drawing in _drawings(context):
        for tag in tags(drawing.items, "Table"):
            head, rows = _rows(context.render.fonts, tag)
            if tag.alt and not head and last == (piece.component, tag.alt):
                found[-1].rows.extend(rows)
            else:
                last = (piece.component, tag.alt)
                found.append(Table(head or tuple(tag.alt.split(HEAD_SEPARATOR) if tag.alt else ()), rows, tag.origin))
    return found


def _rows(fonts: Fonts, table: Tag) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The cells of the head, if it is here, and of the rows."""
    head: tuple[str, ...] = ()
    rows = []
    for row in tags(table.items, "TR"):
        cells = [cell for cell in row.items if isinstance(cell, Tag)]
        words = tuple(said(fonts, cell.items) for cell in cells)
        if all(cell.role == "TH" for cell in cells):
            head = words
        else:
            rows.append(words)
    return head, rows


def _drawings(context: CheckContext) -> Iterator[tuple[Piece, Drawing]]:
    """Every drawing of the game's own components, once."""
    kinds = context.render.kit.components
    return ((piece, drawing) for piece, drawing in context.drawings() if kinds[piece.component].kind != "guide")


def said(fonts: Fonts, items: Iterable[Item]) -> str:
    """The words of some items on one line."""
    return joined(fonts, texts(items))
