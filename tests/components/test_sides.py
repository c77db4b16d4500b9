"""Decks whose cards have faces and backs by their fields, and copies that differ."""

from __future__ import annotations

from pnp.components import sides
from pnp.components.kinds import deck
from pnp.components.resize import resized
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_context
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


def test_what_lists_faces_knows_those_by_a_field(tmp_path):
    context = open_context(small_deck.written(tmp_path, FACES, CARDS, BY_TYPE), Diagnostics())
    assert context
    kit, spec = context.kit, context.kit.components["all"]
    assert sides.of_card(kit, "all", spec, "fog") == ("spell", "back-spell")
    assert sides.of_deck(kit, "all", spec) == {"beast", "spell", "back-beast", "back-spell"}
    faces = resized(kit, context.facts, "tarot", lambda _art: None).facebook.faces
    assert all(faces[name].elements != kit.facebook.faces[name].elements for name in faces)


def test_a_back_with_fields_of_the_card_is_drawn_for_each_card(tmp_path):
    faces = small_deck.face(small_deck.text("x")).replace(
        "elements: [{rectangle: [-3, -3, 69.5, 94.9], fill: accent}]",
        'elements: [{text: "{asides.type}", box: [8, 40, 47.5, 12], style: name}]',
    )
    found = small_deck.drawn(small_deck.written(tmp_path, faces, CARDS))
    assert [found.words(card, "back") for card in ("imp", "owl", "fog")] == [["beast"], ["beast"], ["spell"]]
    assert found.pieces["all/imp"].back is found.pieces["all/owl"].back
    assert found.pieces["all/imp"].back is not found.pieces["all/fog"].back


NUMBERED = small_deck.face(small_deck.text("{copy} of {count}"), "rectangle: [8, 8, 5, 5], fill: ink")


def test_copies_that_differ_are_pieces_of_their_own(tmp_path):
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, CARDS))
    assert not found.diagnostics
    assert list(found.pieces) == ["all/imp-1", "all/imp-2", "all/owl-1", "all/fog-1"]
    assert [found.words(name) for name in ("imp-1", "imp-2", "owl-1")] == [["1 of 2"], ["2 of 2"], ["1 of 1"]]
    assert [piece.copies for piece in found.pieces.values()] == [1] * 4
    assert {piece.card for piece in found.pieces.values()} == {"imp", "owl", "fog"}
    assert len({piece.back for piece in found.pieces.values()}) == 1


def test_copies_of_the_component_multiply_each_of_them(tmp_path):
    spec = small_deck.DECK.replace("}", ", copies: 3}")
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, CARDS, spec))
    assert [piece.copies for piece in found.pieces.values()] == [3] * 4


def test_too_many_numbered_copies_are_an_error_before_all_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(deck, "MOST_COPIES", 5)
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, "imp: {name: Imp, count: 999}"))
    assert found.messages == [("too-many-pieces", "'copy' makes more than 5 pieces of this deck")]
    assert len(found.pieces) == 6
