"""Editions of tilt, lists and duel that change some lines: what is printed follows, and little is left to write."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from tests.conftest import options_for
from tests.laws.literals import pages


def edition(folder: Path, base: str, **files: str) -> Path:
    """A folder with an edition of a game: the texts of its files by their names without ending."""
    folder.mkdir()
    kit = f"extends: {base}\nedition: custom\n{files.pop('kit', '')}"
    for name, text in {"kit": kit, **files}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_other_words_for_results_are_at_the_start_of_sentences_too(tmp_path):
    words = "names: {unhorsed: thrown off, break: fault, start: first}\n"
    printed = " ".join(pages(edition(tmp_path / "mine", "tilt", phrases=words)))
    for new in ("Thrown off?", "Rival thrown off: see Who wins", "Fault: no hit", "The first squares"):
        assert new in printed
    assert "horsed" not in printed
    assert "Break:" not in printed


def test_rest_may_need_more_players(tmp_path):
    mine = edition(tmp_path / "mine", "lists", rules="rest_needs_players: 4\n")
    assert any("With two or three players, nobody rests." in page for page in pages(mine))


def test_a_longer_duel_has_more_rows_and_a_bigger_hand_more_tokens(tmp_path):
    mine = pnp.load(edition(tmp_path / "mine", "duel", rules="win_points: 12\nhand_size: 4\n"))
    duel = pnp.load("duel")
    for kit, rows, tokens in ((duel, 19, 3), (mine, 23, 4)):
        assert kit.components["pad"].rows == rows
        assert [kit.components[id_].copies for id_ in ("plus", "minus")] == [tokens, tokens]


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["rhino-de", "rhino-fr", "soaring-de", "soaring-fr"])
def test_every_rulebook_folds_from_two_sheets(kit):
    """One more line on a full page would make it three. Those of the games in English are counted in test_boards.py."""
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(paths.data_folder() / kit, only=("rulebook",)), diagnostics)
    assert layout is not None, list(diagnostics)
    assert len(layout.pieces["rulebook"]) == 8
