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
        "word four": WORDS,
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
        "without champion": "the credits name the parts of the first edition",
        "rule target_score": OTHER,
        "rule score_by_position.chasing": OTHER,
    },
    "soaring": {
        "rule setup.4.win.hands": OTHER,
        "rule setup.3.win.hands": OTHER,
        "rule setup.2.win.rounds": OTHER,
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
        "word hit": WORDS,
    },
}
"""The values of each kit whose old words may be left, and why."""
CREDITED = "the credits name the parts of the first edition"
SUIT_AND_VALUE = "made of a suit and a value"
IN_SENTENCES = "its name in sentences has other endings or articles"
_OF_RHINO = {
    "card summary": WORDS,
    "card champion": WORDS,
    "count swerve": OTHER,
    "count stomp": OTHER,
    "removed moves": USED,
    "removed rhinos": USED,
    "removed position-track": CREDITED,
    "removed score-track": CREDITED,
    "removed bracket": CREDITED,
    "without champion": CREDITED,
    "rule target_score": OTHER,
    "rule score_by_position.chasing": OTHER,
}
_OF_SOARING = {
    "title": "the name of a card too",
    "card c3": SUIT_AND_VALUE,
    "card e3": SUIT_AND_VALUE,
    "card e5": SUIT_AND_VALUE,
    "card c_downer": IN_SENTENCES,
    "word a": PARTS,
    "word c": PARTS,
    "word e": PARTS,
    "word hands": WORDS,
    "word rounds": WORDS,
    "removed deck": "the second line of the title",
    "removed tokens": USED,
    "rule setup.4.win.hands": OTHER,
    "rule setup.3.win.hands": OTHER,
    "rule setup.3.deal": OTHER,
    "rule setup.2.side.cards": OTHER,
    "rule setup.2.win.rounds": OTHER,
}
EDITIONS: dict[str, dict[str, str]] = {
    "rhino-de": _OF_RHINO,
    "rhino-fr": _OF_RHINO
    | {"component summaries": WORDS, "component foldies": WORDS, "word white": WORDS, "word black": WORDS},
    "soaring-de": {
        **_OF_SOARING,
        "card e2": SUIT_AND_VALUE,
        "card direction": IN_SENTENCES,
        "card high_low": IN_SENTENCES,
        "card reference": IN_SENTENCES,
        "word clockwise": PARTS,
        "word side_pile": WORDS,
    },
    "soaring-fr": {
        **_OF_SOARING,
        "component deck": "the second line of the title",
        "copies tokens": EXAMPLES,
        "removed tuckbox": "what the cards lie in, of this kit or another",
    },
}
"""The same for the editions in other languages."""
TRIED = {"rhino": 3, "duel": 1, "lists": 1, "rhino-de": 1, "soaring-fr": 1}
"""How many values of a kit are tried, unless all are asked for; of the others none."""
NEEDED = {"rhino": {"moves"}, "duel": set(), "lists": set(), "soaring": set(), "tilt": set()}
"""The components of each kit that cannot be removed alone: pages quote what is on them."""


def _sample(kit, values, request):
    return values if request.config.getoption("--all-mutants") else values[1 :: len(values) // TRIED[kit]][: TRIED[kit]]


def _is_left(kit, value):
    """Whether the old words of a value may be left. German nouns in sentences are written like titles of components."""
    is_noun = kit.endswith("-de") and value.what.startswith("component ")
    return is_noun or value.what in (LEFT | EDITIONS)[kit]


def pytest_generate_tests(metafunc):
    """Parameters of the tests that try a few kits unless all are asked for."""
    every = metafunc.config.getoption("--all-mutants")
    if "tried" in metafunc.fixturenames:
        metafunc.parametrize("tried", [*LEFT, *EDITIONS] if every else TRIED)
    if "lessened" in metafunc.fixturenames:
        metafunc.parametrize("lessened", NEEDED if every else ["rhino"])


def test_no_page_prints_what_an_overlay_has_changed(tried, request):
    kit, opened = tried, literals.shipped(tried)
    every = [value for value in literals.values(opened) if not _is_left(kit, value)]
    found = {value.what: places for value in _sample(kit, every, request) if (places := literals.tried(opened, value))}
    assert not found


@pytest.mark.parametrize("kit", [*LEFT, *EDITIONS])
def test_what_may_be_left_is_of_the_kit(kit):
    assert {value.what for value in literals.values(literals.shipped(kit))} >= (LEFT | EDITIONS)[kit].keys()


@pytest.mark.slow
def test_a_component_is_removed_by_one_line(lessened, request, tmp_path):
    kit, found = lessened, {}
    parts = sorted(literals.shipped(kit).components.keys() - NEEDED[kit])
    for part in parts if request.config.getoption("--all-mutants") else parts[1:2]:
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
    kit = literals.shipped("duel")
    value = next(value for value in literals.values(kit) if value.what == "card ace_of_clubs")
    back = "{reference-back: {elements: [{text: Ace of Clubs, box: [8, 4, 46, 9], style: note}]}}"
    (tmp_path / "faces.yaml").write_text(f"faces: {back}")
    assert any("Ace of Clubs" in place for place in literals.left(kit, value, tmp_path))
