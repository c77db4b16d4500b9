"""What no claim proves is pinned wherever it is printed: on boxes and in pictures of play too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.kit import paths
from tests.conftest import edit, run
from tests.support.printed import reported


@pytest.mark.slow
def test_changed_words_of_boxes_and_tracks_are_noticed(kit):
    changes = [
        ("box.md", "Get behind your rival", "Get behind nobody"),
        ("faces.yaml", '"{kit.minutes} min"', '"{kit.minutes} hours"'),
        ("faces.yaml", "text: First, box", "text: Last, box"),
    ]
    lines = {(file, edit(kit, file, old, new)) for file, old, new in changes}
    found = reported(kit, "unvouched-words")
    assert lines <= {(Path(one.span.file).name, one.span.line) for one in found if one.severity == "error"}


@pytest.mark.slow
def test_changed_words_in_a_picture_of_play_are_noticed(edition):
    folder = edition("lists")
    line = edit(folder, "faces.yaml", "text: Rest, box", "text: Test, box")  # a panel in a table
    found = reported(folder, "unvouched-words", only=("rulebook",))
    assert [one.message for one in found if one.span.line == line and "'Test'" in one.message]


@pytest.mark.slow
def test_what_states_no_rule_is_pinned_with_its_place(kit):
    who = "The winner takes the champion card. <!-- vouched: "
    changes = [
        ("rulebook.md", "See page 6. <!-- advice -->", "See page 6. Who is hit loses. <!-- advice -->", "not vouched"),
        ("rulebook.md", "# Countering", "Everybody cheats. <!-- flavour -->\n\n# Countering", "is not vouched for"),
        ("rulebook.md", "# Countering", "The loser wins. <!-- advice -->\n\n# Countering", "is not vouched for"),
        ("faces.yaml", "It stands, box: [28,", "It fails, box: [28,", "since it was vouched for: 'It fails'"),
        ("rulebook.md", f"{who}win.who -->", f"{who}riders.same_allowed -->", "has no noun"),
    ]
    for file, old, new, _ in changes:
        edit(kit, file, old, new)
    found = {(one.span.file, one.span.line, one.message) for one in reported(kit, "unvouched-words")}
    for file, _, new, message in changes:
        text = (kit / file).read_text("utf-8")
        line = text[: text.index(new.partition("\n")[0])].count("\n") + 1
        assert any(one[:2] == (str(kit / file), line) and message in one[2] for one in found), message


@pytest.mark.slow
def test_a_part_of_a_kit_has_the_labels_of_the_whole():
    """A label that is printed in several places has one place, whatever is built."""
    folder = paths.data_folder() / "soaring-de"
    for component in ("references", "rulebook"):
        assert reported(folder, "unvouched-words", only=(component,)) == [], component


def test_a_fact_that_a_text_names_must_be_about_it(six):
    edit(six, "rulebook.md", "{% for", "The total is low. <!-- vouched: total.start -->\n\n{% for")
    assert not [one for one in reported(six, "unvouched-words") if "has no noun" in one.message]
    line = edit(six, "rulebook.md", "The total is low.", "Dragons sleep.")
    (found,) = (one for one in reported(six, "unvouched-words") if "has no noun" in one.message)
    assert found.span.line == line


def test_a_kit_without_entries_counts_the_texts_that_vouch_lists(six):
    (six / "vouched.yaml").unlink()
    (found,) = reported(six, "unvouched-words")
    listed = run("vouch", six, "--list").stdout
    assert f"its {re.findall(r'/([0-9]+)]', listed)[-1]} texts" in found.message


def test_a_sentence_that_rules_no_longer_read_is_named_beside_the_vouched_text(edition):
    folder = edition("duel")
    edit(folder, "rulebook.md", "Both players may look at exposed cards.", "Everybody can see exposed cards.")
    (found,) = reported(folder, "unvouched-words")
    assert found.hints[1].startswith("no rule reads 'Everybody can see exposed cards.': ")
    assert "accepted: “Both players may look at [exposed] cards.”" in found.hints[1]
