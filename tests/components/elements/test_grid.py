"""The element grid: squares by a rule, each drawn by a face, marked, and tagged so that checks can read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks.support.printed import sentences, tags, texts
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.components.faces import depends_on_card, draw
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Size
from pnp.graphics.drawing import Path, Tag, every
from pnp.kit.model import Card, Face
from pnp.kit.schema import build
from pnp.sources.yaml import parse
from tests.conftest import fresh

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
  high: {name: Shield High, traits: {covers: {a1: 1, a2: 2}}, asides: {label: High}}
  low: {name: Low, traits: {covers: {a2: 1}}}
"""
FACES = """
plain:
  size: [10, 10]
  elements:
    - {rectangle: [1, 2, 8, 6], fill: "{'red' if square.lit else 'paper'}"}
code:
  elements:
    - {text: "{asides.short}", box: [0, 0, 20, 10], style: card-list}
place:
  elements:
    - text: "{square.id} {square.row}/{square.rows} {square.column}/{square.columns} {square.number}"
      box: [0, 0, 90, 10]
      style: card-list
marks:
  elements:
    - {text: "{square.lit}|{square.start}|{square.next}|{square.colour}", box: [0, 0, 90, 10], style: card-list}
covers:
  elements:
    - {text: "{square.markers|pairs(' +')|join('; ')}", box: [0, 0, 90, 10], style: card-list}
outer:
  elements:
    - {text: "{asides.word} {colourway}", box: [0, 0, 90, 10], style: card-list}
first:
  elements:
    - {text: first, box: [0, 0, 90, 10], style: card-list}
other:
  elements:
    - {text: other, box: [0, 0, 90, 10], style: card-list}
area:
  elements:
    - {rectangle: [0, 0, 4, 4], fill: red, area: zone}
    - {path: M 0 0 L 4 4, stroke: red, area: zone}
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


def words(squares: dict[str, Tag]) -> dict[str, str]:
    return {id_: " ".join(text.text for text in texts(tag.items)) for id_, tag in sorted(squares.items())}


def codes(context: RenderContext) -> list[str]:
    return [diagnostic.code for diagnostic in context.diagnostics]


def test_a_square_is_filled_from_its_card(context):
    assert words(grid(context, "cards: squares, face: code")) == {
        "a1": "A1", "a2": "A2", "a3": "A3", "b1": "B1", "b2": "B2",
    }  # fmt: skip
    assert not context.diagnostics


def test_a_square_without_a_card_is_filled_from_what_is_around_the_grid(context):
    scope = {"asides": {"word": "so"}, "colourway": "gules"}
    assert set(words(grid(context, "face: outer", scope)).values()) == {"so gules"}


def test_a_square_has_its_place(context):
    assert words(grid(context, "face: place")) == {
        "a1": "a1 1/2 1/3 1", "a2": "a2 1/2 2/3 2", "a3": "a3 1/2 3/3 3", "b1": "b1 2/2 1/2 4", "b2": "b2 2/2 2/2 5",
    }  # fmt: skip
    numbered = items(context, "{grid: columns, rows: 2, box: [0, 0, 10, 10], pitch: [12, 15], face: place}")
    assert [tag.alt for tag in tags(numbered, "Square")] == [f"{row}.{n}" for row in (1, 2) for n in range(1, 6)]


def outlines(square: Tag) -> list[Rect]:
    """The boxes of the outlines in a square, in its own coordinates but for the first."""
    paths = (item for item in every(square.items) if isinstance(item, Path))
    return [Rect.about(numbers[:2] for _, numbers in path.segments if numbers) for path in paths]


def test_a_face_with_a_size_is_stretched_to_the_square(context):
    place, drawn = outlines(grid(context, "face: plain")["b1"])
    assert place == (10, 10, 20, 10)
    assert drawn == (2, 2, 16, 6)


def test_fields_of_a_square_choose_its_face(context):
    squares = grid(context, "face: \"{'first' if square.column == 1 else 'other'}\"")
    assert words(squares) == {"a1": "first", "a2": "other", "a3": "other", "b1": "first", "b2": "other"}


@pytest.mark.parametrize(
    ("lit", "scope", "values"),
    [
        ('"{id}"', {"id": "b1"}, {"b1": "True"}),
        ('"{traits.at}"', {"traits": {"at": ["a1", "a3"]}}, {"a1": "True", "a3": "True"}),
        ('"{traits.covers}"', {"traits": {"covers": {"a2": 2, "b2": -1}}}, {"a2": "2", "b2": "-1"}),
    ],
)
def test_lit_squares_have_their_values_and_are_drawn_last(context, lit, scope, values):
    squares = grid(context, f"face: marks, lit: {lit}", scope)
    assert {id_: text.split("|")[0] for id_, text in words(squares).items() if not text.startswith("False")} == values
    assert list(squares)[-len(values) :] == list(values)
    assert not context.diagnostics


@pytest.mark.parametrize(
    ("start", "way", "there"),
    [
        ("b1", "up", {"a1", "a2"}),
        ("a2", "down", {"b1", "b2"}),
        ("a2", "left", {"a1"}),
        ("a1", "any", {"a2", "b1"}),
        ("b1", "any", {"a1", "a2", "b2"}),
        ("a1", "up", set()),
    ],
)
def test_a_way_leads_to_the_squares_next_to_the_start(context, start, way, there):
    scope = {"asides": {"from": start}, "traits": {"way": way}}
    squares = grid(context, 'face: marks, start: "{asides.from}", way: "{traits.way}", colour: red', scope)
    marks = {id_: text.split("|")[1:3] for id_, text in words(squares).items()}
    assert {id_ for id_, (_, is_next) in marks.items() if is_next == "True"} == there
    assert [id_ for id_, (is_start, _) in marks.items() if is_start == "True"] == [start]
    assert list(squares)[-1] == start
    assert {text.split("|")[3] for text in words(squares).values()} == {context.kit.palette["red"]}


def test_markers_have_their_labels_and_values(context):
    squares = grid(context, "face: covers, markers: shields, marks: covers")
    assert words(squares) == {"a1": "High +1", "a2": "High +2; Low +1", "a3": "", "b1": "", "b2": ""}


def ends(context: RenderContext, arrows: str, more: str = "", scope: dict | None = None) -> list[tuple[float, float]]:
    """The tips of the arrows over a grid."""
    drawn = items(
        context, f"{{grid: grid, units: 2, box: [0, 0, 60, 20], face: plain, arrows: [{arrows}]{more}}}", scope
    )
    heads = [item for item in drawn if isinstance(item, Path) and len(item.segments) == 4]
    return [head.segments[0][1] for head in heads[::2]]


def test_arrows_lead_from_squares_to_squares(context):
    scope = {"a": ["a1", "a3"], "b": ["a2", "b2"], "c": "b1", "d": ["a1", "a2"]}
    arrow = '{starts: "{a}", ends: "{b}", clear: [0, 0]}'
    assert ends(context, arrow, scope=scope) == [pytest.approx((30, 5)), pytest.approx((40, 15))]
    fan = '{starts: "{c}", ends: "{d}", clear: [0, 0]}'
    assert ends(context, fan, scope=scope) == [pytest.approx((10, 5)), pytest.approx((30, 5))], "from one, one to each"
    assert ends(context, "{clear: [0, 0]}", ", start: b1, way: right") == [pytest.approx((40, 15))], "to the next ones"
    assert not context.diagnostics


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


@pytest.mark.parametrize(
    "key", ["board: grid", "brief: true", "shaded: true", "without: [short]", "behind: head.svg", "veil: 0.5"]
)
def test_options_of_boards_are_unknown(context, key):
    kind = "" if key.startswith("board") else "grid: grid, face: plain, "
    assert not items(context, f"{{{kind}{key}, box: [0, 0, 60, 20]}}")
    assert set(codes(context)) <= {"unknown-key", "unknown-element"}
    assert codes(context)


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


def test_elements_may_be_areas_of_a_board(context):
    zones = list(tags(grid(context, "face: area")["a1"].items, "Zone"))
    assert [(zone.alt, zone.hatched) for zone in zones] == [("zone", False), ("zone", True)], (
        "lines stay with little ink"
    )


def test_a_face_with_a_grid_may_differ_from_card_to_card(context):
    text = "{elements: [{grid: grid, units: 2, box: [0, 0, 60, 20], face: outer}]}"
    context.kit.facebook.faces["back"] = build(
        Face, parse(text, "faces.yaml", context.diagnostics), context.diagnostics
    )
    assert depends_on_card(context, "back")
    assert not depends_on_card(context, "first")


def test_a_number_of_squares_may_be_written_in_the_grid(context):
    text = "{grid: 3, rows: 2, box: [0, 0, 90, 20], face: place}"
    squares = {tag.alt: tag for tag in tags(items(context, text), "Square")}
    assert list(squares) == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]
    assert words(squares)["2.2"] == "2.2 2/2 2/3 5"
    assert [outlines(squares[id_])[0] for id_ in ("1.1", "2.3")] == [Rect(0, 0, 30, 10), Rect(60, 10, 30, 10)]


def test_rows_of_hexagons_are_shifted(context):
    text = "{grid: 2, rows: 2, shifted: true, box: [5, 5, 24, 28], pitch: [24, 21], face: plain}"
    squares = {tag.alt: tag for tag in tags(items(context, text), "Square")}
    places = {id_: outlines(square)[0] for id_, square in squares.items()}
    assert places["1.1"] == Rect(5, 5, 24, 28)
    assert places["2.1"] == Rect(17, 26, 24, 28)


def test_shifted_rows_have_units_of_their_own(context):
    assert items(context, "{grid: 2, units: 3, shifted: true, box: [0, 0, 60, 20], face: plain}") == []
    assert codes(context) == ["bad-choice"]
