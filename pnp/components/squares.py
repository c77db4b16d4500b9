"""The squares of a grid: where a rule places them, and which of them are next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, repeat
from typing import Any, NamedTuple

from pnp.graphics import Rect

MOST_ROWS, MOST = 12, 100
"""Rows of a grid, and squares in a row."""
WAYS = ("up", "down", "left", "right", "any")
"""Directions on a grid; `any` includes corners."""
Rows = Mapping[str, list[int]]
"""For each row, by its name, where its squares start, in units."""


class Square(NamedTuple):
    """A square of a grid. `row` and `column` are counted from 1, `columns` is the number of squares in its row."""

    id: str
    row: int
    column: int
    columns: int
    box: Rect


def rows_of(rule: Any, rows: int) -> Rows | None:
    """The rows of a rule; None if it describes no grid.

    A mapping gives the starts of the squares of each row. A number of squares, or a list of numbers to add, is that of
    each of so many `rows`, which are named `1.`, `2.` and so on.
    """
    if isinstance(rule, dict):
        is_grid = 1 <= len(rule) <= MOST_ROWS and all(map(_is_row, rule.values()))
        return rule if is_grid else None
    numbers = rule if isinstance(rule, list) else [rule]
    if not all(type(number) is int and number > 0 for number in numbers) or not 1 <= sum(numbers) <= MOST:
        return None
    return {f"{row}.": list(range(sum(numbers))) for row in range(1, rows + 1)}


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and 1 <= len(row) <= MOST and all(type(n) is int and 0 <= n <= 99 for n in row)


def shifted(rows: Rows) -> Rows:
    """Rows of squares two units wide, every second one of them a unit further to the right."""
    return {name: [2 * start + depth % 2 for start in row] for depth, (name, row) in enumerate(rows.items())}


def placed(rows: Rows, box: Rect, units: int, pitch: tuple[float, float] | None) -> Iterator[Square]:
    """Every square of a grid, from the top left. A square is `units` wide.

    The squares fill the box; with a `pitch`, it is the box of the first one, and the others are so far from each other
    to the right and down, mm.
    """
    starts = [start for row in rows.values() for start in row]
    if pitch is None:
        unit, down = box.w / (max(starts) - min(starts) + units), box.h / len(rows)
        box = Rect(box.x, box.y, units * unit, down)
    else:
        unit, down = pitch[0] / units, pitch[1]
    for depth, (name, row) in enumerate(rows.items()):
        for column, start, columns in zip(count(1), row, repeat(len(row)), strict=False):
            place = Rect(box.x + (start - min(starts)) * unit, box.y + depth * down, box.w, box.h)
            yield Square(f"{name}{column}", depth + 1, column, columns, place)


def is_next(start: Rect, box: Rect, way: str) -> bool:
    """Whether a square is next to another in a direction."""
    across, down = round(box.x - start.x, 6), round(box.y - start.y, 6)
    beside = abs(across) <= round(start.w, 6) and abs(down) <= round(start.h, 6)
    above = abs(across) < round(start.w, 6)
    return beside and {
        "left": across < 0 and not down,
        "right": across > 0 and not down,
        "up": down < 0 and above,
        "down": down > 0 and above,
    }.get(way, True)
