"""Text elements: plates below words."""

from __future__ import annotations

import pytest

from pnp.checks.support.printed import texts
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.graphics import Rect
from pnp.graphics.drawing import Path, every
from pnp.sources.yaml import parse


def drawn(context: RenderContext, plate: str, text: str = "Some words") -> list:
    element = f"{{text: {text}, box: [10, 20, 60, 8], style: card-list, plate: {plate}}}"
    made = elements.element(parse(element, "faces.yaml", context.diagnostics), context.diagnostics)
    return elements.draw(context, made, {}) if made else []


def test_a_plate_is_as_wide_as_the_words_and_as_high_as_their_box(context):
    items = drawn(context, "{stroke: red, width: 0.4, pad: 2}")
    (plate,) = (item for item in every(items) if isinstance(item, Path))
    words = list(texts(items))
    box = Rect.about(numbers[:2] for _, numbers in plate.segments if numbers)
    assert (box.y, box.h) == (20, 8)
    assert box.x == pytest.approx(min(word.x for word in words) - 2)
    assert box.right == pytest.approx(max(word.x + context.fonts.extent(word) for word in words) + 2)
    assert (plate.fill, plate.stroke.colour) == (context.kit.palette["paper"], context.kit.palette["red"])
    assert next(iter(every(items[0].items))) is plate, "below the words"


def test_without_a_line_a_plate_has_only_its_fill(context):
    (plate,) = (item for item in every(drawn(context, "{fill: red}")) if isinstance(item, Path))
    assert (plate.fill, plate.stroke) == (context.kit.palette["red"], None)


def test_an_empty_text_has_no_plate(context):
    assert not drawn(context, "{}", '""')
