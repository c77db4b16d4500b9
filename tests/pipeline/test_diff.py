"""Two states of a kit: how their differences are reported."""

from __future__ import annotations

import json

import pytest

from pnp.kit import paths
from pnp.pipeline import diff
from pnp.pipeline.diff import Change, PieceState, Snapshot
from tests.conftest import SMALL, edit, run
from tests.support.differences import label
from tests.support.git import committed, git, needs_git, recolour


def found(old: object, new: object) -> dict:
    return json.loads(label(old, new, "--format", "json"))


def test_a_kit_is_like_itself():
    assert label(SMALL, SMALL) == f"{SMALL} -> {SMALL}\nnothing differs\n"


@pytest.mark.slow
def test_every_kind_of_difference_is_reported(kit):
    edit(kit, "kit.yaml", "title: Rhinoceros Joust\n", "title: Rhino Joust\n")
    edit(kit, "kit.yaml", "art: coin-{colour}.svg", "art: trophy.svg")
    edit(kit, "kit.yaml", "colours: [black, white]", "colours: [white, brass]")
    edit(kit, "cards.yaml", "name: Dodge", "name: Duck")
    edit(kit, "cards.yaml", "effect: {gain: 1}", "effect: {gain: 2}")
    edit(kit, "kit.yaml", "colourways: [white, black]", "colourways: [white, black]\n    copies: 3")
    lines = label("rhino", kit).splitlines()
    assert lines[0] == f"rhino -> {kit}"
    for line in (
        "added:",
        "  score-markers/brass  Score markers, brass, 1 copy",
        "removed:",
        "  score-markers/black  Score markers, black, 1 copy",
        "drawn differently:",
        "  moves/swerve  Swerve",
        "number of copies:",
        "  score-track/white  Score tracks, white: 1 -> 3",
        "names:",
        '  kit: "Rhinoceros Joust" -> "Rhino Joust"',
        '  moves/dodge: "Dodge" -> "Duck"',
        "traits:",
        "  moves/swerve.move.effect.gain: 1 -> 2",
    ):
        assert line in lines, line  # fmt: skip
    assert '  moves/swerve.effect: "Gain 1 position" -> "Gain 2 positions"' in lines
    assert "nothing differs" not in lines


def test_rules_are_reported_by_their_place(small):
    edit(small, "rules.yaml", "target_score: 5", "target_score: 6")
    assert found(SMALL, small)["rules"] == [{"where": "target_score", "old": 5, "new": 6}]


def test_a_manifest_lists_pieces_only(small, tmp_path):
    assert run("build", SMALL, "--paper", "letter", "--output", tmp_path / "out").exit_code == 0
    recolour(small)
    data = found(tmp_path / "out" / "manifest.json", small)
    assert [piece["id"] for piece in data["drawn_anew"]] == ["moves/dodge", "rulebook/2"], "a page shows the card"
    assert data["names"] is data["words"] is data["traits"] is data["rules"] is None
    assert data["added"] == data["removed"] == data["counts"] == []


def test_numbers_of_fillers_are_not_compared():
    old = Snapshot("a", {"x": PieceState("X", 2, "1", filler=True), "y": PieceState("Y", 1, "1", filler=True)})
    new = Snapshot("b", {"x": PieceState("X", 0, "1", filler=True)})
    assert diff.changes(old, new) == []
    other = Snapshot("c", {"x": PieceState("X", 0, "2", filler=True)})
    assert diff.changes(old, other) == [Change("drawn", "x", "X", "1", "2")]


@needs_git
@pytest.mark.parametrize("form", ["HEAD~1:{}", "{}@HEAD~1", "first:{}"])
def test_a_revision_of_a_kit(form, small):
    committed(small)
    git(small, "tag", "first")
    recolour(small)
    git(small, "add", "-A")
    git(small, "commit", "-q", "-m", "second")
    name = form.format(small)
    data = found(name, small)
    assert (data["format"], data["old"], data["new"]) == (1, name, str(small))
    assert {"id": "moves/dodge", "title": "Dodge"} in data["drawn_anew"]
    assert data["names"] == []


@needs_git
def test_a_kit_that_is_no_longer_there(small, tmp_path, monkeypatch):
    committed(tmp_path)
    git(tmp_path, "rm", "-rq", "small")
    monkeypatch.chdir(tmp_path)
    assert not small.exists()
    assert label("HEAD:./small", SMALL).endswith("nothing differs\n")


def test_a_file_that_is_no_manifest(tmp_path):
    (tmp_path / "x.json").write_text("[" * 100_000)
    result = run("diff", tmp_path / "x.json", SMALL)
    assert result.exit_code == 2
    assert "is not a manifest" in result.stderr


def test_json_is_alone_on_its_stream(small, tmp_path):
    edit(small, "cards.yaml", "name: Dodge", "name: Duck")
    result = run("diff", SMALL, small, "--format", "json", "--output", tmp_path / "both.pdf")
    assert json.loads(result.stdout)["drawn_anew"]
    assert "side by side" in result.stderr


def test_the_root_is_another_one_only_meanwhile(tmp_path):
    before = paths.root()
    with paths.rooted(tmp_path):
        assert paths.root() == tmp_path
        with paths.rooted(None):
            assert paths.root() == tmp_path
    assert paths.root() == before
