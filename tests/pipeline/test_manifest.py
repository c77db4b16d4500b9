"""Manifests: the truth about files and pieces."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pypdf
import pytest


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_manifest_tells_the_truth_about_the_files(built, paper):
    build = built(paper)
    for file in build.manifest["files"]:
        data = (build.folder / file["path"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
        pages = len(pypdf.PdfReader(build.folder / file["path"]).pages)
        assert pages == file["pages"]
        if file["stock"] == "screen":
            assert (file["sheets"], file["print"]) == (0, None)
            continue
        assert file["sheets"] == pages // (2 if file["print"]["sides"] == "both" else 1)
        assert file["print"]["scale"] == 100
    printed = [file for file in build.manifest["files"] if file["print"]]
    assert [(f["stock"], f["print"]["sides"], f["print"]["flip"]) for f in printed] == [
        ("cardstock", "both", "long"),
        ("cardstock", "one", None),
        ("paper", "one", None),
        ("paper", "both", "long"),
    ]


def test_the_manifest_tells_the_truth_about_the_pieces(built, context):
    manifest = built().manifest
    fronts = Counter(p["piece"] for p in manifest["placements"] if p["side"] == "front")
    assert fronts == {p["id"]: p["copies"] for p in manifest["pieces"]}
    backs = Counter(p["piece"] for p in manifest["placements"] if p["side"] == "back")
    assert backs == {p["id"]: p["copies"] for p in manifest["pieces"] if p["backed"]}
    trims = {p["id"]: (p["trim"]["w"], p["trim"]["h"]) for p in manifest["pieces"]}
    assert trims["moves/swerve"] == trims["extras/blank"] == (63, 88)
    assert trims["foldies/chipdip"] == (46, 126)
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


def test_the_manifest_is_stable_text(built):
    text = (built().folder / "manifest.json").read_bytes()
    assert text == (json.dumps(built().manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
