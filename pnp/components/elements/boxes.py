"""Boxes for a marker or to tick, one for each number up to a number of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.components.context import RenderContext, Scope, typeset
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import rectangle
from pnp.kit.annotations import RulePath, StyleName, Unless
from pnp.kit.fields import field_value
from pnp.kit.schema import Between

MOST = 100


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """Boxes with the numbers from the first to the last, in rows; the last one is tinted."""

    boxes: RulePath
    """The rule with the last number."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    style: StyleName
    """The text style of the numbers."""
    first: Annotated[int, Between(0, 1)] = 0
    """The first number."""
    columns: Annotated[int, Between(1, MOST), Unless("one_row", value=True)] = 10
    """The number of boxes in a row."""
    one_row: bool = False
    """Whether all boxes are in one row, whatever their number."""
    more: Literal["", "+"] = ""
    """The text after the last number."""
    wide: Annotated[float, Between(5, 200)] | None = None
    """The width of the first box of each row, where several markers begin, in mm; left out, as wide as the others."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:  # noqa: ARG001 - no card has numbers of its own
    last = field_value(context.kit.rules.plain(), element.boxes)
    if type(last) is not int or not 1 <= last <= MOST:
        message = f"the rules have no number {element.boxes!r} from 1 to {MOST}"
        context.diagnostics.error(element.at("boxes"), "unknown-field", message)
        return []
    numbers = range(element.first, last + 1)
    columns = len(numbers) if element.one_row else element.columns
    rows = -(-len(numbers) // columns)
    x, y, w, h = element.box
    height = h / rows
    wide = element.wide or w / columns
    width = (w - wide) / (columns - 1) if columns > 1 else w
    ink, tint = (context.colour(name, element.at("boxes")) for name in ("ink", "sand"))
    items: list[Item] = []
    for index, number in enumerate(numbers):
        row, column = divmod(index, columns)
        left = x + wide + (column - 1) * width if column else x
        cell = Rect(left, y + row * height, width if column else wide, height)
        words = f"{number}{element.more}" if number == last else str(number)
        drawn: list[Item] = [Path(rectangle(cell), tint if number == last else None, Stroke(ink, 0.25))]
        drawn.extend(typeset(context, element.style, words, cell, element.at("style"), inset=0.4))
        items.append(Tag("Cell", tuple(drawn), str(number), element.at("boxes")))
    return items
