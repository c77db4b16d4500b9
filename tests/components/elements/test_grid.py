"""The element grid: squares by a rule, each drawn by a face, marked, and tagged so that checks can read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks.support.printed import sentences, tags
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.components.elements.grid import MOST, MOST_ROWS, is_next, rows_of
from pnp.components.faces import depends_on_card, draw
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Size
from pnp.graphics.drawing import Tag
from pnp.kit.model import Card, Face
from pnp.kit.schema import build
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("grid")

RULES = "grid: {a: [0, 2, 4], b: [1, 3]}\nflat: {a: 3}\ncolumns: 5\n"
CARDS = """
squares:
  a1: {name: Left, asides: {short: A1}}
  a2: {name: Middle, asides: {short: A2}}
  a3: {name: Right, asides: {short: A3}}
  b1: {name: Low left, asides: {short: B1}}
  b2: {name: Low right, asides: {short: B2}}
few:
  a1: {name: Left}
shields:
  high: {name: Shield High}
"""
FACES = """
plain:
  size: [10, 10]
  elements:
    - {rectangle: [1, 2, 8, 6], fill: "{'red' if square.lit else 'paper'}"}
code:
  elements:
    - {text: "{asides.short}", box: [0, 0, 20, 10], style: card-list}
outer:
  elements:
    - {text: "{asides.word} {colourway}", box: [0, 0, 90, 10], style: card-list}
first:
  elements:
    - {text: first, box: [0, 0, 90, 10], style: card-list}
"""


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    """The rhino kit with a grid of five squares, cards for them, and faces."""
    diagnostics = Diagnostics()
    cards = build(dict[str, dict[str, Card]], parse(CARDS, "cards.yaml", diagnostics), diagnostics)
    faces = build(dict[str, Face], parse(FACES, "faces.yaml", diagnostics), diagnostics)
    assert cards
    assert faces, list(diagnostics)
    book = replace(context.kit.facebook, faces={**context.kit.facebook.faces, **faces})
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), facebook=book, cards=cards)
    return fresh(context, kit=kit, words={}, diagnostics=diagnostics)


def items(context: RenderContext, text: str, scope: dict | None = None) -> list:
    element = elements.element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    return elements.draw(context, element, scope or {}) if element else []


def grid(context: RenderContext, more: str, scope: dict | None = None) -> dict[str, Tag]:
    """The squares of a grid by their ids, in the order in which they are drawn."""
    drawn = items(context, f"{{grid: grid, units: 2, box: [0, 0, 60, 20], {more}}}", scope)
    return {tag.alt: tag for tag in tags(drawn, "Square")}


def codes(context: RenderContext) -> list[str]:
    return [diagnostic.code for diagnostic in context.diagnostics]


@pytest.mark.parametrize(
    ("more", "scope", "code"),
    [
        ("face: plain, cards: few", {}, "no-cards"),
        ("face: plains", {}, "unknown-face"),
        ('face: plain, lit: "{traits.coves}"', {"traits": {"covers": 1}}, "unknown-field"),
        ("face: plain, lit: b1", {}, "unknown-field"),
        ("face: plain, way: left", {}, "unknown-id"),
        ("face: plain, start: b7", {}, "unknown-id"),
        ("face: plain, start: b1, way: lefty", {}, "unknown-id"),
        ("face: plain, markers: shield", {}, "unknown-deck"),
        ('face: plain, arrows: [{starts: "{a}", ends: "{a}"}]', {"a": ["a9"]}, "unknown-id"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(context, more, scope, code):
    grid(context, more, scope)
    assert set(codes(context)) == {code}


@pytest.mark.parametrize("rule", ["flat", "grids"])
def test_a_rule_without_squares_is_an_error(context, rule):
    assert not items(context, f"{{grid: {rule}, box: [0, 0, 60, 20], face: plain}}")
    assert codes(context) == ["unknown-field"]


def test_words_in_squares_are_no_sentences_of_the_card(context):
    face = parse(
        "{elements: [{grid: grid, units: 2, box: [0, 0, 60, 20], cards: squares, face: code}, "
        "{text: Say, box: [0, 0, 20, 9], style: card-list}]}",
        "faces.yaml",
        context.diagnostics,
    )
    context.kit.facebook.faces["whole"] = build(Face, face, context.diagnostics)
    drawing = draw(context, "whole", Size(60, 90), context.kit_scope(), face.span)
    assert [sentence.text for sentence in sentences(context.fonts, drawing)] == ["Say"]


def test_a_face_with_a_grid_may_differ_from_card_to_card(context):
    text = "{elements: [{grid: grid, units: 2, box: [0, 0, 60, 20], face: outer}]}"
    context.kit.facebook.faces["back"] = build(
        Face, parse(text, "faces.yaml", context.diagnostics), context.diagnostics
    )
    assert depends_on_card(context, "back")
    assert not depends_on_card(context, "first")


def test_shifted_rows_have_units_of_their_own(context):
    assert items(context, "{grid: 2, units: 3, shifted: true, box: [0, 0, 60, 20], face: plain}") == []
    assert codes(context) == ["bad-choice"]


START, ABOVE, BESIDE, FAR = Rect(10, 8, 10, 8), Rect(5, 0, 10, 8), Rect(20, 8, 10, 8), Rect(40, 8, 10, 8)
LEFT, BELOW, CORNER = Rect(0, 8, 10, 8), Rect(10.5, 16, 10, 8), Rect(0.5, 0.5, 10, 8)


@pytest.mark.parametrize(
    "rule",
    [
        None, 0, -3, MOST + 1, [MOST, 1], [], [3, "a"], True,
        {}, {"a": 3}, {"a": []}, {"a": [-1]}, {"a": [100]}, {"a": ["1"]},
        {str(row): [0] for row in range(MOST_ROWS + 1)},
    ],
)  # fmt: skip
def test_other_rules_are_no_grid(rule):
    assert rows_of(rule, rows=1) is None


def test_a_row_may_have_one_square():
    assert rows_of({"a": [0], "b": [99]}, rows=1) == {"a": [0], "b": [99]}


@pytest.mark.parametrize(
    ("box", "ways"),
    [
        (ABOVE, {"up", "any"}), (BELOW, {"down", "any"}), (BESIDE, {"right", "any"}), (LEFT, {"left", "any"}),
        (CORNER, {"up", "any"}), (FAR, set()),
    ],
)  # fmt: skip
def test_squares_beside_are_next(box, ways):
    assert {way for way in ("up", "down", "left", "right", "any") if is_next(START, box, way)} == ways
