"""The squares of grids: where a rule places them, and which are next to each other."""

from __future__ import annotations

import pytest

from pnp.components.squares import MOST, MOST_ROWS, is_next, placed, rows_of, shifted
from pnp.graphics import Rect

BRICKS = {"a": [0, 2, 4], "b": [1, 3]}
START, ABOVE, BESIDE, FAR = Rect(10, 8, 10, 8), Rect(5, 0, 10, 8), Rect(20, 8, 10, 8), Rect(40, 8, 10, 8)


def test_squares_of_a_mapping_fill_the_box_like_bricks():
    squares = {square.id: square for square in placed(BRICKS, Rect(3, 4, 60, 20), 2, None)}
    assert list(squares) == ["a1", "a2", "a3", "b1", "b2"]
    assert squares["a1"].box == (3, 4, 20, 10)
    assert squares["a3"].box == (43, 4, 20, 10)
    assert squares["b1"].box == (13, 14, 20, 10)
    assert [(s.row, s.column, s.columns) for s in squares.values()] == [
        (1, 1, 3), (1, 2, 3), (1, 3, 3), (2, 1, 2), (2, 2, 2),
    ]  # fmt: skip


def test_with_a_pitch_the_box_is_that_of_the_first_square():
    rows = rows_of([3, 2], rows=2)
    squares = {square.id: square.box for square in placed(rows, Rect(10, 8, 21, 21), 1, (25, 28))}
    assert list(squares) == [f"{row}.{column}" for row in (1, 2) for column in range(1, 6)]
    assert squares["1.1"] == (10, 8, 21, 21)
    assert squares["2.5"] == (110, 36, 21, 21)


@pytest.mark.parametrize(
    "rule",
    [
        None, 0, -3, MOST + 1, [MOST, 1], [], [3, "a"], True,
        {}, {"a": 3}, {"a": []}, {"a": [-1]}, {"a": [100]}, {"a": ["1"]},
        {str(row): [0] for row in range(MOST_ROWS + 1)},
    ],
)  # fmt: skip
def test_other_rules_are_no_grid(rule):
    assert rows_of(rule, rows=1) is None


@pytest.mark.parametrize(("box", "ways"), [(ABOVE, {"up", "any"}), (BESIDE, {"right", "any"}), (FAR, set())])
def test_squares_beside_are_next(box, ways):
    assert {way for way in ("up", "down", "left", "right", "any") if is_next(START, box, way)} == ways


def test_every_second_one_of_shifted_rows_begins_half_a_square_to_the_right():
    rows = rows_of(2, rows=3)
    squares = {square.id: square.box for square in placed(shifted(rows), Rect(10, 10, 24, 28), 2, (24, 21))}
    assert {id_: (box.x, box.y) for id_, box in squares.items()} == {
        "1.1": (10, 10), "1.2": (34, 10), "2.1": (22, 31), "2.2": (46, 31), "3.1": (10, 52), "3.2": (34, 52),
    }  # fmt: skip
