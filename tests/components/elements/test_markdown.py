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
