"""The names of a board's squares around it: above, below and beside its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.components.context import RenderContext
from pnp.components.large_squares import Cell, aside_of, card_of, code_of, words_on
from pnp.diagnostics import Part
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.drawing import rectangle

if TYPE_CHECKING:
    from pnp.components.elements.board import Spec

TALL, APART = 4.8, 0.5
"""The height of the names above and below a board, and their distance from it, mm."""
KEY, KEY_CODE, KEY_EDGE, KEY_LINE = 8.6, 4.3, 1.0, 0.3
"""The height of a code with a name beside a row, that of the code, the space at the sides of their plate, and its line,
mm."""


def edge_names(context: RenderContext, element: Spec, cells: Sequence[Cell]) -> Iterator[Item]:
    """The names of the first row above it, of the last row below it, and of other rows in the space at their ends.

    There, a name is below its code: those of the left half of a row at its left end, the others at its right end.
    """
    board = Rect(*element.box)
    rows = [list(row) for _, row in groupby(cells, key=lambda cell: cell.box.y)]
    for depth, row in enumerate(rows):
        if depth in (0, len(rows) - 1):
            y = board.y - APART - TALL if depth == 0 else board.far + APART
            for cell in row:
                yield from _name(context, element, cell, "square-edge", Rect(cell.box.x, y, cell.box.w, TALL))
            continue
        half = len(row) / 2
        left = Rect(board.x, row[0].box.y, row[0].box.x - board.x, row[0].box.h)
        right = Rect(row[-1].box.right, left.y, board.right - row[-1].box.right, left.h)
        yield from _keys(context, element, [cell for at, cell in enumerate(row) if at < half], left)
        yield from _keys(context, element, [cell for at, cell in enumerate(row) if at >= half], right)


def _keys(context: RenderContext, element: Spec, cells: Sequence[Cell], room: Rect) -> Iterator[Item]:
    """Codes and names below each other, in the middle of a place."""
    share = min(room.h / len(cells), 1.5 * KEY) if cells else 0.0
    top = room.centre[1] - share * len(cells) / 2
    plate = Rect(room.x, top, room.w, share * len(cells)).inset(KEY_EDGE)
    soft = context.colour("soft", element.at("board"))
    yield Path(rectangle(plate, KEY_EDGE), "#ffffff", Stroke(soft, KEY_LINE))
    for depth, cell in enumerate(cells):
        box = Rect(room.x + KEY_EDGE, top + depth * share + (share - KEY) / 2, room.w - 2 * KEY_EDGE, KEY)
        card = card_of(context, element, cell)
        code = Rect(box.x, box.y, box.w, KEY_CODE)
        yield from words_on(context, element, "square-code", code_of(card, cell), code, None, aside_of(card, "short"))
        name = Rect(box.x, box.y + KEY_CODE, box.w, box.h - KEY_CODE)
        yield from _name(context, element, cell, "square-key", name)


def _name(context: RenderContext, element: Spec, cell: Cell, style: str, box: Rect) -> Iterator[Item]:
    card = card_of(context, element, cell)
    if card:
        yield from words_on(context, element, style, card.name, box, None, [Part(card.name, card.at("name"))])
