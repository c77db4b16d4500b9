"""The marks of revised cards."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader

from pnp.components.revision import with_mark
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import Drawing, Size
from pnp.graphics.drawing import Text
from tests.conftest import edit, run

SAFE, MM = 3.0, 72 / 25.4
BLEED = 3.0


@pytest.fixture
def revised(small: Path) -> Path:
    """A kit in which one move is in its second revision."""
    edit(small, "cards.yaml", "name: Swerve\n", "name: Swerve\n    revised: 2\n")
    return small


def pages(file: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(file).pages]


def test_every_copy_of_a_revised_card_has_the_mark_and_no_other_card(revised, tmp_path):
    result = run("build", revised, "--output", tmp_path)
    assert result.exit_code == 0, result.output
    text = "\n".join(pages(tmp_path / "small-a4-cardstock.pdf"))
    assert text.count("rev. 2") == 8
    guide = " ".join(pages(tmp_path / "small-a4-paper.pdf")[0].split())
    assert "Revised cards: Swerve (rev. 2)." in guide


def test_a_kit_without_revised_cards_has_no_marks(small, tmp_path):
    assert run("build", small, "--output", tmp_path).exit_code == 0
    assert "rev. " not in "\n".join(pages(tmp_path / "small-a4-cardstock.pdf"))
    assert "Revised" not in pages(tmp_path / "small-a4-paper.pdf")[0]


def test_the_mark_is_in_the_safe_zone_and_covers_no_words(revised, tmp_path):
    assert run("build", revised, "--only", "moves", "--profile", "shop", "--output", tmp_path).exit_code == 0
    (file,) = tmp_path.glob("*.pdf")
    found = 0
    for page in pypdfium2.PdfDocument(file):
        text = page.get_textpage()
        whole = text.get_text_range()
        for match in re.finditer(re.escape("rev. 2"), whole):
            found += 1
            boxes = [text.get_charbox(n, loose=True) for n in range(match.start(), match.end())]
            inner, (width, height) = (BLEED + SAFE) * MM, page.get_size()
            left, right = min(b[0] for b in boxes), max(b[2] for b in boxes)
            bottom, top = min(b[1] for b in boxes), max(b[3] for b in boxes)
            assert left >= inner - 0.01
            assert right <= width - inner + 0.01
            assert text.get_charbox(match.start())[1] >= inner - 0.01
            assert top <= height - inner
            others = (n for n in range(text.count_chars()) if not match.start() <= n < match.end())
            for other in (text.get_charbox(n) for n in others if whole[n].strip()):
                assert other[2] <= left or other[0] >= right or other[3] <= bottom or other[1] >= top
    assert found == 1


def test_a_face_that_shows_the_revision_gets_no_other_mark(revised, tmp_path):
    shown = '      - {text: "Edition {revised}", box: [6, 60, 30, 4], style: note, when: revised}\n'
    edit(revised, "faces.yaml", "  move:\n    elements:\n", f"  move:\n    elements:\n{shown}")
    result = run("build", revised, "--only", "moves", "--output", tmp_path, "--draft")
    text = "\n".join(pages(tmp_path / "small-a4-cardstock.pdf"))
    assert (text.count("Edition 2"), text.count("rev. 2")) == (8, 0), result.output


def test_a_front_without_room_for_the_mark_is_an_error(context):
    own = replace(context, diagnostics=Diagnostics())
    rows = tuple(Text(0, y, "word " * 30, "body", 8, "#000000") for y in range(0, 90, 2))
    front = Drawing("front", Size(63, 88), rows)
    with_mark(own, front, "move", "rectangle", {"revised": 2}, Span("cards.yaml", 3))
    (error,) = own.diagnostics
    assert (error.code, error.span.line) == ("text-overflow", 3)
    assert "there is no room for the mark of the revision" in error.message


def test_tables_have_the_revision_in_a_column_and_read_it(revised, tmp_path):
    result = run("export", revised, "--format", "csv", "--output", tmp_path / "cards.csv")
    assert result.exit_code == 0, result.output
    rows = {row["id"]: row for row in csv.DictReader((tmp_path / "cards.csv").read_text("utf-8").splitlines())}
    assert (rows["swerve"]["revised"], rows["dodge"]["revised"]) == ("2", "")
    (revised / "cards.yaml").unlink()
    (tmp_path / "cards.csv").rename(revised / "cards.csv")
    edit(revised, "kit.yaml", "edition: custom", "edition: custom\ncards: cards.csv")
    assert run("build", revised, "--cards", "swerve", "--output", tmp_path / "out").exit_code == 0
    assert "rev. 2" in pages(tmp_path / "out" / "small-a4-cardstock.pdf")[0]
