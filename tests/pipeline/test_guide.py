"""What the printing guide says of a set."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pypdf
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import guide, job, sheets
from pnp.pipeline.choices import ChoiceError
from tests.conftest import SMALL, edit, options_for, run
from tests.support import shaped, three_cards


@pytest.mark.parametrize(
    ("change", "radius"), [("", "3 / 4"), ("corners: 4", "3 / 5.5"), ("only", "4"), ("no rectangle", "3")]
)
def test_the_guide_has_the_corners_of_the_cards(tmp_path, change, radius):
    kit = shaped.write(tmp_path / "kit")
    if change == "corners: 4":
        edit(kit, "kit.yaml", change, "corners: 5.5")
    only = {"only": ("maps",), "no rectangle": ("coins",)}.get(change, ())
    options = options_for(kit, only=only)
    layout = job.lay_out(options, Diagnostics())
    groups = [group for file, _ in layout.files for group in file.groups]
    found = guide.description(layout.plan.context, options, groups)
    assert found["radius"] == radius


def described(kit: Path, **more: Any) -> dict[str, Any]:
    """What the guide knows of a set."""
    options = options_for(kit, **more)
    layout = job.lay_out(options, Diagnostics())
    groups = [group for file, _ in layout.files for group in file.groups]
    return guide.description(layout.plan.context, options, groups)


def test_cards_of_one_deck_are_counted_by_what_they_are(small):
    edit(small, "cards.yaml", "counted_as: champion card", "counted_as: cup")
    contents = [(one["count"], one["title"]) for one in described(small)["contents"]]
    assert contents[:4] == [(18, "Move cards"), (2, "Rhino cards"), (1, "cup"), (6, "blank cards")]


@pytest.mark.parametrize(("count", "title"), [(6, "blank cards"), (1, "blank card")])
def test_one_card_is_counted_in_the_singular(count, title, small):
    edit(small, "cards.yaml", "champion: {name: Champion", f"champion: {{name: Champion, count: {9 - 2 - count}")
    found = described(small, only=("rhinos", "extras"))
    assert {"title": title, "count": count} in found["contents"]


@pytest.mark.parametrize(
    ("game", "paper", "only", "tiled", "joined"),
    [
        ("tilt", "a4", ("lists",), False, True),
        ("tilt", "a4", ("target",), False, False),
        ("tilt", "a5", ("target", "lists"), True, True),
        ("lists", "a4", ("list",), True, False),
        ("lists", "a3", ("list",), False, False),
    ],
)
def test_the_guide_tells_boards_in_tiles_from_boards_of_several_cards(game, paper, only, tiled, joined):
    found = described(paths.data_folder() / game, paper=paper, only=only)
    assert (found["tiled"], found["joined"]) == (tiled, joined)


@pytest.mark.parametrize(("order", "numbers"), [("sheets", [5, 6]), ("sides", [3, 6])])
def test_the_guide_knows_the_pages_of_each_component(order, numbers):
    found = described(SMALL, order=order)["pages"]
    assert found["rhinos"] == [{"file": "small-a4-cardstock.pdf", "numbers": numbers}]
    assert found["moves"][0]["numbers"] == [n for n in range(1, 7) if n not in numbers]


@pytest.mark.parametrize(
    ("only", "holds"),
    [
        (("target", "lists", "standees", "tuckbox"), ["Target board", "Tuck box", "Pieces", "Lists"]),
        (("target", "tuckbox"), ["Target board", "Tuck box"]),
        (("standees",), ["Pieces"]),
    ],
)
def test_the_guide_names_boards_and_boxes_among_the_contents_of_a_file(only, holds):
    found = described(paths.data_folder() / "tilt", only=only)["files"]
    assert [file["holds"] for file in found] == [holds]


def test_the_guide_names_small_pieces_that_fill_up_a_sheet_of_cards():
    (file,) = described(paths.data_folder() / "duel", paper="letter", only=("helpers", "references", "plus"))["files"]
    assert file["holds"] == ["Cards", "Pieces"]


def test_the_guide_is_among_the_contents_of_its_file():
    options = options_for(paths.data_folder() / "soaring", only=("guide", "aside"))
    layout = job.lay_out(options, Diagnostics())
    context = layout.plan.context
    groups = [group for file, _ in layout.files for group in file.groups if group.key != "guide"]
    found = guide.description(context, options, [sheets.expected(context, "guide", options), *groups])["files"]
    assert {file["name"]: file["holds"] for file in found} == {
        "soaring-a4-cardstock.pdf": ["Mat"],
        "soaring-a4-paper.pdf": ["How to print"],
    }


@pytest.mark.parametrize("game", ["duel", "rhino-de"])
def test_a_note_of_the_guide_may_ask_for_pages_that_are_not_printed(game):
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(paths.data_folder() / game, only=("guide",)), diagnostics)
    assert [file.name for file, _ in layout.files] == [f"{game}-a4-paper.pdf"]
    assert not list(diagnostics)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_guide_names_the_command_that_prints_one_lost_card_with_its_back(language, small, tmp_path):
    edit(small, "kit.yaml", "tagline:", f"language: {language}\ntagline:")
    layout = job.lay_out(options_for(small, "letter"), Diagnostics())
    text = " ".join(" ".join(text.text for text in layout.pieces["guide"][0].front.texts()).split())
    command = re.search(r"pnp build small (--paper letter --only \S+ --cards \S+ --copies 1)", text)
    assert command, text
    assert run("build", small, *command[1].split(), "--output", tmp_path / "one").exit_code == 0
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text("utf-8"))
    assert Counter(placed["side"] for placed in manifest["placements"]) == {"front": 1, "back": 1}
    assert manifest["paper"]["name"] == "letter"


@pytest.mark.parametrize(("backs", "bound"), [("long", "staple the fold"), ("none", "cut its pages apart")])
def test_a_book_is_bound_as_it_is_printed(backs, bound):
    layout = job.lay_out(options_for(SMALL, backs=backs), Diagnostics())
    (page,) = layout.pieces["guide"]
    words = " ".join(text.text for text in page.front.texts())
    assert bound in words
    assert ("cut its pages apart" in words) != ("staple the fold" in words)


@pytest.mark.parametrize(("language", "edge"), [("en", "left"), ("he", "right")])
def test_loose_pages_are_stapled_at_the_edge_where_lines_begin(language, edge, small):
    edit(small, "kit.yaml", "tagline:", f"language: {language}\ntagline:")
    (page,) = job.lay_out(options_for(small, backs="none"), Diagnostics()).pieces["guide"]
    words = " ".join(" ".join(text.text for text in page.front.texts()).split())
    assert f"staple them at the {edge} edge" in words


CARDS = """\
Job note: My cards
Print everything at 100 %, actual size. No “fit to page”, no added borders.
Paper: A4
Print in colour.
Please measure the ruler at the edge of the first sheet: 100 mm must be 100 mm.
Please leave the sheets uncut, unless we agree on cutting.

mine-a4-cardstock.pdf
Stock: cardstock, 200 to 250 g/m²
Sheets: 1
Sides: both, flip on short edge
To cut, with fronts up: pieces of 63.5 × 88.9 mm; cuts 9.75 · 73.25 · 136.75 · 200.25 mm from the left edge, \
15.15 · 104.05 · 192.95 · 281.85 mm from the top edge
"""


@pytest.fixture
def cards(tmp_path):
    return three_cards.write(tmp_path / "mine")


def note(result: pnp.BuildResult) -> str:
    (name,) = (name for name in result.files if name.endswith("job-note.txt"))
    return result.files[name].decode()


def test_the_text_has_the_paper_the_sides_and_the_cuts(cards):
    assert note(pnp.build(cards, backs="short", job_note=True)) == CARDS


def test_the_page_has_the_same_words_and_the_manifest_lists_both(cards):
    result = pnp.build(cards, job_note=True)
    page = pypdf.PdfReader(io.BytesIO(result.files["mine-a4-job-note.pdf"])).pages[0]
    assert page.extract_text().split() == note(result).split()
    assert result.manifest["texts"] == {"mine-a4-job-note.txt": hashlib.sha256(note(result).encode()).hexdigest()}
    assert "mine-a4-job-note.pdf" in [file["path"] for file in result.manifest["files"]]


def test_without_the_option_there_is_none(cards):
    result = pnp.build(cards)
    assert not [name for name in result.files if "note" in name]
    assert "texts" not in result.manifest


def test_books_are_folded_greys_are_black_and_only_equal_rectangles_are_cut():
    text = note(pnp.build(SMALL, only=["moves", "foldies", "rulebook"], job_note=True, ink="grey"))
    about, *files = text.split("\n\n")
    assert "Print in black and white." in about
    cards, *others = files
    assert "To cut" in cards
    assert not [one for one in others if "To cut" in one]
    assert [one.splitlines()[0] for one in others if "Booklet: fold" in one] == ["small-a4-rulebook.pdf"]


def test_upright_and_turned_cards_of_a_sheet_have_a_line_each():
    text = note(pnp.build(SMALL, only=["moves", "rhinos", "extras"], job_note=True, paper="a3"))
    upright, turned = (line for line in text.splitlines() if line.startswith("To cut"))
    assert "pieces of 63 × 88 mm; cuts 22.5 · 85.5 · 148.5 · 211.5 · 274.5 mm from the left edge" in upright
    assert "pieces of 88 × 63 mm; cuts 16.5 · 104.5 · 192.5 · 280.5 mm from the left edge" in turned


def test_labels_and_sheets_for_machines_are_not_cut(cards):
    for options in ({"paper": "cards-letter"}, {"cutter": "generic"}):
        assert "To cut" not in note(pnp.build(cards, job_note=True, **options))


def test_a_page_for_small_paper_is_as_large_as_its_words_need(cards):
    result = pnp.build(cards, job_note=True, paper="63.5x88.9mm", margin=0)
    (name,) = (name for name in result.files if name.endswith("job-note.pdf"))
    page = pypdf.PdfReader(io.BytesIO(result.files[name])).pages[0]
    assert page.extract_text().split()[:2] == ["Job", "note:"]
    assert page.mediabox.width > page.mediabox.height * 0.5


@pytest.mark.parametrize("language", ["de", "fr"])
def test_it_is_in_the_language_of_the_kit(cards, language):
    text = (cards / "kit.yaml").read_text("utf-8")
    (cards / "kit.yaml").write_text(f"language: {language}\n{text}", "utf-8")
    (first, *_) = note(pnp.build(cards, job_note=True)).splitlines()
    assert first == {"de": "Druckauftrag: My cards", "fr": "Note d’impression : My cards"}[language]


def test_it_is_refused_for_print_shops_and_with_a_printer_at_home(cards, tmp_path, monkeypatch):
    with pytest.raises(ChoiceError, match="it is for copy shops"):
        pnp.build(cards, profile="shop", job_note=True)
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / name))
    run("printer", "add", "home", "--x", "1")
    result = run("build", cards, "--printer", "home", "--job-note", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "corrects for your printer and not for a shop's" in " ".join(result.output.split())
