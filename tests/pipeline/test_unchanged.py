"""A build that would write the same files says so and writes nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pnp.pdf import icc
from pnp.pipeline import unchanged
from tests.conftest import edit, run
from tests.support import three_cards

UNCHANGED = "(nothing has changed: the files are up to date)"
KIT = """title: Birds
components:
  birds: {kind: deck, title: Bird cards, size: poker, face: bird, back: bird}
"""


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    folder = tmp_path / "birds"
    folder.mkdir()
    (folder / "kit.yaml").write_text(KIT, "utf-8")
    (folder / "cards.yaml").write_text("birds:\n  crow: {name: Crow}\n  finch: {name: Finch}\n", "utf-8")
    (folder / "faces.yaml").write_text(
        "styles:\n  bird-name: {font: title, size: 16}\n"
        'faces:\n  bird:\n    elements:\n      - {text: "{name}", box: [8, 9, 47, 12], style: bird-name}\n'
        "      - {art: bird.svg, box: [8, 30, 40, 40]}\n",
        "utf-8",
    )
    (folder / "bird.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>', "utf-8"
    )
    return folder


@pytest.fixture
def built(birds: Path, tmp_path: Path) -> Path:
    out = tmp_path / "out"
    assert run("build", birds, "--output", out).exit_code == 0
    assert UNCHANGED in run("build", birds, "--output", out).output
    return out


def is_unchanged(kit: Path, out: Path, *options: str) -> bool:
    result = run("build", kit, "--output", out, *options)
    assert result.exit_code == 0, result.output
    return UNCHANGED in result.output


def test_a_folder_with_the_files_of_another_kit_is_named(birds, built):
    said = "stay here, but manifest.json is of this build: use a folder for each kit"
    other = birds.rename(birds.parent / "fish")
    assert f"the files of birds {said}" in run("build", other, "--output", built).output
    assert said not in run("build", other, "--output", built, "--copies", "2").output
    assert (built / "birds-a4-cardstock.pdf").is_file()
    (built / "manifest.json").write_text('{"kit": "\\u001b[31m"}', "utf-8")
    assert said not in run("build", other, "--output", built).output


def test_nothing_is_written_where_nothing_has_changed(birds, built):
    before = {path.name: path.stat().st_mtime_ns for path in built.iterdir()}
    result = run("build", birds, "--output", built)
    assert {path.name: path.stat().st_mtime_ns for path in built.iterdir()} == before
    assert "birds-a4-cardstock.pdf  cardstock      2       1      2" in result.output


def test_the_same_paper_in_capitals_is_the_same_build(birds, built):
    assert is_unchanged(birds, built, "--paper", "A4")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "Crow", "Rook"),
        ("kit.yaml", "title: Birds", "title: Fowl"),
        ("faces.yaml", "size: 16", "size: 15"),
        ("bird.svg", "h4v4", "h3v4"),
    ],
)
def test_a_changed_file_of_the_kit_is_built_again(birds, built, file, old, new):
    edit(birds, file, old, new)
    assert not is_unchanged(birds, built)
    assert is_unchanged(birds, built)


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--paper", "letter"), ("--ink", "grey"), ("--copies", "2"), ("--gap", "1")])
def test_other_options_are_built_again(birds, built, options):
    assert not is_unchanged(birds, built, *options)
    assert is_unchanged(birds, built, *options)
    assert not is_unchanged(birds, built)


def test_another_profile_of_a_press_is_built_again(birds, tmp_path):
    out, mine, shop = tmp_path / "shop", tmp_path / "mine.icc", ("--profile", "shop")
    mine.write_bytes(icc.standard().data)
    assert not is_unchanged(birds, out, *shop)
    assert is_unchanged(birds, out, *shop)
    assert not is_unchanged(birds, out, *shop, "--icc", str(mine))
    assert is_unchanged(birds, out, *shop, "--icc", str(mine))
    mine.write_bytes(icc.standard().data.replace(b"coated", b"Coated"))
    assert not is_unchanged(birds, out, *shop, "--icc", str(mine))
    named = json.loads((out / "manifest.json").read_text("utf-8"))["options"]["icc"]
    assert named == {"description": "FOGRA39L Coated, made for pnp", "sha256": icc.read(mine).digest}


def test_a_file_that_is_gone_or_was_changed_is_written_again(birds, built):
    pdf = built / "birds-a4-cardstock.pdf"
    data = pdf.read_bytes()
    pdf.write_bytes(data + b" ")
    assert not is_unchanged(birds, built)
    assert pdf.read_bytes() == data
    pdf.unlink()
    assert not is_unchanged(birds, built)
    assert pdf.read_bytes() == data


@pytest.mark.slow
def test_another_version_of_the_program_builds_again(birds, built, monkeypatch):
    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    manifest["program"] = "pnp 0.0.1"
    (built / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    assert not is_unchanged(birds, built)


def test_a_changed_source_file_of_the_program_builds_again(birds, built, monkeypatch):
    newer = (built / "manifest.json").stat().st_mtime_ns + 1
    monkeypatch.setattr(unchanged, "newest_source", lambda: newer)
    assert not is_unchanged(birds, built)


@pytest.mark.slow
def test_an_unknown_font_of_the_kit_counts(birds, built):
    font = next(path for path in unchanged.paths.font_files(birds) if path.is_file())
    (birds / "mine.ttf").write_bytes(font.read_bytes())
    (birds / "fonts.yaml").write_text("mine: {file: mine.ttf}\n", "utf-8")
    edit(birds, "faces.yaml", "font: title", "font: mine")
    assert not is_unchanged(birds, built)
    assert is_unchanged(birds, built)
    other = next(path for path in unchanged.paths.font_files(birds) if path.is_file() and path.name != font.name)
    (birds / "mine.ttf").write_bytes(other.read_bytes())
    assert not is_unchanged(birds, built)


def test_a_draft_is_never_taken_for_the_same(birds, built):
    assert not is_unchanged(birds, built, "--draft")


def test_the_light_check_imports_neither_pydantic_nor_reportlab(birds, built):
    import subprocess
    import sys

    code = (
        "import sys; from pnp.cli import main\n"
        f"main(['build', {str(birds)!r}, '--output', {str(built)!r}], standalone_mode=False)\n"
        "print(sorted({'pydantic', 'reportlab', 'pypdf', 'jinja2', 'PIL'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ})
    assert UNCHANGED in result.stdout
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


def test_a_kit_has_passed_only_with_the_same_files_and_options(kit):
    digest = unchanged.digest(kit, ())
    assert not unchanged.has_passed(kit, digest)
    unchanged.note(kit, digest)
    assert unchanged.has_passed(kit, digest)
    assert unchanged.digest(kit, ("typewriter-signs",)) != digest
    (kit / "proof.rules").write_text("win\n", "utf-8")
    assert not unchanged.has_passed(kit, unchanged.digest(kit, ()))
    (kit / "proof.rules").unlink()
    edit(kit, "cards.yaml", "Hello", "Hallo")
    assert not unchanged.has_passed(kit, unchanged.digest(kit, ()))


def test_a_file_that_cannot_be_read_is_never_remembered(kit):
    (kit / "engine.py").mkdir()
    assert unchanged.digest(kit, ()) == ""
    assert not unchanged.has_passed(kit, "")


def test_a_kit_with_errors_is_checked_every_time(kit):
    edit(kit, "cards.yaml", "count: 5", "count: many")
    for _ in range(2):
        assert run("check", kit, "--changed").exit_code == 1
