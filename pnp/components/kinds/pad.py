"""A form to fill in with a pencil: a heading, a head for each column, ruled rows, perhaps in blocks with totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.components.context import RenderContext, typeset
from pnp.components.pictures import picture
from pnp.diagnostics import Span
from pnp.graphics import Drawing, Item, Path, Piece, Rect, Size, Stroke, Tag
from pnp.graphics.drawing import Text, line, rectangle
from pnp.kit import Component, Record
from pnp.kit.fields import field_value
from pnp.kit.schema import Between, ByForm, Length, Paint

SHEETS, SCHEME, GAP = "pads", "nest", 8.0
SHRINKS = True

EDGE = 7.0
HEADING = 11.0
NOTE = 9.0
HEAD = 9.0
BLOCK_GAP = 4.0
SIGN = 5.4
MOST_ROWS = 60


@dataclass(frozen=True, kw_only=True)
class Column(Record):
    """A column of the form: its head, relative width and contents."""

    title: str
    """The column's head."""
    width: Annotated[float, Between(0.1, 100)] = 1.0
    """Its relative width: 2 is twice as wide as 1."""
    fill: Literal["nothing", "numbers"] = "nothing"
    """Whether its rows are numbered, anew in each block, or left to write in."""
    total: bool = False
    """Whether the total of each block is left to write in; in the other columns its row is filled."""


@dataclass(frozen=True, kw_only=True)
class Heading(Record):
    """A heading over several columns; without a title, these have none."""

    columns: Annotated[int, Between(1, 30)]
    """The number of columns that it spans."""
    title: str = ""
    """The text over these columns."""
    art: str | None = None
    """The file name of a sign before the text, or an icon."""
    colour: Paint = "ink"
    """The colour of the sign."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A form to fill in with a pencil."""

    size: tuple[Length, Length]
    """Width and height of the trim, in mm."""
    columns: tuple[Column, ...]
    """The columns from left to right."""
    rows: Annotated[int | str, ByForm()]
    """The number of rows, or the dotted name of a rule that is one."""
    note: str | None = None
    """A note below the heading."""
    spans: tuple[Heading, ...] = ()
    """Headings over several columns, from the left."""
    total_after: Annotated[int, Between(1, MOST_ROWS)] | None = None
    """The number of rows after which a block ends, with a row for its total and a gap."""
    total: str = "Total"
    """What a block's last row is called, in the first column."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    rows = field_value(context.kit.rules.plain(), spec.rows) if isinstance(spec.rows, str) else spec.rows
    if type(rows) is not int or not 1 <= rows <= MOST_ROWS:
        message = f"{spec.rows!r} is neither a number of rows from 1 to {MOST_ROWS} nor the name of a rule with one"
        context.diagnostics.error(spec.at("rows"), "unknown-field", message)
        return []
    if sum(span.columns for span in spec.spans) > len(spec.columns):
        context.diagnostics.error(
            spec.at("spans"), "out-of-range", f"the headings span more than the {len(spec.columns)} columns of the form"
        )
        return []
    size = Size(*spec.size)
    drawing = Drawing(id_, size, tuple(_page(spec, rows, context, Rect(0, 0, *size).inset(EDGE))))
    return [Piece(f"{id_}/page", id_, spec.title, size, drawing, stock=spec.stock, copies=spec.copies)]


def _page(spec: Spec, rows: int, context: RenderContext, page: Rect) -> Iterator[Item]:
    ink = context.colour("ink", spec.at("columns"))
    heading = Rect(page.x, page.y, page.w, HEADING)
    yield Tag("H1", tuple(_words(context, "pad-title", spec.title, heading, spec.at("title"))))
    top = page.y + HEADING
    if spec.note:
        yield from _words(context, "pad-note", spec.note, Rect(page.x, top, page.w, NOTE), spec.at("note"))
        top += NOTE
    edges = _edges(spec, page)
    if spec.spans:
        yield from _spans(spec, context, edges, top)
        top += HEAD
    yield Path(rectangle(Rect(page.x, top, page.w, HEAD)), fill=context.colour("cream", spec.at("columns")))
    for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
        box = Rect(x, top, right - x, HEAD)
        yield Tag("Cell", tuple(_words(context, "pad-head", column.title, box, column.at("title"))), column.title)
    # Headings end at the frame's corners, which are square then.
    radius = 0.0 if spec.spans or spec.total_after else 1.5
    body = Rect(page.x, top + HEAD, page.w, page.far - top - HEAD)
    if spec.total_after:
        frames = [Rect(page.x, top, page.w, HEAD), *_blocks(rows, spec.total_after, body)]
        for block in frames[1:]:
            yield from _rows(spec, spec.total_after, context, edges, block, total=True)
    else:
        frames = [Rect(page.x, top, page.w, page.far - top)]
        yield from _rows(spec, rows, context, edges, body)
    pen = Stroke(ink, 0.25)
    for frame in frames:
        yield from (line(x, frame.y, x, frame.far, pen) for x in edges[1:-1])
        yield Path(rectangle(frame, radius), stroke=Stroke(ink, 0.5))


def _blocks(rows: int, block: int, box: Rect) -> list[Rect]:
    """The boxes of blocks of rows, below a gap each but the first."""
    count = -(-rows // block)
    height = (box.h - (count - 1) * BLOCK_GAP) / count
    return [Rect(box.x, box.y + place * (height + BLOCK_GAP), box.w, height) for place in range(count)]


def _edges(spec: Spec, page: Rect) -> list[float]:
    """The x positions of the columns' edges, from the left of the first to the right of the last."""
    whole = sum(column.width for column in spec.columns)
    edges = [page.x]
    for column in spec.columns:
        edges.append(edges[-1] + page.w * column.width / whole)
    return edges


def _spans(spec: Spec, context: RenderContext, edges: list[float], top: float) -> Iterator[Item]:
    pen = Stroke(context.colour("ink", spec.at("spans")), 0.5)
    first = 0
    for span in spec.spans:
        x, right = edges[first], edges[first + span.columns]
        first += span.columns
        if span.title:
            box = Rect(x, top, right - x, HEAD)
            words = _words(context, "pad-head", span.title, box, span.at("title"))
            yield from words
            if span.art:
                left = min(word.x for word in words) - 2.0 - SIGN
                colour = context.colour(span.colour, span.at("colour"))
                sign = Rect(left, top + (HEAD - SIGN) / 2, SIGN, SIGN)
                yield from picture(context, span.art, sign, colour, span.at("art"))
            yield Path(rectangle(box), stroke=pen)


def _rows(
    spec: Spec, rows: int, context: RenderContext, edges: list[float], box: Rect, *, total: bool = False
) -> Iterator[Item]:
    """The lines of rows and the numbers in them; the last is for the total, filled where nothing is written."""
    pen = Stroke(context.colour("ink", spec.at("rows")), 0.25)
    height = box.h / (rows + total)
    for number in range(1, rows + 1):
        y = box.y + (number - 1) * height
        yield line(box.x, y, box.right, y, pen)
        for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
            if column.fill == "numbers":
                yield from _words(context, "pad-head", str(number), Rect(x, y, right - x, height), column.at("fill"))
    if total:
        y = box.far - height
        for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
            if not column.total:
                yield Path(rectangle(Rect(x, y, right - x, height)), fill=context.colour("cream", spec.at("rows")))
        first = Rect(edges[0], y, edges[1] - edges[0], height)
        yield from _words(context, "pad-head", spec.total, first, spec.at("total"))
        yield line(box.x, y, box.right, y, pen)


def _words(context: RenderContext, style: str, text: str, box: Rect, span: Span) -> list[Text]:
    return typeset(context, style, text, box, span, inset=0.8)
