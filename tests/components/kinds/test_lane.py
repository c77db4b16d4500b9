"""Lanes: one board, or cards whose squares go on."""

import pytest

from tests.support.drawn import kind_test
from tests.support.kinds import label, made

test_is_drawn_as_reviewed = kind_test("lane")


BOARD = "kind: lane\ntitle: The list\nsquares: columns\nsize: [25, 90]\nmargin: 0.4\nface: list\n"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("squares: columns", "squares: colums", "unknown-field"), ("squares: columns", "squares: odd", "unknown-field"),
        ("face: list", "face: lisst", "unknown-face"), ("face: list", "face: behind", "missing-key"),
        ("squares: columns", "squares: tilts", "out-of-range"), ("margin: 0.4", "margin: 0.5", "out-of-range"),
        ("margin: 0.4", "margin: -1", "out-of-range"),
    ],
)  # fmt: skip
def test_a_lane_that_cannot_be_drawn_is_an_error(small_kit, old, new, code):
    made(small_kit, BOARD.replace(old, new))
    assert [found for found, _ in label(small_kit)] == [code]
