"""Changed once, changed everywhere: no page prints the old value of what an overlay changes."""

from __future__ import annotations

import pytest

from pnp.pipeline import api
from tests.laws import literals

WORDS = "an ordinary word, which means something else there"
OTHER = "the same number counts something else there"
EXAMPLES = "a worked example, which play does not lead to any more"
PARTS = "made of other values"
USED = "the game is played with these things, its own or others"
LEFT: dict[str, dict[str, str]] = {
    "duel": {
        "ages": OTHER,
        "removed deck": USED,
        "rule hand_size": EXAMPLES,
        "word two": WORDS,
        "word six": WORDS,
    },
    "lists": {
        "card strike_table": "the name of the component that prints it",
        "component standees": WORDS,
        "word head": WORDS,
        "word both_unseated": PARTS,
        "word both_unable": PARTS,
        "word tent": WORDS,
    },
    "rhino": {
        "count swerve": OTHER,
        "count stomp": OTHER,
        "card summary": WORDS,
        "component foldies": WORDS,
        "removed moves": USED,
        "removed rhinos": USED,
        "removed position-track": "the credits name the parts of the first edition",
        "removed score-track": "the credits name the parts of the first edition",
        "rule target_score": OTHER,
        "rule score_by_position.chasing": OTHER,
    },
    "soaring": {
        "rule setup.4.win.hands": OTHER,
        "card c3": "made of a suit and a value",
        "card e3": "made of a suit and a value",
        "card e5": "made of a suit and a value",
        "card soaring_rhino": "the name of the publisher",
        "word a": PARTS,
        "word c": PARTS,
        "word e": PARTS,
        "word clockwise": PARTS,
        "word hands": WORDS,
        "word rounds": WORDS,
        "removed deck": "the second line of the title",
        "removed tokens": USED,
        "copies tokens": EXAMPLES,
        "rule setup.3.deal": OTHER,
        "rule setup.2.side.cards": OTHER,
    },
    "tilt": {
        "card up": WORDS,
        "card down": WORDS,
        "card left": WORDS,
        "card right": WORDS,
        "card a3": WORDS,
        "card d3": WORDS,
        "minutes": OTHER,
        "ages": OTHER,
        "rule tilts": EXAMPLES,
        "word miss": WORDS,
        "word hit": WORDS,
        "word head": WORDS,
    },
}
"""The values of each kit whose old words may be left, and why."""
TRIED = 8
"""How many values of each kit are tried, unless all are asked for."""
NEEDED = {"rhino": {"moves"}, "duel": set(), "lists": set(), "soaring": set(), "tilt": set()}
"""The components of each kit that cannot be removed alone: pages quote what is on them."""


def _sample(values, request):
    return values if request.config.getoption("--all-mutants") else values[:: len(values) // TRIED + 1]


@pytest.mark.parametrize("kit", LEFT)
def test_no_page_prints_what_an_overlay_has_changed(kit, request):
    opened = literals.shipped(kit)
    every = [value for value in literals.values(opened) if value.what not in LEFT[kit]]
    found = {value.what: places for value in _sample(every, request) if (places := literals.tried(opened, value))}
    assert not found


@pytest.mark.parametrize("kit", LEFT)
def test_what_may_be_left_is_of_the_kit(kit):
    assert {value.what for value in literals.values(literals.shipped(kit))} >= LEFT[kit].keys()


@pytest.mark.parametrize("kit", NEEDED)
def test_a_component_is_removed_by_one_line(kit, request, tmp_path):
    found = {}
    parts = sorted(literals.shipped(kit).components.keys() - NEEDED[kit])
    for part in parts if request.config.getoption("--all-mutants") else parts[::6]:
        folder = tmp_path / f"no-{part}"
        folder.mkdir()
        (folder / "kit.yaml").write_text(f"{{extends: {kit}, components: {{{part}: null}}}}\n", encoding="utf-8")
        if errors := [d.message for d in api.check(folder) if d.severity == "error"]:
            found[part] = errors
    assert not found


def test_a_number_that_is_typed_out_is_found(tmp_path):
    kit = literals.shipped("duel")
    value = next(value for value in literals.values(kit) if value.what == "rule win_points")
    back = "{reference-back: {elements: [{text: Ten points, box: [8, 4, 46, 9], style: note}]}}"
    (tmp_path / "faces.yaml").write_text(f"faces: {back}")
    assert literals.left(kit, value, tmp_path) == ["10 points"]


def test_a_literal_is_found(tmp_path):
    kit = literals.shipped("tilt")
    value = next(value for value in literals.values(kit) if value.what == "card feint")
    (tmp_path / "faces.yaml").write_text(
        "faces: {location-back: {elements: [{text: Feint, box: [8, 4, 28, 6], style: back-word}]}}"
    )
    assert any("Feint" in place for place in literals.left(kit, value, tmp_path))
