"""Repeated elements: how often, with which fields, and where."""

from __future__ import annotations

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


def test_the_last_one_must_be_inside_the_safe_zone_too(tmp_path):
    for step, codes in ((8, []), (20, ["unsafe-zone"])):
        face = small_deck.face(f"rectangle: [8, 8, 5, 5], fill: ink, repeat: 4, step: [{step}, 0]")
        kit = small_deck.written(tmp_path / str(step), face)
        assert [one.code for one in check(kit, Diagnostics()) if one.code == "unsafe-zone"] == codes


def test_a_card_that_a_mat_repeats_may_lack_a_picture(tmp_path):
    mat = "  mat: {elements: [{art: \"{item.art or ''}\", box: [5, 5, 9, 9], repeat: decks.all, step: [10, 0]}]}\n"
    kit = small_deck.written(tmp_path, small_deck.face(small_deck.text("{name}")) + mat)
    kit_file = kit / "kit.yaml"
    kit_file.write_text(
        f"{kit_file.read_text('utf-8')}  mat: {{kind: mat, title: Mat, size: [60, 20], face: mat}}\n", "utf-8"
    )
    assert small_deck.drawn(kit).messages == []
