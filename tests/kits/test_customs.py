"""Changed once, changed everywhere: editions of the games in a few lines, as customs.yaml lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.diagnostics import Diagnostics
from pnp.pipeline import api, job
from tests.laws.literals import pages

ROWS: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("customs.yaml").read_text("utf-8"))
SAMPLE = ("rhino, two cards to draw", "rhino, no Dodge")
"""Only these are tried unless all are asked for. test_optional_cards.py tries those without optional cards."""


def pytest_generate_tests(metafunc):
    every = metafunc.config.getoption("--all-mutants")
    metafunc.parametrize("name", ROWS if every else SAMPLE)


def edition(folder: Path, base: str, files: dict[str, Any]) -> Path:
    """A folder with an edition of a game, whose worked examples follow play."""
    folder.mkdir()
    for name, data in {**files, "kit": {"extends": base, **files.get("kit", {})}}.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    job.mend(folder, Diagnostics())
    return folder


@pytest.mark.slow
def test_a_change_in_a_few_lines_is_printed_everywhere(name, tmp_path):
    row = ROWS[name]
    mine = edition(tmp_path / "mine", name.partition(",")[0], row["files"])
    found = [one for one in api.check(mine) if one.severity == "error"]
    assert {one.code for one in found} == set(row.get("errors", ())), [one.message for one in found]
    assert all(Path(one.span.file).parent == mine for one in found)
    if found:
        return
    printed = [" ".join(page.split()) for page in pages(mine)]
    assert [text for text in row.get("printed", ()) if not any(text in page for page in printed)] == []
    assert [text for text in row.get("gone", ()) if any(text in page for page in printed)] == []
