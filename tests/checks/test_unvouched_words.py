"""What no claim proves is pinned wherever it is printed: on boxes and in pictures of play too."""

from __future__ import annotations

import re

import pytest

import pnp
from tests.conftest import edit, run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("box.md", "Get behind your rival", "Get behind nobody"),
        ("faces.yaml", '"{kit.minutes} min"', '"{kit.minutes} hours"'),
        ("faces.yaml", "text: First, box", "text: Last, box"),
    ],
)
def test_changed_words_of_boxes_and_tracks_are_noticed(kit, file, old, new):
    line = edit(kit, file, old, new)
    result = run("check", kit)
    assert result.exit_code == 1
    assert f"{file}:{line}:" in result.stdout
    assert "unvouched-words" in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kit", "old", "new"),
    [
        ("tilt", "text: Pass, box", "text: Pest, box"),
        ("lists", "text: Rest, box", "text: Test, box"),  # a panel in a table
    ],
)
def test_changed_words_in_a_picture_of_play_are_noticed(kit, old, new, edition):
    line = edit(edition(kit), "faces.yaml", old, new)
    result = run("check", kit)
    assert result.exit_code == 1
    assert f"faces.yaml:{line}:" in result.stdout
    word = new[6:10].strip(",")
    assert re.search(rf"error\[unvouched-words\]: this text .*: '{word}'", result.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["rhino", "tilt"])
def test_a_word_of_a_shared_text_may_be_a_name_in_one_kit(kit):
    """The guide says “upside down”, and Down is a card of tilt."""
    assert run("vouch", kit, "--list").output == f"every printed text of {kit} is vouched for or proved\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rulebook.md", "See page 6. <!-- advice -->", "See page 6. Who is hit loses. <!-- advice -->", "not vouched"),
        ("rulebook.md", "# Countering", "Everybody cheats. <!-- flavour -->\n\n# Countering", "is not vouched for"),
        ("rulebook.md", "# Countering", "The loser wins. <!-- advice -->\n\n# Countering", "is not vouched for"),
        ("faces.yaml", "It stands, box: [28,", "It fails, box: [28,", "since it was vouched for: 'It fails'"),
        ("rulebook.md", "The winner takes the champion card. <!-- vouched: win.who -->",
         "The winner takes the champion card. <!-- vouched: riders.same_allowed -->", "has no noun"),
    ],
)  # fmt: skip
def test_what_states_no_rule_is_pinned_with_its_place(kit, file, old, new, message):
    edit(kit, file, old, new)
    assert message in run("check", kit).stdout


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["rhino", "soaring-de"])
def test_a_part_of_a_kit_has_the_labels_of_the_whole(kit, tmp_path):
    """A label that is printed in several places has one place, whatever is built."""
    for component in pnp.load(kit).components:
        result = run("build", kit, "--only", component, "--output", tmp_path / component)
        assert "unvouched-words" not in result.output, component
