"""The same data give the same bytes: in another process, place, time zone and locale, and on every machine.

After a wanted change of finished files: `pytest tests/laws/test_determinism.py --update-golden`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.diagnostics.diagnostic import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from tests.conftest import ROOT, SMALL, options_for
from tests.support import three_cards
from tests.support.examples import data_in

GOLDEN = Path(__file__).parents[1] / "golden" / "three-cards.sha256"
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A coin</title>'
    '<circle cx="4.5" cy="4.5" r="4" fill="currentColor"/><path d="M2 7l5-5" stroke="#fff" stroke-opacity=".5"/></svg>'
)
BOOK = """# Rules

There are **{{ total('all') }} cards**, which are *never* outnumbered by the extraordinarily long words of this book.

| card | copies |
|---|---|
| Hello | 5 |
"""
MORE = """  coins: {kind: token, title: Coin, diameter: 20, art: coin.svg, colours: [accent]}
  box: {kind: tuckbox, title: Box, decks: [all], face: back, back: back}
  rules: {kind: booklet, title: Rules, stock: paper, template: book.md, cover: back}
"""


def digests(folder: Path) -> dict[str, str]:
    """The hash of every file of a build by its name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def saved(kit: Path, folder: Path, paper: str = "a4") -> dict[str, str]:
    """The hashes of a kit's files, built in this process."""
    diagnostics = Diagnostics()
    made = job.build(options_for(kit, paper), diagnostics)
    assert made is not None, list(diagnostics)
    made.save(folder)
    return digests(folder)


def test_the_files_are_those_that_every_other_machine_makes(tmp_path, update_golden):
    """The hashes are of a kit of its own, so that a change of a game's cards changes none of them."""
    kit = three_cards.write(tmp_path / "cards")
    (kit / "kit.yaml").write_text(three_cards.KIT + MORE, "utf-8")
    (kit / "coin.svg").write_text(COIN, "utf-8")
    (kit / "book.md").write_text(BOOK, "utf-8")
    found = saved(kit, tmp_path / "a4") | saved(kit, tmp_path / "letter", "letter")
    text = "".join(f"{value}  {name}\n" for name, value in found.items() if name.endswith(".pdf"))
    if update_golden:
        GOLDEN.write_text(text, "utf-8", newline="\n")
    assert text == GOLDEN.read_text("utf-8")


@pytest.fixture(scope="module")
def usual(tmp_path_factory) -> dict[str, str]:
    """The hashes of the small set's files."""
    return saved(SMALL, tmp_path_factory.mktemp("usual"))


def test_two_builds_in_one_process_are_the_same(usual, tmp_path):
    assert saved(SMALL, tmp_path) == usual


def test_other_processes_places_times_and_locales_give_the_same_bytes(usual, tmp_path):
    elsewhere = tmp_path / "another place"
    elsewhere.mkdir()
    out = elsewhere / "out"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "4242",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "PYTHONPATH": str(ROOT),
        "SOURCE_DATE_EPOCH": "1",
        "HOME": str(elsewhere),
    }
    command = [sys.executable, "-m", "pnp", "build", str(SMALL), "--output", str(out)]
    subprocess.run(command, cwd=elsewhere, env=environment, check=True, capture_output=True)
    assert digests(out) == usual


def test_a_copy_of_the_data_elsewhere_with_other_line_ends_gives_the_same_bytes(usual, small, tmp_path):
    for path in small.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert saved(small, tmp_path / "out") == usual


def test_other_line_ends_of_the_papers_and_fonts_give_the_same_bytes(usual, tmp_path):
    data = data_in(tmp_path)
    for path in (data / "card_data" / "papers.yaml", data / "fonts" / "fonts.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert b"\r\n" in path.read_bytes()
    with paths.rooted(data):
        assert saved(SMALL, tmp_path / "out") == usual
