"""Lanes: one board, or cards whose squares go on."""

from __future__ import annotations

import pytest

from tests.support.drawn import kind_test
from tests.support.kinds import label, made

test_is_drawn_as_reviewed = kind_test("lane")

BOARD = "kind: lane\ntitle: The list\nsquares: columns\nsize: [25, 90]\nmargin: 0.4\nface: list\n"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("squares: columns", "squares: colums", "unknown-field"),
        ("squares: columns", "squares: odd", "unknown-field"),
        ("face: list", "face: lisst", "unknown-face"),
        ("face: list", "face: behind", "missing-key"),
        ("squares: columns", "squares: tilts", "out-of-range"),
        ("margin: 0.4", "margin: 0.5", "out-of-range"),
        ("margin: 0.4", "margin: -1", "out-of-range"),
    ],
)
def test_a_lane_that_cannot_be_drawn_is_an_error(small_kit, old, new, code):
    made(small_kit, BOARD.replace(old, new))
    assert [found for found, _ in label(small_kit)] == [code]


@pytest.mark.parametrize(
    "option",
    [
        "lanes: 2", "rail: 8", "border: [0, 8]", "numbers: own", "read: near", "zone: zone", "stripe: lawn",
        "front_art: a.svg", "square_art: a.svg", "side_art: a.svg", "rail_art: a.svg", "rail_end_art: a.svg",
        "starts: [red, blue]", "start_art: a.svg", "centre_art: a.svg", "back_art: a.svg", "square: [25, 27]",
    ],
)  # fmt: skip
def test_how_a_lane_looks_is_no_option(small_kit, option):
    made(small_kit, f"{BOARD}{option}\n")
    assert [found for found, _ in label(small_kit)] == ["unknown-key"]
