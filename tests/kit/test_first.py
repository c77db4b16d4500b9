"""First kits: made from nothing, they pass all checks and print at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from pnp.diagnostics import Diagnostics
from pnp.kit import first, load
from tests.conftest import run
from tests.support.new import MODELINE, errors_without_checks


def made(folder: Path, *more: object, name: str = "quest") -> Path:
    result = run("new", name, folder, *more)
    assert result.exit_code == 0, result.output
    return folder / name


def printed(kit: Path, out: Path) -> tuple[dict[str, int], str]:
    """Build a kit: the copies of each piece in the manifest, and the text of all PDFs."""
    result = run("build", kit, "--paper", "a4", "--output", out)
    assert result.exit_code == 0, result.output
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    texts = [page.extract_text() for path in sorted(out.glob("*.pdf")) for page in PdfReader(path).pages]
    return {piece["id"]: piece["copies"] for piece in manifest["pieces"]}, " ".join(" ".join(texts).split())


def test_the_files_have_the_kit_s_name_and_no_open_fields(tmp_path):
    files = first.from_nothing(tmp_path / "my-quest")
    assert set(files) == {"README.md", "cards.yaml", "faces.yaml", "kit.yaml", "rules.md"}
    text = b"".join(files.values()).decode()
    assert "title: My quest\n" in text
    assert "pnp build my-quest" in text
    assert "$" not in text.replace(MODELINE, "")
    assert len(text) < 6000
    assert max(map(len, text.splitlines())) <= 120


def test_a_first_kit_extends_nothing_and_has_no_errors(tmp_path):
    kit = made(tmp_path)
    assert errors_without_checks(kit) == []
    result = run("check", kit)
    assert result.exit_code == 0, result.output
    assert result.output.strip().endswith("1 note, in quest")
    found = load.open_kit(kit, Diagnostics())
    assert (found.title, found.engine, found.totals) == ("Quest", None, {"cards": 12})


@pytest.mark.slow
def test_a_first_kit_prints_its_cards_backs_and_rules(tmp_path):
    pieces, text = printed(made(tmp_path), tmp_path / "out")
    assert pieces == {"cards/storm": 4, "cards/fair_wind": 5, "cards/island": 3, "rules/mat": 1}
    assert "All ships stay where they are." in text
    assert "You need the 12 cards of this kit." in text
