"""A form to fill in with a pencil: a heading, a head for each column, ruled rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from pnp.components.context import RenderContext, typeset
from pnp.components.pictures import picture
from pnp.diagnostics import Span, counted
from pnp.graphics import Drawing, Item, Path, Piece, Rect, Size, Stroke, Tag
from pnp.graphics.drawing import Text, line, rectangle
from pnp.kit import Component, Record
from pnp.kit.annotations import PictureName, RulePath, With
from pnp.kit.fields import field_value
from pnp.kit.schema import Between, ByForm, OrExpression, Paint, Side

SHEETS, SCHEME, GAP = "pads", "nest", 8.0
SHRINKS = True

EDGE = 7.0
HEADING = 11.0
NOTE = 9.0
HEAD = 9.0
LOW_HEAD = 6.4
"""The height of a head, mm, if each part has its own."""
TICK = 3.6
"""The size of a box to tick, mm."""
BETWEEN = 4.0
"""The space between blocks, mm."""
SIGN = 5.4
MOST_ROWS = 60
MOST_BLOCKS = 4


@dataclass(frozen=True, kw_only=True)
class Column(Record):
    """A column of the form: its head, relative width and contents."""

    title: str
    """The column's head."""
    width: Annotated[float, Between(0.1, 100)] = 1.0
    """Its relative width: 2 is twice as wide as 1."""
    fill: Literal["nothing", "numbers", "box"] = "nothing"
    """Whether its rows are numbered, from 1 again after a total, have a box to tick, or are left to write in."""
    total: bool = False
    """Whether a total is written in this column; in the others its row is filled."""


@dataclass(frozen=True, kw_only=True)
class Heading(Record):
    """A heading over several columns; without a title, these have none."""

    columns: Annotated[int, Between(1, 30)]
    """The number of columns that it spans."""
    title: str = ""
    """The text over these columns."""
    art: Annotated[PictureName | None, With("title")] = None
    """The file name of a sign before the text, or an icon."""
    colour: Annotated[Paint, With("art")] = "ink"
    """The colour of the sign."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A form to fill in with a pencil."""

    size: tuple[Side, Side]
    """Width and height of the trim, in mm."""
    columns: tuple[Column, ...]
    """The columns from left to right."""
    rows: Annotated[int | RulePath, ByForm(), OrExpression()]
    """The number of rows, the dotted name of a rule that is one, or an expression of the rules in braces:
    `"{rules.rounds + 1}"`."""
    note: str | None = None
    """A note below the heading."""
    spans: tuple[Heading, ...] = ()
    """Headings over several columns, from the left."""
    blocks: Annotated[int, Between(1, MOST_BLOCKS)] = 1
    """Into how many blocks side by side the rows are divided; each has all columns, and row numbers continue."""
    total_after: Annotated[int | RulePath, ByForm()] | None = None
    """The number of rows after which a row for a total and a gap follow, or the dotted name of a rule that is one. With
    a rule, there are as many whole parts as `rows` has room for, and at least one."""
    heads: Annotated[Literal["once", "each"], With("total_after")] = "once"
    """Whether the heads of the columns are at the top only, or, lower, above each part with a total."""
    total: Annotated[str, With("total_after")] = "Total"
    """What the row of a total is called, in the first column."""

    @property
    def part(self) -> int:
        """The rows of each part with a total; 0 without totals. A rule must have been replaced by its number."""
        return self.total_after if isinstance(self.total_after, int) else 0


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    rows, part = _number(spec, "rows", context), _number(spec, "total_after", context)
    if rows is None or part is None:
        return []
    if isinstance(spec.total_after, str):
        rows = max(part, rows - rows % part)
    spec = replace(spec, total_after=part or None)
    if not _fits_together(spec, rows, context):
        return []
    size = Size(*spec.size)
    drawing = Drawing(id_, size, tuple(_page(spec, rows, context, Rect(0, 0, *size).inset(EDGE))))
    return [Piece(f"{id_}/page", id_, spec.title, size, drawing, stock=spec.stock)]


def _fits_together(spec: Spec, rows: int, context: RenderContext) -> bool:
    """Whether rows, columns, headings and totals agree. What does not is reported."""
    noted = context.diagnostics.noted
    if sum(span.columns for span in spec.spans) > len(spec.columns):
        message = f"the headings span more than the {len(spec.columns)} columns of the form"
        context.diagnostics.error(spec.at("spans"), "out-of-range", message)
    if spec.part and rows % (spec.blocks * spec.part):
        where = f" in {spec.blocks} blocks" if spec.blocks > 1 else ""
        message = f"{counted(rows, 'row')}{where} cannot be divided into parts of {spec.part} with a total"
        context.diagnostics.error(spec.at("total_after"), "out-of-range", message)
    for column in () if spec.part else spec.columns:
        if column.total:
            message = "'total' of a column has no effect without 'total_after' of the form"
            context.diagnostics.error(column.at("total"), "unknown-key", message, "add that, or remove 'total'")
    return context.diagnostics.noted == noted


def _number(spec: Spec, key: Literal["rows", "total_after"], context: RenderContext) -> int | None:
    """A number of rows, 0 for a key that is left out; None, with an error, for a rule that is none."""
    given = getattr(spec, key)
    rows = field_value(context.kit.rules.plain(), given) if isinstance(given, str) else given
    if given is None or (type(rows) is int and 1 <= rows <= MOST_ROWS):
        return rows or 0
    message = f"{given!r} is neither a number of rows from 1 to {MOST_ROWS} nor the name of a rule with one"
    context.diagnostics.error(spec.at(key), "unknown-field", message)
    return None


def _page(spec: Spec, rows: int, context: RenderContext, page: Rect) -> Iterator[Item]:
    heading = Rect(page.x, page.y, page.w, HEADING)
    yield Tag("H1", tuple(_words(context, "pad-title", spec.title, heading, spec.at("title"))))
    top = page.y + HEADING
    if spec.note:
        yield from _words(context, "pad-note", spec.note, Rect(page.x, top, page.w, NOTE), spec.at("note"))
        top += NOTE
    each = -(-rows // spec.blocks)
    width = (page.w - (spec.blocks - 1) * BETWEEN) / spec.blocks
    for block in range(spec.blocks):
        box = Rect(page.x + block * (width + BETWEEN), top, width, page.far - top)
        numbers = range(block * each + 1, min(rows, (block + 1) * each) + 1)
        yield from _block(spec, numbers, each, context, box)


class _Layout(NamedTuple):
    """Where the parts of a block are: the tops of its heads, the boxes of its rows, and those with a frame."""

    heads: list[float]
    rows: list[Rect]
    frames: list[Rect]


def _block(spec: Spec, numbers: range, rows_high: int, context: RenderContext, page: Rect) -> Iterator[Item]:
    """The heads of all columns, and some of the rows below them, each as high as if there were `rows_high` of them."""
    if not numbers:
        return
    edges = _edges(spec, page)
    head = LOW_HEAD if spec.part and spec.heads == "each" else HEAD
    layout = _layout(spec, len(numbers), rows_high, page, head)
    for y in layout.heads:
        yield from _heads(spec, context, edges, Rect(page.x, y, page.w, head))
    for box in layout.rows:
        own = range(1, spec.part + 1) if spec.part else numbers
        yield from _rows(spec, own, context, edges, box, total=bool(spec.part))
    yield from _frames(spec, context, edges, layout.frames)


def _layout(spec: Spec, rows: int, rows_high: int, page: Rect, head: float) -> _Layout:
    """The layout of a block of rows: of one part, of parts below one head, or of parts with a head each."""
    over = head if spec.spans else 0.0
    body = _below(page, over + head)
    if not spec.part:
        box = body._replace(h=rows * body.h / rows_high)
        return _Layout([page.y], [box], [_below(box, -head)])
    if spec.heads == "each":
        parts = _parts(rows, spec.part, page)
        below = [_below(part, over + head) for part in parts]
        return _Layout([part.y for part in parts], below, [_below(part, over) for part in parts])
    parts = _parts(rows, spec.part, body)
    return _Layout([page.y], parts, [Rect(page.x, page.y + over, page.w, head), *parts])


def _below(box: Rect, by: float) -> Rect:
    """The rest of a box below a strip at its top."""
    return box._replace(y=box.y + by, h=box.h - by)


def _frames(spec: Spec, context: RenderContext, edges: list[float], frames: list[Rect]) -> Iterator[Item]:
    """The lines between columns, and a frame around each part."""
    ink = context.colour("ink", spec.at("columns"))
    # Headings end at the frame's corners, which are square then.
    radius = 0.0 if spec.spans or spec.part else 1.5
    for frame in frames:
        yield from (line(x, frame.y, x, frame.far, Stroke(ink, 0.25)) for x in edges[1:-1])
        yield Path(rectangle(frame, radius), stroke=Stroke(ink, 0.5))


def _heads(spec: Spec, context: RenderContext, edges: list[float], box: Rect) -> Iterator[Item]:
    """The headings over several columns, if there are any, and the heads of the columns below them."""
    top = box.y
    if spec.spans:
        yield from _spans(spec, context, edges, box)
        top += box.h
    yield Path(rectangle(Rect(box.x, top, box.w, box.h)), fill=context.colour("cream", spec.at("columns")))
    for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
        cell = Rect(x, top, right - x, box.h)
        yield Tag("Cell", tuple(_words(context, "pad-head", column.title, cell, column.at("title"))), column.title)


def _parts(rows: int, each: int, box: Rect) -> list[Rect]:
    """The boxes of rows with a total, below a gap each but the first."""
    count = -(-rows // each)
    height = (box.h - (count - 1) * BETWEEN) / count
    return [Rect(box.x, box.y + place * (height + BETWEEN), box.w, height) for place in range(count)]


def _edges(spec: Spec, page: Rect) -> list[float]:
    """The x positions of the columns' edges, from the left of the first to the right of the last."""
    whole = sum(column.width for column in spec.columns)
    edges = [page.x]
    for column in spec.columns:
        edges.append(edges[-1] + page.w * column.width / whole)
    return edges


def _spans(spec: Spec, context: RenderContext, edges: list[float], row: Rect) -> Iterator[Item]:
    pen = Stroke(context.colour("ink", spec.at("spans")), 0.5)
    first = 0
    for span in spec.spans:
        x, right = edges[first], edges[first + span.columns]
        first += span.columns
        if span.title:
            box = Rect(x, row.y, right - x, row.h)
            words = _words(context, "pad-head", span.title, box, span.at("title"))
            yield from words
            if span.art:
                left = min(word.x for word in words) - 2.0 - SIGN
                colour = context.colour(span.colour, span.at("colour"))
                sign = Rect(left, row.y + (row.h - SIGN) / 2, SIGN, SIGN)
                yield from picture(context, span.art, sign, colour, span.at("art"))
            yield Path(rectangle(box), stroke=pen)


def _rows(
    spec: Spec, numbers: range, context: RenderContext, edges: list[float], box: Rect, *, total: bool = False
) -> Iterator[Item]:
    """The lines of rows and the numbers in them; the last is for the total."""
    pen = Stroke(context.colour("ink", spec.at("rows")), 0.25)
    height = box.h / (len(numbers) + total)
    for index, number in enumerate(numbers):
        row = Rect(box.x, box.y + index * height, box.w, height)
        yield line(row.x, row.y, row.right, row.y, pen)
        yield from _cells(spec, number, context, edges, row, pen)
    if total:
        yield from _total(spec, context, edges, Rect(box.x, box.far - height, box.w, height), pen)


def _cells(
    spec: Spec, number: int, context: RenderContext, edges: list[float], row: Rect, pen: Stroke
) -> Iterator[Item]:
    """The number of a row and its boxes to tick."""
    for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
        if column.fill == "numbers":
            cell = Rect(x, row.y, right - x, row.h)
            yield from _words(context, "pad-head", str(number), cell, column.at("fill"))
        elif column.fill == "box":
            tick = Rect((x + right - TICK) / 2, row.y + (row.h - TICK) / 2, TICK, TICK)
            yield Path(rectangle(tick, 0.4), stroke=pen)


def _total(spec: Spec, context: RenderContext, edges: list[float], row: Rect, pen: Stroke) -> Iterator[Item]:
    """A row for the total, filled where nothing is written."""
    fill = context.colour("cream", spec.at("rows"))
    for column, x, right in zip(spec.columns, edges, edges[1:], strict=False):
        if not column.total:
            yield Path(rectangle(Rect(x, row.y, right - x, row.h)), fill=fill)
    first = Rect(edges[0], row.y, edges[1] - edges[0], row.h)
    yield from _words(context, "pad-head", spec.total, first, spec.at("total"))
    yield line(row.x, row.y, row.right, row.y, pen)


def _words(context: RenderContext, style: str, text: str, box: Rect, span: Span) -> list[Text]:
    return typeset(context, style, text, box, span, inset=0.8)
