"""A whole build: the counts of a complete set, a manifest that describes the files, versions of data."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pypdf
import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job as press
from tests.conftest import RHINO, edit, options_for

MOVES = {
    "Swerve": 8,
    "Dodge": 7,
    "Lunge": 11,
    "The Best at Jousting": 2,
    "Stomp": 8,
    "Stampede": 5,
    "Spin": 3,
    "Charge": 12,
    "Tricky Move": 2,
    "Burst of Speed": 4,
}


def test_the_set_is_complete(built):
    copies = {p["title"]: p["copies"] for p in built().manifest["pieces"] if p["component"] == "moves"}
    assert copies == MOVES
    assert sum(copies.values()) == 62
    by_component = Counter()
    for piece in built().manifest["pieces"]:
        by_component[piece["component"]] += piece["copies"]
    assert by_component == {
        "guide": 1,
        "moves": 62,
        "rhinos": 4,
        "summaries": 2,
        "extras": 4,
        "foldies": 4,
        "position-track": 1,
        "position-marker": 1,
        "score-track": 2,
        "score-markers": 2,
        "bracket": 1,
        "tuckbox": 1,
        "rulebook": by_component["rulebook"],
    }
    assert by_component["rulebook"] == 16


@pytest.mark.slow
def test_blank_cards_fill_the_slots_that_are_left(built):
    for paper, blanks in (("a4", 2), ("letter", 2), ("a3", 2), ("legal", 0), ("tabloid", 2)):
        copies = {p["id"]: p["copies"] for p in built(paper).manifest["pieces"]}
        assert copies.get("extras/blank", 0) == blanks


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_manifest_tells_the_truth_about_the_files(built, paper):
    build = built(paper)
    for file in build.manifest["files"]:
        data = (build.folder / file["path"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
        pages = len(pypdf.PdfReader(build.folder / file["path"]).pages)
        assert pages == file["pages"]
        assert file["sheets"] == pages // (2 if file["print"]["sides"] == "both" else 1)
        assert file["print"]["scale"] == 100
    assert [(f["stock"], f["print"]["sides"], f["print"]["flip"]) for f in build.manifest["files"]] == [
        ("cardstock", "both", "long"),
        ("paper", "one", None),
    ]


def test_the_manifest_tells_the_truth_about_the_pieces(built, context):
    manifest = built().manifest
    fronts = Counter(p["piece"] for p in manifest["placements"] if p["side"] == "front")
    assert fronts == {p["id"]: p["copies"] for p in manifest["pieces"]}
    backs = Counter(p["piece"] for p in manifest["placements"] if p["side"] == "back")
    assert backs == {p["id"]: p["copies"] for p in manifest["pieces"] if p["backed"]}
    trims = {p["id"]: (p["trim"]["w"], p["trim"]["h"]) for p in manifest["pieces"]}
    assert trims["moves/swerve"] == trims["extras/blank"] == (63, 88)
    assert trims["foldies/chipdip"] == (55, 144)
    for placement in manifest["placements"]:
        lying = (placement["w"], placement["h"])
        assert lying == (trims[placement["piece"]] if placement["turn"] % 180 == 0 else trims[placement["piece"]][::-1])
        assert placement["copy"] >= 1
    assert len({(p["piece"], p["copy"], p["side"]) for p in manifest["placements"]}) == len(manifest["placements"])


def test_the_manifest_names_kit_version_and_paper(built):
    manifest = built("letter").manifest
    assert (manifest["kit"], manifest["title"], manifest["format"]) == ("rhino", "Rhinoceros Joust", 1)
    assert manifest["paper"] == {"name": "letter", "w": 215.9, "h": 279.4}
    assert len(manifest["data_version"]) == 64
    assert manifest["program"].startswith("pnp ")


# The version of the data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "count: 8", "count: 9"),
        ("rulebook.md", "ten minutes", "nine minutes"),
        ("rules.yaml", "# Every number", "# Each number"),
    ],
)
def test_any_change_of_the_data_changes_their_version(kit, file, old, new):
    diagnostics = Diagnostics()
    before = paths.data_version(kit, [], diagnostics)
    assert paths.data_version(kit, [], diagnostics) == before
    edit(kit, file, old, new)
    assert paths.data_version(kit, [], diagnostics) != before


def test_what_is_no_data_does_not_change_the_version(kit):
    before = paths.data_version(kit, [], Diagnostics())
    (kit / ".DS_Store").write_bytes(b"x")
    (kit / "cards.yaml~").write_bytes(b"x")
    assert paths.data_version(kit, [], Diagnostics()) == before


@pytest.mark.slow
def test_progress_goes_down_to_nothing():
    left = []
    press.build(options_for(RHINO, "a4", only=("moves",)), Diagnostics(), left.append)
    assert left[-1] == 0
    assert len(left) == 1 + 14


def test_the_manifest_is_stable_text(built):
    text = (built().folder / "manifest.json").read_bytes()
    assert text == (json.dumps(built().manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
