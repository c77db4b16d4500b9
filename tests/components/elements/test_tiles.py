"""Tiles: where the points of a lit one are."""

from __future__ import annotations

import pytest

from pnp.components.context import RenderContext
from pnp.components.elements import element, tiles
from pnp.graphics import Path, Rect, Tag
from pnp.sources.yaml import parse

COLOUR = "#123456"


@pytest.mark.parametrize(("below", "strip"), [(True, (9, 3.1)), (False, (3.1, 10))])
def test_points_are_below_the_picture_or_at_its_right(context: RenderContext, below: bool, strip: tuple[float, float]):
    text = "{tiles: positions, lit: any, points: p, picture: 'tile-{tile}.svg', box: [6, 60, 9, 10], points_below: %s}"
    made = element(parse(text % str(below).lower(), "faces.yaml", context.diagnostics), context.diagnostics)
    assert isinstance(made, tiles.Spec)
    (figure,) = tiles._tile(context, made, Rect(6, 60, 9, 10), "chasing", 3, COLOUR)
    assert isinstance(figure, Tag)
    (field,) = [item for item in figure.items if isinstance(item, Path) and item.fill == COLOUR]
    xs, ys = zip(
        *(point for _, numbers in field.segments for point in zip(numbers[::2], numbers[1::2], strict=True)),
        strict=True,
    )
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(strip)
    assert (max(xs), max(ys)) == pytest.approx((15, 70))
