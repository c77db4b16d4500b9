"""Reading files safely is tested by tests/hostile; here, hints that name a similar file."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from pnp.diagnostics import files
from pnp.diagnostics.files import similar
from tests.conftest import run
from tests.support import three_cards
from tests.support.names import LONG


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("examples.yaml", "did you mean 'example.yaml'?"),
        ("FACES.yaml", "did you mean 'faces.yaml'?"),
        ("rules.yaml", ""),
        ("example.yml", "did you mean 'example.yaml'?"),
        ("other.yaml", "did you mean 'other.md'?"),
        ("storm.svg", ""),
        ("", ""),
    ],
)
def test_the_most_similar_file_beside_it_is_named(tmp_path, name, hint):
    for other in ("example.yaml", "faces.yaml", "other.md"):
        (tmp_path / other).touch()
    assert similar(tmp_path, name) == hint


def test_a_folder_that_cannot_be_listed_gives_no_hint(tmp_path):
    assert similar(tmp_path / "gone", "a.yaml") == ""


def test_a_misspelt_file_of_a_kit_is_named(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "faces.yaml").rename(kit / "face.yaml")
    result = run("check", kit)
    assert result.exit_code == 1
    assert "face.yaml:1:1: warning[unread-file]: face.yaml is not read" in result.stdout
    assert "error[unknown-face]: there is no face 'front' in faces.yaml" in result.stdout
    assert "hint: did you mean 'face.yaml'?" in result.stdout


def test_a_misspelt_kit_file_is_named(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "kit.yaml").rename(kit / "kits.yaml")
    result = run("check", kit)
    assert result.exit_code == 2
    assert "it contains no kit.yaml; did you mean 'kits.yaml'?" in " ".join(result.stderr.split())


def test_a_misspelt_font_is_named(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "Mine.ttf").touch()
    (kit / "fonts.yaml").write_text("title: {file: Mien.ttf}\n")
    found = run("check", kit).stdout
    assert "error[missing-font]: cannot use Mien.ttf: it is missing" in found
    assert "hint: did you mean 'Mine.ttf'?" in found


@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("rhino", ""),
        ("my kit (2)", ""),
        ("joust.v2", ""),
        ("é" * 120, ""),
        ("console", ""),
        ("é" * 121, "it is 242 bytes long, and the maximum is 240"),
        ("CON", "Windows reserves this name for a device"),
        ("nul.txt", "Windows reserves this name for a device"),
        ("com1", "Windows reserves this name for a device"),
        ("a:b", "Windows allows no : in file names"),
        ("a?", "Windows allows no ? in file names"),
        ("x.", "Windows allows no dot at the end of file names"),
        ("x ", "Windows allows no space at the end of file names"),
        ("a\tb", "it contains a control character"),
    ],
)
def test_which_names_no_file_can_have(name, failure):
    assert files.problem(name) == failure


def test_parts_of_paths():
    assert files.problem_of_path(PureWindowsPath("C:\\a\\b"), windows=True) == ""
    assert files.problem_of_path(PurePosixPath("/a/../b/."), windows=True) == ""
    message = f"'{'x' * 59}…' is not a valid file name: it is 300 bytes long, and the maximum is 240"
    assert files.problem_of_path(PurePosixPath("a", LONG, "b"), windows=False) == message
    assert files.problem_of_path(PurePosixPath("a:b"), windows=False) == ""
