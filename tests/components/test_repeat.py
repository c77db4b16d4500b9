"""Repeated elements: how often, with which fields, and where."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline.job import check
from tests.support import small_deck
from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("repeat")

CARDS = """
imp: {name: Imp, asides: {cost: "3", tags: [fire, undead], row: "a, b , c"},
  traits: {marks: [x, y], hand: {a: 2, b: 1}}}
owl: {name: Owl}
"""


def _drawn(tmp_path, more: str, words: str = "{number} {item}", cards: str = CARDS) -> small_deck.Drawn:
    return small_deck.drawn(small_deck.written(tmp_path, small_deck.face(small_deck.text(words, f", {more}")), cards))


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        ("repeat: 101", "out-of-range", "this repeats the element for 101; it must be from 0 to 100"),
        ("repeat: -1", "out-of-range", "this repeats the element for -1; it must be from 0 to 100"),
        ("repeat: 100000000000000 * 10", "out-of-range", "this repeats the element for 1,000,000,000,000,000; it must"),
        ("repeat: asides.row", "bad-expression", "expected a list or a whole number, found 'a, b , c'"),
        ("repeat: 1.5 + 0", "bad-expression", "expected a list or a whole number, found 1.5"),
        ("repeat: 1.5", "wrong-type", "expected"),
        ("repeat: asides.tags|", "bad-expression", "cannot read the expression"),
        ("step: [1, 2]", "unknown-key", "'step' has no effect without 'repeat'"),
        ("when: item", "unknown-field", "there is no field 'item'"),
    ],
)
def test_other_numbers_and_texts_are_errors(tmp_path, more, code, message):
    found = _drawn(tmp_path, more, "x")
    assert [one for one in found.messages if one[0] == code and one[1].startswith(message)], found.messages


def test_an_error_of_a_card_names_it(tmp_path):
    (error,) = _drawn(tmp_path, "repeat: asides.row", "x").diagnostics
    assert error.card.id == "imp"


def test_a_picture_that_is_missing_is_an_error_where_the_item_is_written(tmp_path):
    face = small_deck.face("art: '{item}', box: [8, 8, 10, 10], repeat: asides.tags, step: [12, 0]")
    found = small_deck.drawn(small_deck.written(tmp_path, face, CARDS))
    assert {(one.code, one.span.line) for one in found.diagnostics} == {("missing-art", 2)}
    assert len({one.span.column for one in found.diagnostics}) == 2


def test_the_last_one_must_be_inside_the_safe_zone_too(tmp_path):
    for step, codes in ((8, []), (20, ["unsafe-zone"])):
        face = small_deck.face(f"rectangle: [8, 8, 5, 5], fill: ink, repeat: 4, step: [{step}, 0]")
        kit = small_deck.written(tmp_path / str(step), face)
        assert [one.code for one in check(kit, Diagnostics()) if one.code == "unsafe-zone"] == codes


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("share: across", "'share' has no effect without 'repeat'"),
        ("repeat: 2, share: down, step: [1, 0]", "repetitions are placed in one way"),
        ("across: 30", "'across' has no effect without 'repeat'"),
        ("repeat: 2, across: 30, around: [1, 1]", "repetitions are placed in one way"),
        ("repeat: 2, step: [\"'a'\", 0]", "a step is a number of mm"),
    ],
)
def test_wrong_places_of_repetitions(tmp_path, more, message):
    diagnostics = Diagnostics()
    check(small_deck.written(tmp_path, small_deck.face(small_deck.text("x", f", {more}")), CARDS), diagnostics)
    assert any(message in diagnostic.message for diagnostic in diagnostics)
