"""Markdown in a card's own field: what is set, in which colours and sizes, and where mistakes are reported."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pnp.checks import low_contrast
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.drawing import Text, walk
from pnp.pipeline import job
from tests.conftest import options_for
from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("markdown")

KIT = """\
title: Rich
components:
  all: {kind: deck, title: Cards, size: poker, face: front}
palette: {red: "#b3261e", leaf: "#2e6b2e", straw: "#f0e68c"}
icons: {cross: cross.svg}
cards: cards.csv
"""
FACES = """\
styles:
  title: {font: title, size: 15, least: 10}
  card-body: {font: body, size: 9.5, least: 7}
faces:
  front:
    elements:
      - {text: "[{name}]{.red} of {count}", box: [6, 5, 51.5, 9], style: title}
      - {markdown: "{asides.text}", box: [6, 16, 51.5, 65], styles: card}
"""
CROSS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><title>cross</title><path d="M4 0h2v10h-2z"/></svg>'
)


@pytest.fixture
def kit(tmp_path) -> Path:
    for name, text in (("kit.yaml", KIT), ("faces.yaml", FACES), ("cross.svg", CROSS)):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


class Drawn:
    """The texts of a card with one text, and what was reported."""

    def __init__(self, kit: Path, text: str) -> None:
        with (kit / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["deck", "id", "name", "asides.text"], ["all", "wolf", "Wolf", text]])
        diagnostics = Diagnostics()
        self.planned = job.plan(options_for(kit), diagnostics)
        assert self.planned, list(diagnostics)
        self.pieces = job.draw(self.planned)
        (piece,) = self.pieces["all"]
        self.placed = [(item, at.frame) for item, at in walk(piece.front.items)]
        self.texts = [item for item, _ in self.placed if isinstance(item, Text)]
        self.wrong: list[Diagnostic] = list(diagnostics)

    @property
    def words(self) -> list[str]:
        return [text.text for text in self.texts]


@pytest.mark.parametrize(
    ("typed", "mark"),
    [("Deal **3", "**"), ("a ~~b", "~~"), ("x^2+y+z+a+b+c+d+e+f+g^", "^2+y+z+a+b+c+d+e+f+g^"), ("__init__", "__i")],
)
def test_a_mark_that_is_left_is_a_warning_at_its_cell(kit, typed, mark):
    (found,) = Drawn(kit, typed).wrong
    assert (found.severity, found.code) == ("warning", "left-mark")
    assert found.message == f"{mark!r} in {typed!r} is printed as it is"
    assert (Path(found.span.file).name, found.span.line, found.span.cell.heading) == ("cards.csv", 2, "asides.text")


@pytest.mark.parametrize("typed", [r"Deal \*\*3", "`**` is a mark", "5* and 6*", "3 * 4", "a_b ~ c", "^"])
def test_signs_that_are_no_marks_are_no_warning(kit, typed):
    assert Drawn(kit, typed).wrong == []


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        ("word " * 500, "text-overflow", "does not fit 51.5 × 65 mm at its smallest size", "faces.yaml"),
        ("w" * 60, "text-overflow", "wider than its column", "faces.yaml"),
        ("[a]{.rad}", "unknown-colour", "the palette has no colour 'rad'", "cards.csv"),
        ("a :cros:", "unknown-icon", "there is no icon 'cros'", "cards.csv"),
        ("- a\n\n  ---\n", "unread-markdown", "a horizontal rule cannot be in a list", "cards.csv"),
        ("<b>x</b>", "unread-markdown", "b>' is not supported", "cards.csv"),
        ("|a" * 70 + "|\n" + "|-" * 70 + "|\n|b\n", "unread-markdown", "a table has 70 columns", "cards.csv"),
        ("- " * 50 + "a", "unread-markdown", "nested too deeply", "cards.csv"),
        ("a 鯨", "missing-glyph", "鯨", "cards.csv"),
    ],
)
def test_a_mistake_is_reported_where_it_is_to_be_mended(kit, text, code, message, place):
    drawn = Drawn(kit, text)
    wrong = [one for one in drawn.wrong if one.code == code]
    assert wrong, drawn.wrong
    assert message in wrong[0].message
    assert Path(wrong[0].span.file).name == place
    assert wrong[0].card.name == "Wolf" if place == "faces.yaml" else wrong[0].span.line == 2


def test_the_colour_of_an_unknown_name_has_a_hint(kit):
    (wrong,) = Drawn(kit, "[a]{.rad}").wrong
    assert wrong.hints == ("did you mean 'red'?",)


def test_the_contrast_of_coloured_words_is_checked_at_the_text(kit):
    drawn = Drawn(kit, "[pale words]{.straw}")
    found = list(low_contrast.check(drawn.planned.check_context(drawn.pieces)))
    assert ["pale words" in one.message for one in found] == [True]
    faces = (kit / "faces.yaml").read_text("utf-8").replace("{.red}", "{.straw}")
    (kit / "faces.yaml").write_text(faces, "utf-8")
    drawn = Drawn(kit, "plain")
    (wrong,) = low_contrast.check(drawn.planned.check_context(drawn.pieces))
    line = wrong.span.line
    assert "text:" in faces.splitlines()[line - 1], "not at the colour of the style"


def test_a_style_that_is_missing_is_reported(kit):
    faces = (kit / "faces.yaml").read_text("utf-8").replace("styles: card}", "styles: cord}")
    (kit / "faces.yaml").write_text(faces, "utf-8")
    (wrong,) = Drawn(kit, "a").wrong
    assert (wrong.code, wrong.span.line) == ("unknown-style", 8)
