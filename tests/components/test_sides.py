"""Decks whose cards have faces and backs by their fields, and copies that differ."""

from __future__ import annotations

import pytest

from pnp.components import sides
from pnp.components.kinds import deck
from pnp.components.resize import resized
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_context
from pnp.pipeline.job import check
from tests.support import small_deck

BY_TYPE = '{kind: deck, title: Cards, size: poker, face: "{asides.type}", back: "back-{asides.type}"}'
FACES = small_deck.FACES + "".join(
    f'  {name}: {{elements: [{{text: "{words}", {small_deck.BOX}}}]}}\n'
    for name, words in (("beast", "beast {name}"), ("spell", "spell {name}"), ("back-beast", "B"), ("back-spell", "S"))
)
CARDS = """
imp: {name: Imp, count: 2, asides: {type: beast}}
owl: {name: Owl, asides: {type: beast}}
fog: {name: Fog, asides: {type: spell}}
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "line"),
    [
        ("type: spell", "type: spel", "unknown-face", "there is no face 'spel' in faces.yaml", 4),
        ("type: spell", "typ: spell", "unknown-face", "the field that names this face is empty", 4),
    ],
)
def test_an_unknown_face_is_an_error_at_the_card(tmp_path, old, new, code, message, line):
    found = small_deck.drawn(small_deck.written(tmp_path, FACES, CARDS.replace(old, new), BY_TYPE))
    first = next(one for one in found.diagnostics if one.message == message)
    assert (first.code, first.span.file, first.span.line) == (code, str(tmp_path / "cards.yaml"), line)
    assert "did you mean 'spell'?" in first.hints or old not in new


def test_a_face_like_no_other_has_the_faces_as_a_hint(tmp_path):
    cards = CARDS.replace("type: spell", "type: Rite - Long")
    found = small_deck.drawn(small_deck.written(tmp_path, FACES, cards, BY_TYPE))
    first = next(one for one in found.diagnostics if one.code == "unknown-face" and "Rite" in one.message)
    assert first.hints == (
        "faces: beast, spell, back-beast, back-spell; 'face' in kit.yaml may choose one by an expression",
    )


@pytest.mark.parametrize(
    ("face", "code", "message"),
    [
        ("{words.effect}", "unknown-field", "'words.effect' cannot choose a face"),
        ("{copy}", "unknown-field", "'copy' cannot choose a face"),
        ("{asides.type", "bad-expression", "this '{' is not closed by a '}'"),
        ("{asides.type + 1}", "bad-expression", "cannot add 'beast' and 1"),
    ],
)
def test_other_expressions_are_errors(tmp_path, face, code, message):
    spec = BY_TYPE.replace('"{asides.type}"', f'"{face}"')
    found = small_deck.drawn(small_deck.written(tmp_path, FACES, CARDS, spec))
    assert (code, message) in found.messages


def test_what_lists_faces_knows_those_by_a_field(tmp_path):
    context = open_context(small_deck.written(tmp_path, FACES, CARDS, BY_TYPE), Diagnostics())
    assert context
    kit, spec = context.kit, context.kit.components["all"]
    assert sides.of_card(kit, "all", spec, "fog") == ("spell", "back-spell")
    assert sides.of_deck(kit, "all", spec) == {"beast", "spell", "back-beast", "back-spell"}
    faces = resized(kit, context.facts, "tarot", lambda _art: None).facebook.faces
    assert all(faces[name].elements != kit.facebook.faces[name].elements for name in faces)


def test_an_error_on_such_a_back_names_the_card(tmp_path):
    faces = small_deck.face(small_deck.text("x")).replace(
        "elements: [{rectangle: [-3, -3, 69.5, 94.9], fill: accent}]",
        """elements: [{text: '{asides.type + 1}', box: [8, 40, 47.5, 12], style: name}]""",
    )
    found = small_deck.drawn(small_deck.written(tmp_path, faces, CARDS))
    assert {one.card.id for one in found.diagnostics} == {"imp", "owl", "fog"}


NUMBERED = small_deck.face(small_deck.text("{copy} of {count}"), "rectangle: [8, 8, 5, 5], fill: ink")


def test_numbered_copies_cannot_fill_up_sheets(tmp_path):
    spec = small_deck.DECK.replace("}", ", fill_with: imp}")
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, CARDS, spec))
    assert found.messages == [
        ("unknown-card", "the copies of 'Imp' are numbered by 'copy', so it cannot fill up sheets")
    ]


def test_too_many_numbered_copies_are_an_error_before_all_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(deck, "MOST_COPIES", 5)
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, "imp: {name: Imp, count: 999}"))
    assert found.messages == [("too-many-pieces", "'copy' makes more than 5 pieces of this deck")]
    assert len(found.pieces) == 6


def test_no_check_is_surprised_by_copies(tmp_path):
    kit = small_deck.written(tmp_path, NUMBERED, CARDS)
    diagnostics = Diagnostics()
    found = [*check(kit, diagnostics), *diagnostics]
    assert [one for one in found if one.severity == "error"] == []
