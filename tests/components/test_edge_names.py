"""The names around a brief board of five squares in two rows, and of eight in three."""

from __future__ import annotations

from dataclasses import replace

from pnp.checks.support.printed import texts
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Tag, Text
from pnp.kit.model import Card
from pnp.kit.schema import build
from pnp.sources.yaml import parse
from tests.conftest import fresh

PARTS = ("code", "value", "title", "name", "words", "marker", "edge", "key")
NAMES = {"a1": "Left", "a2": "Middle", "a3": "Right", "b1": "Low left", "b2": "Low right"}
FEET = {f"c{number}": f"Foot {number}" for number in (1, 2, 3)}


def around(context: RenderContext, rows: str, names: dict[str, str]) -> dict[str, Text]:
    """The texts outside the squares of a brief board, 240 mm wide."""
    diagnostics = Diagnostics()
    style = context.kit.facebook.styles["card-list"]
    styles = {**context.kit.facebook.styles, **dict.fromkeys((f"square-{part}" for part in PARTS), style)}
    cards = "".join(f"  {id_}: {{name: {name}, asides: {{short: {id_.upper()}}}}}\n" for id_, name in names.items())
    decks = build(dict[str, dict[str, Card]], parse(f"squares:\n{cards}", "cards.yaml", diagnostics), diagnostics)
    assert decks, list(diagnostics)
    facebook = replace(context.kit.facebook, styles=styles)
    kit = replace(context.kit, rules=parse(rows, "rules.yaml", diagnostics), facebook=facebook, cards=decks)
    context = fresh(context, kit=kit, words={}, diagnostics=diagnostics)
    board = "{board: grid, box: [0, 10, 240, 90], units: 2, cards: squares, brief: true}"
    element = elements.element(parse(board, "faces.yaml", diagnostics), diagnostics)
    items = [item for item in elements.draw(context, element, {}) if not isinstance(item, Tag)]
    assert not diagnostics
    return {text.text: text for text in texts(items)}


def test_names_of_the_first_row_are_above_and_of_the_last_below(context):
    found = around(context, "grid: {a: [0, 2, 4], b: [1, 3]}", NAMES)
    assert set(found) == set(NAMES.values())
    assert all(found[NAMES[id_]].y <= 10 for id_ in ("a1", "a2", "a3"))
    assert all(found[NAMES[id_]].y > 100 for id_ in ("b1", "b2"))


def test_names_of_rows_between_are_at_their_ends_below_their_codes(context):
    found = around(context, "grid: {a: [0, 2, 4], b: [1, 3], c: [0, 2, 4]}", NAMES | FEET)
    assert set(found) == {*NAMES.values(), *FEET.values(), "B1", "B2"}
    assert found["Low left"].x < 40 < 200 < found["Low right"].x
    assert found["B1"].y < found["Low left"].y
