"""The whole road: the same bytes anywhere, a manifest that says what is there, the counts of a complete set."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pypdf
import pytest

from pnp.build import job as press
from pnp.diagnostics import Faults
from pnp.kit import paths
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


# The same bytes ----------------------------------------------------------------------------------------------


def digest(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir())}


def test_two_builds_in_one_process_are_the_same(built, tmp_path):
    job = press.build(options_for(RHINO, "a4"), Faults())
    job.save(tmp_path)
    assert digest(tmp_path) == digest(built().folder)


def test_other_processes_places_times_and_locales_give_the_same_bytes(built, tmp_path):
    elsewhere = tmp_path / "another place"
    elsewhere.mkdir()
    out = elsewhere / "out"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "4242",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "PYTHONPATH": str(Path(press.__file__).parents[1]),
        "SOURCE_DATE_EPOCH": "1",
        "HOME": str(elsewhere),
    }
    command = [sys.executable, "-m", "pnp", "build", "rhino", "--output", str(out)]
    subprocess.run(command, cwd=elsewhere, env=environment, check=True, capture_output=True)
    assert digest(out) == digest(built().folder)


def test_a_copy_of_the_data_elsewhere_with_other_line_ends_gives_the_same_bytes(built, tmp_path, monkeypatch):
    root = tmp_path / "elsewhere"
    for part in ("card_data", "fonts", "art"):
        shutil.copytree(paths.root() / part, root / part)
    for path in root.rglob("*"):
        if path.suffix in (".yaml", ".md", ".svg"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(paths, "root", lambda: root)
    job = press.build(options_for(root / "card_data" / "rhino", "a4"), Faults())
    out = tmp_path / "out"
    job.save(out)
    assert digest(out) == digest(built().folder)


PRINTED = [(kit, paper) for kit in paths.game_kits() for paper in ("a4", "letter")]
PRINTED += [("rhino-de", "a4"), ("rhino-fr", "a4")]


@pytest.mark.parametrize(("kit", "paper"), PRINTED)
def test_the_files_are_those_that_every_other_machine_makes(kit, paper, tmp_path, update_golden):
    """Hashes kept here were made elsewhere. After a wanted change: `pytest --update-golden`."""
    golden = Path(__file__).parent / "golden" / f"{kit}-{paper}.sha256"
    faults = Faults()
    job = press.build(options_for(paths.shelf() / kit, paper), faults)
    assert job is not None, list(faults)
    job.save(tmp_path)
    found = "".join(f"{value}  {name}\n" for name, value in digest(tmp_path).items())
    if update_golden:
        golden.write_text(found, "utf-8", newline="\n")
    assert found == golden.read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "count: 8", "count: 9"),
        ("rulebook.md", "ten minutes", "nine minutes"),
        ("rules.yaml", "# Every number", "# Each number"),
    ],
)
def test_any_change_of_the_data_changes_their_version(kit, file, old, new):
    faults = Faults()
    before = paths.data_version(kit, [], faults)
    assert paths.data_version(kit, [], faults) == before
    edit(kit, file, old, new)
    assert paths.data_version(kit, [], faults) != before


def test_what_is_no_data_does_not_change_the_version(kit):
    before = paths.data_version(kit, [], Faults())
    (kit / ".DS_Store").write_bytes(b"x")
    (kit / "cards.yaml~").write_bytes(b"x")
    assert paths.data_version(kit, [], Faults()) == before


def test_progress_goes_down_to_nothing():
    left = []
    press.build(options_for(RHINO, "a4", only=("moves",)), Faults(), left.append)
    assert left[-1] == 0
    assert len(left) == 1 + 14


def test_the_manifest_is_stable_text(built):
    text = (built().folder / "manifest.json").read_bytes()
    assert text == (json.dumps(built().manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
