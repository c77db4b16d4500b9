"""Markdown in a card's own field: what is set, in which colours and sizes, and where mistakes are reported."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pnp.checks import low_contrast
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.drawing import Path as Path_
from pnp.graphics.drawing import Tag, Text, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.pipeline import job
from tests.conftest import edit, options_for

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

    def width(self, text: Text) -> float:
        return self.planned.context.fonts.extent(text)

    def placed_texts(self) -> list[float]:
        """The baselines of the texts on the card, in mm from its top."""
        return [frame.apply(item.x, item.y)[1] for item, frame in self.placed if isinstance(item, Text)]

    @property
    def words(self) -> list[str]:
        return [text.text for text in self.texts]

    def look(self, words: str) -> tuple[str, str]:
        return next((text.font, text.colour) for text in self.texts if text.text == words)

    def roles(self) -> set[str]:
        return {item.role for item, _ in self.placed if isinstance(item, Tag)}

    def tops(self) -> dict[str, float]:
        """The height of each text's baseline on the card."""
        return {item.text: frame.apply(item.x, item.y)[1] for item, frame in self.placed if isinstance(item, Text)}


def test_lines_and_lists_of_a_cell_are_lines_and_lists(kit):
    drawn = Drawn(kit, "All step back\nThen rest\n- Draw two\n- Discard\n\n1. First\n2. Second")
    assert not drawn.wrong
    assert drawn.words[2:] == [
        "All step back",
        "Then rest",
        "•",
        "Draw two",
        "•",
        "Discard",
        "1.",
        "First",
        "2.",
        "Second",
    ]
    assert {"P", "L", "LI", "Lbl", "LBody"} <= drawn.roles()
    tops = drawn.tops()
    assert tops["All step back"] < tops["Then rest"] < tops["Draw two"] < tops["Discard"] < tops["First"]


def test_headings_and_tables_are_set(kit):
    edit(kit, "faces.yaml", "  card-body:", "  card-h1: {font: bold, size: 12, least: 9}\n  card-body:")
    drawn = Drawn(kit, "# Head\n| Roll | Result |\n|---|---|\n| 1 | [win]{.leaf} |")
    assert not drawn.wrong
    assert {"H1", "Table", "TR", "TH", "TD"} <= drawn.roles()
    assert drawn.look("win") == ("body", "#2e6b2e")


def test_words_are_raised_lowered_struck_and_underlined(kit):
    drawn = Drawn(kit, "x^2^ H~2~O ~~old~~ [new *way*]{.underline}")
    assert not drawn.wrong
    x, raised, h, lowered, *_ = drawn.texts[2:]
    assert raised.size == lowered.size == pytest.approx(0.65 * x.size)
    assert x.y - raised.y == pytest.approx(0.36 * x.size * MM_PER_POINT)
    assert lowered.y - h.y == pytest.approx(0.14 * x.size * MM_PER_POINT)
    assert raised.x == pytest.approx(x.x + drawn.width(x))
    marked = {text.text: text.bars for text in drawn.texts if text.bars}
    assert marked == {"old": ("strike",), "new": ("underline",), "way": ("underline",)}


def test_colours_of_words_go_with_bold_italic_and_icons(kit):
    drawn = Drawn(kit, "a [b *c* **d** :cross:]{.red} e")
    assert not drawn.wrong
    looks = {text.text: (text.font, text.colour) for text in drawn.texts[2:]}
    ink = looks["a"][1]
    assert looks == {
        "a": ("body", ink),
        "b": ("body", "#b3261e"),
        "c": ("italic", "#b3261e"),
        "d": ("bold", "#b3261e"),
        ":cross:": ("body", "#b3261e"),
        "e": ("body", ink),
    }


def test_texts_of_faces_have_colours_around_fields(kit):
    drawn = Drawn(kit, "")
    assert drawn.look("Wolf") == ("title", "#b3261e")
    assert drawn.words == ["Wolf", "of 1"]


def test_a_value_is_words_and_never_a_field(kit):
    drawn = Drawn(kit, "{name} {{ 7 * 7 }} {% raw %} ${count}")
    assert not drawn.wrong
    assert drawn.words[2:] == ["{name} {{ 7 * 7 }} {% raw %}", "${count}"]


def test_a_horizontal_rule_is_a_line_across_the_box_between_the_texts(kit):
    drawn = Drawn(kit, "above\n\n---\n\nbelow")
    assert not drawn.wrong
    ((rule, frame),) = [(item, frame) for item, frame in drawn.placed if isinstance(item, Path_)]
    (left, y), (right, end) = (frame.apply(*point) for _, point in rule.segments)
    assert (left, right) == (6, 57.5)
    above, below = drawn.placed_texts()[2:]
    assert above < y == end < below


def test_a_text_shrinks_to_its_least_size(kit):
    drawn = Drawn(kit, "word " * 130)
    assert not drawn.wrong
    assert all(7 <= text.size < 9.5 for text in drawn.texts[2:])


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


def test_the_text_is_at_the_bottom_if_the_style_says_so(kit):
    high = Drawn(kit, "a").tops()["a"]
    faces = (kit / "faces.yaml").read_text("utf-8").replace("least: 7}", "least: 7, valign: bottom}")
    (kit / "faces.yaml").write_text(faces, "utf-8")
    low = Drawn(kit, "a").tops()["a"]
    assert (high, low) == (pytest.approx(19.5, abs=1), pytest.approx(79.5, abs=1))
