"""Lay out the face of a first kit's poker cards: the elements that print a card's name, picture and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.kit import show
from pnp.kit.guess import ART, ASIDES, COST, TEXT, TYPE, Guess
from pnp.kit.tables.columns import NAME
from pnp.sources import html

LEFT, WIDTH = 8.0, 47.5
TOP, BOTTOM = 22.0, 82.0
"""The room below the name, from the trim's top, in mm."""
ROW = 4.2
LONG = 34
"""The number of characters from which a text needs a box of its own."""
HALF = 15
"""The number of characters, with those of the label, that have room in half of a row."""
MOST_BOXES, MOST_ROWS = 3, 5
_PLACED = (NAME, TEXT, TYPE, COST)


def elements(columns: list[Guess]) -> str:
    """The lines of the elements in `faces.yaml`."""
    return "".join(f"      - {{{line}}}\n" for line in _lines(columns))


def left_out(columns: list[Guess]) -> list[str]:
    """The columns with texts for which the face has no room."""
    boxes, rows = _texts(columns)
    shown = [one for row in _rows(rows) for one in row]
    return [one.column for one in (*boxes[MOST_BOXES:], *(one for one in rows if one not in shown))]


def is_repeated(column: Guess, columns: list[Guess]) -> bool:
    """Whether a column of several words has the cells of another one before it, or of one with a place of its own."""
    words = [cell for cell in column.cells if not cell.isdigit()]
    alike = [one for one in columns if one.cells == column.cells and len(set(words)) > 1]
    return len(alike) > 1 and column != min(alike, key=lambda one: (one.key not in _PLACED, columns.index(one)))


def _texts(columns: list[Guess]) -> tuple[list[Guess], list[Guess]]:
    """The columns that need a box each, the rules text first, and those that need a row each. Empty columns are left
    out."""
    asides = [one for one in columns if one.key.startswith(f"{ASIDES}.") and one.cells and one.key not in (COST, TYPE)]
    texts = [one for one in asides if not is_repeated(one, columns)]
    boxes = [one for one in texts if one.key == TEXT or max(map(len, one.cells)) >= LONG]
    return sorted(boxes, key=lambda one: one.key != TEXT), [one for one in texts if one not in boxes]


def _rows(texts: list[Guess]) -> list[list[Guess]]:
    """Texts in rows, as many as there is room for: alone if there are few of them or if one is long, else in pairs."""
    few = len(texts) <= MOST_ROWS // 2
    rows: list[list[Guess]] = []
    pair: list[Guess] = []
    for one in texts:
        if few or len(_label(one)) + 2 + max(map(len, one.cells)) > HALF:
            rows.append([one])
        elif len(pair) == 1:
            pair.append(one)
        else:
            pair = [one]
            rows.append(pair)
    return rows[:MOST_ROWS]


def _lines(columns: list[Guess]) -> Iterator[str]:
    filled = {one.key: _field(one) for one in columns if one.cells}
    boxes, rows = _texts(columns)
    narrow = 10 if COST in filled else 0
    yield "rectangle: [4, 4, 55.5, 80.9], fill: cream, stroke: ink, radius: 3"
    if filled.keys() == {NAME}:
        yield f'text: "{filled[NAME]}", {_box(LEFT, 10, WIDTH, BOTTOM - 13)}, style: card-name'
        return
    yield f'text: "{filled[NAME]}", {_box(LEFT, 7, WIDTH - narrow, 12)}, style: card-name'
    if narrow:
        yield f'text: "{filled[COST]}", {_box(LEFT + WIDTH - narrow, 7, narrow, 12)}, style: card-cost'
    yield "line: [8, 20, 55.5, 20], stroke: accent, width: 0.5"
    top, bottom = TOP, BOTTOM
    if TYPE in filled:
        bottom -= 6
        yield f'text: "{filled[TYPE]}", {_box(LEFT, bottom, WIDTH, 6)}, style: card-type'
    lined = _rows(rows)
    bottom -= ROW * len(lined)
    for down, row in enumerate(lined):
        width = WIDTH / len(row)
        for right, one in enumerate(row):
            yield _labelled(one, _box(LEFT + right * width, bottom + down * ROW, width, ROW), "card-row")
    if ART in filled:
        yield f'art: "{{art}}", {_box(LEFT, top, WIDTH, (bottom - top) / 2 - 1)}, when: art'
        top += (bottom - top) / 2
    shares = [2 if one.key == TEXT else 1 for one in boxes[:MOST_BOXES]]  # rules need more room than other texts
    part = (bottom - top) / max(1, sum(shares))
    for one, share in zip(boxes, shares, strict=False):
        yield f'text: "{_field(one)}", {_box(LEFT, top, WIDTH, share * part)}, style: card-text'
        top += share * part


def _box(*numbers: float) -> str:
    return f"box: [{', '.join(f'{round(number, 2):g}' for number in numbers)}]"


def _labelled(one: Guess, box: str, style: str) -> str:
    """A text with the column's name before it, on cards that have it."""
    return f"text: {show.quoted(f'{_label(one)}: {_field(one)}')}, {box}, style: {style}, when: {one.key}"


def _field(one: Guess) -> str:
    """The field of a column, as Markdown if it has HTML."""
    return f"{{{one.key}|html}}" if any(map(html.found, one.cells)) else f"{{{one.key}}}"


def _label(one: Guess) -> str:
    """A column's name as a label, without what has a meaning in texts."""
    return " ".join(re.sub(r"[{}*_`\\:]", " ", one.column).split())
