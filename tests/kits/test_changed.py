"""Editions of tilt, lists and duel that change some lines: what is printed follows, and little is left to write."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import api, job
from tests.conftest import options_for
from tests.laws.literals import pages


def edition(folder: Path, base: str, **files: str) -> Path:
    """A folder with an edition of a game: the texts of its files by their names without ending."""
    folder.mkdir()
    kit = f"extends: {base}\nedition: custom\n{files.pop('kit', '')}"
    for name, text in {"kit": kit, **files}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def errors(folder: Path) -> set[str]:
    return {one.code for one in api.check(folder) if one.severity == "error"}


@pytest.mark.parametrize("card", ["lean", "brace_shield", "set_lance", "steady", "parry"])
def test_without_a_knight_card_only_examples_are_left_to_write(card, tmp_path):
    mine = edition(tmp_path / "mine", "tilt", cards=f"knights: {{{card}: null}}\n")
    name = pnp.load("tilt").cards["knights"][card].name
    assert errors(mine) <= {"false-example"}
    assert not any(f" {name} " in f" {page} " for page in pages(mine))


@pytest.mark.parametrize(("deck", "card", "name"), [("aims", "feint", "Feint"), ("horses", "rein_in", "Rein In")])
def test_without_an_aim_or_a_horse_card_only_examples_are_left_to_write(deck, card, name, tmp_path):
    mine = edition(tmp_path / "mine", "tilt", cards=f"{deck}: {{{card}: null}}\n")
    assert errors(mine) <= {"false-example"}
    assert not any(name in page for page in pages(mine))


def test_two_bands_of_speed_leave_only_examples_to_write(tmp_path):
    bands = "combined_speed_bonus:\n  - {least: 0, impact: 0}\n  - {least: 7, impact: 1}\n"
    assert errors(edition(tmp_path / "mine", "tilt", rules=bands)) == {"false-example"}


def test_other_words_for_results_are_at_the_start_of_sentences_too(tmp_path):
    words = "names: {unhorsed: thrown off, break: fault, start: first}\n"
    printed = " ".join(pages(edition(tmp_path / "mine", "tilt", phrases=words)))
    for new in ("Thrown off?", "Rival thrown off: see Who wins", "Fault: no hit", "The first squares"):
        assert new in printed
    assert "horsed" not in printed
    assert "Break:" not in printed


def test_rest_may_need_more_players(tmp_path):
    mine = edition(tmp_path / "mine", "lists", rules="rest_needs_players: 4\n")
    assert errors(mine) == set()
    assert any("With two or three players, nobody rests." in page for page in pages(mine))


def test_longer_lists_leave_only_examples_to_write(tmp_path):
    mine = edition(tmp_path / "mine", "lists", rules="columns: 15\nzone: [7, 9]\n")
    assert errors(mine) == {"false-example"}


def test_a_longer_duel_has_more_rows_and_a_bigger_hand_more_tokens(tmp_path):
    mine = pnp.load(edition(tmp_path / "mine", "duel", rules="win_points: 12\nhand_size: 4\n"))
    duel = pnp.load("duel")
    for kit, rows, tokens in ((duel, 19, 3), (mine, 23, 4)):
        assert kit.components["pad"].rows == rows
        assert [kit.components[id_].copies for id_ in ("plus", "minus")] == [tokens, tokens]


@pytest.mark.parametrize(
    ("parts", "gone"),
    [
        ("{plus: null, minus: null}", "token"),
        ("{target-marker: null, total-marker: null, below-marker: null, point-markers: null}", "marker"),
    ],
)
def test_the_box_and_the_rulebook_of_duel_count_no_pieces_that_are_removed(parts, gone, tmp_path):
    mine = edition(tmp_path / "mine", "duel", kit=f"components: {parts}\n")
    assert errors(mine) == set()
    assert not any(gone in page for page in pages(mine))


@pytest.mark.parametrize(("card", "gone"), [("call", "call card"), ("role", "role card")])
def test_the_rulebook_of_duel_does_not_turn_a_card_that_is_removed(card, gone, tmp_path):
    mine = edition(tmp_path / "mine", "duel", cards=f"helpers: {{{card}: null}}\n")
    assert not any(gone in page for page in pages(mine))


def test_a_number_of_cards_in_the_title_must_be_that_of_a_deck(tmp_path):
    tens = ", ".join(f"ten_of_{suit}: null" for suit in ("clubs", "hearts", "spades", "diamonds"))
    mine = edition(tmp_path / "mine", "duel", cards=f"deck: {{{tens}}}\n")
    (found,) = [one for one in api.check(mine) if one.code == "wrong-count"]
    assert "'Joust with 52 Cards'" in found.message
    assert "48 in deck" in found.message
    assert Path(found.span.file).name == "cards.yaml"
    titled = edition(tmp_path / "titled", "duel", kit="title: Joust with 48 Cards\n", cards=f"deck: {{{tens}}}\n")
    assert "wrong-count" not in errors(titled)


@pytest.mark.slow
@pytest.mark.parametrize("kit", paths.kit_names())
def test_every_rulebook_folds_from_two_sheets(kit):
    """One more line on a full page would make it three, with pages of notes."""
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(paths.data_folder() / kit, only=("rulebook",)), diagnostics)
    assert layout is not None, list(diagnostics)
    assert len(layout.pieces["rulebook"]) == 8
