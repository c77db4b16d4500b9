"""`pnp export`: tables as before, targets with `--to`, and no option without effect."""

from __future__ import annotations

import json

import pytest

from tests.conftest import SMALL, edit, run


@pytest.mark.slow
def test_an_export_names_its_folder_and_its_files(tmp_path):
    result = run("export", SMALL, "--to", "card-game-simulator", "--dpi", "50", "--output", tmp_path / "cgs")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    made = json.loads((tmp_path / "cgs" / "export.json").read_text("utf-8"))
    assert made["target"] == "card-game-simulator"
    assert made["settings"] == {"dpi": 50, "base_url": ""}
    assert all((tmp_path / "cgs" / name).is_file() for name in made["files"])
    assert f"{len(made['files']) + 1} files" in result.stdout
    assert "for Card Game Simulator" in result.stdout


@pytest.mark.slow
def test_wrong_data_is_reported_and_nothing_is_written(six, tmp_path):
    edit(six, "rulebook.md", "The total begins at 0.", "The total begins at 1.")
    result = run("export", six, "--to", "png", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert "error[false-sentence]" in result.stderr
    assert "nothing was written" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_file_in_the_way_is_an_error(tmp_path):
    (tmp_path / "out").write_text("mine")
    result = run("export", SMALL, "--to", "card-game-simulator", "--dpi", "50", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "cannot write to" in result.stderr
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.slow
def test_a_second_export_into_a_folder_replaces_the_first(tmp_path):
    for target in ("png", "card-game-simulator"):
        result = run("export", SMALL, "--to", target, "--dpi", "50", "--output", tmp_path / "out")
        assert result.exit_code == 0, result.stderr
        assert (tmp_path / "out" / "moves" / "swerve.png").exists() == (target == "png")
    assert (tmp_path / "out" / "cgs.json").is_file()


def test_a_folder_in_the_place_of_a_table_is_an_error(tmp_path):
    result = run("export", "rhino", "--output", tmp_path, "--force")
    assert result.exit_code == 2
    assert "cannot write to" in result.stderr
