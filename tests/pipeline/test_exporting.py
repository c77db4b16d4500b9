"""Exports in their folder: whole, without what earlier ones left, and counted like a print shop's files."""

from __future__ import annotations

import json
import shutil

import pytest

from pnp.diagnostics import Diagnostics
from pnp.export import Settings
from pnp.pipeline import exporting, job, output
from tests.conftest import RHINO, edit, options_for, own_edition

LOW = Settings(dpi=50)


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    found = exporting.files(RHINO, "card-game-simulator", LOW, Diagnostics())
    assert found
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["rhino", "tilt", "lists"])
def test_counts_are_those_of_a_print_shops_files(kit):
    folder = RHINO.parent / kit
    found = exporting.files(folder, "card-game-simulator", LOW, Diagnostics())
    shop = job.build(options_for(folder, profile="shop"), Diagnostics())
    printed = {piece["id"]: piece["copies"] for piece in json.loads(shop.files["manifest.json"])["pieces"]}
    assert {one["id"]: one["copies"] for one in json.loads(found["export.json"])["pieces"] if one["copies"]} == printed


def test_an_export_replaces_an_earlier_one_and_leaves_other_files(made, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    exporting.write(tmp_path, {"old/a.png": b"1", "b.png": b"2", "export.json": b'{"files": ["b.png", "old/a.png"]}'})
    exporting.write(tmp_path, made)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == {*made, "notes.txt"}


def test_an_interrupted_export_leaves_the_earlier_one_whole(made, tmp_path, monkeypatch):
    before = {"a/one.png": b"1", "export.json": b'{"files": ["a/one.png"]}'}
    exporting.write(tmp_path, before)

    def broken(path, data):
        if path.name.endswith("AllSets.json"):
            raise KeyboardInterrupt
        path.write_bytes(data)

    monkeypatch.setattr(output, "_write", broken)
    with pytest.raises(KeyboardInterrupt):
        exporting.write(tmp_path, made)
    there = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == before


def test_a_list_from_elsewhere_removes_nothing_outside_the_folder(made, tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "export.json").write_text(json.dumps({"files": ["../precious.txt", "/etc/hosts", "C:\\x", 3]}))
    exporting.write(folder, {"a.png": b"1", "export.json": b"{}"})
    assert (tmp_path / "precious.txt").read_text() == "mine"


def test_a_kit_with_errors_is_not_exported(tmp_path):
    kit = tmp_path / "rhino"
    shutil.copytree(RHINO, kit)
    edit(kit, "cards.yaml", "count: 8", "count: 9")
    diagnostics = Diagnostics()
    assert exporting.files(kit, "png", LOW, diagnostics) is None
    assert any(diagnostic.code == "not-canonical" for diagnostic in diagnostics)
    assert own_edition
