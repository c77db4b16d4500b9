"""The squares of grids: where a rule places them, and which are next to each other."""

from __future__ import annotations

import pytest

from pnp.components.squares import MOST, MOST_ROWS, is_next, rows_of
from pnp.graphics import Rect

START, ABOVE, BESIDE, FAR = Rect(10, 8, 10, 8), Rect(5, 0, 10, 8), Rect(20, 8, 10, 8), Rect(40, 8, 10, 8)


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
