"""Faces: elements that cannot be drawn, and settings that are held to their kind."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load
from tests.conftest import edit
from tests.support import small_deck as layout
from tests.support.drawn import element_test
from tests.support.faces import drawn

test_is_drawn_as_reviewed = element_test("face")


@pytest.mark.parametrize(
    ("face", "file", "old", "new", "code", "words"),
    [
        (
            "body",
            "faces.yaml",
            "labels: hit_table",
            "labels: hit_tables",
            "unknown-field",
            "no 'hit_tables' with",
        ),
        ("body", "faces.yaml", "labels: hit_table", "labels: outcomes", "unknown-field", "no 'outcomes' with a key"),
        ("body", "faces.yaml", "key: location", "key: place", "unknown-field", "a key 'place' in each entry"),
        ("body", "faces.yaml", "words: hit.md", "words: hits.md", "missing-template", "hits.md"),
        (
            "body",
            "hit.md",
            '":injury:" }}\n',
            '":injury:" }}\n\nmore\n',
            "bad-template",
            "has 24 lines",
        ),
        ("body", "faces.yaml", "          head:", "          hand:", "missing-key", "there is no place for head"),
        ("body", "faces.yaml", "          head:", "          hand:", "unknown-id", "no entry at 'hand'"),
        ("body", "faces.yaml", "table: body", "table: bodies", "unknown-id", "no table 'bodies'"),
        ("body", "rules.yaml", "location: head,", "location: chest,", "duplicate-place", "two entries are at 'chest'"),
        ("blank", "faces.yaml", "boxes: injury_limit", "boxes: injuries", "unknown-field", "no number 'injuries'"),
        ("blank", "faces.yaml", "boxes: injury_limit", "boxes: zone", "unknown-field", "no number 'zone'"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(lists, face, file, old, new, code, words):
    path = lists / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    _, diagnostics = drawn(lists, face)
    assert any(found == code and words in message for found, message in diagnostics), diagnostics


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


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("columns: 4, more: +", "columns: 4, first: 2, more: +", "out-of-range"),
        ("columns: 4, more: +", "columns: 4, more: ++", "bad-choice"),
        ("label: [7, 22], point", "labels: [7, 22], point", "unknown-key"),
    ],
)  # fmt: skip
def test_settings_are_held_to_their_kind(lists, old, new, code):
    edit(lists, "faces.yaml", "  blank:\n", "  blank-card:\n")
    edit(lists, "faces.yaml", "  record:\n", "  blank:\n")
    edit(lists, "faces.yaml", old, new)
    face = "body" if "label" in old else "blank"
    _, diagnostics = drawn(lists, face)
    assert code in [found for found, _ in diagnostics]


CREATURES = """
imp: {name: Imp, count: 3, asides: {cost: "3", rarity: rare, type: beast, says: Hi}}
owl: {name: Owl, asides: {cost: "12", rarity: common, type: bird}}
"""


@pytest.mark.parametrize(
    ("element", "code", "message", "place"),
    [
        (layout.text("{asides.rarity|louder}"), "bad-expression", "no filter 'louder'", "asides.rarity|louder"),
        (layout.text("a {asides.type() }"), "bad-expression", "functions cannot be called here", "asides.type()"),
        (layout.text("x", ", when: asides.type = beast"), "bad-expression", "got '='", "asides.type = beast"),
        (layout.text("x", ', when: "{asides.type}"'), "bad-expression", "cannot read", "{asides.type}"),
        (layout.text("a {asides.type"), "bad-expression", "this '{' is not closed by a '}'", "{"),
        (layout.text("{asides.cost / (count - 3)}"), "bad-expression", "divided by 0", "asides.cost / (count - 3)"),
        (layout.text("{asides.type + 3}"), "bad-expression", "cannot add 'beast' and 3", "asides.type + 3"),
        (layout.text("{asides}"), "bad-expression", "this is a mapping", "asides"),
        (layout.text("x", ", when: asides.type == beast"), "unknown-field", "no field 'beast'", "asides.type == beast"),
    ],
)
def test_a_wrong_expression_is_an_error_at_its_place(tmp_path, element, code, message, place):
    found = layout.drawn(layout.written(tmp_path, layout.face(element), CREATURES))
    first = next(one for one in found.diagnostics if one.code == code)
    line = (tmp_path / "faces.yaml").read_text().splitlines()[first.span.line - 1]
    assert message in first.message
    assert line[first.span.column - 1 :][: first.span.width] == place


def test_an_error_of_one_card_names_the_card(tmp_path):
    found = layout.drawn(layout.written(tmp_path, layout.face(layout.text("{asides.cost / (count - 3)}")), CREATURES))
    (error,) = found.diagnostics
    assert (error.card.id, error.card.place) == ("imp", "cards.yaml line 2")


def test_an_unquoted_text_has_a_hint(tmp_path):
    found = layout.drawn(
        layout.written(tmp_path, layout.face(layout.text("x", ", when: asides.type == beast")), CREATURES)
    )
    assert found.diagnostics[0].hints == ('put a text in quotes: "beast"',)


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


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("", ["One", "plain", "note"]),
        (", without: [title, note]", ["plain"]),
        (", elements: [{text: own, box: [8, 60, 40, 12], style: name}]", ["One", "plain", "note", "own"]),
        (", elements: [{id: title, text: Other}]", ["Other", "plain", "note"]),
        (", elements: [{id: note, when: null, unless: name}, {id: title, text: T}]", ["T", "plain"]),
        (", elements: [{id: title, rectangle: [8, 8, 40, 40], fill: accent}]", ["plain", "note"]),
        (", elements: [{id: foot, text: own, box: [8, 60, 40, 12], style: name}]", ["One", "plain", "note", "own"]),
    ],
)
def test_a_face_has_the_elements_of_the_one_it_extends(tmp_path, keys, words):
    found = _extending(tmp_path, keys)
    assert not found.diagnostics
    assert found.words("one") == words


def test_bleeds_are_inherited_and_may_be_changed(tmp_path):
    assert _extending(tmp_path, "").pieces["all/one"].front.bleed > 0
    assert _extending(tmp_path / "own", ", bleeds: false").pieces["all/one"].front.bleed == 0


def test_a_style_has_the_keys_of_the_one_it_extends(tmp_path):
    (own,) = _extending(tmp_path, ", without: [note], elements: [{id: title, style: loud, text: A}]").pieces.values()
    loud, plain = own.front.texts()
    assert (loud.font, loud.size, plain.font, plain.size) == ("title", 16, "title", 12)
    assert loud.colour != plain.colour


def test_faces_extend_faces_that_extend_faces(tmp_path):
    more = "  middle: {extends: base, elements: [{id: title, text: Middle}]}\n"
    assert _extending(tmp_path, "", more).words("one") == ["One", "plain", "note"]
    edit(tmp_path, "faces.yaml", "front: {extends: base", "front: {extends: middle, without: [note]")
    assert layout.drawn(tmp_path).words("one") == ["Middle", "plain"]


@pytest.mark.parametrize(
    ("keys", "code", "message", "hint"),
    [
        (", without: [titel]", "unknown-id", "no element with the id 'titel'", "did you mean 'title'?"),
        (", without: [head]", "unknown-id", "no element with the id 'head'", "ids: title, note"),
        (", elements: [{id: titel, text: x}]", "unknown-id", "no element with the id 'titel'", "did you mean 'title'?"),
        (", elements: [{id: head, style: x}]", "unknown-id", "no element with the id 'head'", "ids: title, note"),
        (", elements: [{id: title}]", "nothing-to-change", "this changes nothing", "add keys"),
        (", elements: [{id: title, unless: null}]", "nothing-to-remove", "there is no 'unless' to remove", ""),
        (", elements: [{id: note, text: a}, {id: note, text: b}]", "duplicate-id", "two elements", ""),
        (", elements: [{id: title, style: lout}]", "unknown-style", "there is no text style 'lout'", "'loud'"),
        (", elements: [{id: title, colr: red}]", "unknown-key", "unknown key 'colr'", "'colour'"),
        (", whithout: [title]", "unknown-key", "unknown key 'whithout'", "'without'"),
    ],
)
def test_what_extends_nothing_is_an_error_at_its_place(tmp_path, keys, code, message, hint):
    found = _extending(tmp_path, keys)
    first = next(one for one in found.diagnostics if one.code == code)
    assert message in first.message
    assert hint in " ".join(first.hints)
    line = (tmp_path / "faces.yaml").read_text().splitlines()[first.span.line - 1]
    assert line.startswith("  front:")


@pytest.mark.parametrize(
    ("new", "code", "message"),
    [
        ("front: {extends: bse}", "unknown-face", "there is no face 'bse'"),
        ("front: {extends: front}", "circular-extends", "'front' extends 'front', in a circle"),
        ("front: {extends: other}\n  other: {extends: front}", "circular-extends", "'front' extends 'other' extends"),
        ("front: {elements: [], without: [title]}", "unknown-key", "'without' has no effect here"),
        ("front: {bleeds: true}", "missing-key", "the key 'elements' is missing"),
        ("front: {extends: [base]}", "wrong-type", "expected a text, found a list"),
    ],
)
def test_a_base_that_cannot_be_is_an_error(tmp_path, new, code, message):
    _extending(tmp_path, "")
    edit(tmp_path, "faces.yaml", "front: {extends: base}", new)
    found = layout.drawn(tmp_path).messages
    assert [one for one in found if one[0] == code and message in one[1]], found


def test_styles_that_extend_none_or_each_other_are_errors(tmp_path):
    _extending(tmp_path, "")
    edit(tmp_path, "faces.yaml", "loud: {extends: name", "loud: {extends: nam")
    assert ("unknown-style", "there is no text style 'nam'") in layout.drawn(tmp_path).messages
    edit(tmp_path, "faces.yaml", "loud: {extends: nam", "loud: {extends: loud")
    assert "circular-extends" in [code for code, _ in layout.drawn(tmp_path).messages]


def test_a_shared_style_can_be_extended(tmp_path):
    _extending(tmp_path, "")
    edit(tmp_path, "faces.yaml", "loud: {extends: name", "loud: {extends: book-h1")
    assert not layout.drawn(tmp_path).diagnostics


def test_an_error_in_an_inherited_element_is_where_that_is_written(tmp_path):
    _extending(tmp_path, "")
    edit(tmp_path, "faces.yaml", "text: plain", "text: '{name|plain}'")
    (error,) = layout.drawn(tmp_path).diagnostics
    assert error.span.line == 9


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


def test_an_unknown_id_in_a_changed_face_of_the_base_is_an_error_at_its_place(tmp_path):
    _extending(tmp_path / "mine", "")
    own = _layer(tmp_path / "own", "mine", "faces: {base: {extends: base, without: [tilte]}}\n")
    (error,) = layout.drawn(own).diagnostics
    assert (error.code, error.span.line) == ("unknown-id", 1)
    assert "base (base)" not in error.message
