"""Repeated elements: how often, with which fields, and where."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics
from pnp.graphics import Path, Rect
from pnp.graphics.drawing import Text, walk
from pnp.pipeline.job import check
from tests.support import small_deck

CARDS = """
imp: {name: Imp, asides: {cost: "3", tags: [fire, undead], row: "a, b , c"},
  traits: {marks: [x, y], hand: {a: 2, b: 1}}}
owl: {name: Owl}
"""


def _drawn(tmp_path, more: str, words: str = "{number} {item}", cards: str = CARDS) -> small_deck.Drawn:
    return small_deck.drawn(small_deck.written(tmp_path, small_deck.face(small_deck.text(words, f", {more}")), cards))


def test_each_is_moved_by_the_step(tmp_path):
    found = _drawn(tmp_path, "repeat: 3, step: [5, -2.5]", "x")
    items = walk(found.pieces["all/imp"].front.items)
    places = [at.frame.apply(item.x, item.y) for item, at in items if isinstance(item, Text)]
    first = places[0]
    assert [(round(x - first[0], 6), round(y - first[1], 6)) for x, y in places] == [(0, 0), (5, -2.5), (10, -5)]


def test_the_last_one_must_be_inside_the_safe_zone_too(tmp_path):
    for step, codes in ((8, []), (20, ["unsafe-zone"])):
        face = small_deck.face(f"rectangle: [8, 8, 5, 5], fill: ink, repeat: 4, step: [{step}, 0]")
        kit = small_deck.written(tmp_path / str(step), face)
        assert [one.code for one in check(kit, Diagnostics()) if one.code == "unsafe-zone"] == codes


def _moves(tmp_path, more: str, start: tuple[float, float] | None = None) -> list[tuple[float, float]]:
    """How far the middles of three squares are from the first one, or from a point."""
    face = small_deck.face(f"rectangle: [8, 8, 30, 9], fill: ink, repeat: 3, {more}")
    found = small_deck.drawn(small_deck.written(tmp_path, face, CARDS))
    drawn = [(item, at.frame) for item, at in walk(found.pieces["all/imp"].front.items) if isinstance(item, Path)]
    middles = [frame.apply(*Rect.about(p for _, n in item.segments for p in zip(n[::2], n[1::2], strict=True)).centre)
               for item, frame in drawn]  # fmt: skip
    return [(round(x - start[0], 3), round(y - start[1], 3)) for start in [start or middles[0]] for x, y in middles]


def test_repetitions_share_a_box_in_equal_parts(tmp_path):
    assert _moves(tmp_path / "across", "share: across") == [(0, 0), (10, 0), (20, 0)]
    assert _moves(tmp_path / "down", "share: down") == [(0, 0), (0, 3), (0, 6)]


def test_a_step_may_be_an_expression(tmp_path):
    assert _moves(tmp_path, 'step: ["30 / 4", "repetitions - 3"]') == [(0, 0), (7.5, 0), (15, 0)]


def test_repetitions_around_a_point_are_at_equal_angles(tmp_path):
    second, third = _moves(tmp_path, "around: [23, 22.5]")[1:]
    assert second == (8.66, 15.0)
    assert third == (-8.66, 15.0)


def test_repetitions_are_spread_over_a_width_whatever_their_number(tmp_path):
    assert _moves(tmp_path / "three", "across: 30") == [(0, 0), (10, 0), (20, 0)]
    middle = (8 + 30 / 2, 8 + 9 / 2)
    assert _moves(tmp_path / "there", "across: 30", middle) == [(-10, 0), (0, 0), (10, 0)], "about their own middle"
