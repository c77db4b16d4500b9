"""Faces: elements that cannot be drawn, and settings that are held to their kind."""

from __future__ import annotations

import pytest

from pnp.components.faces import draw
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import Rect, Size
from pnp.kit import load
from tests.conftest import edit, fresh
from tests.support import small_deck as layout
from tests.support.drawn import element_test, kit
from tests.support.faces import drawn

test_is_drawn_as_reviewed = element_test("face")


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "words"),
    [
        ("faces.yaml", "chart: outcome.md", "chart: outcomes.md", "missing-template", "outcomes.md"),
        ("outcome.md", "|:--|:--|:--|:--|", "", "unknown-field", "there is no table"),
    ],
)
def test_a_chart_that_cannot_be_drawn_is_an_error(charted, file, old, new, code, words):
    edit(charted, file, old, new)
    _, diagnostics = drawn(charted, "outcome")
    assert any(found == code and words in message for found, message in diagnostics), diagnostics


BASE = """styles:
  name: {font: title, size: 12, least: 7}
  loud: {extends: name, size: 16, colour: accent}
faces:
  base:
    bleeds: true
    elements:
      - {id: title, text: "{name}", box: [8, 10, 47.5, 12], style: name}
      - {text: plain, box: [8, 24, 47.5, 12], style: name}
      - {id: note, text: note, box: [8, 40, 47.5, 12], style: name, when: name}
  back: {elements: [{rectangle: [8, 8, 40, 40], fill: accent}]}
"""


def _extending(tmp_path, keys: str, more: str = "") -> layout.Drawn:
    """The cards of a kit whose face `front` extends `base`."""
    return layout.drawn(layout.written(tmp_path, f"{BASE}  front: {{extends: base{keys}}}\n{more}"))


def test_bleeds_are_inherited_and_may_be_changed(tmp_path):
    assert _extending(tmp_path, "").pieces["all/one"].front.bleed > 0
    assert _extending(tmp_path / "own", ", bleeds: false").pieces["all/one"].front.bleed == 0


def test_a_style_has_the_keys_of_the_one_it_extends(tmp_path):
    (own,) = _extending(tmp_path, ", without: [note], elements: [{id: title, style: loud, text: A}]").pieces.values()
    loud, plain = own.front.texts()
    assert (loud.font, loud.size, plain.font, plain.size) == ("title", 16, "title", 12)
    assert loud.colour != plain.colour


def test_an_overlay_extends_a_face_of_its_base(tmp_path):
    base = _extending(tmp_path / "mine", "")
    own = tmp_path / "own"
    own.mkdir()
    (own / "kit.yaml").write_text("extends: ../mine\nedition: custom\n")
    (own / "faces.yaml").write_text(
        "styles: {soft: {extends: loud, size: 7}}\n"
        "faces: {elite: {extends: front, elements: [{id: title, style: soft}]}}\n"
    )
    (own / "cards.yaml").write_text("all: {one: {face: elite}}\n")
    found = layout.drawn(own)
    assert not found.diagnostics
    assert found.words("one") == base.words("one")
    assert [text.size for text in found.pieces["all/one"].front.texts()] == [7, 12, 12]


def _layer(folder, base, faces):
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"extends: ../{base}\nedition: custom\n")
    (folder / "faces.yaml").write_text(faces)
    return folder


def test_an_overlay_changes_one_element_of_a_face_of_its_base(tmp_path):
    base = _extending(tmp_path / "mine", "")
    own = _layer(tmp_path / "own", "mine", "faces: {base: {extends: base, elements: [{id: title, text: Own}]}}\n")
    drawn = layout.drawn(own)
    assert not drawn.diagnostics
    assert base.words("one")[1:] == drawn.words("one")[1:]
    assert drawn.words("one")[0] == "Own"
    merged = load.merged(own, Diagnostics())["faces.yaml"].value["faces"].value
    assert list(merged) == ["base", "back", "front", "base-base"]
    assert merged["base"].value["extends"].value == "base-base"


def test_an_overlay_of_an_overlay_changes_the_face_again(tmp_path):
    base = _extending(tmp_path / "mine", "")
    _layer(tmp_path / "own", "mine", "faces: {front: {extends: front, elements: [{id: title, text: Own}]}}\n")
    second = _layer(tmp_path / "top", "own", "faces: {front: {extends: front, without: [note]}}\n")
    drawn = layout.drawn(second)
    assert not drawn.diagnostics
    assert len(base.words("one")) == len(drawn.words("one")) + 1
    assert drawn.words("one")[0] == "Own"
    names = load.merged(second, Diagnostics())["faces.yaml"].value["faces"].value
    assert {"front-base", "front-base-base"} < set(names)


def test_what_each_element_draws_is_noted_with_its_box():
    context = fresh(kit())
    context.collector.elements = []
    draw(context, "first", Size(60, 90), {**context.kit_scope(), "name": "Swerve"}, Span("faces.yaml"))
    (found,) = context.collector.elements
    assert (found.face, found.number, found.repetition, found.box) == ("first", 0, 0, Rect(4, 4, 40, 9))
