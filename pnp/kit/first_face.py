"""Lay out the face of a first kit's poker cards: the elements that print a card's name, picture and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.kit import show
from pnp.kit.guess import ART, ASIDES, COST, TEXT, TYPE, Guess
from pnp.kit.tables.columns import NAME

LEFT, WIDTH = 8.0, 47.5
TOP, BOTTOM = 22.0, 82.0
"""The room below the name, from the trim's top, in mm."""
ROW = 4.2
LONG = 34
"""The number of characters from which a text needs a box of its own."""
MOST_BOXES, MOST_ROWS = 3, 10


def elements(columns: list[Guess]) -> str:
    """The lines of the elements in `faces.yaml`."""
    return "".join(f"      - {{{line}}}\n" for line in _lines(columns))


def left_out(columns: list[Guess]) -> list[str]:
    """The columns with texts for which the face has no room."""
    boxes, rows = _texts(columns)
    return [one.column for one in (*boxes[MOST_BOXES:], *rows[MOST_ROWS:])]


def _texts(columns: list[Guess]) -> tuple[list[Guess], list[Guess]]:
    """The columns that need a box each, the rules text first, and those that need a row each. Empty columns are left
    out."""
    texts = [one for one in columns if one.key.startswith(f"{ASIDES}.") and one.cells and one.key not in (COST, TYPE)]
    boxes = [one for one in texts if one.key == TEXT or max(map(len, one.cells)) >= LONG]
    return sorted(boxes, key=lambda one: one.key != TEXT), [one for one in texts if one not in boxes]


def _lines(columns: list[Guess]) -> Iterator[str]:
    filled = {one.key for one in columns if one.cells}
    boxes, rows = _texts(columns)
    narrow = 10 if COST in filled else 0
    yield "panel: [4, 4, 55.5, 80.9], fill: cream, stroke: ink, radius: 3"
    yield f'text: "{{{NAME}}}", {_box(LEFT, 7, WIDTH - narrow, 12)}, style: card-name'
    if narrow:
        yield f'text: "{{{COST}}}", {_box(LEFT + WIDTH - narrow, 7, narrow, 12)}, style: card-cost'
    yield "line: [8, 20, 55.5, 20], stroke: accent, width: 0.5"
    top, bottom = TOP, BOTTOM
    if TYPE in filled:
        bottom -= 6
        yield f'text: "{{{TYPE}}}", {_box(LEFT, bottom, WIDTH, 6)}, style: card-type'
    across = 1 if len(rows) <= MOST_ROWS // 3 else 2
    rows = rows[:MOST_ROWS]
    bottom -= ROW * -(-len(rows) // across)
    for number, one in enumerate(rows):
        down, right = divmod(number, across)
        width = WIDTH / across
        yield _labelled(one, _box(LEFT + right * width, bottom + down * ROW, width, ROW), "card-row")
    if ART in filled:
        yield f'art: "{{art}}", {_box(LEFT, top, WIDTH, (bottom - top) / 2 - 1)}, when: art'
        top += (bottom - top) / 2
    height = (bottom - top) / max(1, len(boxes[:MOST_BOXES]))
    for number, one in enumerate(boxes[:MOST_BOXES]):
        yield f'text: "{{{one.key}}}", {_box(LEFT, top + number * height, WIDTH, height)}, style: card-text'


def _box(*numbers: float) -> str:
    return f"box: [{', '.join(f'{round(number, 2):g}' for number in numbers)}]"


def _labelled(one: Guess, box: str, style: str) -> str:
    """A text with the column's name before it, on cards that have it."""
    label = " ".join(re.sub(r"[{}*_`\\:]", " ", one.column).split())
    return f"text: {show.quoted(f'{label}: {{{one.key}}}')}, {box}, style: {style}, when: {one.key}"
