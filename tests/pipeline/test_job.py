"""A finished build: the set is complete, and progress is reported."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.pipeline import api
from pnp.pipeline import job as press
from tests.conftest import RHINO, SMALL, edit, options_for, run
from tests.support import big_deck, three_cards


@pytest.mark.parametrize(("paper", "blanks"), [("a4", 6), ("a3", 17), ("legal", 1)])
def test_blank_cards_fill_the_slots_that_are_left(paper, blanks):
    result = press.build(options_for(SMALL, paper, only=("moves", "rhinos", "extras")), Diagnostics())
    (filled,) = (piece["copies"] for piece in result.manifest["pieces"] if piece["id"] == "extras/blank")
    assert filled == blanks


def test_progress_goes_down_to_nothing():
    left = []
    press.build(options_for(SMALL, "a4", only=("moves",)), Diagnostics(), left.append)
    assert left[-1] == 0
    assert len(left) == 1 + 4


def test_a_title_whose_last_words_stay_together_is_a_name_in_a_part_of_the_kit_too():
    """Only the box has it as one text; elsewhere it is in a template."""
    diagnostics = Diagnostics()
    press.build(options_for(RHINO.parent / "rhino-fr", only=("tuckbox",)), diagnostics)
    assert not list(diagnostics)


def test_a_component_of_each_kind_is_printed_as_many_times_as_its_copies_say(small):
    def printed():
        pieces = pnp.build(small).manifest["pieces"]
        assert (kinds := {piece["component"] for piece in pieces}) >= {"guide", "bracket", "rulebook"}, kinds
        return {piece["id"]: piece["copies"] for piece in pieces if piece["component"] not in ("extras", "moves")}

    once = printed()
    kit_file = small / "kit.yaml"
    kind = re.compile(r"(kind: (?!deck, title: (?:Blank|Move))\w+)(,?\s+)")
    kit_file.write_text(kind.sub(r"\1\2copies: 3\2", kit_file.read_text("utf-8")), "utf-8")
    assert printed() == {id_: 3 * number for id_, number in once.items()}


def test_each_booklet_is_a_file_of_its_own(tmp_path):
    """Two books in one file would be folded into each other; with two stocks, one file replaced the other."""
    kit = three_cards.write(tmp_path / "mine")
    book = "kind: booklet, template: rules.md, cover: front"
    (kit / "rules.md").write_text("# Rules\n\nWords.\n", "utf-8")
    for number, stock in enumerate(("paper", "cardstock")):
        books = f"  long: {{title: Long, {book}}}\n  short: {{title: Short, {book}, stock: {stock}}}\n"
        (kit / "kit.yaml").write_text(f"title: My books\ncomponents:\n{books}", "utf-8")
        folder = tmp_path / f"out{number}"
        result = run("build", kit, "--output", folder, "--draft")
        files = {f["path"]: f for f in json.loads((folder / "manifest.json").read_bytes())["files"]}
        print_or_read = {f"mine-a4-rulebook-{book}.pdf" for book in ("long", "short")} | {
            f"mine-rulebook-{book}-screen.pdf" for book in ("long", "short")
        }
        assert set(files) == print_or_read, result.output
        assert {path.name for path in folder.glob("*.pdf")} == set(files)


def test_a_print_shop_gets_a_file_for_each_book(tmp_path):
    """The pages of the second have bleed, and its file had the name of the first."""
    kit = three_cards.write(tmp_path / "mine")
    book = "kind: booklet, template: rules.md"
    books = f"  long: {{title: Long, {book}, cover: plain}}\n  short: {{title: Short, {book}, cover: back}}\n"
    (kit / "kit.yaml").write_text(f"title: My books\ncomponents:\n{books}", "utf-8")
    (kit / "rules.md").write_text("# Rules\n\nWords.\n", "utf-8")
    plain = '{elements: [{text: "{kit.title}", box: [8, 20, 47.5, 12], style: name}]}'
    edit(kit, "faces.yaml", "faces:\n", f"faces:\n  plain: {plain}\n")
    result = run("build", kit, "--output", tmp_path / "out", "--profile", "shop")
    names = {f"mine-shop-rulebook-139.7x210-{name}.pdf" for name in ("long", "short")}
    assert {path.name for path in (tmp_path / "out").glob("*.pdf")} == names, result.output


@pytest.mark.parametrize(("margin", "columns"), [(0.0, 3), (4.0, 3), (15.0, 2)])
def test_a_margin_keeps_trims_and_labels_from_the_edges_of_the_paper(margin, columns, tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    edit(kit, "cards.yaml", "count: 3", "count: 12")
    result = api.build(kit, paper="a4", margin=margin, only=["all"])
    placed = [one for one in result.manifest["placements"] if one["side"] == "front"]
    least = min(min(p["x"], p["y"], 210 - p["x"] - p["w"], 297 - p["y"] - p["h"]) for p in placed)
    assert least >= margin
    assert len({p["x"] for p in placed if p["page"] == 1}) == columns
    name = next(name for name in result.files if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(result.files[name])[0]
    words = page.get_textpage()
    tops = [297 - words.get_charbox(at)[3] / 72 * 25.4 for at in range(words.count_chars())]
    assert min(tops) >= margin - 0.2  # brackets are a little higher than capitals


# Matters of taste ---------------------------------------------------------------------------------------------


def _pale(folder: Path) -> Path:
    """A kit of one card, whose text has too little contrast."""
    kit = big_deck.write(folder / "kit", 1)
    edit(kit, "cards.csv", ",ink", ",sand")
    return kit


def test_matters_of_taste_are_warnings_and_errors_if_strict(tmp_path):
    kit = _pale(tmp_path)
    found = json.loads(run("check", kit, "--format", "json").stdout)["diagnostics"]
    (taste,) = [one for one in found if one["code"] == "low-contrast"]
    assert taste["severity"] == "warning"
    assert taste["hints"][-1] == "to keep it so: checks: {ignore: [low-contrast]} in kit.yaml"
    strict = json.loads(run("check", kit, "--strict", "--format", "json").stdout)["diagnostics"]
    assert [one["severity"] for one in strict if one["code"] == "low-contrast"] == ["error"]


def test_a_build_with_matters_of_taste_prints_and_counts_them(tmp_path):
    kit = _pale(tmp_path)
    result = run("build", kit, "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "to read: 1 low-contrast; `pnp check` lists them" in result.output
    assert list((tmp_path / "out").glob("*.pdf"))
    strict = run("build", kit, "--strict", "--output", tmp_path / "none")
    assert (strict.exit_code, (tmp_path / "none").exists()) == (1, False)
    assert "error[low-contrast]" in strict.output


def test_a_canonical_game_with_an_engine_is_strict(six):
    edit(six, "faces.yaml", "worth: {font: body", "worth: {colour: pale, font: body")
    assert "warning[low-contrast]" in run("check", six).output
    edit(six, "kit.yaml", "edition: custom", "edition: canonical")
    assert "error[low-contrast]" in run("check", six).output


def test_an_explanation_states_what_is_of_taste():
    assert "This is a matter of taste" in run("explain", "low-contrast").output
    assert "This is a matter of taste" not in run("explain", "overlapping-text").output
