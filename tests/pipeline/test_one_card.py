"""`pnp preview KIT CARD` reports the faults of that card, and counts the others."""

from __future__ import annotations

import re

import openpyxl
import pytest

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.pipeline import job
from pnp.pipeline.one_card import Owners
from tests.conftest import edit, options_for, run
from tests.support import big_deck


@pytest.fixture
def kit(tmp_path):
    """Every second card's text is too long, every fifth is pale; card 10 has both and no picture."""
    return big_deck.write(tmp_path / "mine", 20)


def _codes(kit, card, tmp_path):
    """The codes that are reported for a card, and the end of the summary."""
    report = run("preview", kit, card, "--output", tmp_path / "card.png", "--dpi", "40").stderr.splitlines()
    return re.findall(r"(?:error|warning)\[([a-z-]+)\]", "\n".join(report)), report[-1].partition("elsewhere")[0]


def test_only_the_cards_own_faults_are_reported(kit, tmp_path):
    # 10 texts are too long, 2 are pale, 2 pictures do not exist
    assert _codes(kit, "c2", tmp_path) == (["text-overflow"], "1 error, shown anyway; 11 errors, 2 warnings ")
    assert _codes(kit, "c5", tmp_path) == (["low-contrast"], "1 warning, shown anyway; 12 errors, 1 warning ")
    summary = "2 errors, shown anyway; 10 errors, 2 warnings "
    assert _codes(kit, "deck/c10", tmp_path) == (["missing-art", "text-overflow"], summary)
    assert _codes(kit, "c1", tmp_path) == ([], "nothing wrong on this card, 12 errors, 2 warnings ")


def test_faults_of_its_face_are_its_own(kit, tmp_path):
    edit(kit, "faces.yaml", "size: 14", "size: 14, colour: ink")
    edit(
        kit,
        "faces.yaml",
        "    elements:\n",
        '    elements:\n      - {text: "{asides.lore}", box: [5, 5, 50, 3], style: name}\n',
    )
    assert _codes(kit, "c1", tmp_path)[0] == ["unfilled-field"]


def test_a_diagnostic_in_the_lines_of_a_face_is_about_all_its_cards(kit):
    layout = job.lay_out(options_for(kit), Diagnostics())
    assert layout
    owners = Owners(layout.plan.context.kit)

    def cards(file: str, line: int) -> frozenset[str]:
        return owners.cards(Diagnostic(Span(str(kit / file), line), "error", "x", "y"))

    assert cards("cards.csv", 8) == {"c7"}
    assert len(cards("faces.yaml", 8)) == 20
    assert cards("faces.yaml", 2) == cards("cards.csv", 99) == cards("kit.yaml", 1) == frozenset()


def test_an_unknown_card_is_wrong_usage_without_a_report(kit, tmp_path):
    result = run("preview", kit, "c21", "--output", tmp_path / "card.png")
    assert result.exit_code == 2
    assert "there is no card 'c21'" in " ".join(result.stderr.split())
    assert "error[" not in result.stderr


def test_rows_of_a_workbook_are_told_apart(tmp_path):
    kit = big_deck.write(tmp_path / "mine", 3, faults=False)
    book = openpyxl.Workbook()
    for row in (kit / "cards.csv").read_text("utf-8").splitlines():
        book.active.append(row.split(","))
    book.active["C3"] = "lost.svg"
    book.save(kit / "cards.xlsx")
    edit(kit, "kit.yaml", "cards.csv", "cards.xlsx")
    assert _codes(kit, "c2", tmp_path) == (["missing-art"], "1 error, shown anyway")
    assert _codes(kit, "c1", tmp_path) == ([], "nothing wrong on this card, 1 error ")
    assert "Sheet!C3, column 'art'" in run("check", kit).stdout
