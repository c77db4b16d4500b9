"""Whole copies of a kit."""

from __future__ import annotations

import shutil

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.pipeline import api, severity
from pnp.sources.yaml import read
from tests.support.new import errors, examples, made, use


@pytest.mark.slow
def test_a_whole_copy_extends_nothing_and_is_the_same_game(tmp_path):
    base = "rhino"
    kit = made(tmp_path, base, "--full")
    assert errors(kit) == []
    diagnostics = Diagnostics()
    assert paths.layers(kit, diagnostics) == (kit,)
    copy, original = load.merged(kit, diagnostics), load.merged(paths.data_folder() / base, diagnostics)
    assert [file for file in copy if copy[file].plain() != original[file].plain()] == ["kit.yaml"]
    said = {"title": "stable", "edition": "custom"}
    assert copy["kit.yaml"].plain() == original["kit.yaml"].plain() | said
    text = (kit / "kit.yaml").read_text("utf-8")
    assert text.startswith("# "), "its remarks are kept"
    assert {path.name for path in (paths.root() / "art" / base).iterdir()} <= {path.name for path in kit.iterdir()}


@pytest.mark.slow
def test_a_whole_copy_of_an_overlay_has_all_its_layers(tmp_path):
    first = made(tmp_path)
    while found := [one for one in examples(first) if "language" not in one.says]:  # the others are in English
        use(first, found[0])
    shutil.copy(paths.root() / "art" / "rhino" / "stomp.svg", first / "mine.svg")
    kit = made(tmp_path, first, "--full", name="paddock")
    assert "extends" not in (kit / "kit.yaml").read_text("utf-8")
    assert (kit / "mine.svg").is_file()
    for file, node in load.merged(first, Diagnostics()).items():
        if file != "kit.yaml":
            assert read(kit / file, Diagnostics()).plain() == node.plain()


@pytest.mark.parametrize("base", ["duel", "rhino-night"])
def test_a_copy_has_the_rules_of_its_layers(tmp_path, base):
    assert (made(tmp_path, base, "--full") / "proof.rules").exists()


@pytest.mark.slow
def test_a_copy_of_a_translation_has_its_sentences_in_the_rules_of_the_game(tmp_path):
    kit = made(tmp_path, "rhino-de", "--full")
    found = api.checked(kit, covered=True)
    assert [one for one in found.diagnostics if one.severity != "note" and one.code not in severity.TO_READ] == []
    assert found.coverage.counts()["proved"] > 50
