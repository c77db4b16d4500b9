"""A flow chart from a Markdown table: questions one below the other, each with its answer beside it.

The first cell of a row is the question; the other cells, each with the head of its column, are the answer. The chart is
tagged as a table. Text styles: `chart-question`, `chart-head`, `chart-answer`, `chart-way`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.components.context import RenderContext, Scope, typeset
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import Text, TextBlock, line, polygon, rectangle
from pnp.kit.annotations import TemplateName
from pnp.kit.schema import Paint
from pnp.text import markdown, marked
from pnp.text.table import HEAD_SEPARATOR

SHARES = (0.3, 0.09, 0.61)
"""Shares of the width: the question, the arrow, the answer."""
HEAD = 0.27
"""The share of the answer's width for the heads of columns."""
DOWN = 0.3
"""The arrow down to the next question, as a share of a question's height."""
POINT = 1.3

READS_CARD = True
"""Its template is filled with the card."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A table of questions drawn as a flow chart."""

    chart: TemplateName
    """The template with the table."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    yes: str
    """The label of the arrow to the answer."""
    no: str
    """The label of the arrow to the next question."""
    otherwise: str
    """The result if no question is answered with yes."""
    colour: Paint = "cream"
    """The colour behind the answers."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    text = context.templates.fill(element.chart, element.at("chart"), plan=context.set_description, card=scope)
    head, rows = _table(marked.parse(text, element.at("chart"), context.diagnostics))
    if not rows:
        context.diagnostics.error(element.at("chart"), "unknown-field", f"there is no table in {element.chart!r}")
        return []
    box = Rect(*element.box)
    step = box.h / (len(rows) + 0.6)
    high = step / (1 + DOWN)
    items = [_row(context, element, head, cells, _rows_box(box, i * step, high)) for i, cells in enumerate(rows)]
    ways = [
        way for i in range(len(rows)) for way in _ways(context, element, _rows_box(box, i * step, high), step - high)
    ]
    last = Rect(box.x, box.y + len(rows) * step, box.w, box.far - box.y - len(rows) * step)
    pen = Stroke(context.colour("ink", element.at("chart")), 0.4)
    end: list[Item] = [Path(rectangle(last, 2.0), stroke=pen)]
    end.extend(_label(context, element, "chart-question", "otherwise", last))
    heads = HEAD_SEPARATOR.join(cell.text for cell in head)
    return [*ways, Tag("Table", tuple(items), heads, element.at("chart")), *end]


class _Cell(NamedTuple):
    """A cell of the table: its text, and what it is in the template."""

    text: str
    block: TextBlock | None


def _table(tokens: list[Any]) -> tuple[list[_Cell], list[list[_Cell]]]:
    """The first table: its head and its rows."""
    start = next((i for i, token in enumerate(tokens) if token.type == "table_open"), len(tokens))
    table = markdown.rows(tokens[start + 1 : markdown.closing(tokens, start)]) if start < len(tokens) else []
    rows = [[_Cell(_plain(cell), marked.block_of(cell)) for cell in cells] for _, cells in table]
    return (rows[0], rows[1:]) if rows and table[0][0] else ([], rows)


def _plain(cell: Any) -> str:
    return "".join(child.content for child in cell.children or [] if child.type in ("text", "code_inline"))


def _rows_box(box: Rect, down: float, high: float) -> Rect:
    return Rect(box.x, box.y + down, box.w, high)


def _parts(box: Rect) -> tuple[Rect, Rect]:
    """The boxes of a row's question and of its answer."""
    question = Rect(box.x, box.y, SHARES[0] * box.w, box.h)
    return question, Rect(box.right - SHARES[2] * box.w, box.y, SHARES[2] * box.w, box.h)


def _row(context: RenderContext, element: Spec, head: list[_Cell], cells: list[_Cell], box: Rect) -> Tag:
    ink, tint = context.colour("ink", element.at("chart")), context.colour(element.colour, element.at("colour"))
    question, answer = _parts(box)
    asked = (Path(rectangle(question, 2.0), tint, Stroke(ink, 0.4)),)
    frame = Path(rectangle(answer), stroke=Stroke(ink, 0.25))
    asks = _words(context, element, "chart-question", cells[0].text, question.inset(0.8))
    tags: list[Item] = [Tag("TD", tuple(asks), block=cells[0].block)]
    high = (answer.h - 1.6) / max(1, len(cells) - 1)
    for index, (name, cell) in enumerate(zip(head[1:], cells[1:], strict=False)):
        y, wide = answer.y + 0.8 + index * high, HEAD * answer.w
        tags.extend(_words(context, element, "chart-head", name.text, Rect(answer.x + 1.2, y, wide - 1.2, high)))
        answer_text = _words(
            context, element, "chart-answer", cell.text, Rect(answer.x + wide + 0.6, y, answer.w - wide - 1.2, high)
        )
        tags.append(Tag("TD", tuple(answer_text), block=cell.block))
    return Tag("TR", (*asked, frame, *tags))


def _ways(context: RenderContext, element: Spec, box: Rect, down: float) -> Iterator[Item]:
    """The arrow to the answer, and the one to the next question."""
    ink = context.colour("ink", element.at("chart"))
    question, answer = _parts(box)
    middle, x = box.y + box.h / 2, question.x + question.w / 2
    pen = Stroke(ink, 0.4)
    yield line(question.right, middle, answer.x - POINT, middle, pen)
    yield _point(answer.x, middle, ink, (-POINT, -0.8), (-POINT, 0.8))
    above = Rect(question.right, middle - 4, answer.x - question.right, 3.6)
    yield from _label(context, element, "chart-way", "yes", above)
    foot = box.far + down
    yield line(x, box.far, x, foot - POINT, pen)
    yield _point(x, foot, ink, (-0.8, -POINT), (0.8, -POINT))
    yield from _label(context, element, "chart-way", "no", Rect(x + 1, box.far, 8, down))


def _point(x: float, y: float, ink: str, *back: tuple[float, float]) -> Path:
    """The head of an arrow with its tip at (x, y); `back` are its other corners relative to the tip."""
    return Path(polygon((x, y), *((x + dx, y + dy) for dx, dy in back)), fill=ink)


def _label(context: RenderContext, element: Spec, style: str, key: str, box: Rect) -> list[Item]:
    """The text of a key, which knows where it is written."""
    words = _words(context, element, style, getattr(element, key), box)
    return [Tag("P", tuple(words), origin=element.at(key))] if words else []


def _words(context: RenderContext, element: Spec, style: str, text: str, box: Rect) -> list[Text]:
    return typeset(context, style, text, box, element.at("chart")) if text else []
