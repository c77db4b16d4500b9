"""KIT may be left out in a kit's folder, or be any file of a kit."""

from __future__ import annotations

import json
import re

import pytest

from tests.conftest import run
from tests.support import three_cards
from tests.support.git import git, needs_git


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """A kit of three cards; the current folder is one inside it."""
    folder = three_cards.write(tmp_path / "birds")
    (folder / "notes").mkdir()
    monkeypatch.chdir(folder / "notes")
    return folder


def test_the_nearest_kit_from_the_current_folder_upwards_is_taken_and_named(kit):
    result = run("show", "--file", "cards.yaml", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["layers"] == [str(kit)]
    assert result.stderr == f"kit birds, in {kit}\n"


@pytest.mark.parametrize("command", ["build", "export", "preview", "show", "vouch", "watch", "play", "simulate"])
def test_without_a_kit_here_one_must_be_given(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(command)
    assert result.exit_code == 2
    assert "give a KIT: there is no kit.yaml in the current folder or above it" in result.stderr


def test_a_lone_word_that_is_no_kit_is_a_card_of_the_kit_here(kit):
    assert "name: Hello" in run("show", "hello").stdout
    wrong = run("show", "nothing")
    assert (wrong.exit_code, "there is no card 'nothing'" in wrong.stderr) == (2, True)
    both = run("show", "nothing", "hello")
    assert (both.exit_code, "'KIT': there is no kit 'nothing'" in both.stderr) == (2, True)


def test_a_file_of_a_kit_is_the_kit(kit, monkeypatch):
    monkeypatch.chdir(kit.parent)
    shown = run("show", "birds/cards.yaml", "--format", "json")
    assert shown.exit_code == 0
    assert shown.stderr == ""
    (kit.parent / "other.txt").write_text("")
    wrong = run("show", "other.txt")
    assert wrong.exit_code == 2
    assert "is a file that is in no kit: there is no kit.yaml beside it or above it" in wrong.stderr


def test_a_log_behind_the_kit_is_found_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("replay", "rhino")
    assert (result.exit_code, "Missing argument 'LOG'" in result.stderr) == (2, True)


def test_the_parts_of_the_kit_here_are_listed_first(kit):
    listed = run("list").stdout
    assert listed.startswith("birds: ")
    assert "\nkits\n" in listed
    alone = run("list", kit).stdout
    assert listed.startswith(alone)
    assert "\nkits\n" not in alone
    assert "deck " in alone


@needs_git
def test_one_kit_alone_is_compared_with_its_last_commit(kit):
    result = run("diff")
    assert result.exit_code == 2
    assert "is not in a git repository" in result.stderr
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        git(kit, *words)
    (kit / "cards.yaml").write_text((kit / "cards.yaml").read_text().replace("count: 5", "count: 6"))
    here, named = run("diff"), run("diff", kit)
    assert here.exit_code == 0
    assert re.search(r"hello.*5.*6", here.stdout)
    assert named.stdout == here.stdout
