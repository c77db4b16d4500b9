"""Exports in their folder: whole, without what earlier ones left, and counted like a print shop's files."""

from __future__ import annotations

import json

import pytest

from pnp.diagnostics import Diagnostics
from pnp.export import Settings
from pnp.pipeline import exporting, job
from pnp.pipeline.exporting import ExportResult
from tests.conftest import SMALL, options_for, run

LOW = Settings(dpi=50)
EARLIER = {"old/a.png": b"1", "b.png": b"2", "export.json": b'{"files": ["b.png", "old/a.png"]}'}


@pytest.fixture(scope="module")
def made() -> ExportResult:
    found = exporting.run(SMALL, "card-game-simulator", LOW, Diagnostics())
    assert found
    return found


def test_counts_are_those_of_a_print_shops_files(made):
    built = job.build(options_for(SMALL, profile="shop"), Diagnostics())
    printed = {piece["id"]: piece["copies"] for piece in json.loads(built.files["manifest.json"])["pieces"]}
    assert {one["id"]: one["copies"] for one in made.listing["pieces"] if one["copies"]} == printed


@pytest.mark.parametrize("target", ["makeplayingcards", "drivethrucards", "card-game-simulator"])
def test_a_target_that_can_use_no_piece_is_refused(target, tmp_path):
    assert run("new", tmp_path / "hill", "--kind", "board").exit_code == 0
    result = run("export", tmp_path / "hill", "--to", target, "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "this kit has nothing for" in result.output
    assert not (tmp_path / "out").exists()


def test_an_export_replaces_an_earlier_one_and_leaves_other_files(made, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    ExportResult(EARLIER).save(tmp_path)
    made.save(tmp_path)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == {*made.files, "notes.txt"}


def test_a_list_from_elsewhere_removes_nothing_outside_the_folder(made, tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "export.json").write_text(json.dumps({"files": ["../precious.txt", "/etc/hosts", "C:\\x", 3]}))
    ExportResult({"a.png": b"1", "export.json": b"{}"}).save(folder)
    assert (tmp_path / "precious.txt").read_text() == "mine"
