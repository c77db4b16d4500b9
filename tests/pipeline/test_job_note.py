"""The note for a copy shop: its text, its page, and what it says of files, read back."""

from __future__ import annotations

import hashlib
import io

import pypdf
import pytest

import pnp
from pnp.pipeline.choices import ChoiceError
from tests.conftest import SMALL, run
from tests.support import three_cards

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
    assert result.manifest["texts"] == {
        "mine-a4-job-note.txt": hashlib.sha256(note(result).encode()).hexdigest(),
    }
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


def test_a_note_that_is_no_longer_wanted_is_removed(cards, tmp_path):
    run("build", cards, "--job-note", "--output", tmp_path / "out")
    assert (tmp_path / "out" / "mine-a4-job-note.txt").is_file()
    result = run("build", cards, "--output", tmp_path / "out")
    assert "removed, because this build does not make them" in result.output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["manifest.json", "mine-a4-cardstock.pdf"]
