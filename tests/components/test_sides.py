"""Decks whose cards have faces and backs by their fields, and copies that differ."""

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


NUMBERED = small_deck.face(small_deck.text("{copy} of {count}"), "rectangle: [8, 8, 5, 5], fill: ink")


def test_too_many_numbered_copies_are_an_error_before_all_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(deck, "MOST_COPIES", 5)
    found = small_deck.drawn(small_deck.written(tmp_path, NUMBERED, "imp: {name: Imp, count: 999}"))
    assert found.messages == [("too-many-pieces", "'copy' makes more than 5 pieces of this deck")]
    assert len(found.pieces) == 6
