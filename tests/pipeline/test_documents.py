"""Builds for cutting machines: files, names, the manifest, and options that do not fit."""

from __future__ import annotations

import hashlib
import io
import json

import pypdf
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.result import BuildResult
from tests.conftest import SMALL, edit, options_for, run
from tests.support import cutting, three_cards


@pytest.fixture
def cards(tmp_path):
    return three_cards.write(tmp_path / "mine")


@pytest.fixture(scope="module")
def cut() -> BuildResult:
    """The small set for a cutting machine."""
    return pnp.build(SMALL, cutter="silhouette")


def test_sheets_with_the_same_geometry_share_their_files(cut):
    result = cut
    entries = result.manifest["cut_files"]
    layouts = [entry["layout"] for entry in entries if entry["path"].endswith(".dxf")]
    assert len(layouts) == len(set(layouts))
    sheets = [tuple(sheet.values()) for entry in entries if entry["path"].endswith(".svg") for sheet in entry["sheets"]]
    assert len(sheets) == len(set(sheets)) > len(layouts)
    for entry in entries:
        data = result.files[entry["path"]]
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        assert f"-{entry['layout']}-v{entry['version']}." in entry["path"]
        assert entry["machine"] == "silhouette"


def test_the_manifest_has_the_corner_and_the_size_of_all_cuts(cut):
    for entry, data in cutting.entries(cut, ".dxf"):
        lines = [line.box for line in cutting.dxf_lines(data) if line.layer == "CUT"]
        whole = lines[0]
        for line in lines[1:]:
            whole = whole.union(line)
        found = [entry["box"][key] for key in ("x", "y", "w", "h")]
        assert found == pytest.approx([whole.x, 297 - whole.far, whole.w, whole.h], abs=0.02)


def test_a_program_that_prints_gets_pictures_and_no_dxf():
    result = pnp.build(SMALL, cutter="cricut")
    names = [entry["path"] for entry in result.manifest["cut_files"]]
    assert not [name for name in names if name.endswith(".dxf")]
    sheets = {tuple(sheet.values()) for entry in result.manifest["cut_files"] for sheet in entry["sheets"]}
    pictured = [
        tuple(sheet.values())
        for entry in result.manifest["cut_files"]
        if entry["path"].endswith(".png")
        for sheet in entry["sheets"]
    ]
    assert sorted(pictured) == sorted(sheets)


def test_sheets_that_look_the_same_are_one_picture(cards):
    """Nine cards, four to a sheet: four of one, then the fifth with three of another, then the last."""
    result = pnp.build(cards, cutter="cricut", copies=8)
    entries = [entry for entry in result.manifest["cut_files"] if entry["path"].endswith(".png")]
    assert [len(entry["sheets"]) for entry in entries] == [2, 2, 2]
    assert [entry["sheets"][0]["page"] for entry in entries] == [1, 5, 9]


def test_books_are_as_before(cut):
    plain = pnp.build(SMALL)
    assert cut.files["small-a4-rulebook.pdf"] == plain.files["small-a4-rulebook.pdf"]
    assert "cut_files" in cut.manifest
    assert "cut_files" not in plain.manifest


def test_a_machine_must_have_something_to_cut():
    with pytest.raises(ChoiceError, match="cutter: a machine cuts none of these components"):
        pnp.build(SMALL, only=["rulebook"], cutter="silhouette")


def test_cut_lines_are_not_printed_and_fold_lines_are(cut):
    """The file has layers for lines to fold, and those for lines to cut only for what is cut by hand."""
    path = next(name for name in cut.files if name.endswith("one-sided.pdf"))
    root = pypdf.PdfReader(io.BytesIO(cut.files[path])).root_object
    assert [group.get_object()["/Name"] for group in root["/OCProperties"]["/OCGs"]] == ["Fold lines", "Notes"]


def test_gaps_and_bleeds_of_cards(cards):
    kit = pnp.load(cards)

    def distance(**more: object) -> float:
        placed = pnp.build(kit, cutter="silhouette", **more).manifest["placements"]
        xs = sorted({p["x"] for p in placed if p["side"] == "front"})
        return round(xs[1] - xs[0] - placed[0]["w"], 3)

    assert distance() == 2
    assert distance(gap=5.0) == 5
    assert distance(gap=0.0) == 0


def test_cut_files_are_listed_kept_and_removed(cards, tmp_path):
    out = tmp_path / "out"
    result = run("build", cards, "--cutter", "silhouette", "--output", out)
    assert result.exit_code == 0, result.output
    written = sorted(path.name for path in out.iterdir())
    listed = [entry["path"] for entry in json.loads((out / "manifest.json").read_text())["cut_files"]]
    assert set(listed) < set(written)
    assert all(name in result.output for name in listed)
    again = run("build", cards, "--cutter", "silhouette", "--output", out)
    assert "nothing has changed" in again.output
    assert all(name in again.output for name in listed)
    (out / listed[0]).write_bytes(b"changed")
    assert "nothing has changed" not in run("build", cards, "--cutter", "silhouette", "--output", out).output
    removed = run("build", cards, "--output", out)
    assert f"removed, because this build does not make them: {', '.join(listed)}" in removed.output
    assert not [path for path in out.iterdir() if path.suffix in (".dxf", ".svg")]


def slots(manifest, side: str = "front") -> list[tuple[float, float]]:
    """The places of cards on the first sheet, row by row from the top left."""
    first = min(p["page"] for p in manifest["placements"] if p["side"] == side)
    return [(p["x"], p["y"]) for p in manifest["placements"] if (p["page"], p["side"]) == (first, side)]


def test_skipped_slots_stay_empty_and_backs_follow(cards):
    kit = pnp.load(cards)
    whole = pnp.build(kit).manifest
    every = slots(whole)
    assert len(every) == 9
    skipped = pnp.build(kit, skip=[1, 4]).manifest
    assert slots(skipped) == [place for number, place in enumerate(every, start=1) if number not in (1, 4)]
    w = skipped["placements"][0]["w"]
    behind = sorted((round(210 - x - w, 3), y) for x, y in slots(skipped))
    assert sorted(slots(skipped, "back")) == behind
    assert sum(p["side"] == "front" for p in skipped["placements"]) == 9
    with pytest.raises(ChoiceError, match="'-1' is not the number of a slot"):
        pnp.build(kit, skip=-1)
    assert pnp.build(kit, skip="4, 1").files == pnp.build(kit, skip=[1, 4]).files


def test_cards_are_in_order_after_a_stack_is_cut():
    by_sheet, by_pile = (pnp.build(SMALL, only=["moves"], order=order).manifest for order in ("sheets", "piles"))
    stacked = sorted(fronts(by_pile), key=lambda p: slots(by_pile).index((p["x"], p["y"])))
    assert [(p["piece"], p["copy"]) for p in stacked] == [(p["piece"], p["copy"]) for p in fronts(by_sheet)]
    assert fronts(by_pile) != fronts(by_sheet)
    assert by_pile["options"]["order"] == "piles"


def fronts(manifest) -> list[dict]:
    return [placed for placed in manifest["placements"] if placed["side"] == "front"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Cards in order:"), ("de", "Karten der Reihe nach:"), ("fr", "Cartes dans l’ordre")]
)
def test_the_guide_says_how_to_keep_cards_in_order(language, words, small):
    edit(small, "kit.yaml", "tagline:", f"language: {language}\ntagline:")
    for order, said in (("piles", True), ("sheets", False)):
        layout = job.lay_out(options_for(small, order=order, only=("guide", "moves")), Diagnostics())
        (page,) = layout.pieces["guide"]
        assert (words in " ".join(text.text for text in page.front.texts())) == said


def test_a_machine_keeps_the_skipped_slots_uncut(cards):
    result = pnp.build(pnp.load(cards), cutter="silhouette", skip=[2])
    for entry, _ in cutting.entries(result, ".dxf"):
        placed = [
            p
            for sheet in entry["sheets"]
            for p in result.manifest["placements"]
            if (p["file"], p["page"]) == tuple(sheet.values())
        ]
        assert entry["cuts"] == len(placed) <= 7


def test_a_larger_area_of_design_space_holds_more_cards(cards):
    plain = pnp.build(cards, cutter="cricut", copies=8)
    larger = pnp.build(cards, cutter="cricut", copies=8, area="190x240mm")
    sheets = [
        sum(len(entry["sheets"]) for entry in one.manifest["cut_files"] if entry["path"].endswith(".svg"))
        for one in (plain, larger)
    ]
    assert sheets == [6, 4]
    (box,) = {tuple(entry["box"].values()) for entry in larger.manifest["cut_files"] if entry["cuts"] == 6}
    x, y, w, h = box
    assert (x, y) >= ((210 - 190) / 2, (297 - 240) / 2)
    assert (w, h) <= (190, 240)


def test_sheets_for_a_ready_template_are_labelled_with_its_name_and_need_no_cut_file(cards):
    result = pnp.build(cards, cutter="silhouette-card-maker")
    assert "cut_files" not in result.manifest
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    pages = pypdf.PdfReader(io.BytesIO(result.files[name])).pages
    assert "layout a4-poker-v3" in pages[0].extract_text()
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [842, 595]
    assert len([p for p in result.manifest["placements"] if p["page"] == 1]) == 8
