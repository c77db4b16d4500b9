"""Changed once, changed everywhere: no page prints the old value of what an overlay changes."""

from __future__ import annotations

import pytest

from tests.laws import literals

WORDS = "an ordinary word, which means something else there"
OTHER = "the same number counts something else there"
LEFT: dict[str, dict[str, str]] = {
    "tilt": {
        "card up": WORDS,
        "card down": WORDS,
        "card left": WORDS,
        "card right": WORDS,
        "card a3": WORDS,
        "card d3": WORDS,
        "minutes": OTHER,
        "ages": OTHER,
    },
    "soaring": {
        "card c3": "made of a suit and a value",
        "card e3": "made of a suit and a value",
        "card e5": "a suit beside the number of a row",
        "card soaring_rhino": "the name of the publisher",
    },
}
"""The values of each kit whose old words may be left, and why."""
STEP = 4
"""One of so many values is tried, unless all are asked for."""


@pytest.mark.parametrize("kit", LEFT)
def test_no_page_prints_what_an_overlay_has_changed(kit, request):
    opened = literals.shipped(kit)
    every = [value for value in literals.values(opened) if value.what not in LEFT[kit]]
    sample = every if request.config.getoption("--all-mutants") else every[::STEP]
    found = {value.what: places for value in sample if (places := literals.tried(opened, value))}
    assert not found


@pytest.mark.parametrize("kit", LEFT)
def test_what_may_be_left_is_of_the_kit(kit):
    assert {value.what for value in literals.values(literals.shipped(kit))} >= LEFT[kit].keys()


def test_a_literal_is_found(tmp_path):
    kit = literals.shipped("tilt")
    value = next(value for value in literals.values(kit) if value.what == "card feint")
    (tmp_path / "faces.yaml").write_text(
        "faces: {location-back: {elements: [{text: Feint, box: [8, 4, 28, 6], style: back-word}]}}"
    )
    assert any("Feint" in place for place in literals.left(kit, value, tmp_path))
