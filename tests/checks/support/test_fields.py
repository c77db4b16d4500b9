"""Fields and conditions of faces that no card with the face meets."""

from __future__ import annotations

import json

import pytest

from tests.conftest import edit, run
from tests.support import printed, three_cards

TEXT = '{text: "{name}", box: [8, 20, 47.5, 12], style: name}'


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


def _added(kit, element: str) -> None:
    edit(kit, "faces.yaml", TEXT, f"{TEXT}, {element}")


def _found(kit) -> list[tuple[str, str, str]]:
    """Severity, code and message of what is about empty fields."""
    found = json.loads(run("check", kit, "--format", "json").stdout)["diagnostics"]
    wanted = ("unfilled-field", "idle-element", "unknown-field")
    return [(one["severity"], one["code"], one["message"]) for one in found if one["code"] in wanted]


@pytest.mark.parametrize("text", ["{asides.body}", "{words.effect}", "{traits.cost}", "{badge.icon}"])
def test_a_field_that_no_card_has_is_a_matter_of_taste(kit, text):
    _added(kit, f'{{text: "{text}", box: [8, 40, 47.5, 12], style: name}}')
    message = f"no card with this face has the field {text[1:-1]!r}, so it prints nothing"
    assert _found(kit) == [("warning", "unfilled-field", message)]
    assert run("check", kit).exit_code == 0
    assert run("check", kit, "--strict").exit_code == 1


def test_a_field_of_another_deck_is_not(kit):
    _added(kit, '{text: "{asides.lore}", box: [8, 40, 47.5, 12], style: name}')
    edit(kit, "cards.yaml", "all:\n", "others:\n  one: {name: One, asides: {lore: Old}}\nall:\n")
    edit(kit, "kit.yaml", "components:\n", "components:\n  others: {kind: deck, title: O, size: poker, face: back}\n")
    message = "no card with this face has the field 'asides.lore', so it prints nothing"
    assert _found(kit) == [("warning", "unfilled-field", message)]


def test_an_element_that_no_card_shows_is_a_warning(kit):
    _added(kit, "{text: Rare, box: [8, 40, 47.5, 12], style: name, when: asides.rarity}")
    message = "no card with this face meets the condition 'asides.rarity', so this element is never drawn"
    assert _found(kit) == [("warning", "idle-element", message)]
    assert run("check", kit).exit_code == 0
    assert run("check", kit, "--warnings-as-errors").exit_code == 1


def test_faces_of_the_base_have_notes(kit, tmp_path):
    _added(kit, '{text: "{asides.says}", box: [8, 40, 47.5, 12], style: name}')
    own = tmp_path / "own"
    own.mkdir()
    (own / "kit.yaml").write_text("extends: ../mine\nedition: custom\n")
    (own / "cards.yaml").write_text("all: {goodbye: null}\n")
    assert [(severity, code) for severity, code, _ in _found(own)] == [("note", "unfilled-field")]


@pytest.mark.parametrize(("card", "reported"), [("lean", False), ("steady", True)])
def test_phrases_of_a_removed_card_are_not_judged(tmp_path, card, reported):
    """A phrase of the base with the name of a removed card; the kit's own phrase is judged, used or not."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: tilt\nedition: custom\n", "utf-8")
    (mine / "cards.yaml").write_text(f"knights: {{{card}: null}}\n", "utf-8")
    if reported:
        own = 'fields: {faster: [{traits: {faster: "{n}"}, words: "Slower by {m}"}]}\n'
        (mine / "phrases.yaml").write_text(own, "utf-8")
    found = printed.reported(mine, "crooked-phrase", "ungrounded-phrase", only=("knights-gules",))
    assert any(one.severity == "error" for one in found) is reported
