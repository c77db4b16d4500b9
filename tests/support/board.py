"""A board of five squares with cards, drawn by its element, to look at square by square."""

from __future__ import annotations

from dataclasses import replace

from pnp.checks.support.printed import tags, texts
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics, Part, Span
from pnp.graphics.drawing import Path, Tag
from pnp.kit.model import Card
from pnp.kit.phrases import Written
from pnp.kit.schema import build
from pnp.sources.yaml import parse
from tests.conftest import fresh

MISS, HIT = Part("A miss :x:", Span("phrases.yaml", 3, 7)), Part("A hit", Span("phrases.yaml", 4, 7))
RULES = """
grid: {a: [0, 2, 4], b: [1, 3]}
flat: {a: 3}
columns: 5
field: {r: [0, 1, 2], s: [0, 1, 2], t: [0, 1, 2]}
"""
PARTS = ("code", "value", "title", "name", "words", "marker", "edge", "key")
STYLES = tuple(f"square-{part}" for part in PARTS)
CARDS = """
squares:
  a1: {name: Left, asides: {short: A1}, traits: {kind: miss}}
  a2: {name: Middle, asides: {short: A2, icon: head.svg}, traits: {kind: hit}}
  a3: {name: Right, asides: {short: A3}, traits: {kind: hit}}
  b1: {name: Low left, asides: {short: B1}, traits: {kind: hit}}
  b2: {name: Low right, asides: {short: B2}, traits: {kind: hit}}
few:
  a1: {name: Left}
flags:
  red: {name: Red, traits: {camps: {r1: 3, t3: 1}}, asides: {tint: red}}
  blue: {name: Azure, traits: {camps: {t3: 2}}, asides: {tint: blue, label: Blue}}
  lost: {name: Lost}
shields:
  high: {name: Shield High, traits: {covers: {a1: 1, a2: 2}}, asides: {tint: red, label: High}}
  low: {name: Low, traits: {covers: {a2: 1}}, asides: {tint: blue}}
"""


def with_board(context: RenderContext) -> RenderContext:
    """The rhino kit with a board of five squares, and cards for them."""
    diagnostics = Diagnostics()
    style = context.kit.facebook.styles["card-list"]
    book = replace(context.kit.facebook, styles={**context.kit.facebook.styles, **dict.fromkeys(STYLES, style)})
    cards = build(dict[str, dict[str, Card]], parse(CARDS, "cards.yaml", diagnostics), diagnostics)
    assert cards, list(diagnostics)
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), facebook=book, cards=cards)
    words = {
        "a1": Written({"kind": "A miss"}, {"icon": "head.svg"}, dict.fromkeys(("words.kind", "badge.icon"), (MISS,))),
        "a2": Written({"kind": "A hit", "impact": "+2"}, {}, dict.fromkeys(("words.kind", "words.impact"), (HIT,))),
    }
    return fresh(context, kit=kit, words=words, diagnostics=diagnostics)


def drawn(
    context: RenderContext,
    more: str = "units: 2",
    scope: dict | None = None,
    box: str = "[0, 0, 60, 20]",
    rule: str = "grid",
) -> dict[str, Tag]:
    """The squares by their ids of an element described in YAML."""
    text = f"{{board: {rule}, box: {box}{', ' if more else ''}{more}}}"
    element = elements.element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    items = elements.draw(context, element, scope or {}) if element else []
    return {tag.alt: tag for tag in tags(items, "Square")}


def said(square: Tag) -> list[str]:
    return [text.text for text in texts(square.items)]


def outline(square: Tag) -> tuple[float, float, float, float]:
    first = square.items[0]
    assert isinstance(first, Path)
    points = [numbers for _, numbers in first.segments if numbers]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def fill(square: Tag) -> str | None:
    first = square.items[0]
    assert isinstance(first, Path)
    return first.fill
