"""Manifests: the truth about files and pieces."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pypdf
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job as press
from pnp.pipeline.manifest import SetPiece, WholeSet, version
from tests.conftest import RHINO, SMALL, Built, options_for


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The small set on letter paper."""
    folder = tmp_path_factory.mktemp("letter")
    job = press.build(options_for(SMALL, "letter"), Diagnostics())
    assert job is not None
    job.save(folder)
    return Built(folder)


def test_the_manifest_tells_the_truth_about_the_files(letter):
    for file in letter.manifest["files"]:
        data = (letter.folder / file["path"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
        pages = len(pypdf.PdfReader(letter.folder / file["path"]).pages)
        assert pages == file["pages"]
        if file["stock"] == "screen":
            assert (file["sheets"], file["print"]) == (0, None)
            continue
        assert file["sheets"] == pages // (2 if file["print"]["sides"] == "both" else 1)
        assert file["print"]["scale"] == 100
    printed = [file for file in letter.manifest["files"] if file["print"]]
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


def test_the_manifest_names_kit_version_and_paper(letter):
    manifest = letter.manifest
    assert (manifest["kit"], manifest["title"], manifest["format"]) == ("small", "Pocket Joust", 1)
    assert manifest["paper"] == {"name": "letter", "w": 215.9, "h": 279.4}
    assert len(manifest["data_version"]) == 64
    assert manifest["program"].startswith("pnp ")


def test_the_manifest_is_stable_text(built):
    text = (built().folder / "manifest.json").read_bytes()
    assert text == (json.dumps(built().manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _set() -> WholeSet:
    return WholeSet({id_: SetPiece("deck", id_.upper(), 2, f"new-{id_}", filler=False) for id_ in ("a", "b", "c")})


def test_what_is_not_printed_is_the_rest_of_the_set():
    assert list(_set().left_out({"b"}, None)) == ["a", "c"]
    assert _set().left_out({"a", "b", "c"}, None) == {}


def test_a_change_that_was_not_chosen_keeps_its_earlier_drawing_and_a_new_piece_is_left_for_the_next_build():
    since = SimpleNamespace(drawings={"a": "old-a", "b": "old-b"})
    left = _set().left_out({"b"}, since)
    assert {id_: piece.drawing for id_, piece in left.items()} == {"a": "old-a"}
    assert left["a"].copies == 2


def of(loaded: pnp.Kit | None) -> str:
    return version(RHINO, (), Diagnostics(), loaded)


def test_a_loaded_kit_has_the_version_of_its_files_until_it_is_changed():
    kit = pnp.load("rhino")
    assert of(kit) == of(None)
    changed = replace(kit, title="Another Joust")
    assert len({of(kit), of(changed), of(replace(kit, title="A Third Joust"))}) == 3
    assert of(changed) == of(replace(pnp.load("rhino"), title="Another Joust"))
