"""Finished drawings -> their running text as a reader takes it in: paragraphs, and tables with their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.checks import Desk
from pnp.checks._memo import memo_by_drawing
from pnp.checks._printed import tags, texts
from pnp.drawing import Drawing, Item, Tag
from pnp.reading import joined
from pnp.rows import HEAD_SEPARATOR
from pnp.source import Span
from pnp.text import Fonts


class Paragraph(NamedTuple):
    """A paragraph, or as much of it as stands on one page; `origin` is where its template is named."""

    text: str
    origin: Span | None


class Table(NamedTuple):
    """A table's head and rows, cell by cell; one that goes on on the next page is still one table."""

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None


def paragraphs(desk: Desk, holding: str) -> Iterator[Paragraph]:
    """The paragraphs of running text with one of some characters in them; all where none are named."""
    marks = set(holding)
    for _, drawing in _drawings(desk):
        for paragraph in _paragraphs(desk.bench, drawing):
            if not marks or not marks.isdisjoint(paragraph.text):
                yield paragraph


@memo_by_drawing
def _paragraphs(fonts: Fonts, drawing: Drawing) -> Iterator[Paragraph]:
    return (Paragraph(said(fonts, tag.items), tag.origin) for tag in tags(drawing.items, "P"))


def tables(desk: Desk) -> list[Table]:
    """The tables of all components but those that tell how to print."""
    found: list[tuple[str, str, Table]] = []
    for component, drawing in _drawings(desk):
        for alt, head, rows, origin in _parts(desk.bench, drawing):
            if alt and not head and found and found[-1][:2] == (component, alt):
                found[-1][2].rows.extend(rows)
            else:
                words = head or tuple(alt.split(HEAD_SEPARATOR) if alt else ())
                found.append((component, alt, Table(words, [*rows], origin)))
    return [table for _, _, table in found]


class _Part(NamedTuple):
    """As much of a table as stands on one page."""

    alt: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None


@memo_by_drawing
def _parts(fonts: Fonts, drawing: Drawing) -> Iterator[_Part]:
    return (_Part(tag.alt, *_rows(fonts, tag), tag.origin) for tag in tags(drawing.items, "Table"))


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


def _drawings(desk: Desk) -> Iterator[tuple[str, Drawing]]:
    """Every drawing of the game's own components, once."""
    told = set()
    for component, pieces in desk.pieces.items():
        if desk.bench.kit.components[component].kind != "guide":
            for drawing in (side for piece in pieces for side in (piece.front, piece.back)):
                if drawing and drawing not in told:
                    told.add(drawing)
                    yield component, drawing


def said(fonts: Fonts, items: Iterable[Item]) -> str:
    """The words of some items on one line."""
    return joined(fonts, texts(items))
